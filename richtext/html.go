package richtext

import (
	"bytes"
	"unicode/utf8"

	"emcp/richtext/steps"
)

// tokenKind is a kind of token.
type tokenKind uint8

// Kinds of tokens. Comments, declarations and processing instructions are not tokens.
const (
	textToken tokenKind = iota
	startToken
	endToken
)

// token is a piece of HTML. Its slices are parts of the source.
type token struct {
	kind tokenKind
	// text is the text of a text token. Long text between two tags is split into chunks.
	text []byte
	// raw says that & is an ordinary character in text.
	raw bool
	// name and attributes are those of a tag, as written. End tags have no attributes.
	name, attributes []byte
	element          element
}

// scanner reads the tokens of HTML as the standard says
// (https://html.spec.whatwg.org/multipage/parsing.html#tokenization), in one pass and without copying. A copy of a
// scanner continues from the same place.
type scanner struct {
	steps *steps.Counter
	html  []byte
	at    int
	until int     // end of the raw text that is being read, if at is before it
	raw   rawText // kind of that text
	token token
}

// next reads the next token, and reports whether there is one.
func (s *scanner) next() bool {
	for s.at < len(s.html) {
		from := s.at
		found := s.read()
		if !s.steps.Count(s.at - from) {
			return false
		}
		if found {
			return true
		}
	}
	return false
}

// read reads a token, or skips what is not a token, and reports whether it read one.
func (s *scanner) read() bool {
	if s.at < s.until {
		return s.readText(s.until, s.raw != replaceable)
	}
	end := s.textEnd()
	if end > s.at {
		return s.readText(end, false)
	}
	switch c := s.html[s.at+1]; {
	case c == '!':
		s.at = declarationEnd(s.html, s.at)
		return false
	case c == '/' && s.at+2 < len(s.html) && isLetter(s.html[s.at+2]):
		return s.readTag(s.at+2, endToken)
	case c == '?', c == '/':
		s.at = after(s.html, s.at+2, '>')
		return false
	}
	return s.readTag(s.at+1, startToken)
}

// textEnd returns where the text at the current place ends.
func (s *scanner) textEnd() int {
	for i := s.at; ; i++ {
		next := bytes.IndexByte(s.html[i:min(len(s.html), s.at+2*steps.Chunk)], '<')
		if next < 0 {
			return min(len(s.html), s.at+2*steps.Chunk)
		}
		if i += next; i+1 == len(s.html) {
			return len(s.html)
		}
		switch c := s.html[i+1]; {
		case c == '!', c == '?', isLetter(c):
			return i
		case c == '/':
			if i+2 < len(s.html) {
				return i
			}
			return len(s.html)
		}
	}
}

// readText makes a token of the text up to end, or of its first chunk.
func (s *scanner) readText(end int, raw bool) bool {
	end = s.at + beginning(s.html[s.at:end])
	s.token = token{kind: textToken, text: s.html[s.at:end], raw: raw}
	s.at = end
	return true
}

// beginning returns the length of the first chunk of a text. It does not split a character, a character reference or a
// line end.
func beginning(text []byte) int {
	if len(text) <= steps.Chunk {
		return len(text)
	}
	end := steps.Chunk
	for end > steps.Chunk-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	if ampersand := bytes.LastIndexByte(text[end-maxName:end], '&'); ampersand >= 0 {
		end += ampersand - maxName
	}
	if text[end] == '\n' && text[end-1] == '\r' {
		end--
	}
	return end
}

// readTag makes a token of the tag whose name begins at from. A tag without an end is dropped with everything after it.
func (s *scanner) readTag(from int, kind tokenKind) bool {
	end := from
	for end < len(s.html) && !isSpace[s.html[end]] && s.html[end] != '/' && s.html[end] != '>' {
		end++
	}
	s.token = token{kind: kind, name: s.html[from:end]}
	a := attributes{s.html[end:]}
	for a.next() {
	}
	if s.at = len(s.html) - len(a.rest); len(a.rest) == 0 {
		return false
	}
	s.token.attributes = s.html[end:s.at]
	s.at++
	s.token.element = elementOf(s.token.name)
	if kind == startToken {
		s.enter(s.token.element)
	}
	return true
}

