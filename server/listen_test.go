package server

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/wait"
	"emcp/mcp"
)

// listenFor opens a stream for resources, named as JSON texts.
func listenFor(t *testing.T, base, uris string) opened {
	t.Helper()
	body := requestOf(listenMethod, `"notifications":{"toolsListChanged":false,"other":true,"resourceSubscriptions":[`+uris+`]},`)
	return openBy(t, http.MethodPost, base+"/mcp", strings.Replace(body, `"id":1`, `"id":"a\"1"`, 1),
		append(headersOf(listenMethod, ""), "Content-Type", "application/json")...)
}

// agreedTo is the first message of a stream.
func agreedTo(notifications string) string {
	return `data: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"a\"1"},"notifications":{` + notifications + `}}}`
}

const endOfStream = `data: {"jsonrpc":"2.0","id":"a\"1","result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":"a\"1"}}}`

// TestListen expects the events that the client asked for and may see, with the id of its request.
func TestListen(t *testing.T) {
	d := fixture(t)
	clock, kept := newClock(), mcp.NewSessions(0)
	s := newServerWith(t, Options{Clock: clock.start, Sessions: kept}, d.DSN)
	stream := listenFor(t, listen(t, s), `"evo://content/content/1","evo://content/content/1","evo://content/content/99999","evo://content/site","x"`)
	stream.expect(t, agreedTo(`"resourceSubscriptions":["evo://content/content/1"]`))
	edit(t, d, 1)
	edit(t, d, 2)
	clock.tick(t)
	stream.expect(t, `data: {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"evo/change":"updated","io.modelcontextprotocol/subscriptionId":"a\"1"},"uri":"evo://content/content/1"}}`)
	execute(t, d.DB, "UPDATE evo_site_content SET parent = 1 WHERE id = 11")
	clock.tick(t)
	stream.expect(t, `data: {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"evo/added":["evo://content/content/11"],"evo/change":"added","io.modelcontextprotocol/subscriptionId":"a\"1"},"uri":"evo://content/content/1"}}`)
	stream.Body.Close()
	wait.Until(t, 5*time.Second, "the stream is forgotten", func() bool {
		sessions, _ := kept.Tally()
		return sessions == 0
	})
}

// TestListenForNothing ends at once.
func TestListenForNothing(t *testing.T) {
	s := newServer(t, noDatabase)
	listenFor(t, listen(t, s), `"x"`).expect(t, agreedTo(""), endOfStream, "")
}

// TestListeningEnds with a result when its time is up, so that the client knows that nothing is wrong.
func TestListeningEnds(t *testing.T) {
	s := newServerWith(t, Options{Streams: StreamTimes{Longest: time.Second}}, fixture(t).DSN)
	listenFor(t, listen(t, s), `"evo://content/content/1"`).expect(t, agreedTo(`"resourceSubscriptions":["evo://content/content/1"]`), endOfStream, "")
}

// TestListenOverStdio ends with the conversation.
func TestListenOverStdio(t *testing.T) {
	s := newServer(t, fixture(t).DSN)
	body := requestOf(listenMethod, `"notifications":{"resourceSubscriptions":["x"]},`)
	got := talk(t, s, "content", strings.Replace(body, `"id":1`, `"id":"a\"1"`, 1)+"\n")
	want := []string{strings.TrimPrefix(agreedTo(""), "data: "), strings.TrimPrefix(endOfStream, "data: ")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRefusedListening(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	for _, test := range []struct{ notifications, want string }{
		{`"notifications":[],`, paramsFailure("notifications", notificationsMessage)},
		{``, paramsFailure("notifications", notificationsMessage)},
		{`"notifications":{"resourceSubscriptions":"x"},`, paramsFailure("notifications", notificationsMessage)},
		{
			`"notifications":{"resourceSubscriptions":["x"` + strings.Repeat(`,"x"`, maxSubscriptions) + `]},`,
			paramsFailure("notifications.resourceSubscriptions", "notifications.resourceSubscriptions: at most 100 resources can be subscribed to"),
		},
		{`"uri":"x","notifications":{},`, paramsFailure("uri", "uri: "+noParamMessage)},
	} {
		got := post(t, base+"/mcp", requestOf(listenMethod, test.notifications), headersOf(listenMethod, "")...)
		if diff := cmp.Diff(answered(traced(test.want)), got); diff != "" {
			t.Error(diff)
		}
	}
	got := post(t, base+"/mcp/content/dispatch", requestOf(listenMethod, `"notifications":{},`), headersOf(listenMethod, "")...)
	if diff := cmp.Diff(refusedReply(400, "bad_request", "listen at the server's own address, without /dispatch"), got); diff != "" {
		t.Error(diff)
	}
}
