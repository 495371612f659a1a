package reply

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/mcp/wire"
)

// Output selects where the results of tools stand.
type Output string

// The places.
const (
	OutputBoth       Output = "both"       // structuredContent, and its JSON as text in content
	OutputStructured Output = "structured" // structuredContent; content is empty
	OutputText       Output = "text"       // content
)

// ToolFailure returns the result of a tools/call, without its end, that says what is wrong with the call. It has no
// structured content, which clients would compare with the tool's output schema.
func ToolFailure(f *fault.Error) []byte {
	result, _ := jsontext.AppendQuote([]byte(textContent), f.Told()) // the error is one of UTF-8, which the quotes replace
	return append(result, `}],"isError":true`...)
}

// Room around a result of a tool, in bytes. The head of a response fits unless its id is long; the members that all
// results have fit unless the names of site and server are long.
const (
	headRoom = 128
	endRoom  = 512
)

// WithTool returns r with a result of tools/call: what the tool returned, as JSON, as text, or as both. It is written
// by hand, because encoding/json reads and copies the whole of it three times (a third of a call's time with 20 items).
//
// A text is a JSON string. It has no structured content, which must be an object.
func (r Reply) WithTool(structured []byte, output Output) Reply {
	if structured[0] == '"' {
		r.before, r.Result = nil, slices.Concat([]byte(textContent), structured, []byte("}]"))
		return r
	}
	size := headRoom + len(structured) + endRoom
	if output != OutputStructured {
		size += quotedSize(structured)
	}
	whole := make([]byte, headRoom, size)
	switch output {
	case OutputStructured:
		whole = append(append(whole, `{"content":[],"structuredContent":`...), structured...)
	case OutputText:
		whole = append(appendQuoted(append(whole, textContent...), structured), "}]"...)
	default:
		whole = append(appendQuoted(append(whole, textContent...), structured), `}],"structuredContent":`...)
		whole = append(whole, structured...)
	}
	r.before, r.Result = whole[:headRoom], whole[headRoom:]
	return r
}

const textContent = `{"content":[{"type":"text","text":`

// quotedSize is the length of JSON as a string.
func quotedSize(text []byte) int {
	return len(text) + bytes.Count(text, []byte(`"`)) + bytes.Count(text, []byte(`\`)) + len(`""`)
}

// escaped is 1 for the bytes before which a JSON string needs a backslash, of those that are no control characters.
var escaped = [256]uint8{'"': 1, '\\': 1}

// appendQuoted appends JSON as a string. Every byte is written without a look at what it is, which is faster than
// jsontext.AppendQuote, because quotes are so frequent (20 KB: 30 us instead of 75). That one writes JSON with white
// space.
func appendQuoted(b, text []byte) []byte {
	whole := append(slices.Grow(b, quotedSize(text)), '"')
	quoted, n := whole[len(whole):cap(whole)], 0
	for _, c := range text {
		if c < ' ' {
			b, _ = jsontext.AppendQuote(b, text) // the error would be one of UTF-8
			return b
		}
		quoted[n] = '\\'
		n += int(escaped[c])
		quoted[n] = c
		n++
	}
	return append(whole[:len(whole)+n], '"')
}

// TaskResult returns the result of a task without its end: the answer as text, with the names of the tools that were
// used, and the outcome as JSON.
func TaskResult(answer string, used []string, structured []byte, output Output) []byte {
	if len(used) > 0 {
		answer += "\n\nTools used: " + strings.Join(used, ", ")
	}
	content := `{"content":[]`
	if output != OutputStructured {
		content = textContent + string(wire.Quoted(answer)) + "}]"
	}
	if output != OutputText {
		content += `,"structuredContent":` + string(structured)
	}
	return []byte(content)
}

// ResultText returns the text of a result of tools/call; of one without text its structured content.
func ResultText(result []byte) (text string, failed bool) {
	var out struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Structured jsontext.Value `json:"structuredContent"`
		IsError    bool           `json:"isError"`
	}
	if err := json.Unmarshal([]byte(string(result)+"}"), &out, jsontext.AllowInvalidUTF8(true),
		jsontext.AllowDuplicateNames(true)); err != nil {
		return "The result cannot be read.", true
	}
	var texts []string
	for _, part := range out.Content {
		if part.Type == "text" {
			texts = append(texts, part.Text)
		}
	}
	if len(texts) == 0 {
		return string(out.Structured), out.IsError
	}
	return strings.Join(texts, "\n"), out.IsError
}
