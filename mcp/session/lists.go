package session

import (
	"crypto/sha256"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// ListKind is one of the lists of MCP whose changes clients are notified of.
type ListKind uint8

// The lists.
const (
	Tools ListKind = iota
	Prompts
	Resources
	ListKinds // their number
)

// Kinds are some of the lists.
type Kinds [ListKinds]bool

// listMethods are the methods that return the lists.
var listMethods = [ListKinds]string{"tools/list", "prompts/list", "resources/list"}

// Method returns the method that returns the list.
func (k ListKind) Method() string { return listMethods[k] }

// listFilters are the names of the lists in the params of subscriptions/listen.
var listFilters = [ListKinds]string{"toolsListChanged", "promptsListChanged", "resourcesListChanged"}

// listNotifications say that a list has changed.
var listNotifications = [ListKinds]string{
	mcpgo.MethodNotificationToolsListChanged, mcpgo.MethodNotificationPromptsListChanged,
	mcpgo.MethodNotificationResourcesListChanged,
}

// Lists are digests of all that a caller sees of each list.
type Lists [ListKinds][sha256.Size]byte
