package system_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	stdjson "encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/auth"
	. "emcp/internal/test/servertest"
	"emcp/internal/test/snapshot"
	"emcp/server"
)

// The matrix is every way to send a request: the mode of authentication, the caller's scopes and view, the server, the
// method and the tool. Each cell is sent, and its outcome compared with the rules. The rules are written here a second
// time, without the code. testdata has the whole table, so that a change of policy is visible.

// matrixCell is one cell.
type matrixCell struct {
	mode   string // token, jwt, pat, none, stdio
	who    string // "": a caller; "nobody": no token; "stranger": an unknown token
	scopes string // of the caller, separated by commas
	view   string // public or manager; of personal tokens also editor, a user who may not see others
	server string // all: the token is for every server; small: it is not for this one
	method string
	tool   string // of tools/call
}

// Servers of the matrix.
const (
	plain    = "plain"    // as it comes
	foreign  = "foreign"  // another server, which the token is not for
	nowhere  = "nowhere"  // does not exist
	scoped   = "scoped"   // with a scope_map of its own: mcp:read is enough for calls, and nobody may ping
	strict   = "strict"   // with deny_tools: evo.model.list and what begins with evo.secret
	switched = "switched" // not enabled, which must look the same as missing
)

const matrixServers = `
servers:
  - {handle: plain, site: main}
  - {handle: foreign, site: main}
  - handle: scoped
    site: main
    scope_map: {"mcp:read": [initialize, "tools/*", "notifications/*"], "mcp:admin": [tools/list]}
  - {handle: strict, site: main, security: {deny_tools: [evo.model.list, "evo.secret*"]}}
  - {handle: switched, site: main, enabled: false}
rate_limit: {enabled: false}
`

// Tools of the matrix, and the arguments that they are called with.
var matrixTools = map[string]string{
	"evo.content.get": `{"id":1}`,
	"evo.model.get":   `{"model":"SiteTemplate","id":1}`,
	"evo.model.list":  `{"model":"SiteTemplate","limit":1}`,
	"users":           `{"model":"User","id":2}`, // evo.model.get of a model for managers
	"evo.content.put": `{"id":1}`,                // there is no such tool
	"evo.secrets":     `{}`,                      // nor this one, which strict denies
}

// toolOf returns the name by which a tool of the matrix is called.
func toolOf(tool string) string {
	if tool == "users" {
		return "evo.model.get"
	}
	return tool
}

// Methods of the matrix. Those without an id are notifications.
var matrixMethods = []string{
	"initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read", "prompts/get",
	"completion/complete",
	"admin/reload", "no/such",
	"notifications/initialized", "notifications/no/such", "no/such without id",
}

func (a matrixCell) notification() bool {
	return strings.HasPrefix(a.method, "notifications/") || strings.HasSuffix(a.method, " without id")
}

func (a matrixCell) missing() bool { return a.server == nowhere || a.server == switched }

func (a matrixCell) message(id int) string {
	method, params, idMember := strings.TrimSuffix(a.method, " without id"), "{}", fmt.Sprintf(`"id":%d,`, id)
	if a.notification() {
		idMember = ""
	}
	switch method {
	case "tools/call":
		params = `{"name":"` + toolOf(a.tool) + `","arguments":` + matrixTools[a.tool] + `}`
	case "initialize":
		params = `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`
	case "resources/read":
		params = `{"uri":"evo://` + a.server + `/content/1"}`
	case "prompts/get":
		params = `{"name":"audit-section","arguments":{"section":"2"}}`
	case "completion/complete":
		params = `{"ref":{"type":"ref/prompt","name":"audit-section"},"argument":{"name":"section","value":"Shop"}}`
	}
	return `{"jsonrpc":"2.0",` + idMember + `"method":"` + method + `","params":` + params + `}`
}

