package upstream

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	stdlog "log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/test/wait"
	"emcp/internal/tracing"
)

// patient is the time limit of calls that end otherwise, also on a slow machine.
const patient = 30 * time.Second

// impatient is the time of calls that get no answer. An upstream connects again until its lists came in this time.
const impatient = 100 * time.Millisecond

// TestAnswersThatCostTooMuch ends calls whose answers are slow, packed, huge or deep, without their memory.
func TestAnswersThatCostTooMuch(t *testing.T) {
	for name, test := range map[string]struct {
		answer func(w http.ResponseWriter, r *http.Request, a incoming) bool
		kind   fault.Kind
		want   string
	}{
		"a byte at a time": {func(w http.ResponseWriter, r *http.Request, _ incoming) bool {
			w.Header().Set("Content-Type", "application/json")
			for r.Context().Err() == nil {
				_, _ = io.WriteString(w, " ")
				w.(http.Flusher).Flush()
				time.Sleep(10 * time.Millisecond)
			}
			return true
		}, fault.UpstreamUnavailable, downMessage},
		"64 MB packed": {func(w http.ResponseWriter, _ *http.Request, _ incoming) bool {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			packed := gzip.NewWriter(w)
			zeros := strings.Repeat(" ", 1<<20)
			for range 64 {
				if _, err := io.WriteString(packed, zeros); err != nil {
					break
				}
			}
			_ = packed.Close()
			return true
		}, fault.UpstreamFailed, largeMessage},
		"1 MB of headers": {func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			w.Header().Set("X-Long", strings.Repeat("a", 1<<20))
			return say(w, a.good())
		}, fault.UpstreamUnavailable, downMessage},
		"1,000 informational responses": {func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			for range 1000 {
				w.Header().Set("X-Long", strings.Repeat("a", 1<<10))
				w.WriteHeader(http.StatusEarlyHints)
			}
			return say(w, a.good())
		}, fault.UpstreamUnavailable, downMessage},
		"deep": {func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w,
				a.result(`{"content":[],"structuredContent":{"a":`+strings.Repeat("[", 5000)+strings.Repeat("]", 5000)+`}}`))
		}, fault.UpstreamFailed, failedMessage},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(serve(t, on("tools/call", test.answer)))
			o.Timeout = patient // other bounds end it
			if name == "a byte at a time" {
				o.Timeout = impatient
			}
			u := start(t, o)
			listed(t, u)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := call(t, u, "crm_echo", `{"text":"a"}`)
			runtime.ReadMemStats(&after)
			if f := fault.From(err); f.Kind != test.kind || f.Told() != test.want {
				t.Error(err)
			}
			if got := after.TotalAlloc - before.TotalAlloc; got > 128<<20 {
				t.Errorf("%d bytes were allocated", got)
			}
		})
	}
}

// TestContent passes content on that clients can read, and no other.
func TestContent(t *testing.T) {
	for part, valid := range map[string]bool{
		`{"type":"text","text":"a"}`:                              true,
		`{"type":"text","text":"a","annotations":{"priority":1}}`: true,
		`{"type":"image","data":"AA==","mimeType":"image/png"}`:   true,
		`{"type":"audio","data":"AA==","mimeType":"audio/wav"}`:   true,
		`{"type":"resource_link","uri":"a:b","name":"c"}`:         true,
		`{"type":"resource","resource":{"uri":"a:b","text":""}}`:  true,
		`{"type":"resource","resource":{"uri":"a:b","blob":""}}`:  true,
		`{"type":"text"}`:                              false,
		`{"type":"text","text":7}`:                     false,
		`{"type":"image","data":"AA=="}`:               false,
		`{"type":"resource_link","uri":"a:b"}`:         false,
		`{"type":"resource","resource":{"uri":"a:b"}}`: false,
		`{"type":"resource","resource":[]}`:            false,
		`{"type":"script","text":"a"}`:                 false,
		`"text"`:                                       false,
	} {
		got, err := readResult([]byte(`{"content": [` + part + `]}`))
		if (err == nil) != valid || valid && string(got.Content) != "["+part+"]" {
			t.Errorf("%s: %s, %v", part, got.Content, err)
		}
	}
	for text, want := range map[string]int{`{}`: 1, `[[1],{"a":[]}]`: 3, `{"[[[\"[[\\":"]]]{"}`: 1, ``: 0} {
		if got := nesting([]byte(text)); got != want {
			t.Errorf("%s has %d levels", text, got)
		}
	}
}

