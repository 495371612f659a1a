//go:build !conformance

package method

import mcpgo "github.com/mark3labs/mcp-go/mcp"

// addFixtures adds nothing: only the build for the protocol's conformance suite has fixtures.
func (*Endpoint) addFixtures(*[]mcpgo.Tool) {}
