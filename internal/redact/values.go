package redact

import (
	"slices"
	"strings"
)

// writtenName is the name of a secret as it occurs in the text.
type writtenName struct {
	from, to int
	rank     rank
	quoted   bool // a quote follows it
}

// findNamed finds values that are assigned to names of secrets. It reads PHP, JavaScript, JSON, addresses, attributes,
// snippet parameters and element properties.
//
// The time is linear. Everything read behind a name is bounded, except literals and expressions. Only a few literals
// can begin inside of each other, one for each kind of quote, and no part of an expression is read again as part of
// another.
func (f *finder) findNamed() {
	for at := 0; at < len(f.text); {
		if c := f.text[at]; !urlSafe[c] {
			f.within(c)
			if c == '\\' {
				at++
			}
			at++
			continue
		}
		n := writtenName{from: at, to: f.run(urlSafe, at)}
		at = n.to
		switch n.rank = rankOf(f.text[n.from:n.to]); {
		case n.rank != none:
			f.value(n)
		case f.at(n.to) == '(' && slices.Contains(logins, strings.ToLower(f.text[n.from:n.to])):
			f.expression(n.to)
		}
	}
}

// within keeps track of whether the text after character c is inside of a literal on its line.
func (f *finder) within(c byte) {
	switch {
	case newlines[c], c == f.quote:
		f.quote = 0
	case quotes[c] && f.quote == 0:
		f.quote = c
	}
}

// logins are functions and classes that take a password as an argument.
var logins = []string{
	"ftp_login", "imap_open", "ldap_bind", "mysql_connect", "mysql_pconnect", "mysqli", "mysqli_connect", "pdo", "ssh2_auth_password",
}

// operators assign a value to a name, compare the name with a value, or pass it as an argument. Longer ones come first.
var operators = []string{"===", "!==", "==", "!=", "<>", "=>", "??=", "||=", ".=", ":=", "=", ":", ",", "("}

// operator returns the operator at a position, or "" if there is none.
func (f *finder) operator(at int) string {
	if strings.HasPrefix(f.text[at:], "::") {
		return ""
	}
	for _, o := range operators {
		if strings.HasPrefix(f.text[at:], o) {
			return o
		}
	}
	return ""
}

// value finds the value of a name.
func (f *finder) value(n writtenName) {
	at := f.nameEnd(&n)
	operator := f.operator(at)
	if f.text[n.from:n.to] == "key" && at == n.to && operator == "=" && strings.IndexByte("?&;", f.before(n.from)) >= 0 {
		n.rank = strong // a URL parameter
	}
	switch operator {
	case "":
		f.beside(n, at)
		return
	case ",":
		f.beside(n, at)
		if !f.argument(n, at) {
			return
		}
	case "(":
		if !f.setter(n) {
			return
		}
	}
	behind := at + len(operator)
	start := f.run(spaces, behind)
	if f.closes(start) {
		f.goOn(n, start+1)
		return
	}
	if l, ok := f.literal(start); ok {
		f.give(n, l)
		f.goOn(n, l.end)
		return
	}
	switch operator {
	case "=", "=>", ":", ".=", ":=", "??=", "||=":
		f.unquoted(n, operator, behind, start)
	}
}

// nameEnd returns the position at which an operator may follow a name: behind its closing quote and subscripts.
func (f *finder) nameEnd(n *writtenName) int {
	at := n.to
	if q := f.run(backslashes, at); quotes[f.at(q)] {
		n.quoted, at = true, q+1
	}
	if f.at(at) == ']' {
		at++
		if rest := f.text[at:min(len(f.text), at+40)]; strings.HasPrefix(rest, "[") { // another subscript
			at += strings.IndexByte(rest, ']') + 1
		}
	}
	return f.run(spaces, at)
}

