package richtext

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// label is the part of a link or image that is being written.
type label uint8

// Labels.
const (
	noLabel label = iota
	textLabel
	titleLabel
)

// startLink begins a link. Only the first text in a link becomes the link, so that the address is written once.
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

// image writes an image, or its alternative text if it has no address.
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

// target writes the address of a link or image, and its title.
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

// maxAddress is the longest address of a link or image, as written, in bytes.
const maxAddress = 8 << 10

// appendAddress appends the address in an attribute, encoded for Markdown. It appends nothing for an address that is a
// script, that contains the data itself, or that is too long.
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
		case r == '\n' || r == '\t' || !clean.shows(r): // dropped, as browsers do
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
