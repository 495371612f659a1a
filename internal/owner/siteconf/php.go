package siteconf

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// phpLiteral is what an expression of PHP comes to.
type phpLiteral struct {
	text  string
	items map[string]phpLiteral // of an array
	// unknown says that only running the program would tell.
	unknown bool
	line    int
}

// script is what a file says without being run.
type script struct {
	variables map[string]phpLiteral // as they are at the end
	returned  *phpLiteral
}

// parser reads the assignments and the return of a file. All other statements are passed over.
type parser struct {
	tokens []lexeme
	at     int
	env    map[string]string // what env() finds
	depth  int
}

// parsePHP reads a file; env is what its calls of env() find.
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

// where tells whether a place in a file is reached whatever happens.
type where struct {
	blocks      int  // around it
	conditional bool // it is the one statement of an if without braces
}

func (w where) always() bool { return w.blocks == 0 && !w.conditional }

// pass goes on behind a token that is in no expression.
func (w *where) pass(t lexeme) {
	switch {
	case t.is("{"), t.is("("), t.is("["), t.is(":") && w.conditional && w.blocks == 0:
		w.blocks++
	case t.is("}"), t.is(")"), t.is("]"), t.kind == identifier && strings.HasPrefix(t.text, "end"):
		w.blocks = max(0, w.blocks-1)
		w.conditional = w.conditional && !t.is("}") && t.kind != identifier
	case t.is(";") && w.blocks == 0:
		w.conditional = false
	case t.kind == identifier && slices.Contains([]string{"if", "else", "elseif", "for", "foreach", "while", "switch", "function"}, t.text):
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

// taken takes the symbol if it is next.
func (p *parser) taken(s string) bool {
	if p.peek().is(s) {
		p.at++
		return true
	}
	return false
}

// maxDepth is how deep expressions may be in each other.
const maxDepth = 50

// expression reads up to the comma, bracket or semicolon behind an expression. What it does not understand it passes over,
// and the value is unknown.
func (p *parser) expression() (phpLiteral, error) {
	if p.depth++; p.depth > maxDepth {
		return phpLiteral{}, errors.New("arrays or calls are nested too deep")
	}
	defer func() { p.depth-- }()
	v, err := p.operand()
	for err == nil && p.taken(".") {
		var next phpLiteral
		next, err = p.operand()
		v = phpLiteral{text: v.text + next.text, unknown: v.unknown || next.unknown || v.items != nil || next.items != nil, line: v.line}
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

// pass goes to where the expression ends.
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

// casts are the types that a value may be turned into and stay the same text here.
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

// array reads the items of an array or call up to its closing bracket. Items without a key are counted.
func (p *parser) array(v phpLiteral, closing string) (phpLiteral, error) {
	v.items = map[string]phpLiteral{}
	for n := 0; !p.taken(closing); {
		if p.peek().kind == end || p.finished() && !p.peek().is(",") {
			v.unknown = true // another bracket than the one that would close it
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

// environment is what env(NAME, DEFAULT) comes to. Some words are values of their own there.
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
