package setup

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Connection has what assistants need to reach emcp.
type Connection struct {
	URL     string // of the MCP route: under Public, if that is not empty
	Public  string // scheme and host under which assistants on the web reach emcp; empty: none
	Token   string
	Program string // path of emcp, for assistants that start it
	Config  string // path of its configuration
	Server  string // handle of a server that is not the first of the configuration; empty: the first
}

// Client is an assistant and how to connect it.
type Client struct {
	Name string
	How  string // where the lines go
	Text string // lines to copy
}

// Clients returns the known assistants.
func Clients(c Connection) []Client {
	name, arguments, api := "my-site", []string{"stdio", "--config", c.Config}, "https://www.example.com/mcp"
	if c.Server != "" {
		name, arguments, api = c.Server, append(arguments, "--server", c.Server), api+"/"+c.Server
	}
	url, bearer := quote(c.URL), quote("Bearer "+c.Token)
	var started []string
	for _, argument := range arguments {
		started = append(started, quote(argument))
	}
	needs := " and OpenAI's API call over the internet, so emcp needs an https address first\n" +
		"(docs/connect.md has the steps, and those in ChatGPT). For the API, add this tool"
	var signIn []Client
	if c.Public != "" {
		api, needs = c.URL, " calls over the internet. For OpenAI's API, add this tool"
		signIn = []Client{
			{
				"Claude, ChatGPT and others with sign-in",
				" need only this address. Sign in with the token on the page that opens", api,
			},
		}
	}
	return append(signIn, []Client{
		{
			"Claude Code", "",
			fmt.Sprintf(`claude mcp add --transport http %s %s --header "Authorization: Bearer %s"`, name, shell(c.URL),
				c.Token),
		},
		{"Claude Desktop", " starts emcp itself and needs no token (Settings, Developer, Edit Config)", fmt.Sprintf(
			`{"mcpServers": {%q: {"command": %s, "args": [%s]}}}`, name, quote(c.Program), strings.Join(started, ", "))},
		{"Cursor", " (~/.cursor/mcp.json)", fmt.Sprintf(
			`{"mcpServers": {%q: {"url": %s, "headers": {"Authorization": %s}}}}`, name, url, bearer)},
		{"VS Code", " (.vscode/mcp.json)", fmt.Sprintf(
			`{"servers": {%q: {"type": "http", "url": %s, "headers": {"Authorization": %s}}}}`, name, url, bearer)},
		{"ChatGPT", needs, fmt.Sprintf(
			`{"type": "mcp", "server_label": %q, "server_url": %s, "headers": {"Authorization": %s}}`, name, quote(api),
			bearer)},
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
