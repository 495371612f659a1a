// Package regex replaces the regular expressions of the demo's engine, which instantiates a WebAssembly module for each
// row. It implements what the engine calls with Go's regular expressions. emcp uses only REGEXP.
package regex

import (
	"context"
	"errors"
	"regexp"
	"sync"
)

// Regex matches a string with a regular expression. The first three methods implement REGEXP.
type Regex interface {
	SetRegexString(ctx context.Context, pattern string, flags RegexFlags) error
	SetMatchString(ctx context.Context, text string) error
	// Matches reports whether the text matches. The engine always starts at its beginning.
	Matches(ctx context.Context, start, occurrence int) (bool, error)
	Close() error

	// The methods for REGEXP_INSTR, REGEXP_REPLACE and REGEXP_SUBSTR fail.
	IndexOf(ctx context.Context, start, occurrence int, end bool) (int, error)
	Replace(ctx context.Context, replacement string, start, occurrence int) (string, error)
	Substring(ctx context.Context, start, occurrence int) (string, bool, error)
}

// RegexFlags change how a pattern matches.
type RegexFlags uint32

// The flags that the engine uses, with its values.
const (
	RegexFlags_None             RegexFlags = 0
	RegexFlags_Unix_Lines       RegexFlags = 1
	RegexFlags_Case_Insensitive RegexFlags = 2
	RegexFlags_Multiline        RegexFlags = 8
	RegexFlags_Dot_All          RegexFlags = 32
)

// SetRegexLeakHandler does nothing: there is nothing to close.
func SetRegexLeakHandler(func()) {}

// CreateRegex returns a Regex without a pattern. The size of its buffers means nothing.
func CreateRegex(uint32) Regex { return &pattern{} }

var errNotSupported = errors.New("the demo knows no regular expressions but REGEXP")

// compiled are the patterns in use, by their text with flags. emcp has about ten.
var compiled sync.Map

type pattern struct {
	expression *regexp.Regexp
	text       string
}

func (p *pattern) SetRegexString(_ context.Context, text string, flags RegexFlags) error {
	for _, flag := range []struct {
		set  RegexFlags
		name string
	}{{RegexFlags_Case_Insensitive, "(?i)"}, {RegexFlags_Multiline, "(?m)"}, {RegexFlags_Dot_All, "(?s)"}} {
		if flags&flag.set != 0 {
			text = flag.name + text
		}
	}
	if known, ok := compiled.Load(text); ok {
		p.expression = known.(*regexp.Regexp)
		return nil
	}
	var err error
	if p.expression, err = regexp.Compile(text); err != nil {
		return err
	}
	compiled.Store(text, p.expression)
	return nil
}

func (p *pattern) SetMatchString(_ context.Context, text string) error {
	p.text = text
	return nil
}

func (p *pattern) Matches(context.Context, int, int) (bool, error) {
	return p.expression.MatchString(p.text), nil
}

func (p *pattern) Close() error { return nil }

func (p *pattern) IndexOf(context.Context, int, int, bool) (int, error) { return 0, errNotSupported }

func (p *pattern) Replace(context.Context, string, int, int) (string, error) {
	return "", errNotSupported
}

func (p *pattern) Substring(context.Context, int, int) (string, bool, error) {
	return "", false, errNotSupported
}
