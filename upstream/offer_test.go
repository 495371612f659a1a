package upstream

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/wait"
)

// chosen returns options with all resources and prompts.
func chosen(t *testing.T, o Options) Options {
	t.Helper()
	all, err := identity.ParseURIPattern("*")
	if err != nil {
		t.Fatal(err)
	}
	o.Resources, o.Prompts = []identity.Pattern{all}, patterns(t, "*")
	return o
}

// offersOf waits until the resources and prompts are read, or could not be.
func offersOf(t *testing.T, u *Upstream) *List {
	t.Helper()
	wait.Until(t, 10*time.Second, "the lists are read", func() bool {
		l := u.List()
		return l.Resources.Listed+len(l.Resources.Failure) > 0 && l.Prompts.Listed+len(l.Prompts.Failure) > 0
	})
	return u.List()
}

// nobody has no personal token.
func nobody(context.Context) string { return "" }

// shownOffers is what a list shows of resources and prompts.
func shownOffers(l *List) (all []string) {
	for _, r := range l.Resources.Used {
		all = append(all, fmt.Sprintf("%s|%s|%s|%s|%s", r.URI, r.Name, r.Title, r.Description, r.MIMEType))
	}
	for _, p := range l.Prompts.Used {
		all = append(all, fmt.Sprintf("%s|%s|%s|%v", p.Name, p.Title, p.Description, p.Arguments))
	}
	return all
}

// get gets a prompt that is listed.
func get(t *testing.T, u *Upstream, name string, arguments map[string]string) (Messages, error) {
	t.Helper()
	p, ok := u.List().Prompt(name)
	if !ok {
		t.Fatalf("there is no prompt %s", name)
	}
	return p.Get(t.Context(), arguments, nobody)
}

// read reads a resource that is listed, and returns its contents as JSON.
func read(t *testing.T, u *Upstream, uri string) (string, error) {
	t.Helper()
	r, ok := u.List().Resource(uri)
	if !ok {
		t.Fatalf("there is no resource %s", uri)
	}
	contents, err := r.Read(t.Context(), nobody)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(contents)
	return string(text), err
}

// TestOffers lists and reads resources and prompts of a server that behaves, over each transport.
func TestOffers(t *testing.T) {
	socket, _ := serveSocket(t, nil)
	for name, o := range map[string]Options{
		"HTTP": options(serve(t, nil)), "stdio": program(t, "good"), "WebSocket": overSocket(socket),
	} {
		t.Run(name, func(t *testing.T) {
			u := start(t, chosen(t, o))
			want := []string{
				"crm://prices/list?of=1|[crm] prices|[crm] Prices|[crm] All prices.|text/plain", "crm://logo|[crm] logo||[crm]|",
				"crm_write_offer|[crm] Offer|[crm] Writes an offer.|[{who For whom true} {tone  false}]", "crm_plain||[crm]|[]",
			}
			if diff := cmp.Diff(want, shownOffers(offersOf(t, u))); diff != "" {
				t.Error(diff)
			}
			got, err := read(t, u, "crm://logo")
			if want := `[{"MIMEType":"text/plain","Text":"10 ` +
				`EUR","Blob":null},{"MIMEType":"","Text":null,"Blob":"AA=="}]`; err != nil || got != want {
				t.Errorf("%s, %v", got, err)
			}
			messages, err := get(t, u, "crm_write_offer", map[string]string{"who": "a"})
			wanted := Messages{
				"[crm] An offer.", []PromptMessage{{"user", []byte(`{"type":"text","text":"write.offer{\"who\":\"a\"}"}`)}},
			}
			if diff := cmp.Diff(wanted, messages); diff != "" || err != nil {
				t.Error(diff, err)
			}
		})
	}
}

