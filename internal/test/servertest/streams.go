package servertest

import (
	"bufio"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// Stream is an open stream of events.
type Stream struct {
	*http.Response
	Incoming // lines without blank ones
}

// OpenStream opens a stream of events. If it is refused, Incoming is nil.
func OpenStream(t *testing.T, url string, headers ...string) Stream {
	t.Helper()
	return OpenStreamBy(t, http.MethodGet, url, "", headers...)
}

// OpenStreamBy is OpenStream with another method and a body.
func OpenStreamBy(t *testing.T, method, url, body string, headers ...string) Stream {
	t.Helper()
	return OpenStreamWith(t, http.DefaultClient, method, url, body, headers...)
}

// OpenStreamWith is OpenStreamBy with a client of its own. An empty value removes a header.
func OpenStreamWith(t *testing.T, client *http.Client, method, url, body string, headers ...string) Stream {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i, pairs := 0, append([]string{
		"Accept", "text/event-stream", "Authorization", "Bearer full", "X-Trace-Id", "trace-1", "Mcp-Session-Id", "session-1",
	}, headers...); i < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
		if pairs[i+1] == "" {
			r.Header.Del(pairs[i])
		}
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		return Stream{Response: response}
	}
	lines := make(Incoming, 1)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(response.Body); scanner.Scan(); {
			if scanner.Text() != "" {
				select {
				case lines <- eventID.ReplaceAllString(scanner.Text(), "id: UUID"):
				case <-r.Context().Done():
				}
			}
		}
	}()
	return Stream{response, lines}
}

var eventID = regexp.MustCompile(`^id: [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

// ExpectTold compares the next events, in which heartbeats do not count.
func (o Stream) ExpectTold(t *testing.T, ids ...int) {
	t.Helper()
	for _, id := range ids {
		o.Expect(t, "id: UUID", "data: "+UpdateNotice(id))
	}
}

// ExpectChange compares the next event, a change of any kind.
func (o Stream) ExpectChange(t *testing.T, id int, kind string) {
	t.Helper()
	o.Expect(t, "id: UUID", "data: "+changeNotice(id, kind))
}

// Subscribe subscribes over HTTP.
func Subscribe(t *testing.T, base string, id int, headers ...string) {
	t.Helper()
	headers = append([]string{"Mcp-Session-Id", "session-1"}, headers...)
	Equal(t, Answered(Empty), Post(t, base+"/mcp", Subscribing(id), headers...))
}

// ExpectAdded compares the next event, which says that documents are new below one.
func (o Stream) ExpectAdded(t *testing.T, id int, added string) {
	t.Helper()
	o.Expect(t, "id: UUID", "data: "+fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/resources/updated",`+
		`"params":{"_meta":{"evo/added":[%s],"evo/change":"added"},"uri":"evo://content/content/%d"}}`, added, id))
}

// Ended reads a stream to its end, which must come.
func (o Stream) Ended(t *testing.T) {
	t.Helper()
	if o.Incoming == nil {
		t.Fatalf("the stream was refused with %d", o.StatusCode)
	}
	for line := o.Next(t); line != ""; line = o.Next(t) {
		t.Log(line)
	}
}

// Message returns the next message, past signs of life and ids.
func (o Stream) Message(t *testing.T) string {
	t.Helper()
	for {
		line := o.Next(t)
		if data, ok := strings.CutPrefix(line, "data: "); ok || line == "" {
			return data
		}
	}
}

// Messages returns the messages of a stream up to its end.
func (o Stream) Messages(t *testing.T) (all []string) {
	t.Helper()
	for message := o.Message(t); message != ""; message = o.Message(t) {
		all = append(all, message)
	}
	return all
}

// OpenStreams opens both kinds of streams for a token.
func OpenStreams(t *testing.T, base, token string) [2]Stream {
	t.Helper()
	bearer := []string{"Authorization", "Bearer " + token, "Mcp-Session-Id", token[max(0, len(token)-40):]}
	Subscribe(t, base, 1, bearer...)
	body := StatelessRequest(ListenMethod, `"notifications":{"resourceSubscriptions":["evo://content/content/1"]},`)
	all := [2]Stream{
		OpenStream(t, base+"/mcp", bearer...),
		OpenStreamBy(t, http.MethodPost, base+"/mcp", body,
			append(append(StatelessHeaders(ListenMethod, ""), "Content-Type", "application/json"), bearer...)...),
	}
	for _, stream := range all {
		if stream.Incoming == nil {
			t.Fatalf("a stream was refused with %d", stream.StatusCode)
		}
		stream.Next(t)
	}
	return all
}
