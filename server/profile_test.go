package server

import (
	"strings"
	"testing"
)

// TestProfileClaims is a server for ChatGPT: it offers tools, and nothing of the contract's toolset.
func TestProfileClaims(t *testing.T) {
	base := listen(t, newServer(t, noDatabase, "{handle: content, site: main}", "{handle: content, site: main, profile: chatgpt}"))
	for _, got := range []httpReply{
		post(t, base+"/mcp/content", initialize("2025-11-25")),
		post(t, base+"/mcp/content", requestOf("server/discover", ""), headersOf("server/discover", "")...),
	} {
		if !strings.Contains(got.Body, `,"capabilities":{"tools":{"listChanged":true}},`) || got.Status != 200 {
			t.Errorf("it claims more than tools: %+v", got)
		}
	}
}