// covering returns the scopes that cover a method, by the two scope maps of the matrix.
func (a matrixCell) covering() []string {
	method := strings.TrimSuffix(a.method, " without id")
	notification := strings.HasPrefix(method, "notifications/")
	if a.server == scoped {
		switch {
		case method == "tools/list":
			return []string{"mcp:read", "mcp:admin"}
		case method == "initialize", method == "tools/call", notification:
			return []string{"mcp:read"}
		}
		return nil
	}
	switch {
	case method == "initialize", method == "ping", method == "tools/list", method == "resources/list",
		method == "resources/read",
		method == "prompts/get", method == "completion/complete", notification:
		return []string{"mcp:read"}
	case method == "tools/call":
		return []string{"mcp:call"}
	case method == "admin/reload":
		return []string{"mcp:admin"}
	}
	return nil
}

// permitted reports whether one of the caller's scopes covers the method.
func (a matrixCell) permitted() bool {
	owned := strings.Split(a.scopes, ",")
	covering := a.covering()
	return len(covering) > 0 &&
		(a.scopes == "*" || slices.ContainsFunc(covering, func(scope string) bool { return slices.Contains(owned, scope) }))
}

// rules are the policy; the first that fits decides. An outcome is the HTTP status with the code of the body, the code
// of a JSON-RPC error, or the expected result.
var rules = []struct {
	rule    string
	fits    func(a matrixCell) bool
	outcome string
}{
	{
		"a caller without a token learns only that one is needed", func(a matrixCell) bool { return a.who == "nobody" },
		"401 unauthenticated",
	},
	{
		"a caller with a wrong token learns only that it is wrong", func(a matrixCell) bool { return a.who == "stranger" },
		"401 invalid_token",
	},
	{
		"a notification gets no answer, even at a missing server",
		func(a matrixCell) bool { return a.notification() && a.missing() }, "202",
	},
	{
		"a server that is missing or switched off is missing for every caller",
		matrixCell.missing, "-32601 unknown_server",
	},
	{
		"an unknown method is missing for every caller, so that clients can probe for methods",
		func(a matrixCell) bool {
			return !a.notification() && slices.Contains([]string{"admin/reload", "no/such"}, a.method)
		}, "-32601 unknown_method",
	},
	{"a token is for its servers only", func(a matrixCell) bool { return a.server == foreign }, "403 server_denied"},
	{
		"a method needs a scope that covers it by the server's map", func(a matrixCell) bool { return !a.permitted() },
		"403 scope_denied",
	},
	{"a notification gets no answer", matrixCell.notification, "202"},
	{"every other method except calls is answered", func(a matrixCell) bool { return a.method != "tools/call" }, "result"},
	{
		"a denied tool is denied, whether or not it exists",
		func(a matrixCell) bool {
			return a.server == strict && (a.tool == "evo.model.list" || a.tool == "evo.secrets")
		}, "403 tool_denied",
	},
	{
		"an unknown tool is missing",
		func(a matrixCell) bool { return a.tool == "evo.content.put" || a.tool == "evo.secrets" }, "-32601 unknown_tool",
	},
	{
		"models about people need the manager view, and those about users the right to edit users",
		func(a matrixCell) bool { return a.tool == "users" && a.view != "manager" }, "403 forbidden",
	},
	{"the rest is answered", func(matrixCell) bool { return true }, "result"},
}

// expected returns the outcome by the rules.
func (a matrixCell) expected() string {
	for _, r := range rules {
		if !r.fits(a) {
			continue
		}
		if a.mode == "stdio" && a.notification() {
			return "202" // there is no status that could refuse it
		}
		return r.outcome
	}
	panic("no rule")
}

var (
	matrixViews = map[string][]string{
		"token": {"public", "manager"}, "jwt": {"public", "manager"}, "pat": {"manager", "editor"},
		"none": {"public", "manager"}, "stdio": {"public", "manager"},
	}
)

