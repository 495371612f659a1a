package oracle

import (
	"cmp"
	"fmt"
	"strings"
)

// alphabet is every printable ASCII character in the order of the collation utf8mb4_unicode_520_ci; the two cases of a
// letter are equal. There each of these characters has a weight of its own, none is ignored, and none combines with its
// neighbors, so that texts compare letter by letter. Other characters have none of these properties, so texts that are
// compared must not contain them.
const alphabet = " `^_-,;:!?.'\"()[]{}@*/\\&#%+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"

// weight is the position of a character in the alphabet.
func weight(c byte) int {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	i := strings.IndexByte(alphabet, c)
	if i < 0 {
		panic(fmt.Sprintf("the model cannot compare texts with the byte %#x", c))
	}
	return i
}

// Compare compares texts of printable ASCII as the database does: it ignores case and pads the shorter text with
// spaces.
func Compare(a, b string) int {
	for i := range max(len(a), len(b)) {
		x, y := weight(' '), weight(' ')
		if i < len(a) {
			x = weight(a[i])
		}
		if i < len(b) {
			y = weight(b[i])
		}
		if x != y {
			return cmp.Compare(x, y)
		}
	}
	return 0
}

// anyEqual reports whether a text equals one of a list.
func anyEqual(text string, list []string) bool {
	for _, element := range list {
		if Compare(text, element) == 0 {
			return true
		}
	}
	return false
}

// Like reports whether a text of printable ASCII contains (like), ends with (like-l) or starts with (like-r) another
// text, ignoring case. Every character stands for itself, including spaces and SQL wildcards.
func Like(op, text, part string) bool {
	fold := func(s string) string {
		for i := range len(s) {
			weight(s[i]) // panics if it is not in the alphabet
		}
		return strings.ToLower(s)
	}
	text, part = fold(text), fold(part)
	switch op {
	case "like":
		return strings.Contains(text, part)
	case "like-l":
		return strings.HasSuffix(text, part)
	case "like-r":
		return strings.HasPrefix(text, part)
	}
	panic("no such operator: " + op)
}

// holds reports whether a condition is true for a text. For NULL only the operator null is true.
func holds(op string, text *string, value any) bool {
	switch {
	case op == "null":
		return text == nil
	case text == nil:
		return false
	}
	switch op {
	case "!null":
		return true
	case "in":
		return anyEqual(*text, texts(value, true))
	case "not_in":
		return !anyEqual(*text, texts(value, true))
	case "like", "like-l", "like-r":
		return Like(op, *text, texts(value, false)[0])
	}
	return compares(op, Compare(*text, texts(value, false)[0]))
}

// compares reports whether a comparison holds if comparing its left side with its right side returned c.
func compares(op string, c int) bool {
	switch op {
	case "=":
		return c == 0
	case "!=":
		return c != 0
	case ">":
		return c > 0
	case ">=":
		return c >= 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	}
	panic("no such operator: " + op)
}
