package grants

import (
	"fmt"
	"slices"
	"strings"
)

// Parse reads the lines of SHOW GRANTS, as MariaDB and MySQL write them. The error has the number of a line with an
// unknown form but not its content, because older servers write the hash of the password there.
func Parse(lines []string) (Grants, error) {
	var g Grants
	for i, line := range lines {
		p := parser{tokens: tokenize(line)}
		if !p.line() {
			return Grants{}, fmt.Errorf("line %d of SHOW GRANTS has an unknown form", i+1)
		}
		g.list = append(g.list, p.found...)
	}
	return g, nil
}

// parser reads the tokens of a line.
type parser struct {
	tokens []token
	found  []grantLine
}

// token is a name, a word or a sign.
type token struct {
	text   string // text without quotes
	raw    string // text as written
	quoted bool
}

func (t token) is(word string) bool { return !t.quoted && strings.EqualFold(t.text, word) }

// signs are tokens of one character.
const signs = "(),.@;"

// tokenize splits a line into tokens. Impossible text, such as a quote without its end, becomes a token that no line
// has.
func tokenize(line string) []token {
	var all []token
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		size := strings.IndexFunc(line, func(r rune) bool { return strings.ContainsRune(signs+" \t\r\n`'\"", r) })
		switch {
		case strings.ContainsRune("`'\"", rune(line[0])):
			t := readQuoted(line)
			all = append(all, t)
			line = line[len(t.raw):]
			continue
		case size < 0:
			size = len(line)
		case size == 0:
			size = 1
		}
		all = append(all, token{text: line[:size], raw: line[:size]})
		line = line[size:]
	}
	return all
}

// readQuoted returns the quoted name at the begin of a line; a quote in it is doubled.
func readQuoted(line string) token {
	quote := line[0]
	for end := 1; end < len(line); end++ {
		switch {
		case line[end] != quote:
		case end+1 < len(line) && line[end+1] == quote:
			end++
		default:
			double, single := string([]byte{quote, quote}), string(quote)
			return token{strings.ReplaceAll(line[1:end], double, single), line[:end+1], true}
		}
	}
	return token{text: line, raw: line}
}

// next returns the next token, and removes it.
func (p *parser) next() token {
	if len(p.tokens) == 0 {
		return token{}
	}
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

// line reads a line, and reports whether that was possible.
func (p *parser) line() bool {
	switch first := p.next(); {
	case first.is("SET"), first.is("REVOKE"):
		return true // the default role, which is granted on another line; what another line grants too much
	case !first.is("GRANT"):
		return false
	}
	end := slices.IndexFunc(p.tokens, func(t token) bool { return t.is("TO") })
	if end < 0 {
		return false
	}
	granted, receiver := p.tokens[:end], p.tokens[end+1:]
	on := slices.IndexFunc(granted, func(t token) bool { return t.is("ON") })
	if on < 0 {
		p.found = []grantLine{{target: raw(granted), receiver: receiverOf(receiver)}}
		return len(granted) > 0
	}
	target, ok := targetOf(granted[on+1:])
	target.receiver = receiverOf(receiver)
	p.tokens = granted[:on]
	return ok && p.privileges(target) && p.options(target, receiver)
}

// privileges reads a list such as SELECT (id, name), CREATE VIEW.
func (p *parser) privileges(target grantLine) bool {
	for {
		g := target
		var words []string
		t := p.next()
		for ; t.raw != "" && !t.is(",") && !t.is("("); t = p.next() {
			words = append(words, strings.ToUpper(t.text))
		}
		g.privilege = strings.Join(words, " ")
		if t.is("(") {
			if g.columns = p.columns(); g.columns == nil {
				return false
			}
			t = p.next()
		}
		p.found = append(p.found, g)
		if t.raw == "" || g.privilege == "" {
			return g.privilege != ""
		}
		if !t.is(",") {
			return false
		}
	}
}

// columns reads the names from an opening parenthesis to the closing one; nil if there is no parenthesis.
func (p *parser) columns() []string {
	var columns []string
	for {
		name, sign := p.next(), p.next()
		columns = append(columns, name.text)
		switch {
		case sign.is(")"):
			return columns
		case !sign.is(","):
			return nil
		}
	}
}

// options reads the text after the receiver.
func (p *parser) options(target grantLine, receiver []token) bool {
	for i, t := range receiver {
		if t.is("GRANT") && i+1 < len(receiver) && receiver[i+1].is("OPTION") {
			target.privilege = "GRANT OPTION"
			p.found = append(p.found, target)
		}
	}
	return len(receiver) > 0
}

// receiverOf returns who has the privilege: 'user'@'host', `role` or PUBLIC, as the server writes it.
func receiverOf(tokens []token) string {
	if len(tokens) >= 3 && tokens[1].is("@") {
		return raw(tokens[:3])
	}
	return raw(tokens[:min(1, len(tokens))])
}

// targetOf reads what privileges are on: *.*, `database`.*, `database`.`table`, or something
// else that is not for reading.
func targetOf(tokens []token) (grantLine, bool) {
	g := grantLine{target: raw(tokens)}
	if len(tokens) > 0 && tokens[0].is("TABLE") {
		tokens = tokens[1:]
	}
	if len(tokens) == 3 && tokens[1].is(".") {
		g.database, g.table = part(tokens[0]), part(tokens[2])
	}
	return g, len(tokens) > 0 // of a routine or a proxied user, all that matters is the privilege
}

// part returns a name; * is the empty one.
func part(t token) string {
	if t.is("*") {
		return ""
	}
	return t.text
}

// raw returns tokens as they are written.
func raw(tokens []token) string {
	var text strings.Builder
	for i, t := range tokens {
		if i > 0 && !strings.Contains(signs, t.raw) && !strings.Contains(signs, tokens[i-1].raw) {
			text.WriteByte(' ')
		}
		text.WriteString(t.raw)
	}
	return text.String()
}
