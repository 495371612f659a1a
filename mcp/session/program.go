package session

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"
)

// Program is what a client says about itself in initialize. The zero value is a client that says nothing.
type Program struct {
	Revision    string // revision of MCP that it speaks
	RefusesDots bool   // it refuses dots in names of tools
}

// refusingDots are the clients that are known to refuse tool names with dots, by the name in their clientInfo. Some
// refuse the whole list because of one such name.
var refusingDots = map[string]bool{
	"claude-ai":                true, // Claude Desktop: https://github.com/barryw/ImmichMCP/issues/3
	"cursor-vscode":            true, // Cursor: https://github.com/webstudio-is/webstudio/issues/5960
	"github-copilot-developer": true, // GitHub Copilot CLI: https://github.com/github/copilot-cli/issues/2581
}

// RefusesDots reports whether the client of a clientInfo refuses dots. A malformed clientInfo does no harm.
func RefusesDots(clientInfo jsontext.Value) bool {
	var info struct {
		Name string `json:"name"`
	}
	return clientInfo != nil && json.Unmarshal(clientInfo, &info) == nil && refusingDots[info.Name]
}

// underscorePrefix begins the session ids of clients that refuse dots. Over HTTP a client says its name once, in
// initialize; its session id repeats that, so nothing has to be kept.
const underscorePrefix = "underscore-"

// NewID returns a session id for a client.
func (p Program) NewID() string {
	if p.RefusesDots {
		return underscorePrefix + uuid.NewString()
	}
	return uuid.NewString()
}

// IDRefusesDots reports whether a session id is one of a client that refuses dots.
func IDRefusesDots(id string) bool { return strings.HasPrefix(id, underscorePrefix) }
