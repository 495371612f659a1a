package reply

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/toolset"
)

// Reply is the answer to a request, except its id.
type Reply struct {
	// What is sent:
	Result []byte // a JSON object without its end; nil: there is no result
	Err    []byte // the JSON-RPC error in the place of a result; nil: none
	Status int    // of HTTP; 0 is 200
	common []byte // members without braces that Add adds to the result; nil: none
	before []byte // unused room directly before Result in the same array, so that Response copies nothing; nil: none

	// What it is about:
	Fault    *fault.Error  // behind an error, or behind a result that reports one
	Noted    audit.Outcome // what the method knows for the audit: rows, an upstream, what a task has used
	Session  string        // the id that initialize gives to a client
	Upstream string        // that a result comes from; empty: emcp itself
	// Done says that the call may have changed something, so that its outcome counts for its key even where it is an
	// error.
	Done bool
	// Seen returns what the caller sees of the site in the reply; false if that is unknown. A nil Seen means unknown too.
	Seen func() (toolset.Seen, bool)
}

// NothingSeen is the Seen of replies that show nothing of the site.
func NothingSeen() (toolset.Seen, bool) { return toolset.Seen{}, true }

// Of returns the reply with a value as its result, which must be a JSON object.
func Of(value any, options ...json.Options) (Reply, error) {
	text, err := json.Marshal(value, append(options, jsontext.AllowInvalidUTF8(true))...)
	return Reply{Result: WithoutEnd(text)}, err
}

// WithoutEnd returns a JSON object without the brace at its end, so that members can be appended.
func WithoutEnd(object []byte) []byte { return bytes.TrimSuffix(object, []byte("}")) }

// Response returns the reply to the request with that id, which is the client's, digit by digit; without one it is
// null. Both are JSON already and are not read again. There is room behind it for the end of a line. It is called once:
// a large response is written into the array of the result.
func (r Reply) Response(id jsontext.Value) []byte {
	if id == nil {
		id = jsontext.Value("null")
	}
	const begin = `{"jsonrpc":"2.0","id":`
	if r.Err != nil {
		return slices.Concat([]byte(begin), id, []byte(`,"error":`), r.Err, []byte("}"))
	}
	head := slices.Concat([]byte(begin), id, []byte(`,"result":`))
	var text []byte
	if free := len(r.before) - len(head); free >= 0 {
		copy(r.before[free:], head)
		text = r.before[free : len(r.before)+len(r.Result)]
	} else {
		text = make([]byte, 0, len(head)+len(r.Result)+len(r.common)+len(",}}\n"))
		text = append(append(text, head...), r.Result...)
	}
	return append(append(append(text, r.comma()...), r.common...), "}}"...)
}

// comma returns what separates the added members from those before them.
func (r Reply) comma() string {
	if r.common == nil || len(r.Result) == len("{") {
		return ""
	}
	return ","
}

// Size returns how many bytes the result has in the response.
func (r Reply) Size() int { return len(r.Result) + len(r.comma()) + len(r.common) + len("}") }

// Add adds members to a result: those of a JSON object.
func (r Reply) Add(object any) Reply {
	text, err := json.Marshal(object, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // strings and numbers only
	}
	r.common = WithoutEnd(text)[len("{"):]
	return r
}

// Failed returns the reply to a call of a tool that has failed: the error, or for clients that get mistakes of theirs
// as results (asResult) a result.
func (r Reply) Failed(err error, asResult bool) (Reply, error) {
	f := fault.From(err)
	if !asResult || f.Kind.Class().Party != fault.Caller || f.Kind.OfTransport() {
		return r, err
	}
	r.Result, r.Fault = ToolFailure(f), f
	return r, nil
}
