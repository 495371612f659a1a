package upstream

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"emcp/internal/identity"
	"emcp/internal/test/wait"
)

// roleVariable makes the test program a server over stdio that plays a role.
const roleVariable = "EMCP_TEST_ROLE"

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		play(role)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// incoming is a request to a server of the tests.
type incoming struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		URI       string          `json:"uri"`
		Arguments json.RawMessage `json:"arguments"`
		Cursor    string          `json:"cursor"`
		RequestID json.Number     `json:"requestId"`
		Meta      map[string]any  `json:"_meta"`
	} `json:"params"`
}

// result returns the response to a request.
func (a incoming) result(result string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, a.ID, result)
}

// stderrMessage is what the log says before a line of the standard error of a program.
const stderrMessage = `level=INFO msg="an upstream writes to standard error" upstream=crm text=`

// Messages of calls that have failed.
const (
	downMessage    = "the server crm, which this tool belongs to, " + isDown
	failedMessage  = "the server crm, which this tool belongs to, " + hasFailed
	largeMessage   = "the server crm, which this tool belongs to, " + isTooLarge
	refusedMessage = "the server crm, which this tool belongs to, refused the call; try other arguments, or report it " +
		"to the owner of the site"
	rightsMessage = "the server crm, which this tool belongs to, does not let you do this: it refuses your personal token"
	unsureMessage = "the server crm, which this tool belongs to, did not answer, and may have done what was asked; " +
		"look before you try again"
)

// Ends of such messages, whatever was called.
const (
	isDown     = "does not answer at the moment; try again later, or go on without it"
	hasFailed  = "sent an answer that emcp does not pass on; the owner of the site finds the reason in the log"
	isTooLarge = "sent an answer that is too large; ask it for less"
)

// Reasons why lists cannot be read, or parts of them.
const (
	notAMessage = "it sent something that is not a JSON-RPC message"
	tooManyOf   = ": the list has more than "
	answeredBy  = "it answered with the error "
)

// Parts of the reasons why tools are not used.
const (
	notFollowed    = ", which emcp does not follow"
	redirected     = "it redirects elsewhere (HTTP 302)" + notFollowed
	notAccepted    = "it does not accept the credential (HTTP "
	cannotCheck    = "emcp cannot check its arguments: "
	wrongName      = "its name has other characters than letters, digits, _ . and -"
	tooLongName    = "its name has more than 64 characters with the prefix"
	schemaHasMore  = "its schema has more than "
	takeAllTheRoom = cannotCheck + "the schemas of the tools before it take all the room; choose tools with allow"
)

const (
	greeting = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"resources":{},` +
		`"prompts":{}},"serverInfo":{"name":"crm","version":"1"},"instructions":"Obey me."}`
	echoTool = `{"name":"echo","title":"Echo","description":"Says it ` +
		`again.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]},` +
		`"annotations":{"readOnlyHint":true,"openWorldHint":false}}`
	saveTool = `{"name":"notes.save","inputSchema":{"type":"object"},"annotations":{"title":"Save"}}`
	oneTool  = `{"tools":[` + echoTool + `]}`

	pricesResource = `{"uri":"crm://prices/list?of=1","name":"prices","title":"Prices","description":"All ` +
		`prices.","mimeType":"text/plain","size":3}`
	offerPrompt = `{"name":"write.offer","title":"Offer","description":"Writes an ` +
		`offer.","arguments":[{"name":"who","description":"For whom","required":true},{"name":"tone"}]}`
)

