package mcp_test

import (
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// TestProfileClaims is a server for ChatGPT: it offers tools, and nothing of the contract's toolset.
func TestProfileClaims(t *testing.T) {
	base := Serve(t, NoDatabase, "{handle: content, site: main}", "{handle: content, site: main, profile: chatgpt}")
	for _, got := range []Reply{
		Post(t, base+"/mcp/content", Initialize("2025-11-25")),
		Post(t, base+"/mcp/content", StatelessRequest("server/discover", ""), StatelessHeaders("server/discover", "")...),
	} {
		if !strings.Contains(got.Body, `,"capabilities":{"tools":{"listChanged":true}},`) || got.Status != 200 {
			t.Errorf("it claims more than tools: %+v", got)
		}
	}
}
