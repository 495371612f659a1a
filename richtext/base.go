package richtext

import (
	"bytes"
	"strings"
)

// siteBase is where relative addresses in a text lead from: the site, as pages of Evolution have it in <base>.
type siteBase struct {
	site   string // ends in a slash
	host   string // the part before its path
	scheme string // with its colon
}

func newBase(site string) siteBase {
	b := siteBase{site: site}
	scheme, rest, ok := strings.Cut(site, "//")
	if host, _, found := strings.Cut(rest, "/"); ok && found {
		b.scheme, b.host = scheme, scheme+"//"+host
	}
	return b
}

// absolute returns what an address is to begin with, and how many of its own first bytes go, to lead to the same place from
// everywhere. Parts of the same page (#name) and absolute addresses stay.
func (b siteBase) absolute(address []byte) (begin string, without int) {
	switch {
	case b.site == "" || len(address) == 0 || address[0] == '#' || hasScheme(address):
		return "", 0
	case bytes.HasPrefix(address, []byte("//")):
		return b.scheme, 0
	case address[0] == '/':
		return b.host, 0
	}
	folder := b.site
	for {
		switch rest := address[without:]; {
		case bytes.HasPrefix(rest, []byte("./")):
			without += 2
		case bytes.HasPrefix(rest, []byte("../")):
			without += 3
			if above := strings.LastIndexByte(folder[:len(folder)-1], '/') + 1; above > len(b.host) {
				folder = folder[:above]
			}
		default:
			return folder, without
		}
	}
}

// Absolute returns an address that leads from everywhere to where it leads from pages of a site, whose address ends in a slash.
func Absolute(site, address string) string {
	begin, without := newBase(site).absolute([]byte(address))
	return begin + address[without:]
}

// hasScheme reports whether an address begins with one, such as mailto: (RFC 3986, 3.1).
func hasScheme(address []byte) bool {
	for i, c := range address {
		switch {
		case isLetter(c):
		case i == 0:
			return false
		case c == ':':
			return true
		case !isDigit(c) && c != '+' && c != '-' && c != '.':
			return false
		}
	}
	return false
}

// addressed are the attributes of HTML that hold an address.
var addressed = []string{"href", "src", "poster"}

// writeHTML writes HTML as it is, without hidden characters and with absolute addresses.
func writeHTML(out *window, html []byte, b siteBase) {
	s := scanner{work: out.work, html: html}
	written := 0
	for b.site != "" && !out.full() && s.next() {
		if s.token.kind != startToken {
			continue
		}
		for a := (attributes{s.token.attributes}); ; {
			name, value, ok := a.read()
			if !ok {
				break
			}
			if !isAddressed(name) {
				continue
			}
			value = trimLeft(value)
			begin, without := b.absolute(value)
			if begin == "" {
				continue
			}
			at := cap(html) - cap(value) // a part of html
			writeClean(out, html[written:at])
			out.writeString(begin)
			written = at + without
		}
	}
	writeClean(out, html[written:])
}

func isAddressed(name []byte) bool {
	for _, known := range addressed {
		if len(name) == len(known) && bytes.EqualFold(name, []byte(known)) {
			return true
		}
	}
	return false
}

// writeClean writes a text without hidden characters.
func writeClean(out *window, text []byte) {
	var c cleaner
	for len(text) > 0 && !out.full() && out.work.err == nil {
		n := beginning(text)
		c.write(out, text[:n])
		text = text[n:]
	}
}
