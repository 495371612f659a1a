package richtext

import (
	"unicode"
	"unicode/utf8"
)

// shortText is a text on one line, of which the beginning is kept.
type shortText struct {
	text   []byte
	length int  // in characters
	space  bool // pending white space
}

func (s *shortText) add(r rune) {
	switch {
	case s.length >= maxMediumText:
	case unicode.IsSpace(r):
		s.space = s.length > 0
	case s.space && s.length+2 > maxMediumText:
		s.length = maxMediumText
	default:
		if s.space {
			s.text, s.space = append(s.text, ' '), false
			s.length++
		}
		s.text = utf8.AppendRune(s.text, r)
		s.length++
	}
}

func (s *shortText) String() string { return string(s.text) }
