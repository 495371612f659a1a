package setup

import (
	"encoding/json"
	"fmt"
)

// Connection has what assistants need to reach emcp.
type Connection struct {
	URL     string // of the MCP route
	Public  string // scheme and host under which assistants on the web reach emcp; empty: none
	Token   string
	Program string // path of emcp, for assistants that start it
	Config  string // path of its configuration
}

// Client is an assistant and how to connect it.
type Client struct {
	Name string
	How  string // where the lines go
	Text string // lines to copy
}

// Clients returns the known assistants.
func Clients(c Connection) []Client {
	url, bearer := quote(c.URL), quote("Bearer "+c.Token)
	api, needs := "https://www.example.com/mcp", " and OpenAI's API call over the internet, so emcp needs an https address first\n"+
		"(docs/connect.md has the steps, and those in ChatGPT). For the API, add this tool"
	var signIn []Client
	if c.Public != "" {
		api, needs = c.Public+"/mcp", " calls over the internet. For OpenAI's API, add this tool"
		signIn = []Client{{"Claude, ChatGPT and others with sign-in", " need only this address. Sign in with the token on the page that opens", api}}
	}
	return append(signIn, []Client{
		{"Claude Code", "", fmt.Sprintf(`claude mcp add --transport http my-site %s --header "Authorization: Bearer %s"`, shell(c.URL), c.Token)},
		{"Claude Desktop", " starts emcp itself and needs no token (Settings, Developer, Edit Config)", fmt.Sprintf(
			`{"mcpServers": {"my-site": {"command": %s, "args": ["stdio", "--config", %s]}}}`, quote(c.Program), quote(c.Config))},
		{"Cursor", " (~/.cursor/mcp.json)", fmt.Sprintf(
			`{"mcpServers": {"my-site": {"url": %s, "headers": {"Authorization": %s}}}}`, url, bearer)},
		{"VS Code", " (.vscode/mcp.json)", fmt.Sprintf(
			`{"servers": {"my-site": {"type": "http", "url": %s, "headers": {"Authorization": %s}}}}`, url, bearer)},
		{"ChatGPT", needs, fmt.Sprintf(
			`{"type": "mcp", "server_label": "my-site", "server_url": %s, "headers": {"Authorization": %s}}`, quote(api), bearer)},
		{"curl", " needs no session and no handshake", fmt.Sprintf(
			`curl %s -H "Authorization: Bearer %s" -H "Content-Type: application/json" \`+"\n"+
				`  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`, shell(c.URL), c.Token)},
	}...)
}

// quote returns a text as JSON.
func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string always has a JSON form
	return string(quoted)
}
