package upstream

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxResultNesting is how deep a result can be nested. The parsers of clients can have lower
// limits, or none and then fail.
const maxResultNesting = 64

var (
	errContent = errors.New("its result has content that MCP does not have")
	errDeep    = errors.New("its result is nested too deeply")
)

// readResult reads the result of tools/call. Members that emcp does not know are left out.
func readResult(text jsontext.Value) (r Result, err error) {
	var in struct {
		Content    jsontext.Value `json:"content"`
		Structured jsontext.Value `json:"structuredContent"`
		IsError    bool           `json:"isError"`
	}
	if json.Unmarshal(text, &in) != nil {
		return r, errNotMessage
	}
	if string(in.Structured) == "null" {
		in.Structured = nil
	}
	if in.Content == nil && in.Structured != nil {
		in.Content = jsontext.Value("[]")
	}
	if in.Content.Kind() != '[' || in.Structured != nil && in.Structured.Kind() != '{' {
		return r, errNotMessage
	}
	if max(nesting(in.Content), nesting(in.Structured)) > maxResultNesting {
		return r, errDeep
	}
	var parts []contentPart
	if json.Unmarshal(in.Content, &parts) != nil {
		return r, errContent
	}
	for _, part := range parts {
		if !part.valid() {
			return r, errContent
		}
	}
	for _, text := range []*jsontext.Value{&in.Content, &in.Structured} {
		if *text == nil {
			continue
		}
		if *text, err = oneLine(*text); err != nil {
			return r, errNotMessage
		}
	}
	return Result{in.Content, in.Structured, in.IsError}, nil
}

// contentPart has the members without which clients refuse a result.
type contentPart struct {
	Type     string  `json:"type"`
	Text     *string `json:"text"`
	Data     *string `json:"data"`
	MIMEType *string `json:"mimeType"`
	URI      *string `json:"uri"`
	Name     *string `json:"name"`
	Resource *struct {
		URI  *string `json:"uri"`
		Text *string `json:"text"`
		Blob *string `json:"blob"`
	} `json:"resource"`
}

// valid reports whether the part is content as MCP has it.
func (p contentPart) valid() bool {
	switch p.Type {
	case "text":
		return p.Text != nil
	case "image", "audio":
		return p.Data != nil && p.MIMEType != nil
	case "resource_link":
		return p.URI != nil && p.Name != nil
	case "resource":
		return p.Resource != nil && p.Resource.URI != nil && (p.Resource.Text != nil || p.Resource.Blob != nil)
	}
	return false
}

// nesting returns how deep valid JSON is nested.
func nesting(text []byte) (deepest int) {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++ // it is in a string
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
			deepest = max(deepest, depth)
		case c == ']' || c == '}':
			depth--
		}
	}
	return deepest
}

// Result is what a tool of an upstream has returned.
type Result struct {
	Content    jsontext.Value // an array of content as MCP has it
	Structured jsontext.Value // an object; nil: none
	IsError    bool           // the tool says that it has failed
}
