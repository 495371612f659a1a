package siteconf

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// phpLiteral is the value of a PHP expression.
type phpLiteral struct {
	text  string
	items map[string]phpLiteral // of an array
	// unknown means that the value can only be known by running the program.
	unknown bool
	line    int
}

// script is what can be read from a file without running it.
type script struct {
	variables map[string]phpLiteral // at the end of the file
	returned  *phpLiteral
}

// parser reads the assignments and the return statement of a file, and skips all other statements.
type parser struct {
	tokens []lexeme
	at     int
	env    map[string]string // variables that env() reads
	depth  int
}

// parsePHP reads a file. env has the variables that the file's calls of env() read.
func parsePHP(source string, env map[string]string) (script, error) {
	tokens, err := lex(source)
	if err != nil {
		return script{}, err
	}
	p := &parser{tokens: tokens, env: env}
	s := script{variables: map[string]phpLiteral{}}
	var w where
	for p.peek().kind != end {
		t := p.take()
		w.pass(t)
		switch {
		case t.kind == variable && p.peek().is("="):
			p.take()
			v, err := p.expression()
			if err != nil {
				return script{}, err
			}
			v.unknown = v.unknown || !w.always()
			s.variables[t.text] = v
		case t.kind == variable && (p.peek().is(".=") || p.peek().is("??=")):
			s.variables[t.text] = phpLiteral{unknown: true, line: t.line}
		case t.kind == identifier && t.text == "return" && w.always() && s.returned == nil:
			v, err := p.expression()
			if err != nil {
				return script{}, err
			}
			s.returned = &v
		}
	}
	return s, nil
}

// where tracks whether the current position in a file is reached unconditionally.
type where struct {
	blocks      int  // nesting depth of blocks
	conditional bool // inside of the single statement of an if without braces
}

func (w where) always() bool { return w.blocks == 0 && !w.conditional }

// pass handles a token outside of expressions.
func (w *where) pass(t lexeme) {
	switch {
	case t.is("{"), t.is("("), t.is("["), t.is(":") && w.conditional && w.blocks == 0:
		w.blocks++
	case t.is("}"), t.is(")"), t.is("]"), t.kind == identifier && strings.HasPrefix(t.text, "end"):
		w.blocks = max(0, w.blocks-1)
		w.conditional = w.conditional && !t.is("}") && t.kind != identifier
	case t.is(";") && w.blocks == 0:
		w.conditional = false
	case t.kind == identifier &&
		slices.Contains([]string{"if", "else", "elseif", "for", "foreach", "while", "switch", "function"}, t.text):
		w.conditional = true
	}
}

func (p *parser) peek() lexeme { return p.tokens[p.at] }

func (p *parser) take() lexeme {
	t := p.tokens[p.at]
	if t.kind != end {
		p.at++
	}
	return t
}

// taken consumes the symbol if it is next, and reports whether it was.
func (p *parser) taken(s string) bool {
	if p.peek().is(s) {
		p.at++
		return true
	}
	return false
}

// maxDepth bounds the nesting of expressions.
const maxDepth = 50

// expression reads an expression up to the comma, bracket or semicolon behind it. It skips what it does not understand;
// the value is then unknown.
func (p *parser) expression() (phpLiteral, error) {
	if p.depth++; p.depth > maxDepth {
		return phpLiteral{}, errors.New("arrays or calls are nested too deep")
	}
	defer func() { p.depth-- }()
	v, err := p.operand()
	for err == nil && p.taken(".") {
		var next phpLiteral
		next, err = p.operand()
		v = phpLiteral{
			text: v.text + next.text, unknown: v.unknown || next.unknown || v.items != nil || next.items != nil, line: v.line,
		}
	}
	if err == nil && !p.finished() {
		v = phpLiteral{unknown: true, line: v.line}
		p.pass()
	}
	return v, err
}

func (p *parser) finished() bool {
	t := p.peek()
	return t.kind == end || t.kind == symbol && slices.Contains([]string{",", ";", ")", "]", "}", "=>"}, t.text)
}

// pass skips to the end of the expression.
func (p *parser) pass() {
	for open := 0; p.peek().kind != end; p.take() {
		switch t := p.peek(); {
		case open == 0 && p.finished():
			return
		case t.is("("), t.is("["), t.is("{"):
			open++
		case t.is(")"), t.is("]"), t.is("}"):
			open--
		}
	}
}

// casts are the types that a value can be cast to without changing its text here.
var casts = []string{"string", "int", "integer", "bool", "boolean"}

func (p *parser) operand() (phpLiteral, error) {
	t := p.peek()
	v := phpLiteral{line: t.line}
	switch {
	case p.finished():
		v.unknown = true
		return v, nil
	case t.is("["):
		p.take()
		return p.array(v, "]")
	case t.is("("):
		return p.parenthesis()
	case t.kind == text, t.kind == number:
		v.text = p.take().text
	case t.kind == identifier:
		return p.named()
	default:
		p.take()
		v.unknown = true
	}
	return v, nil
}

// parenthesis reads a cast with its operand, or an expression in parentheses.
func (p *parser) parenthesis() (phpLiteral, error) {
	p.take()
	if t := p.peek(); t.kind == identifier && slices.Contains(casts, t.text) {
		p.take()
		if p.taken(")") {
			return p.operand()
		}
	}
	v, err := p.expression()
	if !p.taken(")") {
		v.unknown = true
	}
	return v, err
}

// named reads a constant, an array or a call.
func (p *parser) named() (phpLiteral, error) {
	t := p.take()
	v := phpLiteral{line: t.line}
	switch t.text {
	case "true", `\true`:
		v.text = "1"
		return v, nil
	case "false", "null", `\false`, `\null`: //nolint:misspell // it is PHP
		return v, nil
	}
	if !p.taken("(") {
		v.unknown = true
		return v, nil
	}
	arguments, err := p.array(v, ")")
	switch t.text {
	case "array":
		return arguments, err
	case "env", `\env`:
		return p.environment(arguments), err
	}
	v.unknown = true
	return v, err
}

// array reads the items of an array or call up to its closing bracket. Items without a key are numbered.
func (p *parser) array(v phpLiteral, closing string) (phpLiteral, error) {
	v.items = map[string]phpLiteral{}
	for n := 0; !p.taken(closing); {
		if p.peek().kind == end || p.finished() && !p.peek().is(",") {
			v.unknown = true // a closing bracket that does not match
			return v, nil
		}
		item, err := p.expression()
		if err != nil {
			return phpLiteral{}, err
		}
		key := phpLiteral{text: strconv.Itoa(n)}
		n++
		if p.taken("=>") {
			key = item
			if item, err = p.expression(); err != nil {
				return phpLiteral{}, err
			}
		}
		if !key.unknown {
			v.items[key.text] = item
		}
		p.taken(",")
	}
	return v, nil
}

// environment returns the value of env(NAME, DEFAULT), where some words have a special meaning.
func (p *parser) environment(arguments phpLiteral) phpLiteral {
	name, known := arguments.items["0"]
	if !known || name.unknown || name.items != nil {
		return phpLiteral{unknown: true, line: arguments.line}
	}
	if found, ok := p.env[name.text]; ok {
		return phpLiteral{text: environmentText(found), line: arguments.line}
	}
	fallback := arguments.items["1"]
	fallback.line = arguments.line
	return fallback
}
