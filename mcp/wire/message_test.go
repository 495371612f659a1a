package wire

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
)

// nested returns a message whose objects and arrays stand n deep in each other.
func nested(n int) string {
	return `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":` +
		strings.Repeat("[", n-2) + strings.Repeat("]", n-2) + `}}`
}

// TestReadRefusesOtherCase is for names that readers such as encoding/json take for those of the protocol: a message
// must not be one thing to a proxy and another to emcp.
func TestReadRefusesOtherCase(t *testing.T) {
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
		m := Read([]byte(text))
		if m.Err == nil {
			t.Errorf("%s\naccepted as %s %s %s", text, m.Method, m.Tool, m.Arguments)
			continue
		}
		if kind := fault.From(m.Err).Kind; kind != fault.InvalidRequest && kind != fault.InvalidParams &&
			kind != fault.ParseError {
			t.Errorf("%s\nrefused as %s", text, kind)
		}
	}
}

func TestReadAccepts(t *testing.T) {
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
			"call",
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a\u0062","arguments":{"limit":9007199254740993}}}`,
			parsed{
				ID: "1", Method: "tools/call", WantsAnswer: true,
				Params: `{"name":"a\u0062","arguments":{"limit":9007199254740993}}`,
				Tool:   "ab", Arguments: `{"limit":9007199254740993}`,
			},
		}, {
			"call without arguments",
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"","_meta":{"progressToken":1}}}`,
			parsed{
				ID: "1", Method: "tools/call", WantsAnswer: true,
				Params: `{"name":"","_meta":{"progressToken":1}}`,
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := Read([]byte(test.text))
			if m.Err != nil {
				t.Fatal(m.Err)
			}
			got := parsed{string(m.ID), m.Method, string(m.Params), m.Tool, string(m.Arguments), m.WantsAnswer()}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// addMessages adds the bad input that the transports are tested with, and good input.
func addMessages(f *testing.F) {
	f.Helper()
	files, err := filepath.Glob("../../server/testdata/bad_input/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("no bad input: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 4096 { // longer ones say no more, and mutate slowly
			f.Add(text)
		}
	}
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
			`"clientInfo":{"name":"test","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1},` +
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		`{"jsonrpc":"2.0","id":"a\n\u00e9","method":"ping","params":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_META":{},"_meta":{}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1e400}}`,
	} {
		f.Add([]byte(message))
	}
}

// FuzzRead compares what is accepted with encoding/json.
func FuzzRead(f *testing.F) {
	addMessages(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		m := Read(text)
		if m.Err != nil {
			if !errors.As(m.Err, new(*fault.Error)) {
				t.Errorf("the error is no fault: %v", m.Err)
			}
			return
		}
		d := stdjson.NewDecoder(bytes.NewReader(text))
		d.UseNumber() // 1e400 is a number of JSON, and none of float64
		if !utf8.Valid(text) || !uniqueNames(d) {
			t.Error("accepted in spite of invalid UTF-8 or a name that is there twice")
		}
		var envelope struct {
			ID     stdjson.RawMessage `json:"id"`
			Method string             `json:"method"`
		}
		if err := stdjson.Unmarshal(text, &envelope); err != nil || envelope.Method != m.Method ||
			string(envelope.ID) != string(m.ID) {
			t.Errorf("another reader finds %s %q, emcp %s %q: %v", envelope.ID, envelope.Method, m.ID, m.Method, err)
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