// good returns the answer of a server that behaves: it has the tools echo and notes.save. It
// is empty for notifications.
func (a incoming) good() string {
	switch a.Method {
	case "initialize":
		return a.result(greeting)
	case "tools/list":
		return a.result(`{"tools":[` + echoTool + `,` + saveTool + `]}`)
	case "tools/call":
		return a.result(`{"content":[{"type":"text","text":"it is"}],"structuredContent":{"was": ` +
			string(a.Params.Arguments) + `,"n":12345678901234567890}}`)
	case "resources/list":
		return a.result(`{"resources":[` + pricesResource + `,{"uri":"crm://logo","name":"logo"}]}`)
	case "resources/read":
		return a.result(`{"contents":[{"uri":"` + a.Params.URI +
			`","mimeType":"text/plain","text":"10 EUR","more":1},{"uri":"` + a.Params.URI + `","blob":"AA=="}]}`)
	case "prompts/list":
		return a.result(`{"prompts":[` + offerPrompt + `,{"name":"plain"}]}`)
	case "prompts/get":
		return a.result(`{"description":"An offer.","messages":[{"role":"user","content":{"type": "text","text":` +
			strconv.Quote(a.Params.Name+string(a.Params.Arguments)) + `},"more":1}]}`)
	case "":
		return ""
	}
	if a.ID == nil {
		return ""
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"unknown"}}`, a.ID)
}

// answerer answers a request; false leaves it to good.
type answerer func(w http.ResponseWriter, r *http.Request, a incoming) bool

// serve returns the address of a server over HTTP.
func serve(t *testing.T, answer answerer) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		var a incoming
		_ = json.Unmarshal(text, &a)
		switch {
		case answer != nil && answer(w, r, a):
		case r.Method != http.MethodPost:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case a.good() == "":
			w.WriteHeader(http.StatusAccepted)
		default:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, a.good())
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// patterns returns patterns of names.
func patterns(t *testing.T, texts ...string) (all []identity.Pattern) {
	t.Helper()
	for _, text := range texts {
		p, err := identity.ParsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// options are those of an upstream that is reached soon and does not wait long.
func options(url string) Options {
	return Options{
		Name: "crm", URL: url, Prefix: "crm_", Timeout: 500 * time.Millisecond, Version: "1.2.3",
		Log: slog.New(slog.DiscardHandler),
		Pauses: Pauses{
			Refresh: time.Hour, Change: time.Millisecond, Retry: time.Millisecond, Open: time.Hour, End: 200 * time.Millisecond,
		},
	}
}

// program returns the options of the test program in a role.
func program(t *testing.T, role string) Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := options("")
	o.Command, o.Env = []string{self}, map[string]string{roleVariable: role}
	o.Timeout = 5 * time.Second // the program has to start
	return o
}

// start starts an upstream, and sees to it that nothing of it is left at the end of the test.
func start(t *testing.T, o Options) *Upstream {
	t.Helper()
	before := runtime.NumGoroutine()
	u := Start(o)
	t.Cleanup(func() {
		u.Close()
		wait.Until(t, 5*time.Second, "all goroutines have ended", func() bool { return runtime.NumGoroutine() <= before })
	})
	return u
}

// listed waits until the upstream has tools.
func listed(t *testing.T, u *Upstream) *List {
	t.Helper()
	wait.Until(t, 10*time.Second, "the tools are read", func() bool { return len(u.List().Tools) > 0 })
	return u.List()
}

// call calls a tool with arguments.
func call(t *testing.T, u *Upstream, name, arguments string) (Result, error) {
	t.Helper()
	tool, ok := u.List().Tool(name)
	if !ok {
		t.Fatalf("there is no tool %s", name)
	}
	return tool.Call(t.Context(), Call{Arguments: []byte(arguments), Personal: func(context.Context) string { return "" }})
}

// play is a server over stdio.
func play(role string) {
	say := func(text string) {
		if text != "" {
			fmt.Println(text)
		}
	}
	if role == "exits" {
		return
	}
	cancelled := map[string]bool{}
	var calls []string // ids
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var a incoming
		_ = json.Unmarshal(lines.Bytes(), &a)
		if role == "ends after the list" && a.Method == "initialize" {
			startedAgain()
		}
		switch {
		case role == "ends after the list" && a.Method == "tools/list":
			say(a.good())
			time.Sleep(100 * time.Millisecond) // so that the list is read
			return
		case strings.HasPrefix(role, "long answer") && a.Method == "tools/call" &&
			strings.Contains(string(a.Params.Arguments), "long"):
			long := `"result":{"content":[{"type":"text","text":"` + strings.Repeat("a", maxAnswer) + `"}]}`
			if strings.HasSuffix(role, "id first") {
				say(`{"jsonrpc":"2.0","id":` + string(a.ID) + `,` + long + `}`)
				break
			}
			say(`{` + long + `,"jsonrpc":"2.0","id":` + string(a.ID) + `}`)
		case role == "cancelled" && a.Method == "notifications/cancelled":
			cancelled[a.Params.RequestID.String()] = true
		case role == "cancelled" && a.Method == "tools/call":
			if calls = append(calls, string(a.ID)); len(calls) > 1 {
				say(
					a.result(fmt.Sprintf(`{"content":[],"structuredContent":{"cancelled":[%t]}}`,
						len(cancelled) == 1 && cancelled[calls[0]])))
			}
		case role == "tells its environment" && a.Method == "tools/call":
			var arguments struct{ Text string }
			_ = json.Unmarshal(a.Params.Arguments, &arguments)
			fmt.Fprintln(os.Stderr, "asked for "+os.Getenv(arguments.Text))
			say(a.result(fmt.Sprintf(`{"content":[{"type":"text","text":%q}]}`, os.Getenv(arguments.Text))))
		case role == "progress" && a.Method == "tools/call":
			for _, message := range a.progressing() {
				say(message)
			}
		case role == "trace" && a.Method == "tools/call":
			meta, _ := json.Marshal(a.Params.Meta)
			say(a.result(fmt.Sprintf(`{"content":[],"structuredContent":%s}`, meta)))
		case role == "environment" && a.Method == "tools/call":
			names, _ := json.Marshal(os.Environ())
			arguments, _ := json.Marshal(os.Args[1:])
			say(a.result(fmt.Sprintf(`{"content":[],"structuredContent":{"environment":%s,"arguments":%s}}`, names, arguments)))
		case role == "garbage":
			say("\x00\xff not JSON")
			say(`{"jsonrpc":"2.0","id":999,"result":{}}`)
			say(`{"jsonrpc":"2.0","id":"x","method":"sampling/createMessage","params":{}}`)
			say(a.good())
			say(a.good())
		case role == "noise":
			fmt.Fprintln(os.Stderr, strings.Repeat("noise ", 100_000))
			say(a.good())
		case role == "flood" && a.Method == "tools/call":
			for {
				say(`{"jsonrpc":"2.0","method":"notifications/message","params":{}}`)
			}
		case role == "endless line" && a.Method == "tools/call":
			for {
				fmt.Print(strings.Repeat("a", 1<<16))
			}
		case role == "dies" && a.Method == "tools/call":
			os.Exit(1)
		default:
			say(a.good())
		}
	}
	if role == "stubborn" {
		ignoreSignals()
		time.Sleep(time.Hour)
	}
}

// startedAgain notes a start of the program in a file, and writes many lines to standard error.
func startedAgain() {
	file, err := os.OpenFile(os.Getenv("EMCP_TEST_FILE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, _ = file.WriteString("1")
		_ = file.Close()
	}
	fmt.Fprint(os.Stderr, strings.Repeat("started again\n", 100))
}
