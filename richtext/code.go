package richtext

import (
	"bytes"
	"unicode/utf8"
)

// preformatted writes the text of a pre element as a code block; its start tag has just been read. It drops line ends
// at the beginning and end of the text, and writes nothing for an empty block.
func (m *markdown) preformatted(start *token) {
	m.separate()
	m.heading = 0
	p := pre{markdown: m}
	p.fence, p.language = m.preFence(start)
	for m.next() {
		t := &m.in.token
		switch {
		case t.kind == textToken:
			p.write(t.text, t.raw)
			continue
		case t.kind == endToken && (t.element.role == preformatted || endsPre(t.element.role)):
			p.end()
			m.end(t)
			return
		case t.element.role == lineBreak:
			p.lines++
		case !inLine(t.element.role):
			p.lines = max(p.lines, 1)
		}
	}
	p.end()
}

// endsPre reports whether the end tag of an element also ends a pre element inside of it.
func endsPre(r elementRole) bool {
	switch r {
	case bulletList, orderedList, listItem, blockQuote, tableStart, tableRow, tableCell, headerCell:
		return true
	}
	return false
}

// pre is a code block that is being written.
type pre struct {
	*markdown
	fence    int // number of backticks in its fence
	language []byte
	begun    bool
	lines    int // line ends that precede the next character
}

// inPre are the runs of preformatted text, whose white space is kept.
var inPre = newRunTable("&", false)

// write writes a text unchanged.
func (p *pre) write(text []byte, raw bool) {
	for len(text) > 0 {
		if n := p.run(text, &inPre); n > 0 {
			p.settle()
			p.out.write(text[:n])
			text = text[n:]
			continue
		}
		first, second, size := p.decoder.next(text, raw)
		text = text[size:]
		switch first {
		case hiddenRune, '\r':
		case '\n':
			p.lines++
		default:
			p.settle()
			p.out.writeRunes(first, second)
		}
	}
}

// settle writes the line ends before the next character.
func (p *pre) settle() {
	switch {
	case !p.begun:
		p.begun = true
		p.begin()
		p.backticks(p.fence)
		p.out.write(p.language)
		p.newLines(1)
	case p.lines > 0:
		p.newLines(p.lines)
	}
	p.lines = 0
}

func (p *pre) end() {
	if p.begun {
		p.newLines(1)
		p.backticks(p.fence)
	}
	p.boundary()
}

// preFence returns the number of backticks for the fence of a code block, and the language of the block. Both depend on
// the content up to the end of the block.
func (m *markdown) preFence(start *token) (fence int, language []byte) {
	language = languageOf(start)
	b := backtickCounter{known: m.known}
	for ahead := *m.in; ahead.next(); {
		t := &ahead.token
		switch {
		case t.kind == textToken:
			b.count(t.text, t.raw)
			continue
		case t.kind == endToken && (t.element.role == preformatted || endsPre(t.element.role)):
			return max(3, b.most+1), language
		case t.kind == startToken && t.element.style == code && language == nil:
			language = languageOf(t)
		}
	}
	return max(3, b.most+1), language
}

// languageOf returns the language named by the class of an element, such as language-go, or nothing.
func languageOf(t *token) []byte {
	class, _ := t.attribute("class")
	for _, name := range bytes.Fields(class[:min(len(class), maxClass)]) {
		for _, prefix := range []string{"language-", "lang-"} {
			if language, ok := bytes.CutPrefix(name, []byte(prefix)); ok && isLanguage(language) {
				return language
			}
		}
	}
	return nil
}

// maxClass bounds how much of a class attribute is read, in bytes.
const maxClass = 200

func isLanguage(name []byte) bool {
	for _, c := range name {
		if !isAlphanumeric(c) && bytes.IndexByte([]byte("+-#._"), c) < 0 {
			return false
		}
	}
	return len(name) > 0 && utf8.Valid(name)
}