// TestChosenOffers uses what the owner has chosen, and asks for no list of which nothing is chosen.
func TestChosenOffers(t *testing.T) {
	var asks atomic.Value
	asks.Store("")
	url := serve(t, func(_ http.ResponseWriter, _ *http.Request, a incoming) bool {
		if strings.HasSuffix(a.Method, "/list") {
			asks.Store(asks.Load().(string) + " " + a.Method)
		}
		return false
	})
	uris := func(text string) []identity.Pattern {
		p, err := identity.ParseURIPattern(text)
		if err != nil {
			t.Fatal(err)
		}
		return []identity.Pattern{p}
	}
	for name, test := range map[string]struct {
		choose func(o *Options)
		want   []string
		asks   string
	}{
		"nothing": {func(*Options) {}, nil, " tools/list"},
		"resources": {
			func(o *Options) { o.Resources = uris("crm://p*") }, []string{"crm://prices/list?of=1"},
			" tools/list resources/list",
		},
		"prompts": {func(o *Options) { o.Prompts = patterns(t, "pl*") }, []string{"crm_plain"}, " tools/list prompts/list"},
		"no others": {
			func(o *Options) { o.Resources, o.Prompts = uris("crm://p"), patterns(t, "crm_*") }, nil,
			" tools/list resources/list prompts/list",
		},
	} {
		t.Run(name, func(t *testing.T) {
			asks.Store("")
			o := options(url)
			test.choose(&o)
			u := prepare(o)
			defer u.disconnect()
			if err := u.refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, line := range shownOffers(u.List()) {
				name, _, _ := strings.Cut(line, "|")
				got = append(got, name)
			}
			if diff := cmp.Diff(test.want, got); diff != "" || asks.Load() != test.asks {
				t.Errorf("%s, asked for%s", diff, asks.Load())
			}
			if r, p := u.List().Resources.Refused, u.List().Prompts.Refused; r != nil || p != nil {
				t.Errorf("%v %v", r, p)
			}
		})
	}
	list, err := Inspect(t.Context(), options(url))
	if err != nil || list.Resources.Listed != 2 || list.Prompts.Listed != 2 ||
		len(list.Resources.Used)+len(list.Prompts.Used) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestRefusedOffers has resources and prompts that must not be used: the others are, cleaned.
func TestRefusedOffers(t *testing.T) {
	resources := []string{
		`{"uri":"crm://a","name":"a\u0000\nb\u202e","title":"` + strings.Repeat("t", 500) +
			`","description":"c\u0007d\ne","mimeType":"a/b\n\u0001"}`,
		`{"uri":"crm://a","name":"again"}`, `7`, `{"uri":7,"name":"a"}`, `{"name":"no uri"}`,
		`{"uri":"evo://content/content/1","name":"own"}`, `{"uri":"EVO://content/site","name":"own"}`,
		`{"uri":"evo:x","name":"own"}`,
		`{"uri":"prices","name":"relative"}`, `{"uri":"//host/a","name":"relative"}`,
		`{"uri":"CRM://b","name":"large letters"}`,
		`{"uri":"crm://a b","name":"space"}`, `{"uri":"crm://a\nb","name":"line"}`,
		`{"uri":"crm://a\u202eb","name":"direction"}`, `{"uri":" crm://c","name":"space"}`,
		`{"uri":"crm://` + strings.Repeat("a", 2000) + `","name":"long"}`, `{"uri":"crm://é","name":"é"}`,
	}
	prompts := []string{
		offerPrompt, `{"name":"write_offer"}`, `null`, `[]`, `{"name":"a b"}`, `{"name":""}`,
		`{"name":"` + strings.Repeat("n", 61) + `"}`,
		`{"name":"twice","arguments":[{"name":"a"},{"name":"a"}]}`, `{"name":"spaced","arguments":[{"name":"a b"}]}`,
		`{"name":"wrong","arguments":{"a":1}}`,
		`{"name":"many","arguments":[` + strings.Repeat(`{"name":"a"},`, 20) + `{"name":"a"}]}`,
		`{"name":"bad","description":"a\u0000\u202eb","arguments":[{"name":"a","description":"b\n\u0007c"}]}`,
	}
	u := start(t, chosen(t, options(serve(t, func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
		switch a.Method {
		case "resources/list":
			return say(w, a.result(`{"resources":[`+strings.Join(resources, ",")+`]}`))
		case "prompts/list":
			return say(w, a.result(`{"prompts":[`+strings.Join(prompts, ",")+`]}`))
		}
		return false
	}))))
	list := offersOf(t, u)
	want := []string{
		"crm://a|[crm] a b|[crm] " + strings.Repeat("t", 93) + "…|[crm] cd\ne|a/b", "crm://é|[crm] é||[crm]|",
		"crm_write_offer|[crm] Offer|[crm] Writes an offer.|[{who For whom true} {tone  false}]",
		"crm_bad||[crm] ab|[{a b c false}]",
	}
	if diff := cmp.Diff(want, shownOffers(list)); diff != "" {
		t.Error(diff)
	}
	const notMCP, relative, own = "it is not a resource as MCP has them",
		"its URI is not an absolute one with a scheme in small letters",
		"its URI has the scheme evo, which is that of emcp's own resources"
	if diff := cmp.Diff([]Refusal{
		{"crm://a", "another resource of the upstream has the same URI"}, {"", notMCP}, {"", notMCP}, {"", relative},
		{"evo://content/content/1", own}, {"EVO://content/site", relative}, {"evo:x", own},
		{"prices", relative}, {"//host/a", relative}, {"CRM://b", relative}, {"crm://a b", relative}, {"crm://ab", relative},
		{"crm://c", relative},
		{"crm://" + strings.Repeat("a", 57) + "…", "its URI has more than 1024 bytes"},
	}, list.Resources.Refused); diff != "" {
		t.Error(diff)
	}
	const argument = "the name of an argument is there twice, is too long, or has other characters than letters, " +
		"digits, _ . and -"
	if diff := cmp.Diff([]Refusal{
		{"write_offer", "another prompt of the upstream has the same name crm_write_offer"}, {"", wrongName},
		{"", "it is not a prompt as MCP has them"},
		{"a b", wrongName}, {"", wrongName}, {strings.Repeat("n", 61), tooLongName},
		{"twice", argument}, {"spaced", argument}, {"", "it is not a prompt as MCP has them"},
		{"many", "it has more than 20 arguments"},
	}, list.Prompts.Refused); diff != "" {
		t.Error(diff)
	}
	if len(list.Tools) != 1 {
		t.Errorf("the tools are %+v", list.Tools)
	}
}

