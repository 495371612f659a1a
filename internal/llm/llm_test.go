package llm_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/llm"
)

// endpoint serves an answer to every request, and returns a model there.
func endpoint(t *testing.T, answer http.HandlerFunc) *llm.Model {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return llm.New(llm.Options{URL: s.URL + "/v1/", Model: "small", Key: "the-key"})
}

// hello is the start of a conversation, and tools what the model may ask for.
var (
	hello = []llm.Message{{Role: llm.System, Content: "Rules"}, {Role: llm.User, Content: "Find \"it\""}}
	tools = []llm.Tool{{Name: "find", Description: "Finds", Parameters: jsontext.Value(`{"type":"object"}`)}}
)

// TestComplete sends what the endpoint needs, and reads answers and calls of tools.
func TestComplete(t *testing.T) {
	var sent []string
	answer := ""
	model := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent = append(sent, r.Method+" "+r.URL.Path+" "+r.Header.Get("Authorization")+" "+string(body))
		_, _ = io.WriteString(w, answer)
	})
	const request = `POST /v1/chat/completions Bearer the-key ` +
		`{"model":"small","messages":[{"role":"system","content":"Rules"},{"role":"user","content":"Find \"it\""}`
	const offered = `],"tools":[{"type":"function","function":{"name":"find","description":"Finds",` +
		`"parameters":{"type":"object"}}}]`
	for _, test := range []struct {
		answer string
		calls  bool
		sent   string
		want   llm.Reply
	}{
		{
			`{"choices":[{"message":{"role":"assistant","content":"Here.","extra":1}}],"usage":{"total_tokens":12},"other":[]}`,
			true, request + offered + "}",
			llm.Reply{Message: llm.Message{Role: llm.Assistant, Content: "Here."}, Tokens: 12},
		},
		{
			`{"choices":[{"message":{"content":null,"tool_calls":[{"id":"a","type":"x","function":{"name":"find",` +
				`"arguments":"{\"a\":1}"}}]}}],"usage":{"total_tokens":7}}`, true, request + offered + "}",
			llm.Reply{
				Message: llm.Message{
					Role:  llm.Assistant,
					Calls: []llm.Call{{ID: "a", Type: "function", Function: llm.Function{Name: "find", Arguments: `{"a":1}`}}},
				}, Tokens: 7,
			},
		},
		{ // nothing is counted there
			`{"choices":[{"message":{"content":"` + strings.Repeat("a", 358) + `"}}]}`, false,
			request + offered + `,"tool_choice":"none"}`,
			llm.Reply{Message: llm.Message{Role: llm.Assistant, Content: strings.Repeat("a", 358)}, Tokens: 109},
		},
		{
			`{"choices":[{"message":{"content":"a"}}],"usage":{"total_tokens":9000000000000}}`, true, request + offered + "}",
			llm.Reply{Message: llm.Message{Role: llm.Assistant, Content: "a"}, Tokens: 1 << 30},
		},
	} {
		sent, answer = nil, test.answer
		got, err := model.Complete(t.Context(), hello, tools, test.calls)
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]string{test.sent}, sent); diff != "" {
			t.Error(diff)
		}
	}
}

