package server

import (
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"emcp/toolset"
)

// Metadata of the platform (contract section 3).
const (
	serverName = "emcp"
	platform   = "eMCP"
)

// protocolVersions are the MCP revisions that initialize agrees on.
var protocolVersions = []string{
	mcp.ProtocolVersion20241105, mcp.ProtocolVersion20250326, mcp.ProtocolVersion20250618, mcp.ProtocolVersion20251125,
}

// withMetadata returns the result of initialize with the members of the contract that mcp-go's types have no room for.
func withMetadata(result any) ([]byte, error) {
	r, ok := result.(mcp.InitializeResult)
	if p, isPointer := result.(*mcp.InitializeResult); isPointer {
		r, ok = *p, true
	}
	if !ok {
		return nil, fmt.Errorf("initialize returned %T", result)
	}
	type evo struct {
		ToolsetVersion string `json:"toolsetVersion"`
	}
	type capabilities struct {
		mcp.ServerCapabilities
		Evo evo `json:"evo"`
	}
	type serverInfo struct {
		mcp.Implementation
		Platform        string `json:"platform"`
		PlatformVersion string `json:"platformVersion"`
	}
	return encode(struct {
		ProtocolVersion string       `json:"protocolVersion"`
		Capabilities    capabilities `json:"capabilities"`
		ServerInfo      serverInfo   `json:"serverInfo"`
		Instructions    string       `json:"instructions,omitempty"`
	}{
		r.ProtocolVersion,
		capabilities{r.Capabilities, evo{toolset.Version}},
		serverInfo{r.ServerInfo, platform, r.ServerInfo.Version},
		r.Instructions,
	})
}