// enter begins the content of an element that cannot contain tags. Hidden content is skipped.
func (s *scanner) enter(e element) {
	if e.raw == noRawText {
		return
	}
	end := rawTextEnd(s.html, s.at, s.token.name, e.raw)
	if e.hidden {
		s.at = end
	}
	s.until, s.raw = end, e.raw
}

// rawTextEnd returns where the raw text that begins at from ends.
func rawTextEnd(html []byte, from int, name []byte, kind rawText) int {
	escaped, twice := false, false // states within scripts: after a <!--, and after a following <script>
	for i := from; kind != plainText; i++ {
		next := bytes.IndexAny(html[i:], "<>")
		if next < 0 {
			break
		}
		i += next
		rest := html[i:]
		switch {
		case rest[0] == '>':
			if bytes.HasSuffix(html[from:i], []byte("--")) {
				escaped, twice = false, false
			}
		case len(rest) > 1 && rest[1] == '/' && isTag(rest[2:], name):
			if !twice {
				return i
			}
			twice = false
		case kind != script:
		case bytes.HasPrefix(rest, []byte("<!--")):
			escaped = true
		case escaped && isTag(rest[1:], name):
			twice = true
		}
	}
	return len(html)
}

// isTag reports whether a text goes on with a tag of that name.
func isTag(text, name []byte) bool {
	return len(text) > len(name) && bytes.EqualFold(text[:len(name)], name) &&
		(isSpace[text[len(name)]] || text[len(name)] == '/' || text[len(name)] == '>')
}

// declarationEnd returns where the comment or declaration at from ends, which begins with <!.
func declarationEnd(html []byte, from int) int {
	if !bytes.HasPrefix(html[from:], []byte("<!--")) {
		return after(html, from+2, '>')
	}
	for i := from + 4; i < len(html); {
		i = after(html, i, '>')
		comment := html[from+4 : i-1]
		if len(comment) == 0 || len(comment) == 1 && comment[0] == '-' ||
			bytes.HasSuffix(comment, []byte("--")) || bytes.HasSuffix(comment, []byte("--!")) {
			return i
		}
	}
	return len(html)
}

// after returns the place behind the next such character, or the end if there is none.
func after(html []byte, from int, c byte) int {
	if i := bytes.IndexByte(html[min(from, len(html)):], c); i >= 0 {
		return min(from, len(html)) + i + 1
	}
	return len(html)
}

// attributes reads the attributes of a tag.
type attributes struct{ rest []byte }

// next skips an attribute, and reports whether the tag continues. At the end of the tag, rest begins with its >, or is
// empty if there is none.
func (a *attributes) next() bool {
	_, _, ok := a.read()
	return ok
}

// read returns the next attribute as it is written.
func (a *attributes) read() (name, value []byte, ok bool) {
	for len(a.rest) > 0 && (isSpace[a.rest[0]] || a.rest[0] == '/') {
		a.rest = a.rest[1:]
	}
	if len(a.rest) == 0 || a.rest[0] == '>' {
		return nil, nil, false
	}
	end := 1
	for end < len(a.rest) && !isSpace[a.rest[end]] && a.rest[end] != '/' && a.rest[end] != '>' && a.rest[end] != '=' {
		end++
	}
	name, a.rest = a.rest[:end], a.rest[end:]
	rest := trimLeft(a.rest)
	if len(rest) == 0 || rest[0] != '=' {
		return name, nil, true
	}
	a.rest = trimLeft(rest[1:])
	if len(a.rest) == 0 || a.rest[0] == '>' {
		return name, nil, true
	}
	if quote := a.rest[0]; quote == '"' || quote == '\'' {
		a.rest = a.rest[1:]
		end := after(a.rest, 0, quote)
		value, a.rest = a.rest[:max(0, end-1)], a.rest[end:]
		return name, value, true
	}
	end = 0
	for end < len(a.rest) && !isSpace[a.rest[end]] && a.rest[end] != '>' {
		end++
	}
	value, a.rest = a.rest[:end], a.rest[end:]
	return name, value, true
}

// attribute returns an attribute of a start tag as written.
func (t *token) attribute(name string) (value []byte, ok bool) {
	for a := (attributes{t.attributes}); ; {
		found, value, ok := a.read()
		if !ok {
			return nil, false
		}
		if len(found) == len(name) && bytes.EqualFold(found, []byte(name)) {
			return value, true
		}
	}
}
