package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/snapshot"
	"emcp/internal/test/wait"
)

var traceID = regexp.MustCompile(`"trace_id":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"`)

// untraced puts the tests' trace id in the place of those that stdio generates.
func untraced(text string) string { return traceID.ReplaceAllString(text, `"trace_id":"trace-1"`) }

// talk sends a whole input and returns the lines of the answer, without the line ends.
func talk(t *testing.T, s *Server, handle, input string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := s.ServeStdio(t.Context(), handle, strings.NewReader(input), &out); err != nil {
		t.Error(err)
	}
	text, ended := strings.CutSuffix(out.String(), "\n")
	switch {
	case out.Len() == 0:
		return nil
	case !ended:
		t.Errorf("the last line has no end: %q", out.String())
	}
	return strings.Split(untraced(text), "\n")
}

// stdioClient is a client that stays connected.
type stdioClient struct {
	in io.WriteCloser
	incoming
	ended chan error
}

func converse(t *testing.T, ctx context.Context, s *Server) *stdioClient { //nolint:revive // t comes first in helpers
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	c := &stdioClient{toServer, make(incoming), make(chan error, 1)}
	go func() {
		err := s.ServeStdio(ctx, "content", in, out)
		out.Close()
		c.ended <- err
	}()
	go func() {
		defer close(c.incoming)
		for lines := bufio.NewScanner(fromServer); lines.Scan(); {
			c.incoming <- untraced(lines.Text())
		}
	}()
	t.Cleanup(func() { toServer.Close() })
	return c
}

func (c *stdioClient) say(t *testing.T, message string) {
	t.Helper()
	if _, err := io.WriteString(c.in, message+"\n"); err != nil {
		t.Error(err)
	}
}

