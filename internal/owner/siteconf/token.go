package siteconf

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is a kind of PHP token.
type kind uint8

const (
	end        kind = iota
	variable        // text is its name without $
	identifier      // an identifier or keyword in lower case, with the backslashes of its namespace
	text            // a constant string
	dynamic         // a string with variables in it
	number
	symbol // one or more characters, such as => and (
)

// lexeme is one token of PHP.
type lexeme struct {
	kind kind
	text string
	line int
}

// is reports whether the token is this symbol.
func (l lexeme) is(s string) bool { return l.kind == symbol && l.text == s }

// lexer splits PHP into tokens and evaluates string literals.
type lexer struct {
	source string
	at     int
	line   int
}

// lex returns the tokens of a file, ignoring text outside of <?php ... ?>.
func lex(source string) ([]lexeme, error) {
	l := &lexer{source: source, line: 1}
	l.template()
	var tokens []lexeme
	for {
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, t)
		if t.kind == end {
			return tokens, nil
		}
	}
}

// rest is the unread part.
func (l *lexer) rest() string { return l.source[l.at:] }

// skip moves n bytes forward and returns these bytes. It counts the lines in them.
func (l *lexer) skip(n int) string {
	passed := l.source[l.at : l.at+n]
	l.line += strings.Count(passed, "\n")
	l.at += n
	return passed
}

// through moves behind the next mark, or to the end if there is none.
func (l *lexer) through(mark string) (found bool) {
	i := strings.Index(l.rest(), mark)
	if i < 0 {
		l.skip(len(l.rest()))
		return false
	}
	l.skip(i + len(mark))
	return true
}

// template skips to where PHP begins.
func (l *lexer) template() {
	if l.through("<?") && strings.HasPrefix(strings.ToLower(l.rest()), "php") {
		l.skip(len("php"))
	}
}

// symbols are the symbols of several characters that must not be split, the longest first.
var symbols = []string{"===", "!==", "??=", "...", "=>", "==", "!=", ".=", "??", "?:", "::", "->", "&&", "||"}

func (l *lexer) next() (lexeme, error) {
	if err := l.space(); err != nil {
		return lexeme{}, err
	}
	t := lexeme{line: l.line}
	rest := l.rest()
	switch {
	case rest == "":
		return t, nil
	case strings.HasPrefix(rest, "?>"):
		l.skip(2)
		l.template()
		t.kind, t.text = symbol, ";" // ?> ends a statement
	case rest[0] == '\'':
		return l.single()
	case rest[0] == '"':
		return l.double()
	case strings.HasPrefix(rest, "<<<"):
		return l.heredoc()
	case rest[0] == '$' && word(rest[1:]) > 0:
		t.kind, t.text = variable, l.skip(1 + word(rest[1:]))[1:]
	case rest[0] >= '0' && rest[0] <= '9':
		t.kind, t.text = number, l.skip(word(rest))
	case rest[0] == '\\' || word(rest) > 0:
		n := 0
		for n < len(rest) && (rest[n] == '\\' || word(rest[n:]) > 0) {
			n += max(1, word(rest[n:]))
		}
		t.kind, t.text = identifier, strings.ToLower(l.skip(n))
	default:
		t.kind, t.text = symbol, l.symbol()
	}
	return t, nil
}

func (l *lexer) symbol() string {
	for _, s := range symbols {
		if strings.HasPrefix(l.rest(), s) {
			return l.skip(len(s))
		}
	}
	return l.skip(1)
}

// word returns the length in bytes of the identifier or number at the beginning.
func word(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n] >= '0' && s[n] <= '9' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' || s[n] >= 0x80) {
		n++
	}
	return n
}

// space skips white space and comments.
func (l *lexer) space() error {
	for {
		rest := l.rest()
		switch {
		case rest == "":
			return nil
		case strings.ContainsRune(" \t\r\n\v\f", rune(rest[0])):
			l.skip(1)
		case strings.HasPrefix(rest, "/*"):
			line := l.line
			if !l.through("*/") {
				return fmt.Errorf("line %d: a comment without end", line)
			}
		case strings.HasPrefix(rest, "//"), rest[0] == '#' && !strings.HasPrefix(rest, "#["):
			l.comment()
		default:
			return nil
		}
	}
}

