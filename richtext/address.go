package richtext

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// maxAddress is the longest address of a link or image, as written, in bytes.
const maxAddress = 8 << 10

// appendAddress appends the address in an attribute: absolute, and encoded so that it can stand in Markdown. It appends
// nothing for an address that is a script, that contains the data itself, or that is too long.
func appendAddress(out, value []byte, known references, base siteBase) []byte {
	if len(value) > maxAddress {
		return out
	}
	begin := len(out)
	d := decoder{known: known}
	for value = bytes.TrimSpace(value); len(value) > 0; {
		if n := d.run(value, &inAddresses); n > 0 { // nearly all
			out, value = append(out, value[:n]...), value[n:]
			continue
		}
		r, size := utf8.DecodeRune(value)
		second := rune(0)
		if r == '&' {
			if reference := d.known.decode(value, true); reference.size > 0 {
				r, second, size = reference.first, reference.second, reference.size
			}
		}
		value = value[size:]
		switch {
		case r == '\n' || r == '\t' || !d.filter.Shows(r): // dropped, as browsers do
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
	if start, without := base.absolute(out[begin:]); start != "" {
		out = slices.Replace(out, begin, begin+without, []byte(start)...)
	}
	return out
}

// endsAddress are the characters that would end an address in Markdown. They are encoded.
const endsAddress = " ()<>\\`|"

var (
	encoded     = byteTable(endsAddress)
	inAddresses = newRunTable("&"+endsAddress, false)
)
