package server

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
)

// failure is the whole answer with an error; data is the error's data without braces.
func failure(id string, code int, message, data string) string {
	text, err := stdjson.Marshal(message)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s,"data":{%s}}}`, id, code, text, data)
}

func parseFailure(message string) string {
	return failure("null", -32700, message, `"code":"parse_error","retryable":false`)
}

func paramsFailure(field, message string) string {
	return failure("1", -32602, message, `"code":"invalid_params","field":"`+field+`","retryable":false`)
}

// nested returns a message whose objects and arrays stand n deep in each other.
func nested(n int) string {
	return `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":` +
		strings.Repeat("[", n-2) + strings.Repeat("]", n-2) + `}}`
}

// TestParseMessageRefusesOtherCase is for names that encoding/json, with which mcp-go reads the message again, takes
// for those of the protocol: a message must not be checked as one thing and run as another.
func TestParseMessageRefusesOtherCase(t *testing.T) {
	for _, text := range []string{
		`{"jsonrpc":"2.0","id":1,"Method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"evo.content.get"}}`,
		`{"jsonrpc":"2.0","id":1,"METHOD":"tools/call","method":"ping","params":{"name":"evo.content.get"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","JSONRPC":"1.0"}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","ID":null}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","Result":1}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","Params":{"_meta":{}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","param\u017f":{"_meta":{}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","Name":"evo.content.search"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","argument\u017f":{"id":1}}}`,
	} {
		m, err := parseMessage([]byte(text))
		if err == nil {
			t.Errorf("%s\naccepted as %s %s %s", text, m.method, m.tool, m.arguments)
			continue
		}
		if kind := fault.From(err).Kind; kind != fault.InvalidRequest && kind != fault.InvalidParams && kind != fault.ParseError {
			t.Errorf("%s\nrefused as %s", text, kind)
		}
	}
}