// comment skips to the end of the line, or to ?>, which also ends a comment.
func (l *lexer) comment() {
	n := strings.IndexAny(l.rest(), "\r\n")
	if n < 0 {
		n = len(l.rest())
	}
	if i := strings.Index(l.rest()[:n], "?>"); i >= 0 {
		n = i
	}
	l.skip(n)
}

// quoted moves behind the string that begins here and returns what is between its quotes.
func (l *lexer) quoted() (string, error) {
	quote, line := l.source[l.at], l.line
	for i := l.at + 1; i < len(l.source); i++ {
		switch l.source[i] {
		case '\\':
			i++
		case quote:
			inside := l.source[l.at+1 : i]
			l.skip(i + 1 - l.at)
			return inside, nil
		}
	}
	return "", fmt.Errorf("line %d: a string without end", line)
}

func (l *lexer) single() (lexeme, error) {
	line := l.line
	inside, err := l.quoted()
	return lexeme{text, strings.NewReplacer(`\\`, `\`, `\'`, `'`).Replace(inside), line}, err
}

func (l *lexer) double() (lexeme, error) {
	line := l.line
	inside, err := l.quoted()
	var out strings.Builder
	for i := 0; i < len(inside); {
		switch rest := inside[i:]; {
		case rest[0] == '\\' && len(rest) > 1:
			meaning, n := escape(rest)
			out.WriteString(meaning)
			i += n
		case rest[0] == '$' && len(rest) > 1 &&
			(rest[1] == '{' || word(rest[1:]) > 0 && (rest[1] < '0' || rest[1] > '9')), strings.HasPrefix(rest, "{$"):
			return lexeme{dynamic, "", line}, err
		default:
			out.WriteByte(rest[0])
			i++
		}
	}
	return lexeme{text, out.String(), line}, err
}

// escapes maps the character behind a backslash in double quotes to its meaning.
var escapes = map[byte]string{
	'n': "\n", 't': "\t", 'r': "\r", 'v': "\v", 'e': "\x1b", 'f': "\f", '\\': `\`, '$': "$", '"': `"`,
}

// escape returns the meaning of the escape at the beginning of s, and its length. As in PHP, an unknown escape stands
// for itself.
func escape(s string) (meaning string, length int) {
	if meaning, ok := escapes[s[1]]; ok {
		return meaning, 2
	}
	if n := digits(s[1:], 3, "01234567"); n > 0 {
		code, _ := strconv.ParseUint(s[1:1+n], 8, 16) // up to three octal digits
		return string([]byte{byte(code)}), 1 + n
	}
	if n := digits(s[2:], 2, hexDigits); s[1] == 'x' && n > 0 {
		code, _ := strconv.ParseUint(s[2:2+n], 16, 8) // up to two hexadecimal digits
		return string([]byte{byte(code)}), 2 + n
	}
	if digitsOf, _, closed := strings.Cut(s[2:], "}"); closed && s[1] == 'u' && strings.HasPrefix(digitsOf, "{") {
		if code, err := strconv.ParseUint(digitsOf[1:], 16, 32); err == nil && utf8.ValidRune(rune(code)) {
			return string(rune(code)), 2 + len(digitsOf) + 1
		}
	}
	return s[:1], 1
}

const hexDigits = "0123456789abcdefABCDEF"

// digits returns how many bytes at the beginning belong to the set, up to most.
func digits(s string, most int, set string) int {
	n := 0
	for n < len(s) && n < most && strings.IndexByte(set, s[n]) >= 0 {
		n++
	}
	return n
}

// heredoc skips a heredoc without evaluating it.
func (l *lexer) heredoc() (lexeme, error) {
	t := lexeme{dynamic, "", l.line}
	l.skip(len("<<<"))
	head, _, _ := strings.Cut(l.rest(), "\n")
	label := strings.Trim(strings.TrimSpace(head), `"'`)
	for l.through("\n") {
		line, _, _ := strings.Cut(l.rest(), "\n")
		inside := strings.TrimLeft(line, " \t")
		if label != "" && strings.HasPrefix(inside, label) && word(inside) == len(label) {
			l.skip(len(line) - len(inside) + len(label))
			return t, nil
		}
	}
	return t, fmt.Errorf("line %d: a string without end", t.line)
}