// matrix returns every cell. Only tokens of other issuers can have no scopes, only tokens of the configuration can be
// limited to servers, and in mode none everybody is a caller.
func matrix() (cells []matrixCell) {
	for _, mode := range slices.Sorted(maps.Keys(matrixViews)) {
		for _, view := range matrixViews[mode] {
			for _, scopes := range MatrixScopes {
				if scopes == "" && mode != "jwt" && mode != "pat" {
					continue
				}
				for _, server := range []string{plain, foreign, nowhere, scoped, strict, switched} {
					if server == foreign && mode != "token" || mode == "stdio" && (server == nowhere || server == switched) {
						continue
					}
					cells = append(cells, requestsOf(matrixCell{mode: mode, scopes: scopes, view: view, server: server})...)
				}
			}
		}
		if mode == "none" || mode == "stdio" {
			continue
		}
		for _, who := range []string{"nobody", "stranger"} {
			for _, server := range []string{plain, nowhere, scoped, strict, switched} {
				cells = append(cells, requestsOf(matrixCell{mode: mode, who: who, server: server})...)
			}
		}
	}
	return cells
}

// requestsOf returns a cell for each request to a server.
func requestsOf(a matrixCell) (cells []matrixCell) {
	for _, a.method = range matrixMethods {
		if a.method != "tools/call" {
			cells = append(cells, a)
			continue
		}
		for _, a.tool = range slices.Sorted(maps.Keys(matrixTools)) {
			cells = append(cells, a)
		}
		a.tool = ""
	}
	return cells
}

// jwtKey signs the JSON Web Tokens of the matrix.
const jwtKey = "a secret of the matrix's JSON Web Tokens"

// jsonWebToken returns a token that is valid for an hour.
func jsonWebToken(scopes string) string { return jsonWebTokenUntil(time.Now().Add(time.Hour), scopes) }

// jsonWebTokenUntil returns a token that is signed with HS256 (RFC 7515, appendix A.1), made by hand.
func jsonWebTokenUntil(end time.Time, scopes string) string {
	encode := base64.RawURLEncoding.EncodeToString
	claims := fmt.Sprintf(`{"sub":"ada","exp":%d,"scopes":%q}`, end.Unix(), scopes)
	text := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode([]byte(claims))
	mac := hmac.New(sha256.New, []byte(jwtKey))
	mac.Write([]byte(text))
	return text + "." + encode(mac.Sum(nil))
}

// matrixTokens are the tokens of the configuration. Each server knows them by names of its own.
func matrixTokens() string {
	var text strings.Builder
	text.WriteString("auth:\n  modes: [token]\n  tokens:\n")
	for _, view := range matrixViews["token"] {
		for _, scopes := range MatrixScopes[1:] {
			fmt.Fprintf(&text,
				"    - {name: %q, sha256: %s, scopes: [%s], view: %s, servers: [plain, scoped, strict, switched]}\n",
				view+" "+scopes, auth.HashToken(view+" "+scopes), `"`+strings.ReplaceAll(scopes, ",", `","`)+`"`, view)
		}
	}
	return text.String()
}

// asking has the servers that the cells are sent to.
type asking struct {
	t       *testing.T
	dsn     string
	servers map[string]policyServer // by what their configuration says of callers
}

type policyServer struct {
	*server.Server
	web http.Handler
}

// server returns the server with the configuration of the cell.
func (q *asking) server(a matrixCell) policyServer {
	q.t.Helper()
	scopes := `["` + strings.ReplaceAll(a.scopes, ",", `","`) + `"]`
	auth := ""
	switch a.mode {
	case "token":
		auth = matrixTokens()
	case "jwt":
		auth = "auth: {modes: [jwt], jwt: {secret: \"" + jwtKey + "\", view: " + a.view + "}}\n"
		if a.who != "" {
			auth = strings.Replace(auth, "view: }", "view: manager}", 1)
		}
	case "pat":
		auth = "auth: {modes: [pat]}\n"
	case "none":
		auth = "auth: {modes: [none], none: {scopes: " + scopes + ", view: " + a.view + "}}\n"
	case "stdio":
		auth = "auth: {modes: [none]}\nstdio: {scopes: " + scopes + ", view: " + a.view + "}\n"
	}
	s, known := q.servers[auth]
	if !known {
		text := "sites: {main: {dsn: \"${DSN}\", max_open_conns: 4, statement_timeout: 10s, allow_wide_grants: true}}\n" +
			auth + matrixServers
		s.Server = NewServer(q.t, q.dsn, Settings, text)
		s.web = s.Handler()
		q.servers[auth] = s
	}
	return s
}