// TestManyOffers keeps as many resources and prompts as there is room for.
func TestManyOffers(t *testing.T) {
	for name, test := range map[string]struct {
		text               string // of each description
		resources, prompts int
	}{
		"short": {"", mostResources, mostPrompts},
		"long":  {strings.Repeat("d", 2000), 64, 64},
	} {
		t.Run(name, func(t *testing.T) {
			o := chosen(t, options(serve(t, func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
				kind, isList := strings.CutSuffix(a.Method, "/list")
				if !isList || kind == "tools" {
					return false
				}
				var all []string
				for i := range 500 {
					all = append(all, fmt.Sprintf(`{"uri":"crm://%d","name":"p%d","description":%q}`, i, i, test.text))
				}
				return say(w, a.result(`{"`+kind+`":[`+strings.Join(all, ",")+`]}`))
			})))
			o.Timeout = patient
			list, err := Inspect(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			r, p := list.Resources, list.Prompts
			got := []int{len(r.Used), len(r.Refused), r.Listed, len(p.Used), len(p.Refused), p.Listed}
			if diff := cmp.Diff([]int{test.resources, mostRefused, 500, test.prompts, mostRefused, 500}, got); diff != "" {
				t.Error(diff)
			}
			if r.shown > mostOffered || p.shown > mostOffered {
				t.Errorf("%d and %d bytes", r.shown, p.shown)
			}
		})
	}
}

