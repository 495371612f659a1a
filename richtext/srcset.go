package richtext

import "bytes"

// largestOf returns the address with the greatest width or density in a srcset.
func largestOf(set []byte) (largest []byte) {
	greatest := -1.0
	for len(set) > 0 {
		set = bytes.TrimLeft(set, ", \t\n\f\r")
		end := bytes.IndexAny(set, " \t\n\f\r")
		if end < 0 {
			end = len(set)
		}
		url, size := bytes.TrimRight(set[:end], ","), 1.0
		alone := len(url) < end
		if set = set[end:]; !alone {
			var descriptor []byte
			descriptor, set, _ = bytes.Cut(set, []byte(","))
			size = descriptorSize(bytes.TrimSpace(descriptor))
		}
		if len(url) > 0 && size > greatest {
			largest, greatest = url, size
		}
	}
	return largest
}

// descriptorSize returns the number in a descriptor such as 640w or 2x.
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