func TestExchangesOverStdio(t *testing.T) {
	s := newServer(t, fixture(t).DSN)
	for _, e := range exchanges {
		t.Run(e.name, func(t *testing.T) {
			var want []string
			if e.want != "" {
				want = []string{e.want}
			}
			if diff := cmp.Diff(want, talk(t, s, "content", e.message+"\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestToolsListOverStdio(t *testing.T) {
	lines := talk(t, newServer(t, noDatabase), "content", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`+"\n")
	if len(lines) != 1 {
		t.Fatalf("%d lines", len(lines))
	}
	got := pretty(t, []byte(lines[0]))
	snapshot.Expect(t, "tools_list.json", string(got))
}

func TestLinesOfStdio(t *testing.T) {
	s := newServer(t, noDatabase)
	pings := func(ids ...int) (lines []string) {
		for _, id := range ids {
			lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, id))
		}
		return lines
	}
	p := func(id int) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, id) }
	notJSON := traced(parseFailure(notJSONMessage))
	tooMany := traced(parseFailure("the message has more than one JSON value"))
	for name, test := range map[string]struct {
		input string
		want  []string
	}{
		"nothing":                  {"", nil},
		"blank lines only":         {"\n\r\n \n\t\r\n", nil},
		"two lines":                {p(1) + "\n" + p(2) + "\n", pings(1, 2)},
		"blank lines between":      {"\n\n" + p(1) + "\n \r\n\n" + p(2) + "\n\n", pings(1, 2)},
		"CRLF":                     {p(1) + "\r\n" + p(2) + "\r\n", pings(1, 2)},
		"last line without end":    {p(1) + "\n" + p(2), pings(1, 2)},
		"only line without end":    {p(1), pings(1)},
		"last line ends in CR":     {p(1) + "\n" + p(2) + "\r", pings(1, 2)},
		"white space around":       {" \t" + p(1) + " \n", pings(1)},
		"two messages on a line":   {p(1) + p(2) + "\n" + p(3) + "\n", append([]string{tooMany}, pings(3)...)},
		"a message on two lines":   {"{\"jsonrpc\":\"2.0\",\n\"id\":1,\"method\":\"ping\"}\n" + p(2) + "\n", append([]string{notJSON, tooMany}, pings(2)...)},
		"not JSON, then a message": {"hello\n" + p(1) + "\n", append([]string{notJSON}, pings(1)...)},
		"NUL":                      {"\x00\n" + p(1) + "\n", append([]string{notJSON}, pings(1)...)},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, talk(t, s, "content", test.input)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLongLinesOfStdio(t *testing.T) {
	s := newServer(t, noDatabase)
	tooLarge := traced(failureReply("null", -32004, "the message "+sendLessMessage, `"code":"payload_too_large","retryable":false`))
	for name, test := range map[string]struct {
		input string
		want  []string
	}{
		"at the limit":             {padded(1024) + "\n" + ping + "\n", []string{pong, pong}},
		"at the limit, CRLF":       {padded(1024) + "\r\n" + ping + "\n", []string{pong, pong}},
		"at the limit, no end":     {padded(1024), []string{pong}},
		"over the limit":           {padded(1025) + "\n" + ping + "\n", []string{tooLarge, pong}},
		"over the limit, CRLF":     {padded(1025) + "\r\n" + ping + "\n", []string{tooLarge, pong}},
		"over the limit, no end":   {padded(1025), []string{tooLarge}},
		"larger than any buffer":   {padded(1<<20) + "\n" + ping + "\n", []string{tooLarge, pong}},
		"two of them":              {padded(5000) + "\n" + padded(5000) + "\n" + ping + "\n", []string{tooLarge, tooLarge, pong}},
		"white space alone":        {strings.Repeat(" ", 5000) + "\n" + ping + "\n", []string{tooLarge, pong}},
		"between other messages":   {ping + "\n" + padded(1<<16) + "\n" + ping + "\n", []string{pong, tooLarge, pong}},
		"large, then blank, empty": {padded(4096) + "\n\n\n", []string{tooLarge}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, talk(t, s, "small", test.input)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestErrorsOfTransportOverStdio has the errors that HTTP reports with a status.
func TestErrorsOfTransportOverStdio(t *testing.T) {
	dsn := fixture(t).DSN
	for _, test := range []struct{ name, stdio, handle, message, want string }{
		{
			"no scope to call", "stdio: {scopes: [mcp:read]}", "content", getHome,
			ofTool("evo.content.get", traced(failureReply("1", -32003, noScopeMessage+"tools/call", `"code":"scope_denied","retryable":false`))),
		}, {
			"no scope to read", "stdio: {scopes: [mcp:call]}", "content", ping,
			traced(failureReply("1", -32003, noScopeMessage+"ping", `"code":"scope_denied","retryable":false`)),
		}, {
			"model for managers", "stdio: {view: public}", "content", callMessage("evo.model.get", `{"model":"User","id":1}`),
			ofTool("evo.model.get", traced(failureReply("1", -32003, usersMessage, `"code":"forbidden","retryable":false`))),
		}, {
			"large result", "stdio: {view: manager}", "small", callMessage("evo.content.children", `{"id":2,"limit":7}`),
			ofTool("evo.content.children", traced(failureReply("1", -32004, resultTooLargeMessage+askForLessMessage,
				`"code":"result_too_large","retryable":false`))),
		},
	} {
		s := newServer(t, dsn, "sites:", test.stdio+"\nsites:")
		got := talk(t, s, test.handle, test.message+"\n"+`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
		if diff := cmp.Diff([]string{test.want}, got); diff != "" {
			t.Errorf("%s:\n%s", test.name, diff)
		}
	}
}

func TestStdioOfManager(t *testing.T) {
	s := newServer(t, fixture(t).DSN, "sites:", "stdio: {view: manager}\nsites:")
	const payload = `{"item":{"id":2,"username":"editor"},"meta":{"toolsetVersion":"1.0","model":"User"}}`
	want := []string{`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + strings.ReplaceAll(payload, `"`, `\"`) +
		`"}],"structuredContent":` + payload + `}}`}
	if diff := cmp.Diff(want, talk(t, s, "content", callMessage("evo.model.get", `{"model":"User","id":2}`)+"\n")); diff != "" {
		t.Error(diff)
	}
}

func TestUnknownServerOverStdio(t *testing.T) {
	s := newServer(t, noDatabase)
	for _, handle := range []string{"nothing", "off", ""} {
		var out bytes.Buffer
		err := s.ServeStdio(t.Context(), handle, strings.NewReader(ping+"\n"), &out)
		want := fmt.Sprintf("the configuration has no enabled server %q", handle)
		if err == nil || err.Error() != want || out.Len() > 0 {
			t.Errorf("%q: %v, %q", handle, err, out.String())
		}
	}
}

func TestUnreadableInputOfStdio(t *testing.T) {
	s := newServer(t, noDatabase)
	broken := errors.New("broken")
	var out bytes.Buffer
	err := s.ServeStdio(t.Context(), "content", io.MultiReader(strings.NewReader(ping+"\n"), iotest.ErrReader(broken)), &out)
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(pong+"\n", out.String()); diff != "" {
		t.Error(diff)
	}
}

// TestEndOfInput closes the input behind 200 requests: each gets its answer.
func TestEndOfInput(t *testing.T) {
	s := newServer(t, fixture(t).DSN)
	var input strings.Builder
	var want []string
	for i := range 200 {
		id := fmt.Sprintf(`"id":%d,`, 1000+i)
		message, answer := getHome, gotHome
		if i%10 == 0 {
			message, answer = ping, pong
		}
		input.WriteString(strings.Replace(message, `"id":1,`, id, 1) + "\n")
		want = append(want, strings.Replace(answer, `"id":1,`, id, 1))
	}
	got := talk(t, s, "content", input.String())
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// distinct returns a call that is answered the same as the message: calls that ask the same would share one statement.
func distinct(message string, i int) string {
	return strings.Replace(message, `"arguments":{`, fmt.Sprintf(`"arguments":{"max_chars":%d,`, i+1), 1)
}

func TestCancelOverStdio(t *testing.T) {
	d := fixture(t)
	c := converse(t, t.Context(), newServer(t, d.DSN))
	c.say(t, getHome)
	if diff := cmp.Diff(gotHome, c.next(t)); diff != "" {
		t.Fatal(diff)
	}
	unlock := lockDocuments(t, d)
	// Ids that are the same for who reads numbers as floating point or writes texts without quotes.
	for i, id := range []string{`"1"`, "1", "9007199254740993", "9007199254740992"} {
		c.say(t, strings.Replace(distinct(getHome, i), `"id":1,`, `"id":`+id+`,`, 1))
		awaitStatements(t, d, 1+i)
	}
	for i, id := range []string{"9007199254740993", `"1"`} {
		c.say(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`,"reason":"test"}}`)
		wait.Until(t, time.Second, "the statement has ended on the server", func() bool { return waiting(t, d) == 3-i })
	}
	// Others go on meanwhile.
	c.say(t, ping)
	if diff := cmp.Diff(pong, c.next(t)); diff != "" {
		t.Error(diff)
	}
	unlock()
	// The calls that were not cancelled are answered, the others are not (MCP 2025-11-25, Cancellation).
	got := []string{c.next(t), c.next(t)}
	slices.Sort(got)
	want := []string{gotHome, strings.Replace(gotHome, `"id":1,`, `"id":9007199254740992,`, 1)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if err := c.in.Close(); err != nil {
		t.Error(err)
	}
	if answer := c.next(t); answer != "" {
		t.Errorf("one answer too many: %s", answer)
	}
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

// TestCancelBehindManyCalls cancels a call while more calls wait than run at a time.
func TestCancelBehindManyCalls(t *testing.T) {
	d := fixture(t)
	c := converse(t, t.Context(), newServer(t, d.DSN, "max_open_conns: 4", "max_open_conns: 32"))
	c.say(t, getHome)
	if diff := cmp.Diff(gotHome, c.next(t)); diff != "" {
		t.Fatal(diff)
	}
	unlock := lockDocuments(t, d)
	const calls = callsAtATime + 12
	var want []string
	for i := range calls {
		id := fmt.Sprintf(`"id":%d,`, 100+i)
		c.say(t, strings.Replace(distinct(getHome, i), `"id":1,`, id, 1))
		if i > 0 && i < calls-1 {
			want = append(want, strings.Replace(gotHome, `"id":1,`, id, 1))
		}
	}
	awaitStatements(t, d, callsAtATime)
	// The first of them may be under way or wait for its turn, the last likewise.
	for _, i := range []int{0, calls - 1} {
		c.say(t, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, 100+i))
	}
	c.say(t, ping)
	if diff := cmp.Diff(pong, c.next(t)); diff != "" {
		t.Error(diff)
	}
	unlock()
	if err := c.in.Close(); err != nil {
		t.Error(err)
	}
	var got []string
	for answer := c.next(t); answer != ""; answer = c.next(t) {
		got = append(got, answer)
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

// TestManyCallsOverStdio has a client that writes without reading: emcp takes only so many calls before it has answered
// some, which is seen by the answer to a ping behind them, which has no turn to wait for.
func TestManyCallsOverStdio(t *testing.T) {
	const calls = 120
	var input strings.Builder
	for i := range calls {
		input.WriteString(distinct(getHome, i) + "\n")
	}
	input.WriteString(ping + "\n")
	lines := talk(t, newServer(t, fixture(t).DSN), "content", input.String())
	if at := slices.Index(lines, pong); at < calls-callsAtATime-callsWaiting {
		t.Errorf("the ping was read when %d of %d calls were answered", at, calls)
	}
	var want []string
	for i := range calls {
		want = append(want, distinct(gotHome, i))
	}
	want = append(want, pong)
	slices.Sort(want)
	slices.Sort(lines)
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
}

// TestEndOfStdio ends the process's context while the client says nothing and a call is under way.
func TestEndOfStdio(t *testing.T) {
	d := fixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := converse(t, ctx, newServer(t, d.DSN))
	c.say(t, getHome)
	if diff := cmp.Diff(gotHome, c.next(t)); diff != "" {
		t.Fatal(diff)
	}
	lockDocuments(t, d)
	c.say(t, getHome)
	awaitStatements(t, d, 1)
	cancel()
	awaitEnd(t, d)
	select {
	case err := <-c.ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Error("it does not end")
	}
}
