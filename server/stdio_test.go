package server_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/server"
)

func TestLinesOfStdio(t *testing.T) {
	s := NewServer(t, NoDatabase)
	pings := func(ids ...int) (lines []string) {
		for _, id := range ids {
			lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, id))
		}
		return lines
	}
	p := func(id int) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, id) }
	notJSON := Traced(parseFailure(NotJSONMessage))
	tooMany := Traced(parseFailure("the message has more than one JSON value"))
	for name, test := range map[string]struct {
		input string
		want  []string
	}{
		"nothing":                {"", nil},
		"blank lines only":       {"\n\r\n \n\t\r\n", nil},
		"two lines":              {p(1) + "\n" + p(2) + "\n", pings(1, 2)},
		"blank lines between":    {"\n\n" + p(1) + "\n \r\n\n" + p(2) + "\n\n", pings(1, 2)},
		"CRLF":                   {p(1) + "\r\n" + p(2) + "\r\n", pings(1, 2)},
		"last line without end":  {p(1) + "\n" + p(2), pings(1, 2)},
		"only line without end":  {p(1), pings(1)},
		"last line ends in CR":   {p(1) + "\n" + p(2) + "\r", pings(1, 2)},
		"white space around":     {" \t" + p(1) + " \n", pings(1)},
		"two messages on a line": {p(1) + p(2) + "\n" + p(3) + "\n", append([]string{tooMany}, pings(3)...)},
		"a message on two lines": {
			"{\"jsonrpc\":\"2.0\",\n\"id\":1,\"method\":\"ping\"}\n" + p(2) + "\n",
			append([]string{notJSON, tooMany}, pings(2)...),
		},
		"not JSON, then a message": {"hello\n" + p(1) + "\n", append([]string{notJSON}, pings(1)...)},
		"NUL":                      {"\x00\n" + p(1) + "\n", append([]string{notJSON}, pings(1)...)},
	} {
		t.Run(name, func(t *testing.T) {
			Equal(t, test.want, Talk(t, s, "content", test.input))
		})
	}
}

func TestLongLinesOfStdio(t *testing.T) {
	s := NewServer(t, NoDatabase)
	tooLarge := Traced(Failure("null", -32004, "the message "+SendLessMessage,
		`"code":"payload_too_large","retryable":false`))
	for name, test := range map[string]struct {
		input string
		want  []string
	}{
		"at the limit":           {padded(1024) + "\n" + Ping + "\n", []string{Pong, Pong}},
		"at the limit, CRLF":     {padded(1024) + "\r\n" + Ping + "\n", []string{Pong, Pong}},
		"at the limit, no end":   {padded(1024), []string{Pong}},
		"over the limit":         {padded(1025) + "\n" + Ping + "\n", []string{tooLarge, Pong}},
		"over the limit, CRLF":   {padded(1025) + "\r\n" + Ping + "\n", []string{tooLarge, Pong}},
		"over the limit, no end": {padded(1025), []string{tooLarge}},
		"larger than any buffer": {padded(1<<20) + "\n" + Ping + "\n", []string{tooLarge, Pong}},
		"two of them": {
			padded(5000) + "\n" + padded(5000) + "\n" + Ping + "\n", []string{tooLarge, tooLarge, Pong},
		},
		"white space alone":        {strings.Repeat(" ", 5000) + "\n" + Ping + "\n", []string{tooLarge, Pong}},
		"between other messages":   {Ping + "\n" + padded(1<<16) + "\n" + Ping + "\n", []string{Pong, tooLarge, Pong}},
		"large, then blank, empty": {padded(4096) + "\n\n\n", []string{tooLarge}},
	} {
		t.Run(name, func(t *testing.T) {
			Equal(t, test.want, Talk(t, s, "small", test.input))
		})
	}
}

