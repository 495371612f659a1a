package richtext

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// label is a part of a link or image.
type label uint8

// Labels.
const (
	noLabel label = iota
	textLabel
	titleLabel
)

// startLink begins a link. Its marks are written around the first text in it only, so that an address is written once.
func (m *markdown) startLink(t *token) {
	href, _ := t.attribute("href")
	if m.address = m.appendAddress(m.address[:0], href); len(m.address) == 0 {
		return
	}
	m.title, _ = t.attribute("title")
	m.wanted[link] = 1
	m.unsettled = true
}

// endLink ends a link.
func (m *markdown) endLink() {
	if m.writes(link) {
		m.writeBang(false)
		m.closeStyles(m.firstOf(link))
	}
	m.wanted[link] = 0
}

// image writes an image, or the text instead of it where it has no address.
func (m *markdown) image(t *token) {
	alt, _ := t.attribute("alt")
	src, _ := t.attribute("src")
	address := m.appendAddress(nil, src)
	if len(address) == 0 || m.wanted[code] > 0 {
		m.text(alt, false)
		return
	}
	m.rest = nil
	m.settle()
	m.out.writeString("![")
	m.label(alt, textLabel)
	title, _ := t.attribute("title")
	m.target(address, title)
}

// label writes a text in brackets or quotes.
func (m *markdown) label(text []byte, within label) {
	space, rest := m.space, m.rest
	m.space, m.within = 0, within
	m.last, m.position, m.digits = ' ', lineMiddle, -1
	m.text(bytes.TrimSpace(text), false)
	m.writeBang(false)
	m.space, m.rest, m.within = space, rest, noLabel
	m.unsettled = true
}

// target writes where a link or an image leads, and its title.
func (m *markdown) target(address, title []byte) {
	m.out.writeString("](")
	m.out.write(address)
	if len(bytes.TrimSpace(title)) > 0 {
		m.out.writeString(` "`)
		m.label(title, titleLabel)
		m.out.writeByte('"')
	}
	m.out.writeByte(')')
	m.last, m.digits = ')', -1
}

// maxAddress is how long the address of a link or an image is at most, as it is written, in bytes.
const maxAddress = 8 << 10

// appendAddress appends the address that an attribute has, such as it can stand in Markdown: nothing of one that leads nowhere
// by itself, because it holds a program or the data, or is too long.
func (m *markdown) appendAddress(out, value []byte) []byte {
	if len(value) > maxAddress {
		return out
	}
	begin := len(out)
	var clean cleaner
	for value = bytes.TrimSpace(value); len(value) > 0; {
		r, size := utf8.DecodeRune(value)
		second := rune(0)
		if r == '&' {
			if reference := m.known.decode(value, true); reference.size > 0 {
				r, second, size = reference.first, reference.second, reference.size
			}
		}
		value = value[size:]
		switch {
		case r == '\n' || r == '\t' || !clean.shows(r): // as browsers do
		case r < utf8.RuneSelf && encoded[r]:
			out = append(out, '%', "0123456789ABCDEF"[r>>4], "0123456789ABCDEF"[r&0xF])
		default:
			out = utf8.AppendRune(out, r)
			if second != 0 {
				out = utf8.AppendRune(out, second)
			}
		}
	}
	for _, scheme := range []string{"javascript:", "vbscript:", "data:"} {
		if address := out[begin:]; len(address) >= len(scheme) && bytes.EqualFold(address[:len(scheme)], []byte(scheme)) {
			return out[:begin]
		}
	}
	if start, without := m.base.absolute(out[begin:]); start != "" {
		out = slices.Replace(out, begin, begin+without, []byte(start)...)
	}
	return out
}

// encoded are the characters that would end an address in Markdown.
var encoded = byteTable(" ()<>\\`|")
