package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/bundle"
	"emcp/internal/fault"
	"emcp/internal/ratelimit"
	"emcp/mcp/wire"
	"emcp/toolset"
)

// envelope is what a platform says about a call beside the arguments of the tool. The zero value is of calls without.
type envelope struct {
	request  string         // id of the request at the platform
	session  string         // of a user of the platform; never an identity
	key      string         // idempotency key
	compared jsontext.Value // the arguments that make two calls the same; nil: all
}

// maxEnvelope bounds the strings of an envelope, in characters.
const maxEnvelope = 256

// open takes the envelope off a call, if the server has a profile: the tool gets the other arguments, and those that it
// declares itself.
func (e *endpoint) open(m message) (message, error) {
	if e.Profile == nil || m.Method != wire.CallMethod || m.Arguments == nil {
		return m, nil
	}
	tool := e.tool(m.Tool)
	known, texts := e.Profile.Envelope, map[string]string{}
	named := known.Strings()
	own, compared := jsontext.Value("{"), jsontext.Value("{")
	err := bundle.EachMember(m.Arguments, func(name string, value jsontext.Value) error {
		if name != known.Request {
			compared = appendNamed(compared, name, value)
		}
		isText, isObject := slices.Contains(named, name), slices.Contains(known.Objects, name)
		switch {
		case tool.Input.Has(name) || !isText && !isObject:
			own = appendNamed(own, name, value)
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
	if key != "" && !keyPattern.MatchString(key) {
		return m, fault.Invalid(known.Key, "%s %s", known.Key, wrongKey)
	}
	own, compared = append(own, '}'), append(compared, '}')
	m.Arguments, m.envelope = own, envelope{request: texts[known.Request], session: texts[known.Session], key: key,
		compared: compared}
	return m, nil
}

// tool returns a tool of emcp by one of its names; the zero value if there is none.
func (e *endpoint) tool(name string) toolset.Tool {
	name = e.Tools.Canonical(name)
	tools := e.Tools.Tools()
	i := slices.IndexFunc(tools, func(tool toolset.Tool) bool { return tool.Name == name })
	if i < 0 {
		return toolset.Tool{}
	}
	return tools[i]
}

// appendNamed appends a member to an object without its end.
func appendNamed(object jsontext.Value, name string, value jsontext.Value) jsontext.Value {
	if len(object) > len("{") {
		object = append(object, ',')
	}
	object, _ = jsontext.AppendQuote(object, name) // the message is UTF-8
	return append(append(object, ':'), value...)
}

// countSession counts a call of a session, where calls of its caller are counted. Sessions have limits below that of
// their caller, so that one user of a platform does not use up what is for all.
func (s *Service) countSession(ctx context.Context, r Request, e *endpoint, m message) error {
	if m.envelope.session == "" || r.Uncounted || e.PerMinute == 0 {
		return nil
	}
	limit := e.sessionLimits[e.Tools.Canonical(m.Tool)]
	if limit.PerSecond == 0 {
		return nil
	}
	sum := sha256.Sum256([]byte(m.envelope.session)) // keys of the same length, whatever the client sends
	key := "session:" + e.Handle + ":" + limit.Class + ":" + callerKey(r) + ":" + hex.EncodeToString(sum[:16])
	return ratelimit.CheckSession(ctx, s.limiter, key, limit.PerSecond)
}
