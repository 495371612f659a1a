package mcp_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/mcp/session"
	"emcp/server"
)

// listenFor opens a stream for resources, named as JSON texts.
func listenFor(t *testing.T, base, uris string) Stream {
	t.Helper()
	body := StatelessRequest(ListenMethod,
		`"notifications":{"toolsListChanged":false,"other":true,"resourceSubscriptions":[`+uris+`]},`)
	return OpenStreamBy(t, http.MethodPost, base+"/mcp", strings.Replace(body, `"id":1`, `"id":"a\"1"`, 1),
		append(StatelessHeaders(ListenMethod, ""), "Content-Type", "application/json")...)
}

// agreedTo is the first message of a stream.
func agreedTo(notifications string) string {
	return `data: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",` +
		`"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"a\"1"},"notifications":{` + notifications + `}}}`
}

const endOfStream = `data: {"jsonrpc":"2.0","id":"a\"1","result":{"resultType":"complete",` +
	`"_meta":{"io.modelcontextprotocol/subscriptionId":"a\"1"}}}`

// TestListen expects the events that the client asked for and may see, with the id of its request.
func TestListen(t *testing.T) {
	d := Fixture(t)
	clock, kept := NewClock(), session.NewSessions(0)
	s := NewServerWith(t, server.Options{Clock: clock.Start, Sessions: kept}, d.DSN)
	stream := listenFor(t, Listen(t, s),
		`"evo://content/content/1","evo://content/content/1","evo://content/content/99999","evo://content/site","x"`)
	stream.Expect(t, agreedTo(`"resourceSubscriptions":["evo://content/content/1"]`))
	EditDocument(t, d, 1)
	EditDocument(t, d, 2)
	clock.Tick(t)
	stream.Expect(t,
		`data: {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"evo/change":"updated",`+
			`"io.modelcontextprotocol/subscriptionId":"a\"1"},"uri":"evo://content/content/1"}}`)
	Execute(t, d, "UPDATE evo_site_content SET parent = 1 WHERE id = 11")
	clock.Tick(t)
	stream.Expect(t,
		`data: {"jsonrpc":"2.0","method":"notifications/resources/updated",`+
			`"params":{"_meta":{"evo/added":["evo://content/content/11"],"evo/change":"added",`+
			`"io.modelcontextprotocol/subscriptionId":"a\"1"},"uri":"evo://content/content/1"}}`)
	stream.Body.Close()
	wait.Until(t, 5*time.Second, "the stream is forgotten", func() bool {
		sessions, _ := kept.Tally()
		return sessions == 0
	})
}

// TestListenForNothing ends at once.
func TestListenForNothing(t *testing.T) {
	s := NewServer(t, NoDatabase)
	listenFor(t, Listen(t, s), `"x"`).Expect(t, agreedTo(""), endOfStream, "")
}

// TestListeningEnds with a result when its time is up, so that the client knows that nothing is wrong.
func TestListeningEnds(t *testing.T) {
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Longest: time.Second}}, Fixture(t).DSN)
	listenFor(t, Listen(t, s), `"evo://content/content/1"`).Expect(t,
		agreedTo(`"resourceSubscriptions":["evo://content/content/1"]`), endOfStream, "")
}

// TestListenOverStdio ends with the conversation.
func TestListenOverStdio(t *testing.T) {
	s := NewServer(t, Fixture(t).DSN)
	body := StatelessRequest(ListenMethod, `"notifications":{"resourceSubscriptions":["x"]},`)
	got := Talk(t, s, "content", strings.Replace(body, `"id":1`, `"id":"a\"1"`, 1)+"\n")
	want := []string{strings.TrimPrefix(agreedTo(""), "data: "), strings.TrimPrefix(endOfStream, "data: ")}
	Equal(t, want, got)
}

func TestRefusedListening(t *testing.T) {
	base := Serve(t, NoDatabase)
	for _, test := range []struct{ notifications, want string }{
		{`"notifications":[],`, ParamsFailure("notifications", notificationsMessage)},
		{``, ParamsFailure("notifications", notificationsMessage)},
		{`"notifications":{"resourceSubscriptions":"x"},`, ParamsFailure("notifications", notificationsMessage)},
		{
			`"notifications":{"resourceSubscriptions":["x"` + strings.Repeat(`,"x"`, maxSubscriptions) + `]},`,
			ParamsFailure("notifications.resourceSubscriptions",
				"notifications.resourceSubscriptions: at most 100 resources can be subscribed to"),
		},
		{`"uri":"x","notifications":{},`, ParamsFailure("uri", "uri: "+noParamMessage)},
	} {
		got := Post(t, base+"/mcp", StatelessRequest(ListenMethod, test.notifications), StatelessHeaders(ListenMethod, "")...)
		Equal(t, Answered(Traced(test.want)), got)
	}
	got := Post(t, base+"/mcp/content/dispatch", StatelessRequest(ListenMethod, `"notifications":{},`),
		StatelessHeaders(ListenMethod, "")...)
	Equal(t, Refused(400, "bad_request", "listen at the server's own address, without /dispatch"), got)
}