// TestOffersThatCannotBeRead leaves the tools and the other list when a list cannot be read, and says why to owners.
func TestOffersThatCannotBeRead(t *testing.T) {
	list := func(text string) answerer {
		return on("resources/list", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, a.result(text))
		})
	}
	for name, test := range map[string]struct {
		answer answerer
		want   string
	}{
		"hangs": {
			on("resources/list", func(w http.ResponseWriter, r *http.Request, _ incoming) bool { return hang(w, r) }),
			"resources/list: context deadline exceeded",
		},
		"error": {on("resources/list", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, `{"jsonrpc":"2.0","id":`+string(a.ID)+`,"error":{"code":-32601,"message":"no\u0007 `+"the token"+`"}}`)
		}), "resources/list: " + answeredBy + "-32601: no [credential]"},
		"endless cursor": {list(`{"resources":[],"nextCursor":"again"}`), "resources/list" + tooManyOf + "20 pages"},
		"many entries": {
			list(`{"resources":[` + strings.Repeat("0,", 50_000) + `0]}`), "resources/list" + tooManyOf + "50000 entries",
		},
		"no list":      {list(`{"resources":{}}`), "resources/list: " + notAMessage},
		"another list": {list(`{"tools":[]}`), "resources/list: " + notAMessage},
		"a huge list": {
			list(`{"resources":["` + strings.Repeat("a", 5<<20) + `"]}`), "resources/list" + tooManyOf + "4194304 bytes",
		},
		"not announced": {on("initialize", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, a.result(strings.Replace(greeting, `"resources":{}`, `"resources":null`, 1)))
		}), "the server does not say that it has any"},
	} {
		t.Run(name, func(t *testing.T) {
			o := chosen(t, options(serve(t, test.answer)))
			o.Token = "the token"
			if name != "hangs" {
				o.Timeout = patient
			}
			got, err := Inspect(t.Context(), o)
			if err != nil || len(got.Tools) != 1 || len(got.Prompts.Used) != 2 || len(got.Resources.Used) != 0 ||
				got.Resources.Failure != test.want {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// TestOffersStay keeps the resources and prompts that are known while their lists cannot be read, logs that once, and
// reports a change only if callers see another list.
func TestOffersStay(t *testing.T) {
	var reads, fails atomic.Int32
	changes := make(chan string, 20)
	var log lines
	o := chosen(t, options(serve(t, func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
		switch {
		case a.Method == "resources/list":
			if n := reads.Add(1); n > 3 && n < 10 {
				fails.Add(1)
				return say(w, `{"jsonrpc":"2.0","id":`+string(a.ID)+`,"error":{"code":-32603,"message":"busy"}}`)
			}
		case a.Method == "prompts/list" && reads.Load() > 12:
			return say(w,
				a.result(`{"prompts":[`+strings.Replace(offerPrompt, `"required":true`, `"required":false`, 1)+
					`,{"name":"plain"}]}`))
		}
		return false
	})))
	o.Timeout, o.Log, o.Pauses.Refresh = patient, log.log(), time.Millisecond
	var u *Upstream
	ready := make(chan struct{})
	o.Changed = func() {
		<-ready
		changes <- fmt.Sprintf("%d %d %d", len(u.List().Tools), len(u.List().Resources.Used), len(u.List().Prompts.Used))
	}
	u = start(t, o)
	close(ready)
	wait.Until(t, 10*time.Second, "the lists are read again and again", func() bool { return reads.Load() > 15 })
	u.Close()
	close(changes)
	var got []string
	for change := range changes {
		got = append(got, change)
	}
	if diff := cmp.Diff([]string{"1 0 0", "1 2 2", "1 2 2"}, got); diff != "" || fails.Load() != 6 {
		t.Error(diff, fails.Load())
	}
	want := `level=WARN msg="the resources of an upstream cannot be listed; emcp tries again" upstream=crm ` +
		`error="resources/list: ` + answeredBy + `-32603: busy"` + "\n"
	if _, rest, _ := strings.Cut(log.String(), "\n"); rest != want { // the first line is about a tool
		t.Errorf("%s", log.String())
	}
}

// TestOffersChange reads the lists again when the server says that its resources or prompts have changed.
func TestOffersChange(t *testing.T) {
	for _, kind := range []string{"resources", "prompts"} {
		t.Run(kind, func(t *testing.T) {
			var announces atomic.Bool
			o := chosen(t, options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
				switch {
				case r.Method == http.MethodGet:
					return stream(w, r, func(n int) (string, bool) {
						if n > 0 {
							time.Sleep(time.Millisecond)
							return ":\n\n", true
						}
						for !announces.Load() && r.Context().Err() == nil {
							time.Sleep(time.Millisecond)
						}
						return "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + kind + "/list_changed\"}\n\n", true
					})
				case a.Method == "initialize":
					return say(w, a.result(strings.Replace(greeting, `"`+kind+`":{}`, `"`+kind+`":{"listChanged":true}`, 1)))
				case a.Method == kind+"/list" && announces.Load():
					return say(w, a.result(`{"`+kind+`":[{"uri":"crm://new","name":"new"}]}`))
				}
				return false
			})))
			o.Timeout = patient
			u := start(t, o)
			if got := len(shownOffers(offersOf(t, u))); got != 4 {
				t.Errorf("%d before the change", got)
			}
			announces.Store(true)
			wait.Until(t, 10*time.Second, "the new list",
				func() bool { return strings.Contains(strings.Join(shownOffers(u.List()), "\n"), "new|") })
		})
	}
}

