package probe

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// matching returns a short text of at least that many characters that the pattern matches.
func (s *sampler) matching(pattern string, least int) (any, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, errNoSample // JavaScript syntax that Go lacks, such as a look-ahead
	}
	var text string
	for more := 0; ; more = max(1, more*2) {
		var b strings.Builder
		if err := s.write(&b, parsed, more); err != nil {
			return nil, err
		}
		longer := b.String()
		if utf8.RuneCountInString(longer) >= least {
			return longer, nil
		}
		if more > 0 && longer == text {
			break // nothing can be repeated
		}
		text = longer
	}
	return text + strings.Repeat("e", least-utf8.RuneCountInString(text)), nil // matches if the pattern has no end anchor
}

// write writes a text that the expression matches. It repeats what may be repeated more times than the minimum.
func (s *sampler) write(b *strings.Builder, e *syntax.Regexp, more int) error {
	if s.made++; s.made > maxSamples || b.Len() > maxSampleText {
		return errNoSample
	}
	times := 1
	switch e.Op {
	case syntax.OpNoMatch:
		return errNoSample
	case syntax.OpLiteral:
		b.WriteString(string(e.Rune))
		return nil
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('e')
		return nil
	case syntax.OpCharClass:
		return class(b, e.Rune)
	case syntax.OpAlternate:
		return s.write(b, e.Sub[0], more)
	case syntax.OpStar:
		times = more
	case syntax.OpPlus:
		times = 1 + more
	case syntax.OpQuest:
		times = min(more, 1)
	case syntax.OpRepeat:
		times = e.Min + more
		if e.Max >= 0 {
			times = min(times, e.Max)
		}
	}
	for range times {
		for _, part := range e.Sub {
			if err := s.write(b, part, more); err != nil {
				return err
			}
		}
	}
	return nil
}

// class writes one character of a character class, given as pairs of bounds. It prefers a character that is easy to
// read.
func class(b *strings.Builder, bounds []rune) error {
	if len(bounds) == 0 {
		return errNoSample
	}
	for _, wanted := range "e1a0A_- " {
		for i := 0; i < len(bounds); i += 2 {
			if bounds[i] <= wanted && wanted <= bounds[i+1] {
				b.WriteRune(wanted)
				return nil
			}
		}
	}
	b.WriteRune(bounds[0])
	return nil
}
