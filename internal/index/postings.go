package index

import "encoding/binary"

// A form has its documents as a list of bytes, in the order of their numbers: for each document the difference to the
// number before, with its kind in the lowest two bits, and how often fields have the form.
const (
	onceInText = iota // nothing follows
	timesInText
	onceInFields // a byte follows with a bit for each field
	timesInFields
)

// frequencies are how often each field has a form.
type frequencies [Fields]uint16

// appendPosting appends a document to a list.
func appendPosting(list []byte, difference uint32, f *frequencies) []byte {
	var mask byte
	most := uint16(0)
	for field, n := range f {
		if n > 0 {
			mask |= 1 << field
		}
		most = max(most, n)
	}
	var posting [binary.MaxVarintLen64 + 1 + int(Fields)*binary.MaxVarintLen16]byte
	kind := uint64(timesInFields)
	switch {
	case mask == 1<<Text && most == 1:
		kind = onceInText
	case mask == 1<<Text:
		kind = timesInText
	case most == 1:
		kind = onceInFields
	}
	out := binary.AppendUvarint(posting[:0], uint64(difference)<<2|kind)
	if kind >= onceInFields {
		out = append(out, mask)
	}
	for _, n := range f {
		if n > 0 && (kind == timesInText || kind == timesInFields) {
			out = binary.AppendUvarint(out, uint64(n))
		}
	}
	return grown(list, out)
}

// grown appends bytes to a list that grows by an eighth, because most memory of an index is in such lists.
func grown(list, more []byte) []byte {
	if need := len(list) + len(more); need > cap(list) {
		list = append(make([]byte, 0, need+need/8), list...)
	}
	return append(list, more...)
}

// nextPosting reads a document of a list that is not empty, and returns the rest of the list.
func nextPosting(list []byte, f *frequencies) (difference uint32, rest []byte) {
	head, n := uint64(list[0]), 1
	if head >= 0x80 {
		head, n = binary.Uvarint(list)
	}
	list = list[n:]
	*f = frequencies{}
	switch head & 3 {
	case onceInText:
		f[Text] = 1
	case timesInText:
		times, n := binary.Uvarint(list)
		f[Text], list = uint16(times), list[n:]
	default:
		mask := list[0]
		list = list[1:]
		for field := range f {
			switch {
			case mask&(1<<field) == 0:
			case head&3 == onceInFields:
				f[field] = 1
			default:
				times, n := binary.Uvarint(list)
				f[field], list = uint16(times), list[n:]
			}
		}
	}
	return uint32(head >> 2), list
}