// TestOffersOfServersThatMisbehave passes on no answer that is not what MCP has, and says to callers
// nothing of what the server sent.
func TestOffersOfServersThatMisbehave(t *testing.T) {
	result := func(text string) answerer {
		return func(w http.ResponseWriter, _ *http.Request, a incoming) bool { return say(w, a.result(text)) }
	}
	contents := func(text string) answerer { return result(`{"contents":[` + text + `]}`) }
	messages := func(text string) answerer { return result(`{"messages":[` + text + `]}`) }
	for name, test := range map[string]struct {
		method string
		answer answerer
		kind   fault.Kind // empty: it is passed on
		want   string
	}{
		"hangs": {
			"resources/read", func(w http.ResponseWriter, r *http.Request, _ incoming) bool { return hang(w, r) },
			fault.UpstreamUnavailable, isDown,
		},
		"prompt hangs": {
			"prompts/get", func(w http.ResponseWriter, r *http.Request, _ incoming) bool { return hang(w, r) },
			fault.UpstreamUnavailable, isDown,
		},
		"another URI": {
			"resources/read", contents(`{"uri":"evo://content/site","text":"a"}`), "",
			`[{"MIMEType":"","Text":"a","Blob":null}]`,
		},
		"no URI": {"resources/read", contents(`{"text":""}`), "", `[{"MIMEType":"","Text":"","Blob":null}]`},
		"a media type": {
			"resources/read", contents(`{"text":"a","mimeType":"a/\u0000b\n"}`), "",
			`[{"MIMEType":"a/b","Text":"a","Blob":null}]`,
		},
		"nothing in it": {"resources/read", contents(``), "", `[]`},
		"no contents":   {"resources/read", result(`{}`), fault.UpstreamFailed, hasFailed},
		"null":          {"resources/read", result(`{"contents":null}`), fault.UpstreamFailed, hasFailed},
		"contents of a tool": {
			"resources/read", result(`{"content":[{"type":"text","text":"a"}]}`), fault.UpstreamFailed, hasFailed,
		},
		"neither text nor blob": {"resources/read", contents(`{"uri":"crm://logo"}`), fault.UpstreamFailed, hasFailed},
		"both":                  {"resources/read", contents(`{"text":"a","blob":"AA=="}`), fault.UpstreamFailed, hasFailed},
		"a number":              {"resources/read", contents(`{"text":7}`), fault.UpstreamFailed, hasFailed},
		"not Base64":            {"resources/read", contents(`{"blob":"A"}`), fault.UpstreamFailed, hasFailed},
		"Base64 in lines":       {"resources/read", contents(`{"blob":"AA\n=="}`), fault.UpstreamFailed, hasFailed},
		"names twice":           {"resources/read", contents(`{"text":"a","text":"b"}`), fault.UpstreamFailed, hasFailed},
		"101 contents": {
			"resources/read", contents(strings.Repeat(`{"text":"a"},`, 100) + `{"text":"a"}`), fault.UpstreamFailed, hasFailed,
		},
		"too much": {
			"resources/read", contents(`{"text":"` + strings.Repeat("a", maxAnswer) + `"}`), fault.UpstreamFailed, isTooLarge,
		},
		"the credential": {"resources/read", contents(`{"text":"it is the token"}`), fault.UpstreamFailed, hasFailed},
		"it in Base64": {
			"resources/read", contents(`{"text":"a"},{"blob":"` + inBase64("it is the token") + `"}`), fault.UpstreamFailed,
			hasFailed,
		},
		"an error": {"resources/read", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w,
				fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32002,"message":"No such price: the token"}}`, a.ID))
		}, fault.UpstreamFailed, "did not return it: No such price: [credential]"},
		"no messages": {"prompts/get", result(`{"description":"a"}`), fault.UpstreamFailed, hasFailed},
		"another role": {
			"prompts/get", messages(`{"role":"system","content":{"type":"text","text":"a"}}`), fault.UpstreamFailed, hasFailed,
		},
		"content of another type": {
			"prompts/get", messages(`{"role":"user","content":{"type":"script","text":"a"}}`), fault.UpstreamFailed, hasFailed,
		},
		"a list of content": {
			"prompts/get", messages(`{"role":"user","content":[{"type":"text","text":"a"}]}`), fault.UpstreamFailed, hasFailed,
		},
		"without content": {"prompts/get", messages(`{"role":"user"}`), fault.UpstreamFailed, hasFailed},
		"deep": {"prompts/get", messages(`{"role":"user","content":{"type":"text","text":"a","_meta":` +
			strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}}`), fault.UpstreamFailed, hasFailed},
		"101 messages": {
			"prompts/get",
			messages(strings.Repeat(`{"role":"user","content":{"type":"text","text":"a"}},`, 100) +
				`{"role":"user","content":{"type":"text","text":"a"}}`), fault.UpstreamFailed, hasFailed,
		},
		"a prompt that leaks": {
			"prompts/get", messages(`{"role":"user","content":{"type":"text","text":"it is the token"}}`), fault.UpstreamFailed,
			hasFailed,
		},
		"a prompt that leaks in Base64": {
			"prompts/get",
			messages(`{"role":"user","content":{"type":"image","mimeType":"a/b","data":"` + inBase64("the token") + `"}}`),
			fault.UpstreamFailed, hasFailed,
		},
		"a resource in it": {"prompts/get",
			messages(`{"role":"assistant","content":{"type":"resource","resource":{"uri":"a:b","text":"c"}}}`), "",
			`{"Description":"[crm]","Messages":[{"role":"assistant","content":{"type":"resource","resource":{"uri":"a:b",` +
				`"text":"c"}}}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			o := chosen(t, options(serve(t, on(test.method, test.answer))))
			o.Token, o.Timeout = "the token", patient
			if test.want == isDown {
				o.Timeout = impatient
			}
			u := start(t, o)
			offersOf(t, u)
			about := "resource"
			got, err := "", error(nil)
			if test.method == "prompts/get" {
				about = "prompt"
				var m Messages
				if m, err = get(t, u, "crm_plain", nil); err == nil {
					text, _ := json.Marshal(m)
					got = string(text)
				}
			} else {
				got, err = read(t, u, "crm://logo")
			}
			if test.kind == "" {
				if err != nil || got != test.want {
					t.Errorf("%s, %v", got, err)
				}
				return
			}
			f := fault.From(err)
			if want := "the server crm, which this " + about + " belongs to, " + test.want; f.Kind != test.kind ||
				f.Told() != want || got != "" {
				t.Errorf("%s: %v, want %s", f.Kind, err, want)
			}
			if strings.Contains(err.Error(), "the token") {
				t.Errorf("the error has the credential: %v", err)
			}
		})
	}
}

// TestOffersShareTheBreaker counts reading resources and getting prompts with calls of tools.
func TestOffersShareTheBreaker(t *testing.T) {
	var hangs atomic.Bool
	o := chosen(t, options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		return hangs.Load() && (a.Method == "resources/read" || a.Method == "prompts/get") && hang(w, r)
	})))
	o.Timeout = 50 * time.Millisecond
	u := prepare(o)
	u.options.Timeout = patient
	if err := u.refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer u.disconnect()
	u.options.Timeout = o.Timeout
	hangs.Store(true)
	for range mostFailures - 1 {
		if _, err := read(t, u, "crm://logo"); err == nil {
			t.Fatal("a resource of a server that hangs was read")
		}
	}
	if _, err := get(t, u, "crm_plain", nil); err == nil {
		t.Fatal("a prompt of a server that hangs was read")
	}
	_, err := call(t, u, "crm_echo", `{"text":"a"}`)
	if f := fault.From(err); f.Kind != fault.UpstreamUnavailable || f.RetryAfter == 0 {
		t.Errorf("a tool is called after %d failures: %v", mostFailures, err)
	}
}

// TestAnswersOfWorkingServers does not take answers that emcp does not pass on for a server that is down: a caller can
// ask for them again and again, and must not keep others from the server.
func TestAnswersOfWorkingServers(t *testing.T) {
	o := chosen(t, options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		switch {
		case a.Method == "tools/call" && strings.Contains(string(a.Params.Arguments), "token"):
			return say(w,
				a.result(`{"content":[{"type":"text","text":"`+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")+`"}]}`))
		case a.Method == "tools/call" && strings.Contains(string(a.Params.Arguments), "all"):
			return say(w, a.result(`{"content":[{"type":"text","text":"`+strings.Repeat("a", maxAnswer)+`"}]}`))
		case a.Method == "resources/read":
			return say(w, a.result(`{"contents":[{"blob":"A"}]}`))
		}
		return false
	})))
	o.PassPersonalToken, o.Timeout = true, patient
	u := start(t, o)
	list := offersOf(t, u)
	caller := func(context.Context) string { return "of the caller" }
	tool, _ := list.Tool("crm_echo")
	echo := func(text string) error {
		_, err := tool.Call(t.Context(), Call{Arguments: []byte(`{"text":"` + text + `"}`), Personal: caller})
		return err
	}
	r, _ := list.Resource("crm://logo")
	for range mostFailures {
		_, err := r.Read(t.Context(), caller)
		for what, err := range map[string]error{
			"its token": echo("token"), "too much": echo("all"), "a resource that is not valid": err,
		} {
			if f := fault.From(err); f.Kind != fault.UpstreamFailed {
				t.Fatalf("%s: %v", what, err)
			}
		}
	}
	if err := echo("a"); err != nil {
		t.Error(err)
	}
}

