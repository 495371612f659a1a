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
	"ftp_login", "imap_open", "ldap_bind", "mysql_connect", "mysql_pconnect", "mysqli", "mysqli_connect", "pdo",
	"ssh2_auth_password",
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
	if quote := f.quote; n.quoted && f.at(n.to) == quote { // the literal ends with the name
		f.quote = 0
		defer func() { f.quote = quote }()
	}
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
		if at = f.goOn(n, l.end); at > l.end && n.rank == strong {
			f.expression(at)
		}
		return
	}
	if n.rank == strong && strings.HasPrefix(f.text[start:], "<<<") {
		f.heredoc(f.run(blanks, start+len("<<<")))
		return
	}
	switch operator {
	case "=", "=>", ":", ".=", ":=", "??=", "||=":
		f.unquoted(n, operator, behind, start)
	case ",", "(":
		if n.rank == strong && f.computes(start) {
			f.expression(start)
		}
	}
}

// computes reports whether what begins at a position may be an expression without a quote at its beginning.
func (f *finder) computes(at int) bool {
	return letters[f.at(at)] || strings.IndexByte("$(!@\\-", f.at(at)) >= 0 || strings.HasPrefix(f.text[at:], "/*")
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
	return n.quoted || slices.ContainsFunc([]string{"$", "->", "::", "."},
		func(sign string) bool { return strings.HasSuffix(before, sign) })
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

// goOn replaces the further literals that are concatenated with the first: 'a' . 'b'. It returns the end of the last
// one or, if something else is concatenated, where that begins.
func (f *finder) goOn(n writtenName, at int) int {
	for {
		sign := f.run(spaces, at)
		if c := f.at(sign); c != '.' && c != '+' {
			return at
		}
		next := f.run(spaces, sign+1)
		l, ok := f.literal(next)
		if !ok {
			return next
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
	depth := 0
	for i := range len(window) {
		switch c := window[i]; {
		case c == '{', c == '[':
			depth++
			continue
		case (c == '}' || c == ']') && depth > 0:
			depth--
			continue
		case c != '}' && c != ']' && (c != '>' || i == 0 || window[i-1] == '='):
			continue
		}
		window = window[:i]
		break
	}
	for _, word := range []string{"value", "default"} {
		for end := at; ; { // the word may also occur in what has nothing to do with it: class="value"
			i := strings.Index(f.text[end:at+len(window)], word)
			if i < 0 {
				break
			}
			end += i + len(word)
			f.besideWord(n, end)
		}
	}
}

// besideWord does the work of beside for a word that ends at a position.
func (f *finder) besideWord(n writtenName, end int) {
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