// bearer returns the token of a cell.
func (a matrixCell) bearer() string {
	switch {
	case a.who == "nobody":
		return ""
	case a.who == "stranger":
		return PersonalToken("nobody", a.mode)
	case a.mode == "jwt":
		return jsonWebToken(a.scopes)
	case a.mode == "pat":
		return PersonalToken(a.view, a.scopes)
	}
	return a.view + " " + a.scopes
}

// overHTTP returns the outcome of a cell.
func (q *asking) overHTTP(a matrixCell) string {
	q.t.Helper()
	r := httptest.NewRequestWithContext(q.t.Context(), http.MethodPost, "http://localhost/mcp/"+a.server,
		strings.NewReader(a.message(1)))
	r.Header.Set("Content-Type", "application/json")
	if token := a.bearer(); token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	q.server(a).web.ServeHTTP(w, r)
	switch {
	case w.Code == http.StatusAccepted && w.Body.Len() == 0:
		return "202"
	case w.Code == http.StatusOK:
		return rpcOutcome(w.Body.Bytes())
	}
	var body struct{ Error struct{ Code string } }
	if err := stdjson.Unmarshal(w.Body.Bytes(), &body); err != nil {
		return fmt.Sprintf("%d %s", w.Code, w.Body)
	}
	return fmt.Sprintf("%d %s", w.Code, body.Error.Code)
}

// rpcOutcome returns the outcome of a JSON-RPC answer.
func rpcOutcome(answer []byte) string {
	var m struct {
		Result stdjson.RawMessage
		Error  *struct {
			Code int
			Data struct{ Code string }
		}
	}
	switch err := stdjson.Unmarshal(answer, &m); {
	case err != nil:
		return string(answer)
	case m.Error != nil && m.Result == nil:
		return fmt.Sprintf("%d %s", m.Error.Code, m.Error.Data.Code)
	case m.Error == nil && bytes.HasPrefix(m.Result, []byte("{")):
		return "result"
	}
	return string(answer)
}

// overStdio returns the outcome of a cell over stdio, in the form of HTTP.
func (q *asking) overStdio(a matrixCell) string {
	q.t.Helper()
	switch lines := Talk(q.t, q.server(a).Server, a.server, a.message(1)+"\n"); len(lines) {
	case 0:
		return "202"
	case 1:
		return strings.Replace(rpcOutcome([]byte(lines[0])), "-32003", "403", 1)
	default:
		return strings.Join(lines, "\n")
	}
}

// TestPolicy sends every cell of the matrix.
func TestPolicy(t *testing.T) {
	d := Fixture(t)
	IssueTokens(t, d)
	q := &asking{t, d.DSN, map[string]policyServer{}}
	outcomes := map[matrixCell]string{}
	wrong := 0
	for _, a := range matrix() {
		ask := q.overHTTP
		if a.mode == "stdio" {
			ask = q.overStdio
		}
		outcomes[a] = ask(a)
		if want := a.expected(); outcomes[a] != want {
			if wrong++; wrong <= 20 {
				t.Errorf("%+v: %s, want %s", a, outcomes[a], want)
			}
		}
	}
	if wrong > 20 {
		t.Errorf("and %d more", wrong-20)
	}
	got := policyTable(outcomes)
	snapshot.Expect(t, "policy.txt", got)
}