// TestOffersWithPersonalToken reads with the token of the caller, and refuses callers without one.
func TestOffersWithPersonalToken(t *testing.T) {
	var got atomic.Value
	o := chosen(t, options(serve(t, func(_ http.ResponseWriter, r *http.Request, a incoming) bool {
		if a.Method == "resources/read" || a.Method == "prompts/get" {
			got.Store(a.Method + " " + r.Header.Get("Authorization"))
		}
		return false
	})))
	o.Token, o.PassPersonalToken, o.Timeout = "the token", true, patient
	u := start(t, o)
	list := offersOf(t, u)
	r, _ := list.Resource("crm://logo")
	p, _ := list.Prompt("crm_plain")
	editor := func(context.Context) string { return "editor" }
	if _, err := r.Read(t.Context(), editor); err != nil || got.Load() != "resources/read Bearer editor" {
		t.Error(err, got.Load())
	}
	if _, err := p.Get(t.Context(), nil, editor); err != nil || got.Load() != "prompts/get Bearer editor" {
		t.Error(err, got.Load())
	}
	for about, try := range map[string]func() error{
		"resource": func() error { _, err := r.Read(t.Context(), nobody); return err },
		"prompt":   func() error { _, err := p.Get(t.Context(), nil, nobody); return err },
	} {
		want := "this " + about + " works with the rights of its caller: call it with a personal token of the site's manager"
		if f := fault.From(try()); f.Kind != fault.Forbidden || f.Message != want {
			t.Error(f)
		}
	}
}

