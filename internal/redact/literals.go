package redact

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

var (
	quotes      = chars("\"'`")
	backslashes = chars("\\")
	newlines    = chars("\r\n")
	blanks      = chars(" \t")
	constant    = chars("A-Z0-9_")
	identifier  = chars("A-Za-z0-9_")
	wordEnds    = chars(" \t\r\n\"'`<>&;")
)

// literal is a quoted string: its characters lie in from:to, and the search goes on at end, behind the closing quote.
type literal struct{ from, to, end int }

// deepest is how many backslashes may escape an opening quote, as in JSON within JSON.
const deepest = 3

// literal reads the quoted string that begins at a position. A string without a closing quote ends with its line.
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

// opens reports whether an array or object begins at a position, rather than a template tag.
func (f *finder) opens(at int) bool {
	switch next, then := f.at(at+1), f.at(at+2); f.at(at) {
	case '[':
		return !strings.ContainsRune("[+*(~!^", rune(next)) || next == 0 || !letters[then] && then != '!'
	case '{':
		return next != '{' && next != '$' && next != '%'
	}
	return false
}

// expression replaces the literals of an expression: a whole array or object, or everything up to the end of the
// statement. It keeps array keys and subscripts, and arguments that are themselves the name of a secret, as in
// getenv('DB_PASSWORD'). A part of the text that was read in one expression is not read again, unless it is a comment.
func (f *finder) expression(from int) {
	if from >= f.expressed {
		f.expressed = f.inExpression(from, len(f.text), func(comment span) { f.comments = append(f.comments, comment) })
		return
	}
	i, _ := slices.BinarySearchFunc(f.comments, from+1, func(c span, behind int) int { return cmp.Compare(c.to, behind) })
	if i < len(f.comments) && from >= max(f.comments[i].from, f.commented) {
		f.commented = f.inExpression(from, f.comments[i].to, func(span) {})
	}
}

// inExpression does the work of expression, up to limit at most, and returns where the expression ends. It calls skip
// with each comment.
func (f *finder) inExpression(from, limit int, skip func(comment span)) int {
	depth := 0
	var last byte      // previous character that is not white space
	harmless := false  // the next value belongs to a key such as label
	subscript := false // the bracket that was opened last begins a subscript, not an array
	arguments := f.at(from) == '(' && identifier[f.before(from)]
	whole := f.at(from) == '[' || f.at(from) == '{' || arguments
	for at := from; at < limit; {
		// closes the literal that the expression stands in
		if q := f.text[at]; f.quote != 0 && quotes[q] && (q == f.quote || urlSafe[last]) {
			return at
		}
		if l, ok := f.literal(at); ok && l.end <= limit {
			text := f.text[l.from:l.to]
			next := f.run(spaces, l.end)
			switch {
			case strings.HasPrefix(f.text[next:], "=>") || (last == '{' || last == ',') && f.at(next) == ':':
				harmless = slices.Contains(describing, text)
			case harmless && (last == ':' || last == '>'), last == '[' && subscript && f.at(next) == ']', last == '(' &&
				speaks(text):
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
			subscript = identifier[last] || last == ')' || last == ']' || last == '}'
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
			at = f.run(backslashes, at) // skips the escaped character too
		}
		if end := f.comment(at); end > at {
			skip(span{at, end})
			at = end
			continue
		}
		if !spaces[c] && c != '\\' {
			last = c
		}
		at++
	}
	return limit
}

// quoteOf is the value of last after a literal.
const quoteOf = '"'

// describing are property keys whose values describe the property, so that they are not secret.
var describing = []string{"label", "type", "desc", "description", "name", "caption", "title", "placeholder"}

// comment returns where the comment that begins at a position ends, because apostrophes in comments are not quotes. It
// returns the position itself if no comment begins there.
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

// worth reports whether a value may be a secret, given its name and the rank of that name.
func worth(value, name string, r rank) bool {
	if r == weak {
		return worthWeak(value, name)
	}
	return worthStrong(value, name)
}

// nothings are common values that are never secrets.
var nothings = []string{
	"0", "1", "true", "false", "null", "none", "undefined", "yes", "no", "on", "off", "%s", "?", "bearer", "basic",
}

// placeholder matches a value that is filled in later: a tag of Evolution, Blade or Twig, or a piece of PHP.
var placeholder = regexp.MustCompile(
	`^(?:\[(?:\[|[+*(~!^])+[\w.:-]+[+*)~!^]*\]\]?|\{\{?!?[ $]*[\w.>-]+ *!?\}?\}|<\?[^?]*\?>|` +
		regexp.QuoteMeta(Mark) + `)$`)

// variable matches a PHP variable, which PHP expands in a string in double quotes.
var variable = regexp.MustCompile(`^\$[A-Za-z_][\w>-]*$`)

// longestPlaceholder bounds the values that are compared with nothings, placeholder and variable, in bytes.
const longestPlaceholder = 100

// worthStrong reports whether the value of a name such as password may be a secret. Every value may, except an empty
// one, a placeholder, or the name itself again.
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

// Length of a value that can be taken for a key although its name proves nothing, in bytes.
const (
	shortestOpaque = 8
	longestOpaque  = 512
)

// worthWeak reports whether a value looks like a key by itself: a single word with digits and letters.
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
