package method

import (
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/bundle"
	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/mcp/wire"
	"emcp/toolset"
)

// maxEnvelope bounds the strings of an envelope, in characters.
const maxEnvelope = 256

// Open takes the envelope off a call, if the server has a profile: the tool gets the other arguments, and those that it
// declares itself.
func (e *Endpoint) Open(m Message) (Message, error) {
	if e.Profile == nil || m.Method != wire.CallMethod || m.Arguments == nil {
		return m, nil
	}
	tool := e.tool(m.Tool)
	known, texts := e.Profile.Envelope, map[string]string{}
	named := known.Strings()
	own, compared := jsontext.Value("{"), jsontext.Value("{")
	err := bundle.EachMember(m.Arguments, func(name string, value jsontext.Value) error {
		if name != known.Request {
			compared = bundle.AppendMember(compared, name, value)
		}
		isText, isObject := slices.Contains(named, name), slices.Contains(known.Objects, name)
		switch {
		case tool.Input.Has(name) || !isText && !isObject:
			own = bundle.AppendMember(own, name, value)
		case value.Kind() == 'n': // as good as absent
		case isText && value.Kind() != '"':
			return fault.Invalid(name, "%s must be a string", name)
		case isObject && value.Kind() != '{':
			return fault.Invalid(name, "%s must be an object", name)
		}
		if isText && value.Kind() == '"' {
			texts[name] = wire.Unquoted(value)
			if utf8.RuneCountInString(texts[name]) > maxEnvelope {
				return fault.Invalid(name, "%s must have at most %d characters", name, maxEnvelope)
			}
		}
		return nil
	})
	if err != nil {
		return m, err
	}
	key := texts[known.Key]
	if key == "" {
		key = m.Meta(known.Key)
	}
	if key != "" && !idempotency.ValidKey(key) {
		return m, fault.Invalid(known.Key, "%s %s", known.Key, idempotency.WrongKey)
	}
	own, compared = append(own, '}'), append(compared, '}')
	m.Arguments, m.Envelope = own, envelope{Request: texts[known.Request], Session: texts[known.Session], Key: key,
		compared: compared}
	return m, nil
}

// tool returns a tool of emcp by one of its names; the zero value if there is none.
func (e *Endpoint) tool(name string) toolset.Tool {
	name = e.Tools.Canonical(name)
	tools := e.Tools.Tools()
	i := slices.IndexFunc(tools, func(tool toolset.Tool) bool { return tool.Name == name })
	if i < 0 {
		return toolset.Tool{}
	}
	return tools[i]
}
