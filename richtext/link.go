package richtext

import "bytes"

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

// appendAddress appends the address in an attribute, encoded for Markdown.
func (m *markdown) appendAddress(out, value []byte) []byte {
	return appendAddress(out, value, m.known, m.base)
}