// policyTable shows the outcomes: a line for each request, a column for each caller. Modes with the same outcomes share
// a line; columns that a mode does not have are ignored.
func policyTable(outcomes map[matrixCell]string) string {
	who := append([]string{"nobody", "stranger"}, MatrixScopes...)
	var text strings.Builder
	text.WriteString("What is answered by HTTP. Over stdio a 403 is the JSON-RPC error -32003, and a 202 is nothing.\n")
	for _, server := range []string{plain, foreign, nowhere, scoped, strict, switched} {
		text.WriteString("\n" +
			tableLine("server "+server, append([]string{"no token", "wrong token", "no scope"}, MatrixScopes[1:]...), nil))
		for _, request := range requestsOf(matrixCell{server: server}) {
			var lines []tableRow
			for _, mode := range slices.Sorted(maps.Keys(matrixViews)) {
				for _, view := range matrixViews[mode] {
					cells := make([]string, len(who))
					for i, scopes := range who {
						a := matrixCell{mode: mode, scopes: scopes, view: view, server: server, method: request.method,
							tool: request.tool}
						if i < 2 {
							a.who, a.scopes, a.view = who[i], "", ""
						}
						cells[i] = outcomes[a]
					}
					if strings.Join(cells[2:], "") != "" {
						lines = withRow(lines, tableRow{cells, []string{mode + "/" + view}})
					}
				}
			}
			for _, line := range lines {
				text.WriteString(tableLine(strings.TrimSpace(request.method+" "+request.tool), line.cells, line.modes))
			}
		}
	}
	counts := map[string]int{}
	for _, outcome := range outcomes {
		counts[outcome]++
	}
	text.WriteString("\n")
	for _, outcome := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&text, "%5d %s\n", counts[outcome], outcome)
	}
	return text.String()
}

// tableRow is a line of the table, and the modes that it describes.
type tableRow struct{ cells, modes []string }

// withRow merges a row into another one if they do not contradict each other, and otherwise appends it.
func withRow(rows []tableRow, added tableRow) []tableRow {
	for i, row := range rows {
		merged := slices.Clone(row.cells)
		for j, cell := range added.cells {
			if merged[j] == "" {
				merged[j] = cell
			}
		}
		if slices.EqualFunc(merged, added.cells, func(a, b string) bool { return a == b || b == "" }) {
			rows[i] = tableRow{merged, append(row.modes, added.modes...)}
			return rows
		}
	}
	return append(rows, added)
}

func tableLine(request string, cells, modes []string) string {
	line := fmt.Sprintf("%-26s", request)
	for _, cell := range cells {
		line += fmt.Sprintf(" | %-21s", cell)
	}
	return strings.TrimRight(line+" | "+strings.Join(modes, " "), " |") + "\n"
}

// TestToolsListShowsWhatCanBeCalled compares the tools that a caller is shown with those that it may call.
func TestToolsListShowsWhatCanBeCalled(t *testing.T) {
	all := toolNames(t, NewServer(t, NoDatabase), "content", "full")
	if len(all) != 15 {
		t.Fatalf("there are %d tools", len(all))
	}
	s := NewServer(t, NoDatabase,
		"- {handle: content, site: main}", `- {handle: content, site: main}
  - {handle: some, site: main, security: {deny_tools: ["evo.model.*", evo.content.get]}}
  - {handle: none, site: main, security: {deny_tools: ["*"]}}
  - {handle: ends, site: main, security: {deny_tools: ["*siblings", "evo.*.list"]}}
  - {handle: free, site: main, scope_map: {"mcp:read": ["*"]}}
  - {handle: closed, site: main, scope_map: {"mcp:read": ["tools/list"]}}`,
		"rate_limit:", "security: {deny_tools: [evo.content.neighbors]}\nrate_limit:")
	for _, token := range []string{"full", "manager", "reader", "caller"} {
		for _, handle := range []string{"content", "small", "some", "none", "ends", "free", "closed"} {
			listed := toolNames(t, s, handle, token)
			if listed == nil {
				continue // it may not list at all
			}
			var callable []string
			for _, name := range all {
				w := httptest.NewRecorder()
				s.Handler().ServeHTTP(w, NewHTTPRequest(t, handle, token, ToolCall(name, `{"surprise":1}`)))
				switch {
				case w.Code == http.StatusOK && strings.Contains(w.Body.String(), `"code":"invalid_params"`):
					callable = append(callable, name) // its arguments are looked at
				case w.Code == http.StatusForbidden:
				default:
					t.Errorf("%s at %s: %s is answered %d %s", token, handle, name, w.Code, w.Body)
				}
			}
			if diff := cmp.Diff(callable, listed, equateEmpty); diff != "" {
				t.Errorf("%s at %s: what can be called (-) and what is listed (+):\n%s", token, handle, diff)
			}
		}
	}
	if names := toolNames(t, s, "ends", "full"); len(names) != 15-5 {
		t.Errorf("of 15 tools five are denied, and left are %s", names)
	}
}

