package richtext

import "bytes"

// nextOfSet returns the first address of a srcset with the commas behind it, its size, such as 640w, and the rest of
// the set. There is no address if the set has none.
func nextOfSet(set []byte) (address, size, rest []byte) {
	set = bytes.TrimLeft(set, ", \t\n\f\r")
	end := bytes.IndexAny(set, " \t\n\f\r")
	if end < 0 {
		return set, nil, nil
	}
	if set[end-1] == ',' {
		return set[:end], nil, set[end:]
	}
	size, rest, _ = bytes.Cut(set[end:], []byte(","))
	return set[:end], bytes.TrimSpace(size), rest
}

// largestOf returns the address with the greatest width or density in a srcset.
func largestOf(set []byte) (largest []byte) {
	greatest := -1.0
	for len(set) > 0 {
		var address, descriptor []byte
		address, descriptor, set = nextOfSet(set)
		address = bytes.TrimRight(address, ",")
		if size := descriptorSize(descriptor); len(address) > 0 && size > greatest {
			largest, greatest = address, size
		}
	}
	return largest
}

// descriptorSize returns the number in a descriptor such as 640w or 2x; 1 if it is empty.
func descriptorSize(descriptor []byte) float64 {
	size, fraction := 0.0, 0.0
	for _, c := range descriptor[:min(len(descriptor), 16)] {
		switch {
		case c == '.':
			fraction = 1
		case !isDigit(c):
			return size
		case fraction > 0:
			fraction /= 10
			size += fraction * float64(c-'0')
		default:
			size = 10*size + float64(c-'0')
		}
	}
	return max(size, 1)
}