// argument reports whether the name is an argument and the next argument is its value. The name must be the first
// argument, as in define('DB_PASSWORD', 'x'), or a constant, as in curl_setopt($c, CURLOPT_USERPWD, 'x').
func (f *finder) argument(n writtenName, end int) bool {
	if !n.quoted {
		return f.run(constant, n.from) == n.to && f.run(spaces, n.to) == end
	}
	at := n.from // start of the whole string that ends in the name, such as mail.password
	for at > 0 && n.from-at < longestName && (dotted[f.text[at-1]] || f.text[at-1] == ':') {
		at--
	}
	for at > 0 && (quotes[f.text[at-1]] || backslashes[f.text[at-1]] || spaces[f.text[at-1]]) {
		at--
	}
	return f.before(at) == '('
}

// setter reports whether a name is that of a function that sets a secret: setPassword.
func (f *finder) setter(n writtenName) bool {
	parts := wordsOf(f.text[n.from:n.to])
	return len(parts) > 1 && slices.Contains([]string{"set", "use", "with"}, parts[0])
}

// variable reports whether code can assign a value to the name: it is a variable, a member, or a quoted key.
func (f *finder) variable(n writtenName) bool {
	before := f.text[:n.from]
	return n.quoted || slices.ContainsFunc([]string{"$", "->", "::", "."}, func(sign string) bool { return strings.HasSuffix(before, sign) })
}

// closes reports whether the quote at a position closes the literal in which the preceding name occurs, as in '?key=' .
// $key.
func (f *finder) closes(at int) bool {
	next := f.at(f.run(spaces, at+1))
	return f.quote != 0 && f.at(at) == f.quote && (next == 0 || strings.IndexByte(".+,;)]}", next) >= 0)
}

// give replaces a literal that is the value of a name.
func (f *finder) give(n writtenName, l literal) {
	text := f.text[l.from:l.to]
	if f.before(l.from) == '"' && len(text) <= longestPlaceholder && variable.MatchString(text) {
		return
	}
	if worth(text, f.text[n.from:n.to], n.rank) {
		f.add(l.from, l.to)
	}
}

// goOn replaces the further literals that are concatenated with the first: 'a' . 'b'.
func (f *finder) goOn(n writtenName, at int) {
	for {
		at = f.run(spaces, at)
		if c := f.at(at); c != '.' && c != '+' {
			return
		}
		l, ok := f.literal(f.run(spaces, at+1))
		if !ok {
			return
		}
		f.give(n, l)
		at = l.end
	}
}

// besideWindow bounds the distance between a name that is itself a value and the value that belongs to it, in bytes.
const besideWindow = 200

// beside finds the value for a name that is itself a value: name="password" value="x", {"name": "password", "value":
// "x"}.
func (f *finder) beside(n writtenName, at int) {
	if !n.quoted {
		return
	}
	window := f.text[at:min(len(f.text), at+besideWindow)]
	for i := range len(window) {
		if c := window[i]; c == '}' || c == ']' || c == '>' && i > 0 && window[i-1] != '=' {
			window = window[:i]
			break
		}
	}
	for _, word := range []string{"value", "default"} {
		i := strings.Index(window, word)
		if i < 0 {
			continue
		}
		end := at + i + len(word)
		if q := f.run(backslashes, end); quotes[f.at(q)] {
			end = q + 1
		}
		end = f.run(spaces, end)
		if o := f.operator(end); o == "=" || o == "=>" || o == ":" {
			if l, ok := f.literal(f.run(spaces, end+len(o))); ok {
				f.give(n, l)
			}
		}
	}
}

// unquoted finds a value that does not begin with a quote. behind is the end of the operator, start the first character
// after it that is not white space.
func (f *finder) unquoted(n writtenName, operator string, behind, start int) {
	switch {
	case f.before(n.from) == '&' && operator == "=" && f.property(n, behind):
	case n.rank == strong && strings.HasPrefix(f.text[start:], "<<<"):
		f.heredoc(start + len("<<<"))
	case n.rank == strong && f.opens(start):
		f.expression(start)
	case operator == ":":
		if strings.EqualFold(f.text[n.from:n.to], "authorization") { // skips the scheme
			start = f.run(blanks, f.wordEnd(start))
		}
		f.word(n, start, worthWeak)
	case operator == "=" && n.rank == strong && f.alone(n, start):
		f.word(n, start, worthStrong)
	case operator == "=" && start == behind && !f.variable(n):
		f.assigned(n, start)
	case n.rank == weak:
	case letters[f.at(start)] || strings.IndexByte("$(!@\\-", f.at(start)) >= 0:
		f.expression(start)
	}
}