// TestWritesAreSentOnce does not send a call with a key again when the connection breaks.
func TestWritesAreSentOnce(t *testing.T) {
	var calls atomic.Int32
	var keys [2]atomic.Value
	o := options(serve(t, on("tools/call", func(w http.ResponseWriter, r *http.Request, _ incoming) bool {
		n := calls.Add(1)
		keys[(n-1)%2].Store(r.Header.Get("Idempotency-Key"))
		if n == 1 {
			return false
		}
		connection, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			connection.Close()
		}
		return true
	})))
	o.Write = patterns(t, "notes.save")
	o.Timeout = patient
	u := start(t, o)
	listed(t, u)
	tool, _ := u.List().Tool("crm_notes_save")
	if _, err := tool.Call(t.Context(), Call{Key: "k1"}); err != nil {
		t.Fatal(err)
	}
	_, err := tool.Call(t.Context(), Call{Key: "k2"})
	if f := fault.From(err); f.Kind != fault.UpstreamFailed || f.Message != unsureMessage {
		t.Error(err)
	}
	if calls.Load() != 2 || keys[0].Load() != "k1" || keys[1].Load() != "k2" {
		t.Errorf("%d calls, with %v and %v", calls.Load(), keys[0].Load(), keys[1].Load())
	}
}

// TestCancelled tells the server which answer nobody waits for any more, unless the call writes.
func TestCancelled(t *testing.T) {
	t.Run("HTTP", func(t *testing.T) {
		var asks, cancelled atomic.Value
		o := options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
			switch a.Method {
			case "tools/call":
				asks.Store(string(a.ID))
				return hang(w, r)
			case "notifications/cancelled":
				cancelled.Store(a.Params.RequestID.String())
			}
			return false
		}))
		o.Timeout = impatient
		u := start(t, o)
		listed(t, u)
		if _, err := call(t, u, "crm_echo", `{"text":"a"}`); fault.From(err).Kind != fault.UpstreamUnavailable {
			t.Error(err)
		}
		wait.Until(t, 5*time.Second, "the notification",
			func() bool { return cancelled.Load() != nil && cancelled.Load() == asks.Load() })
	})
	for name, want := range map[string]string{
		"crm_echo": `{"cancelled":[true]}`, "crm_notes_save": `{"cancelled":[false]}`,
	} {
		t.Run(name, func(t *testing.T) {
			o := program(t, "cancelled")
			o.Write = patterns(t, "notes.save")
			u := start(t, o)
			tool, _ := listed(t, u).Tool(name)
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(100*time.Millisecond, cancel)
			if _, err := tool.Call(ctx, Call{Arguments: []byte(`{"text":"a"}`)}); err == nil {
				t.Error("a call without an answer succeeded")
			}
			got, err := call(t, u, "crm_echo", `{"text":"b"}`) // its answer says whether the first was cancelled
			if err != nil || string(got.Structured) != want {
				t.Errorf("%s, %v", got.Structured, err)
			}
		})
	}
}

// TestForgetsSession ends the session at the server when the connection ends, and not one that
// the server has ended itself.
func TestForgetsSession(t *testing.T) {
	var deleted atomic.Value
	o := options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		if a.Method == "initialize" {
			w.Header().Set("MCP-Session-Id", "s1")
		}
		if r.Method == http.MethodDelete {
			deleted.Store([]string{r.Header.Get("MCP-Session-Id"), r.Header.Get("Authorization")})
		}
		return false
	}))
	o.Token = "the token"
	o.Timeout = patient
	if _, err := Inspect(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"s1", "Bearer the token"}, deleted.Load()); diff != "" {
		t.Error(diff)
	}
}

// TestForgottenSessions begins another session with a server that answers 400, not 404, when
// it has forgotten the first.
func TestForgottenSessions(t *testing.T) {
	var sessions atomic.Int32
	var forgets atomic.Bool
	o := options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		if a.Method == "initialize" {
			w.Header().Set("MCP-Session-Id", strconv.Itoa(int(sessions.Add(1))))
			return false
		}
		if forgets.Load() && r.Header.Get("MCP-Session-Id") == "1" {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w,
				`{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: No valid session ID provided"}}`)
			return true
		}
		return false
	}))
	o.Timeout = patient
	u := start(t, o)
	listed(t, u)
	forgets.Store(true)
	if _, err := call(t, u, "crm_echo", `{"text":"a"}`); err == nil {
		t.Error("a call of a forgotten session succeeded")
	}
	wait.Until(t, 10*time.Second, "there is another session",
		func() bool { return sessions.Load() == 2 && u.current() != nil })
	if _, err := call(t, u, "crm_echo", `{"text":"a"}`); err != nil {
		t.Error(err)
	}
}