// equateEmpty compares a missing list and an empty one as equal.
var equateEmpty = cmp.Transformer("list", func(names []string) string { return strings.Join(names, "\n") })

// toolNames returns the listed tools; nil if the list is refused.
func toolNames(t *testing.T, s *server.Server, handle, token string) []string {
	t.Helper()
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, NewHTTPRequest(t, handle, token, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	if w.Code == http.StatusForbidden {
		return nil
	}
	return ListedIn(t, w.Body.String())
}

// TestDeniedTool compares the whole answers about a denied tool.
func TestDeniedTool(t *testing.T) {
	s := NewServer(t, NoDatabase, "rate_limit:", "security: {deny_tools: [evo.content.get]}\nrate_limit:")
	base := Listen(t, s)
	const message = DeniedToolMessage
	Equal(t, Refused(http.StatusForbidden, "tool_denied", message), Post(t, base+"/mcp", GetHome))
	Equal(t, Refused(http.StatusForbidden, "tool_denied", message), Post(t, base+"/mcp/small/dispatch", GetHome))
	want := OfTool("evo.content.get", Traced(Failure("1", -32003, message, `"code":"tool_denied","retryable":false`)))
	Equal(t, []string{want}, Talk(t, s, "content", GetHome+"\n"))
	// Its name is not suggested for a misspelled one.
	want = OfTool("evo.content.gte", Traced(Failure("1", -32601, NoToolMessage+"; "+
		"did you mean evo.content.search or evo.content.root_tree?",
		`"code":"unknown_tool","suggestions":["evo.content.search","evo.content.root_tree"],"retryable":false`)))
	Equal(t, Answered(want), Post(t, base+"/mcp", ToolCall("evo.content.gte", "{}")))
	// A caller without a scope for calls learns nothing about it.
	scope := Refused(http.StatusForbidden, "scope_denied", NoScopeMessage+"tools/call")
	Equal(t, scope, Post(t, base+"/mcp", GetHome, "Authorization", "Bearer reader"))
}

// TestUnknownServerIsToldToCallers expects that only known callers can distinguish existing servers from missing ones.
func TestUnknownServerIsToldToCallers(t *testing.T) {
	base := Serve(t, NoDatabase)
	for _, token := range []string{"", "Bearer stranger", "Bearer expired"} {
		for _, body := range []string{Ping, "no JSON", `{"jsonrpc":"2.0","method":"notifications/initialized"}`} {
			want := Post(t, base+"/mcp/content", body, "Authorization", token)
			for _, path := range []string{"/mcp/small", "/mcp/off", "/mcp/nothing", "/mcp/nothing/dispatch",
				"/api/v1/mcp/content"} {
				if diff := cmp.Diff(want, Post(t, base+path, body, "Authorization", token)); diff != "" ||
					want.Status != http.StatusUnauthorized {
					t.Errorf("%q at %s: status %d\n%s", token, path, want.Status, diff)
				}
			}
		}
	}
	for _, token := range []string{"full", "reader", "caller", "elsewhere"} {
		for _, path := range []string{"/mcp/off", "/mcp/nothing"} {
			Equal(t, Answered(UnknownServer), Post(t, base+path, Ping, "Authorization", "Bearer "+token),
				fmt.Sprintf("%s at %s", token, path))
		}
	}
}
