package richtext

import (
	"bytes"
	"strings"

	"emcp/internal/visible"
)

// siteBase is the address that relative addresses in a text refer to: the one that Evolution's pages have in <base>.
type siteBase struct {
	site   string // ends in a slash
	host   string // site without its path
	scheme string // scheme of site, with its colon
}

func newBase(site string) siteBase {
	b := siteBase{site: site}
	scheme, rest, ok := strings.Cut(site, "//")
	if host, _, found := strings.Cut(rest, "/"); ok && found {
		b.scheme, b.host = scheme, scheme+"//"+host
	}
	return b
}

// absolute says how to make an address absolute: drop its first without bytes, and put begin before the rest. Addresses
// within the page (#name) and absolute addresses stay as they are.
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

// Absolute makes an address of a page absolute. site is the address of the site and ends in a slash.
func Absolute(site, address string) string {
	begin, without := newBase(site).absolute([]byte(address))
	return begin + address[without:]
}

// hasScheme reports whether an address begins with a scheme, such as mailto: (RFC 3986, 3.1).
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

// addressed are the attributes of HTML whose value is an address; listed are those whose value is a
// list of addresses with sizes.
var (
	addressed = []string{"href", "src", "poster"}
	listed    = []string{"srcset", "imagesrcset"}
)

// shortestListed is the length of the shortest address in a list, such as a.jpg, that is made absolute. It bounds how
// much longer that makes a text. Elsewhere the name of the attribute bounds it.
const shortestListed = 5

// writeHTML writes HTML unchanged, except that it drops hidden characters and makes addresses absolute.
func writeHTML(out *window, html []byte, b siteBase) {
	s := scanner{steps: out.steps, html: html}
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
			list := isOneOf(name, listed)
			if !list && !isOneOf(name, addressed) {
				continue
			}
			for len(value) > 0 {
				address, rest := trimLeft(value), []byte(nil)
				if list {
					address, _, rest = nextOfSet(value)
				}
				value = rest
				if len(address) == 0 || list && len(address) < shortestListed {
					continue
				}
				begin, without := b.absolute(address)
				if begin == "" {
					continue
				}
				at := cap(html) - cap(address) // address is a slice of html
				writeClean(out, html[written:at])
				out.writeString(begin)
				written = at + without
			}
		}
	}
	writeClean(out, html[written:])
}

// isOneOf reports whether the name of an attribute is one of some.
func isOneOf(name []byte, names []string) bool {
	for _, known := range names {
		if len(name) == len(known) && bytes.EqualFold(name, []byte(known)) {
			return true
		}
	}
	return false
}

// writeClean writes a text without hidden characters.
func writeClean(out *window, text []byte) {
	var filter visible.Filter
	for len(text) > 0 && !out.full() && out.steps.Err() == nil {
		n := beginning(text)
		writeVisible(out, text[:n], &filter)
		text = text[n:]
	}
}