// TestCallsOfAnEndedConnection says of a call that writes that it may have done something, also if emcp
// has ended the connection.
func TestCallsOfAnEndedConnection(t *testing.T) {
	entered := make(chan struct{}, 1)
	o := options(serve(t, on("tools/call", func(w http.ResponseWriter, r *http.Request, _ incoming) bool {
		entered <- struct{}{}
		return hang(w, r)
	})))
	o.Timeout, o.Write = 20*time.Second, patterns(t, "notes.save")
	u := start(t, o)
	listed(t, u)
	tool, _ := u.List().Tool("crm_notes_save")
	outcome := make(chan error)
	go func() {
		_, err := tool.Call(t.Context(), Call{})
		outcome <- err
	}()
	<-entered
	u.disconnect()
	if err := <-outcome; fault.From(err).Message != unsureMessage {
		t.Error(err)
	}
}

// TestRightsOfOneCaller leaves the upstream to others when it refuses the token of one caller.
func TestRightsOfOneCaller(t *testing.T) {
	o := options(serve(t, on("tools/call", func(w http.ResponseWriter, r *http.Request, _ incoming) bool {
		if r.Header.Get("Authorization") == "Bearer editor" {
			w.WriteHeader(http.StatusForbidden)
			return true
		}
		return false
	})))
	o.PassPersonalToken = true
	o.Timeout = patient
	u := start(t, o)
	tool, _ := listed(t, u).Tool("crm_echo")
	as := func(token string) error {
		_, err := tool.Call(t.Context(),
			Call{Arguments: []byte(`{"text":"a"}`), Personal: func(context.Context) string { return token }})
		return err
	}
	for range 2 * mostFailures {
		f := fault.From(as("editor"))
		if f.Kind != fault.Forbidden || f.Message != rightsMessage {
			t.Fatal(f)
		}
	}
	if err := as("admin"); err != nil {
		t.Error(err)
	}
}