// assigned finds the value in name=value, as in URLs and settings.
func (f *finder) assigned(n writtenName, start int) {
	end := f.wordEnd(start)
	text := f.text[start:end]
	fallback := quotes[f.at(end)] && (strings.HasSuffix(text, "||") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, ":") && strings.Contains(text, "?"))
	switch {
	case n.rank == weak:
		f.word(n, start, worthWeak)
	case fallback || strings.ContainsAny(text, "($"):
		f.expression(start)
	default:
		f.word(n, start, worthStrong)
	}
}

// property finds the value of a property in the notation of Evolution 1: &name=caption;type;value. It reports whether
// there is one.
func (f *finder) property(n writtenName, from int) bool {
	if strings.IndexByte(f.text[from:min(len(f.text), from+longestCaption)], ';') < 0 {
		return false
	}
	end := from
	for end < len(f.text) && end-from < longestProperty && !newlines[f.text[end]] && !strings.HasPrefix(f.text[end:], " &") {
		end++
	}
	parts := strings.SplitN(f.text[from:end], ";", 3)
	if len(parts) < 3 || parts[1] == "" || f.run(alnum, from+len(parts[0])+1) != from+len(parts[0])+1+len(parts[1]) {
		return false
	}
	f.give(n, literal{from: end - len(parts[2]), to: end})
	return true
}

// Bounds of a property and its caption, in bytes.
const (
	longestProperty = 512
	longestCaption  = 128
)

// heredoc finds the text between <<<LABEL and the line with the closing label.
func (f *finder) heredoc(at int) {
	if quotes[f.at(at)] {
		at++
	}
	from := f.run(identifier, at)
	label := f.text[at:from]
	body := f.text[from:min(len(f.text), from+longestHeredoc)]
	line := strings.IndexByte(body, '\n')
	if label == "" || line < 0 {
		return
	}
	if end := strings.Index(body[line:], "\n"+label); end >= 0 {
		f.add(from+line+1, from+line+end)
	}
}

// longestHeredoc bounds the text in which the closing label is searched, in bytes.
const longestHeredoc = 1024

// alone reports whether the line consists of the name and one word from start on, as in settings files.
func (f *finder) alone(n writtenName, start int) bool {
	at := n.from
	for at > 0 && n.from-at < longestName && dotted[f.text[at-1]] { // includes mail. of mail.password
		at--
	}
	for at > 0 && blanks[f.text[at-1]] {
		at--
	}
	if at > 0 && !newlines[f.text[at-1]] {
		return false
	}
	end := f.run(blanks, f.wordEnd(start))
	return end == len(f.text) || newlines[f.text[end]]
}

// longestWord bounds an unquoted value, in bytes.
const longestWord = 512

// wordEnd returns the end of the unquoted word at a position.
func (f *finder) wordEnd(at int) int {
	longest := min(len(f.text), at+longestWord)
	for at < longest && !wordEnds[f.text[at]] {
		at++
	}
	return at
}

// word replaces the word at start if judge takes it for a secret.
func (f *finder) word(n writtenName, start int, judge func(value, name string) bool) {
	whole := f.text[start:f.wordEnd(start)]
	text := strings.TrimRight(whole, ")]},.:") // without the punctuation behind it
	named := f.text[n.from:n.to]
	if judge(whole, named) && judge(text, named) && !strings.ContainsAny(text, "($") {
		f.add(start, start+len(text))
	}
}

// before returns the character before a position, or 0 at the beginning of the text.
func (f *finder) before(at int) byte {
	if at == 0 {
		return 0
	}
	return f.text[at-1]
}

// at returns the character at a position, or 0 at the end of the text.
func (f *finder) at(at int) byte {
	if at >= len(f.text) {
		return 0
	}
	return f.text[at]
}