// TestInvisible reads texts of an upstream without the characters that nobody sees, whether
// they are written or escaped.
func TestInvisible(t *testing.T) {
	const part = "{\"type\":\"text\",\"text\":\"a\u200bb\\u202ec\\ud83c\\udff4\\udb40\\udc61\"}"
	const clean = "{\"type\":\"text\",\"text\":\"abc\U0001F3F4\"}"
	result, err := readResult(
		[]byte(`{"content":[` + part + "],\"structuredContent\":{\"a\":[\"b\u3164\",1.50,\"\u0915\u094d\u200d\"]}}"))
	want := Result{Content: []byte("[" + clean + "]"), Structured: []byte("{\"a\":[\"b\",1.50,\"\u0915\u094d\u200d\"]}")}
	if diff := cmp.Diff(want, result); diff != "" || err != nil {
		t.Error(diff, err)
	}
	contents, err := readContents([]byte(`{"contents":[{"text":"a\u2800b\r\n"}]}`))
	if diff := cmp.Diff([]Contents{{Text: new("ab\r\n")}}, contents); diff != "" || err != nil {
		t.Error(diff, err)
	}
	u := &Upstream{options: Options{Name: "crm"}}
	messages, err := u.readMessages(
		[]byte(`{"description":"d\ufe0f","messages":[{"role":"user","content":` + part + `}]}`))
	if diff := cmp.Diff(Messages{"[crm] d", []PromptMessage{{"user", []byte(clean)}}}, messages); diff != "" ||
		err != nil {
		t.Error(diff, err)
	}
}

// TestSharedURIs gives upstreams resources with the same URI.
func TestSharedURIs(t *testing.T) {
	list := func(name string, uris ...string) *List {
		l, u := &List{}, &Upstream{options: Options{Name: name}}
		for _, uri := range uris {
			l.Resources.Used = append(l.Resources.Used, Resource{URI: uri, Upstream: u})
		}
		return l
	}
	var got []string
	for uri, r := range Resources([]*List{
		list("a", "x:1", "x:2", "upstream:d/x:2"), list("My CRM", "x:1"), list("c", "x:1", "x:3"), list("d", "x:2", "x:4"),
	}) {
		got = append(got, uri+" is "+r.URI+" of "+r.Upstream.Name())
	}
	want := []string{
		"x:1 is x:1 of a", "x:2 is x:2 of a", "upstream:d/x:2 is upstream:d/x:2 of a",
		"upstream:My%20CRM/x:1 is x:1 of My CRM",
		"upstream:c/x:1 is x:1 of c", "x:3 is x:3 of c", "x:4 is x:4 of d",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
