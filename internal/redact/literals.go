package redact

import (
	"regexp"
	"slices"
	"strings"
)

var (
	quotes      = chars("\"'`")
	backslashes = chars("\\")
	newlines    = chars("\r\n")
	blanks      = chars(" \t")
	spaces      = chars(" \t\r\n")
	constant    = chars("A-Z0-9_")
	identifier  = chars("A-Za-z0-9_")
	wordEnds    = chars(" \t\r\n\"'`<>&;")
)

// literal is a text in quotes: its characters, and where the search goes on behind the closing quote.
type literal struct{ from, to, end int }

// deepest is how many backslashes an opening quote can have before it, as in JSON within JSON.
const deepest = 3

// literal reads the one that begins at a position. One that does not end ends with its line.
func (f *finder) literal(at int) (literal, bool) {
	open := at
	for open-at < deepest && f.at(open) == '\\' {
		open++
	}
	depth := open - at
	if !quotes[f.at(open)] {
		return literal{}, false
	}
	quote := f.text[open]
	for at = open + 1; ; at++ {
		i := strings.IndexByte(f.text[at:], quote)
		if i < 0 {
			end := open + 1
			for end < len(f.text) && !newlines[f.text[end]] {
				end++
			}
			return literal{open + 1, end, end}, true
		}
		at += i
		escapes := 0
		for at-escapes-1 > open && f.text[at-escapes-1] == '\\' {
			escapes++
		}
		switch {
		case depth == 0 && escapes%2 == 0:
			return literal{open + 1, at, at + 1}, true
		case depth > 0 && escapes <= depth:
			return literal{open + 1, at - escapes, at + 1}, true
		}
	}
}

// opens reports whether an array or object begins at a position, and no tag of a template.
func (f *finder) opens(at int) bool {
	switch next, then := f.at(at+1), f.at(at+2); f.at(at) {
	case '[':
		return !strings.ContainsRune("[+*(~!^", rune(next)) || next == 0 || !letters[then] && then != '!'
	case '{':
		return next != '{' && next != '$' && next != '%'
	}
	return false
}

// expression replaces the literals of an expression: all of an array or object, or what stands up to the end of the statement. Keys
// and subscripts stay, and arguments that name a secret themselves, as in getenv('DB_PASSWORD').
// What has been part of an expression is not read again.
func (f *finder) expression(from int) {
	if from >= f.expressed {
		f.expressed = f.inExpression(from)
	}
}

// inExpression is expression, and returns where it ends.
func (f *finder) inExpression(from int) int {
	depth := 0
	var last byte     // before what is looked at, without white space
	harmless := false // what comes is the value of a key such as label
	whole := f.at(from) == '[' || f.at(from) == '{' || f.at(from) == '('
	for at := from; at < len(f.text); {
		if q := f.text[at]; f.quote != 0 && quotes[q] && (q == f.quote || urlSafe[last]) { // around all of it
			return at
		}
		if l, ok := f.literal(at); ok {
			text := f.text[l.from:l.to]
			next := f.run(spaces, l.end)
			switch {
			case strings.HasPrefix(f.text[next:], "=>") || depth > 0 && f.at(next) == ':':
				harmless = slices.Contains(describing, text)
			case harmless && (last == ':' || last == '>'), last == '[' && f.at(next) == ']', last == '(' && speaks(text):
			default:
				f.give(writtenName{rank: strong}, l)
			}
			at, last = l.end, quoteOf
			continue
		}
		c := f.text[at]
		switch c {
		case '(', '[':
			depth++
		case '{':
			if depth == 0 && at > from {
				return at
			}
			depth++
		case ')', ']', '}':
			depth--
			if depth < 0 || depth == 0 && whole {
				return at
			}
		case ';':
			return at
		case ',':
			if depth == 0 {
				return at
			}
			harmless = false
		case '\n':
			next := f.run(spaces, at)
			if depth == 0 && !strings.ContainsRune(".?:+|&", rune(f.at(next))) {
				return at
			}
			at = next
			continue
		case '\\':
			at = f.run(backslashes, at) // and what they escape
		}
		if end := f.comment(at); end > at {
			at = end
			continue
		}
		if !spaces[c] {
			last = c
		}
		at++
	}
	return len(f.text)
}

// quoteOf stands for a literal as what comes before.
const quoteOf = '"'

// describing are keys of properties whose values say what a property is.
var describing = []string{"label", "type", "desc", "description", "name", "caption", "title", "placeholder"}

// comment returns where the comment ends that begins at a position, in which apostrophes are no quotes; the position where none does.
func (f *finder) comment(at int) int {
	end := ""
	switch rest := f.text[min(at, len(f.text)):]; {
	case strings.HasPrefix(rest, "#"), strings.HasPrefix(rest, "//"):
		end = "\n"
	case strings.HasPrefix(rest, "/*"):
		end = "*/"
	default:
		return at
	}
	if i := strings.Index(f.text[at:], end); i >= 0 {
		return at + i
	}
	return len(f.text)
}

// worth reports whether a value that a name is given may be a secret.
func worth(value, name string, r rank) bool {
	if r == weak {
		return worthWeak(value, name)
	}
	return worthStrong(value, name)
}

// nothings are values that are no secrets.
var nothings = []string{"0", "1", "true", "false", "null", "none", "undefined", "yes", "no", "on", "off", "%s", "?", "bearer", "basic"}

// placeholder is a value that is put in later: a tag of Evolution, Blade or Twig, or a piece of PHP.
var placeholder = regexp.MustCompile(
	`^(?:\[(?:\[|[+*(~!^])+[\w.:-]+[+*)~!^]*\]\]?|\{\{?!?[ $]*[\w.>-]+ *!?\}?\}|<\?[^?]*\?>|` + regexp.QuoteMeta(Mark) + `)$`)

// variable is one in a text in PHP's double quotes.
var variable = regexp.MustCompile(`^\$[A-Za-z_][\w>-]*$`)

// longestPlaceholder bounds what is compared with that, in bytes.
const longestPlaceholder = 100

// worthStrong reports whether the value of something with the name of a secret may be one: that is all but what is empty, a
// placeholder, or the same name again.
func worthStrong(value, name string) bool {
	switch {
	case len(value) <= longestPlaceholder && slices.Contains(nothings, strings.ToLower(strings.TrimSpace(value))):
		return false
	case strings.EqualFold(strings.TrimPrefix(value, ":"), name):
		return false
	case len(value) <= longestPlaceholder && placeholder.MatchString(value):
		return false
	}
	for i := range len(value) {
		if alnum[value[i]] || value[i] >= 0x80 {
			return true
		}
	}
	return false
}

// Length of what looks like a key though its name does not say so, in bytes.
const (
	shortestOpaque = 8
	longestOpaque  = 512
)

// worthWeak reports whether a value looks like a key by itself: one word, with digits and letters.
func worthWeak(value, name string) bool {
	if len(value) < shortestOpaque || len(value) > longestOpaque {
		return false
	}
	for i := range len(value) {
		if !bearer[value[i]] {
			return false
		}
	}
	return has(value, digits) && has(value, letters) && worthStrong(value, name)
}