// TestErrorsOfTransportOverStdio has the errors that HTTP reports with a status.
func TestErrorsOfTransportOverStdio(t *testing.T) {
	dsn := Fixture(t).DSN
	for _, test := range []struct{ name, stdio, handle, message, want string }{
		{
			"no scope to call", "stdio: {scopes: [mcp:read]}", "content", GetHome,
			OfTool("evo.content.get",
				Traced(Failure("1", -32003, NoScopeMessage+"tools/call", `"code":"scope_denied","retryable":false`))),
		}, {
			"no scope to read", "stdio: {scopes: [mcp:call]}", "content", Ping,
			Traced(Failure("1", -32003, NoScopeMessage+"ping", `"code":"scope_denied","retryable":false`)),
		}, {
			"model for managers", "stdio: {view: public}", "content", ToolCall("evo.model.get", `{"model":"User","id":1}`),
			OfTool("evo.model.get", Traced(Failure("1", -32003, UsersMessage, `"code":"forbidden","retryable":false`))),
		}, {
			"large result", "stdio: {view: manager}", "small", ToolCall("evo.content.children", `{"id":2,"limit":7}`),
			OfTool("evo.content.children", Traced(Failure("1", -32004, ResultTooLargeMessage+AskForLessMessage,
				`"code":"result_too_large","retryable":false`))),
		},
	} {
		s := NewServer(t, dsn, "sites:", test.stdio+"\nsites:")
		got := Talk(t, s, test.handle, test.message+"\n"+`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
		Equal(t, []string{test.want}, got, test.name)
	}
}

func TestStdioOfManager(t *testing.T) {
	s := NewServer(t, Fixture(t).DSN, "sites:", "stdio: {view: manager}\nsites:")
	const payload = `{"item":{"id":2,"username":"editor"},"meta":{"toolsetVersion":"1.0","model":"User"}}`
	want := []string{`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` +
		strings.ReplaceAll(payload, `"`, `\"`) +
		`"}],"structuredContent":` + payload + `}}`}
	Equal(t, want, Talk(t, s, "content", ToolCall("evo.model.get", `{"model":"User","id":2}`)+"\n"))
}

func TestUnknownServerOverStdio(t *testing.T) {
	s := NewServer(t, NoDatabase)
	for _, handle := range []string{"nothing", "off", ""} {
		var out bytes.Buffer
		err := s.ServeStdio(t.Context(), handle, strings.NewReader(Ping+"\n"), &out)
		want := fmt.Sprintf("the configuration has no enabled server %q", handle)
		if err == nil || err.Error() != want || out.Len() > 0 {
			t.Errorf("%q: %v, %q", handle, err, out.String())
		}
	}
}

func TestUnreadableInputOfStdio(t *testing.T) {
	s := NewServer(t, NoDatabase)
	broken := errors.New("broken")
	var out bytes.Buffer
	err := s.ServeStdio(t.Context(), "content",
		io.MultiReader(strings.NewReader(Ping+"\n"), iotest.ErrReader(broken)), &out)
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	Equal(t, Pong+"\n", out.String())
}

// TestEndOfInput closes the input behind 200 requests: each gets its answer.
func TestEndOfInput(t *testing.T) {
	s := NewServer(t, Fixture(t).DSN)
	var input strings.Builder
	var want []string
	for i := range 200 {
		id := fmt.Sprintf(`"id":%d,`, 1000+i)
		message, answer := GetHome, GotHome
		if i%10 == 0 {
			message, answer = Ping, Pong
		}
		input.WriteString(strings.Replace(message, `"id":1,`, id, 1) + "\n")
		want = append(want, strings.Replace(answer, `"id":1,`, id, 1))
	}
	got := Talk(t, s, "content", input.String())
	slices.Sort(got)
	Equal(t, want, got)
}

// distinct returns a call that is answered the same as the message: calls that ask the same would share one statement.
func distinct(message string, i int) string {
	return strings.Replace(message, `"arguments":{`, fmt.Sprintf(`"arguments":{"max_chars":%d,`, i+1), 1)
}

func TestCancelOverStdio(t *testing.T) {
	d := Fixture(t)
	c := Converse(t, t.Context(), NewServer(t, d.DSN))
	c.Say(t, GetHome)
	if diff := cmp.Diff(GotHome, c.Next(t)); diff != "" {
		t.Fatal(diff)
	}
	unlock := LockDocuments(t, d)
	// Ids that are the same for who reads numbers as floating point or writes texts without quotes.
	for i, id := range []string{`"1"`, "1", "9007199254740993", "9007199254740992"} {
		c.Say(t, strings.Replace(distinct(GetHome, i), `"id":1,`, `"id":`+id+`,`, 1))
		AwaitStatements(t, d, 1+i)
	}
	for i, id := range []string{"9007199254740993", `"1"`} {
		c.Say(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`,"reason":"test"}}`)
		wait.Until(t, time.Second, "the statement has ended on the server",
			func() bool { return WaitingStatements(t, d) == 3-i })
	}
	// Others go on meanwhile.
	c.Say(t, Ping)
	Equal(t, Pong, c.Next(t))
	unlock()
	// The calls that were not cancelled are answered, the others are not (MCP 2025-11-25, Cancellation).
	got := []string{c.Next(t), c.Next(t)}
	slices.Sort(got)
	want := []string{GotHome, strings.Replace(GotHome, `"id":1,`, `"id":9007199254740992,`, 1)}
	Equal(t, want, got)
	if err := c.In.Close(); err != nil {
		t.Error(err)
	}
	if answer := c.Next(t); answer != "" {
		t.Errorf("one answer too many: %s", answer)
	}
	if err := <-c.Ended; err != nil {
		t.Error(err)
	}
}

// TestCancelBehindManyCalls cancels a call while more calls wait than run at a time.
func TestCancelBehindManyCalls(t *testing.T) {
	d := Fixture(t)
	c := Converse(t, t.Context(), NewServer(t, d.DSN, "max_open_conns: 4", "max_open_conns: 32"))
	c.Say(t, GetHome)
	if diff := cmp.Diff(GotHome, c.Next(t)); diff != "" {
		t.Fatal(diff)
	}
	unlock := LockDocuments(t, d)
	const calls = server.CallsAtATime + 12
	var want []string
	for i := range calls {
		id := fmt.Sprintf(`"id":%d,`, 100+i)
		c.Say(t, strings.Replace(distinct(GetHome, i), `"id":1,`, id, 1))
		if i > 0 && i < calls-1 {
			want = append(want, strings.Replace(GotHome, `"id":1,`, id, 1))
		}
	}
	AwaitStatements(t, d, server.CallsAtATime)
	// The first of them may be under way or wait for its turn, the last likewise.
	for _, i := range []int{0, calls - 1} {
		c.Say(t, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, 100+i))
	}
	c.Say(t, Ping)
	Equal(t, Pong, c.Next(t))
	unlock()
	if err := c.In.Close(); err != nil {
		t.Error(err)
	}
	var got []string
	for answer := c.Next(t); answer != ""; answer = c.Next(t) {
		got = append(got, answer)
	}
	slices.Sort(got)
	Equal(t, want, got)
	if err := <-c.Ended; err != nil {
		t.Error(err)
	}
}