// TestEndpointsThatFail turns every way in which an endpoint fails into one of three errors, without
// what the endpoint has sent.
func TestEndpointsThatFail(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("a redirect was followed with %q", r.Header.Get("Authorization"))
	}))
	defer elsewhere.Close()
	status := func(code int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(code)
			_, _ = io.WriteString(w, body)
		}
	}
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		want   error
		text   string
	}{
		"429": {status(429, "the-key secret"), llm.ErrUnavailable, "the language model does not answer: status 429"},
		"500": {status(500, "secret"), llm.ErrUnavailable, "the language model does not answer: status 500"},
		"401": {status(401, "the-key"), llm.ErrRefused, "the language model refuses the request: status 401"},
		"404": {status(404, ""), llm.ErrRefused, "the language model refuses the request: status 404"},
		"204": {status(204, ""), llm.ErrRefused, "the language model refuses the request: status 204"},
		"empty": {
			status(200, ""), llm.ErrAnswer,
			"the answer of the language model cannot be used: it is not a chat completion in JSON",
		},
		"HTML": {
			status(200, "<html>"), llm.ErrAnswer,
			"the answer of the language model cannot be used: it is not a chat completion in JSON",
		},
		"wrong types": {
			status(200, `{"choices":{}}`), llm.ErrAnswer,
			"the answer of the language model cannot be used: it is not a chat completion in JSON",
		},
		"half": {
			status(200, `{"choices":[{"message":`), llm.ErrAnswer,
			"the answer of the language model cannot be used: it is not a chat completion in JSON",
		},
		"arguments": {
			status(200, `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"find","arguments":{}}}]}}]}`),
			llm.ErrAnswer, "the answer of the language model cannot be used: it is not a chat completion in JSON",
		},
		"no choices": {
			status(200, `{"choices":[]}`), llm.ErrAnswer, "the answer of the language model cannot be used: it has no choices",
		},
		"the key": {
			status(200, `{"choices":[{"message":{"content":"the-key"}}]}`), llm.ErrAnswer,
			"the answer of the language model cannot be used: it has the key in it",
		},
		"large": {
			status(200, strings.Repeat(" ", 2<<20)), llm.ErrAnswer,
			"the answer of the language model cannot be used: it has more than 1048576 bytes",
		},
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		}, llm.ErrRefused, "the language model refuses the request: status 307"},
		"breaks off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "{")
		}, llm.ErrUnavailable, "the language model does not answer: its answer broke off"},
		"hangs up": {
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, llm.ErrUnavailable,
			"the language model does not answer: it could not be reached",
		},
	} {
		if _, err := endpoint(t, test.answer).Complete(t.Context(), hello, tools, true); !errors.Is(err, test.want) ||
			err.Error() != test.text {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestModelThatHangs ends with the context: as a failure of the endpoint when the time is over, as
// itself when nobody waits.
func TestModelThatHangs(t *testing.T) {
	entered := make(chan struct{}, 2)
	model := endpoint(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then does the server see that the client leaves
		entered <- struct{}{}
		<-r.Context().Done()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := model.Complete(ctx, hello, nil, true); !errors.Is(err, llm.ErrUnavailable) ||
		err.Error() != "the language model does not answer in time" {
		t.Error(err)
	}
	<-entered
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		<-entered
		leave()
	}()
	if _, err := model.Complete(ctx, hello, nil, true); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestModels lists the models of an endpoint.
func TestModels(t *testing.T) {
	model := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/v1/models" {
			t.Errorf("%s %s", r.Method, r.URL)
		}
		_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"small"},{"id":"large"}]}`)
	})
	names, err := model.Models(t.Context())
	if diff := cmp.Diff([]string{"small", "large"}, names); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if _, err := endpoint(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{}`)
	}).Models(t.Context()); !errors.Is(err, llm.ErrAnswer) {
		t.Error(err)
	}
}

// TestEstimate counts everything that a request sends of a conversation.
func TestEstimate(t *testing.T) {
	four := func(n int) string { return strings.Repeat("a", 4*n) }
	messages := []llm.Message{
		{Role: llm.User, Content: four(1)},
		{Role: llm.Assistant, Calls: []llm.Call{{ID: four(1000), Function: llm.Function{Name: four(2), Arguments: four(3)}}}},
		{Role: llm.FromTool, CallID: four(1000), Content: four(4)},
	}
	if got, want := llm.Estimate(messages,
		[]llm.Tool{{Name: four(5), Description: four(6), Parameters: jsontext.Value(four(7))}}), 2028; got != want {
		t.Errorf("%d tokens, want %d", got, want)
	}
}