// TestErrorsWithCredentials has no credential in an error for the log.
func TestErrorsWithCredentials(t *testing.T) {
	o := options(serve(t, on("tools/call", func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		return say(w,
			fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"wrong header %s"}}`, a.ID,
				r.Header.Get("Authorization")))
	})))
	o.Token = "the token"
	o.Timeout = patient
	u := start(t, o)
	listed(t, u)
	_, err := call(t, u, "crm_echo", `{"text":"a"}`)
	if want := answeredBy + "-32603: wrong header Bearer [credential]"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Error(err)
	}
}

// TestWrittenCredentials finds a credential however JSON, or JSON within JSON, writes it.
func TestWrittenCredentials(t *testing.T) {
	u := prepare(Options{Token: `to/k"<en`})
	for text, want := range map[string]bool{
		`{"a":"to/k\"<en"}`: true, `{"a":"xto\/k\"<enx"}`: true, `{"a":"to/k\"\u003cen"}`: true,
		`{"a":"\u0074o/k\u0022<en"}`: true, `{"to\/k\"<en":1}`: true,
		`{"a":"{\"b\":\"to/k\\\"<en\"}"}`: true, `{"a":"{\"b\":\"to\\/k\\\"<en\"}"}`: true,
		`{"a":"to/k","b":"\"<en"}`: false, `{"a":"to\\/k\"<en"}`: false, `{}`: false,
	} {
		if got := u.credentials("").inJSON([]byte(text)); got != want {
			t.Errorf("%s leaks: %t", text, got)
		}
	}
	if got := u.withoutCredentials(`to/k"<en {"a":"to\/k\"<en"}`, ""); got != `[credential] {"a":"[credential]"}` {
		t.Error(got)
	}
	if prepare(Options{}).credentials("").inJSON([]byte(`{"a":"\\"}`)) {
		t.Error("nothing leaks")
	}
}

// TestListsWithCredentials uses nothing in which an upstream shows its credential, and does not log that either.
func TestListsWithCredentials(t *testing.T) {
	var log lines
	o := chosen(t, options(serve(t, func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
		switch a.Method {
		case "tools/list":
			return say(w,
				a.result(`{"tools":[`+echoTool+`,`+strings.Replace(echoTool, `"echo"`, `"the\/token"`, 1)+
					`,{"name":"notes.hidden","title":"the/token"}]}`))
		case "resources/list":
			return say(w,
				a.result(`{"resources":[`+pricesResource+
					`,{"uri":"https://crm/?token=the\/token","name":"a"},{"uri":"crm://a","name":"a","description":"the/token"}]}`))
		case "prompts/list":
			return say(w,
				a.result(`{"prompts":[`+offerPrompt+`,{"name":"a","arguments":[{"name":"b","description":"\u0074he/token"}]}]}`))
		}
		return false
	})))
	o.Token, o.Deny, o.Log, o.Timeout = "the/token", patterns(t, "notes.*"), log.log(), patient
	u := prepare(o)
	defer u.disconnect()
	if err := u.refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	const reason = "it has the credential in it"
	l := u.List()
	if diff := cmp.Diff([][]Refusal{
		{{"[credential]", reason}}, {{"https://crm/?token=[credential]", reason}, {"crm://a", reason}}, {{"a", reason}},
	}, [][]Refusal{l.Refused, l.Resources.Refused, l.Prompts.Refused}); diff != "" {
		t.Error(diff)
	}
	if len(l.Tools) != 1 || len(l.Resources.Used) != 1 || len(l.Prompts.Used) != 1 {
		t.Errorf("%+v", l)
	}
	if strings.Contains(log.String(), "the/token") || strings.Count(log.String(), reason) != 4 {
		t.Error(log.String())
	}
}

// TestCredentialsOfPrograms neither logs nor passes on the value of a variable that is a secret.
func TestCredentialsOfPrograms(t *testing.T) {
	var log lines
	o := program(t, "tells its environment")
	o.Deny = patterns(t, "notes.*")
	o.Env["CRM_API_KEY"], o.Env["LANG"], o.Env["KEY_SHORT"] = "the secret of the program", "en_US.UTF-8", "1"
	o.Log = log.log()
	u := start(t, o)
	listed(t, u)
	if _, err := call(t, u, "crm_echo", `{"text":"CRM_API_KEY"}`); fault.From(err).Told() != failedMessage {
		t.Error(err)
	}
	if _, err := call(t, u, "crm_echo", `{"text":"LANG"}`); err != nil {
		t.Error(err)
	}
	u.Close()
	want := stderrMessage + `"asked for [credential]"` + "\n" + stderrMessage + `"asked for en_US.UTF-8"` + "\n"
	if diff := cmp.Diff(want, log.String()); diff != "" {
		t.Error(diff)
	}
}

// TestCertificates says why a server whose certificate is not valid is not used.
func TestCertificates(t *testing.T) {
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = stdlog.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	for url, want := range map[string]string{
		s.URL + "/secret": "initialize: it could not be reached: x509: certificate signed by unknown authority",
		strings.Replace(plain.URL, "http:", "https:", 1) + "/secret": "initialize: it could not be reached: http: server " +
			"gave HTTP response to HTTPS client",
	} {
		o := options(url)
		o.Token = "the token"
		o.Timeout = patient
		if _, err := Inspect(t.Context(), o); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestTrace hands the trace on to a program.
func TestTrace(t *testing.T) {
	const id = "0af7651916cd43dd8448eb211c80319c"
	u := start(t, program(t, "trace"))
	tool, _ := listed(t, u).Tool("crm_echo")
	got, err := tool.Call(tracing.WithID(t.Context(), tracing.ParseID(id)), Call{Arguments: []byte(`{"text":"a"}`)})
	if err != nil {
		t.Fatal(err)
	}
	var meta struct{ Traceparent string }
	if err := json.Unmarshal(got.Structured, &meta); err != nil || !strings.HasPrefix(meta.Traceparent, "00-"+id+"-") {
		t.Errorf("%s, %v", got.Structured, err)
	}
}

// TestNames shows names of at most 64 characters, the prefix included.
func TestNames(t *testing.T) {
	fits := strings.Repeat("n", maxName-len("crm_"))
	o := options(serve(t, on("tools/list", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
		named := func(name string) string { return strings.Replace(echoTool, `"echo"`, `"`+name+`"`, 1) }
		return say(w, a.result(`{"tools":[`+named(fits)+`,`+named(fits+"n")+`]}`))
	})))
	o.Timeout = patient
	list, err := Inspect(t.Context(), o)
	if err != nil || len(list.Tools) != 1 || list.Tools[0].Name != "crm_"+fits {
		t.Errorf("%+v, %v", list, err)
	}
	if diff := cmp.Diff([]Refusal{{fits + "n", tooLongName}}, list.Refused); diff != "" {
		t.Error(diff)
	}
}

// TestProgramsThatEndAgainAndAgain starts a program less and less often if it ends each time as soon as its tools are
// read, and logs no more of it than of one that goes on.
func TestProgramsThatEndAgainAndAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "starts")
	var log lines
	o := program(t, "ends after the list")
	o.Command, o.Env["EMCP_TEST_FILE"], o.Log = append(o.Command, file), file, log.log()
	o.Pauses.Retry, o.Pauses.Refresh = 10*time.Millisecond, 160*time.Millisecond
	u := prepare(o)
	now := time.Now()
	u.stderr.now = func() time.Time { return now }
	var pauses []time.Duration
	ends := 0
	for _, lasted := range []time.Duration{0, 159, 0, 0, 0, 0, 160, 0} {
		ends = endsAgain(ends, lasted*time.Millisecond, o.Pauses)
		pauses = append(pauses, o.Pauses.retry(ends)/time.Millisecond)
	}
	if diff := cmp.Diff([]time.Duration{10, 20, 40, 80, 160, 160, 10, 20}, pauses); diff != "" {
		t.Error(diff)
	}
	u.begin()
	defer u.Close()
	wait.Until(t, 30*time.Second, "five starts", func() bool {
		text, err := os.ReadFile(file)
		return err == nil && len(text) >= 5
	})
	u.Close()
	if got := strings.Count(log.String(), stderrMessage); got != quotesPerMinute {
		t.Errorf("%d lines:\n%s", got, log.String())
	}
}