// TestManyCallsOverStdio has a client that writes without reading: emcp takes only so many calls before it has answered
// some, which is seen by the answer to a ping behind them, which has no turn to wait for.
func TestManyCallsOverStdio(t *testing.T) {
	const calls = 120
	var input strings.Builder
	for i := range calls {
		input.WriteString(distinct(GetHome, i) + "\n")
	}
	input.WriteString(Ping + "\n")
	lines := Talk(t, NewServer(t, Fixture(t).DSN), "content", input.String())
	if at := slices.Index(lines, Pong); at < calls-server.CallsAtATime-server.CallsWaiting {
		t.Errorf("the ping was read when %d of %d calls were answered", at, calls)
	}
	var want []string
	for i := range calls {
		want = append(want, distinct(GotHome, i))
	}
	want = append(want, Pong)
	slices.Sort(want)
	slices.Sort(lines)
	Equal(t, want, lines)
}

// TestEndOfStdio ends the process's context while the client says nothing and a call is under way.
func TestEndOfStdio(t *testing.T) {
	d := Fixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := Converse(t, ctx, NewServer(t, d.DSN))
	c.Say(t, GetHome)
	if diff := cmp.Diff(GotHome, c.Next(t)); diff != "" {
		t.Fatal(diff)
	}
	LockDocuments(t, d)
	c.Say(t, GetHome)
	AwaitStatements(t, d, 1)
	cancel()
	AwaitEnd(t, d)
	select {
	case err := <-c.Ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Error("it does not end")
	}
}
