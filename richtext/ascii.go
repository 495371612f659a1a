package richtext

// isSpace are the characters that HTML treats as white space.
var isSpace = byteTable(" \t\n\f\r")

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isAlphanumeric(c byte) bool { return isLetter(c) || isDigit(c) }

func trimLeft(text []byte) []byte {
	for len(text) > 0 && isSpace[text[0]] {
		text = text[1:]
	}
	return text
}

// byteTable returns a set of ASCII characters.
func byteTable(characters string) (t [256]bool) {
	for i := range len(characters) {
		t[characters[i]] = true
	}
	return t
}