// TestLongAnswers fails the call whose answer is too long, and goes on with the program, wherever it writes the id.
func TestLongAnswers(t *testing.T) {
	for _, role := range []string{"long answer, id first", "long answer, id last"} {
		u := start(t, program(t, role))
		listed(t, u)
		l := u.current()
		if _, err := call(t, u, "crm_echo", `{"text":"long"}`); fault.From(err).Told() != largeMessage {
			t.Errorf("%s: %v", role, err)
		}
		if _, err := call(t, u, "crm_echo", `{"text":"a"}`); err != nil || u.current() != l {
			t.Errorf("%s: %v, the same program %t", role, err, u.current() == l)
		}
	}
}

// TestBreakerOfNewConnection admits calls again when the upstream was connected again, and not when only
// its lists were read again.
func TestBreakerOfNewConnection(t *testing.T) {
	o := options(serve(t, nil))
	o.Timeout = patient
	u := prepare(o)
	defer u.disconnect()
	read := func(want bool) {
		t.Helper()
		for range mostFailures {
			u.breaker.note(true)
		}
		if err := u.refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, ok := u.breaker.admit(); ok != want {
			t.Errorf("a call is admitted: %t", ok)
		}
	}
	read(true)
	read(false)
	u.disconnect()
	read(true)
}

// TestNotFoundElsewhere keeps the session of a server that answers 404 to what is not a request: it has no stream and
// does not know that calls can be cancelled.
func TestNotFoundElsewhere(t *testing.T) {
	var sessions, asks, cancels, reads atomic.Int32
	o := options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		switch {
		case a.Method == "initialize":
			w.Header().Set("MCP-Session-Id", strconv.Itoa(int(sessions.Add(1))))
		case r.Method == http.MethodGet, r.Method == http.MethodDelete:
			asks.Add(1)
			w.WriteHeader(http.StatusNotFound)
			return true
		case a.Method == "notifications/cancelled":
			cancels.Add(1)
			w.WriteHeader(http.StatusNotFound)
			return true
		case a.Method == "tools/list":
			reads.Add(1)
		case a.Method == "tools/call" && strings.Contains(string(a.Params.Arguments), "hang"):
			return hang(w, r)
		}
		return false
	}))
	u := start(t, o)
	wait.Until(t, 10*time.Second, "the list is read again after the stream was refused",
		func() bool { return asks.Load() == 1 && reads.Load() == 2 })
	if _, err := call(t, u, "crm_echo", `{"text":"hang"}`); fault.From(err).Kind != fault.UpstreamUnavailable {
		t.Error(err)
	}
	wait.Until(t, 10*time.Second, "the list is read again after the cancellation was refused",
		func() bool { return cancels.Load() == 1 && reads.Load() == 3 })
	if _, err := call(t, u, "crm_echo", `{"text":"a"}`); err != nil {
		t.Error(err)
	}
	if got := []int32{sessions.Load(), asks.Load()}; !slices.Equal(got, []int32{1, 1}) {
		t.Errorf("sessions and streams: %d", got)
	}
}