func TestParseMessageAccepts(t *testing.T) {
	type parsed struct {
		ID, Method, Params, Tool, Arguments string
		WantsAnswer                         bool
	}
	for _, test := range []struct {
		name, text string
		want       parsed
	}{
		{
			"request", `{"jsonrpc":"2.0","id":1,"method":"ping"}`,
			parsed{ID: "1", Method: "ping", WantsAnswer: true},
		}, {
			"white space around", " \r\n\t" + `{ "jsonrpc" : "2.0" , "id" : 1 , "method" : "ping" }` + "\r\n ",
			parsed{ID: "1", Method: "ping", WantsAnswer: true},
		}, {
			"names with escapes", `{"\u006asonrpc":"2.0","\u0069d":1,"\u006dethod":"p\u0069ng"}`,
			parsed{ID: "1", Method: "ping", WantsAnswer: true},
		}, {
			"unknown member", `{"jsonrpc":"2.0","id":1,"method":"ping","extra":[null]}`,
			parsed{ID: "1", Method: "ping", WantsAnswer: true},
		}, {
			"method nobody knows", `{"jsonrpc":"2.0","id":1,"method":"Ping","params":{"b":1,"a":{}}}`,
			parsed{ID: "1", Method: "Ping", Params: `{"b":1,"a":{}}`, WantsAnswer: true},
		}, {
			"64 levels", nested(64),
			parsed{
				ID: "1", Method: "ping", WantsAnswer: true,
				Params: `{"a":` + strings.Repeat("[", 62) + strings.Repeat("]", 62) + "}",
			},
		}, {
			"id 0", `{"jsonrpc":"2.0","id":0,"method":"ping"}`,
			parsed{ID: "0", Method: "ping", WantsAnswer: true},
		}, {
			"negative id", `{"jsonrpc":"2.0","id":-7,"method":"ping"}`,
			parsed{ID: "-7", Method: "ping", WantsAnswer: true},
		}, {
			"id above 2^53", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`,
			parsed{ID: "9007199254740993", Method: "ping", WantsAnswer: true},
		}, {
			"id of 20 digits", `{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}`,
			parsed{ID: "12345678901234567890", Method: "ping", WantsAnswer: true},
		}, {
			"empty text as id", `{"jsonrpc":"2.0","id":"","method":"ping"}`,
			parsed{ID: `""`, Method: "ping", WantsAnswer: true},
		}, {
			"notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
			parsed{Method: "notifications/initialized"},
		}, {
			"notification with params", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
			parsed{Method: "notifications/cancelled", Params: `{"requestId":1}`},
		}, {
			"answer of the client", `{"jsonrpc":"2.0","id":1,"result":null}`,
			parsed{ID: "1"},
		}, {
			"error of the client", `{"jsonrpc":"2.0","id":"a","error":{"code":-1,"message":"no"}}`,
			parsed{ID: `"a"`},
		}, {
			"call", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a\u0062","arguments":{"limit":9007199254740993}}}`,
			parsed{
				ID: "1", Method: "tools/call", WantsAnswer: true,
				Params: `{"name":"a\u0062","arguments":{"limit":9007199254740993}}`,
				Tool:   "ab", Arguments: `{"limit":9007199254740993}`,
			},
		}, {
			"call without arguments", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"","_meta":{"progressToken":1}}}`,
			parsed{
				ID: "1", Method: "tools/call", WantsAnswer: true,
				Params: `{"name":"","_meta":{"progressToken":1}}`,
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, err := parseMessage([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			got := parsed{string(m.id), m.method, string(m.params), m.tool, string(m.arguments), m.wantsAnswer()}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzParseMessage(f *testing.F) {
	addMessages(f)
	log := slog.New(slog.DiscardHandler)
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := parseMessage(text)
		if err != nil {
			if !errors.As(err, new(*fault.Error)) {
				t.Errorf("the error is no fault: %v", err)
			}
			if answer := refusal(t.Context(), log, m, fault.From(err)).response(m.id); !stdjson.Valid(answer) {
				t.Errorf("the answer is no JSON: %s", answer)
			}
			return
		}
		d := stdjson.NewDecoder(bytes.NewReader(text))
		d.UseNumber() // 1e400 is a number of JSON, and none of float64
		if !utf8.Valid(text) || !uniqueNames(d) {
			t.Error("accepted in spite of invalid UTF-8 or a name that is there twice")
		}
		if !m.wantsAnswer() || m.method == "tools/call" {
			return // which mcp-go does not get
		}
		forwarded, err := m.forwarded()
		if err != nil {
			t.Fatal(err)
		}
		if method := readByMCP(t, forwarded); method != m.method {
			t.Errorf("mcp-go reads it as %q", method)
		}
		again, err := parseMessage(forwarded)
		if err != nil {
			t.Fatalf("refused when read again: %v\n%s", err, forwarded)
		}
		if again.method != m.method {
			t.Errorf("%q when read again: %s", again.method, forwarded)
		}
	})
}

// uniqueNames reads the next value and reports whether its names are unique at every depth.
func uniqueNames(d *stdjson.Decoder) bool {
	token, err := d.Token()
	if err != nil {
		return false
	}
	names := map[stdjson.Token]bool{}
	switch token {
	case stdjson.Delim('['):
		for d.More() {
			if !uniqueNames(d) {
				return false
			}
		}
	case stdjson.Delim('{'):
		for d.More() {
			name, err := d.Token()
			if err != nil || names[name] || !uniqueNames(d) {
				return false
			}
			names[name] = true
		}
	default:
		return true
	}
	_, err = d.Token()
	return err == nil
}

// readByMCP reads the text that mcp-go gets with the same decoder and into the same members as mcp-go does, and returns the
// method.
func readByMCP(t *testing.T, text []byte) string {
	t.Helper()
	var envelope struct {
		JSONRPC string             `json:"jsonrpc"`
		Method  string             `json:"method"`
		Result  stdjson.RawMessage `json:"result"`
		Params  struct {
			Meta stdjson.RawMessage `json:"_meta"`
		} `json:"params"`
	}
	if err := stdjson.Unmarshal(text, &envelope); err != nil || envelope.JSONRPC != "2.0" {
		t.Errorf("mcp-go cannot read it: jsonrpc %q, %v", envelope.JSONRPC, err)
	}
	if envelope.Result != nil || envelope.Params.Meta != nil {
		t.Errorf("mcp-go takes it for an answer or for one of a later protocol version: %s", text)
	}
	return envelope.Method
}
