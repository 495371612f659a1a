package evotags

import "strings"

// parameter is a parameter in the call of a chunk.
type parameter struct{ name, value string }

// maxNested is how many pairs of backticks a value in backticks may contain, as in Evolution.
const maxNested = 100

// splitCall splits the call of a chunk into its name, with modifiers, and its parameters.
func splitCall(call string) (name, parameters string) {
	at := callEnd(call)
	if at < 0 {
		return strings.TrimSpace(call), ""
	}
	return strings.TrimSpace(call[:at]), strings.TrimLeft(call[at+1:], "?& \t\n")
}

// callEnd returns where the name in a call ends, or a negative number if no parameters follow. The name ends at a ?, at
// a line end, or at a space before an &. With modifiers it ends at a ? or, if the call has none, at a space outside of
// brackets.
func callEnd(call string) int {
	question := strings.IndexByte(call, '?') >= 0
	space, inFilter, closing := -1, false, ""
	for i := range len(call) {
		rest := call[i:]
		switch c := call[i]; {
		case inFilter && closing != "":
			if strings.HasPrefix(rest, closing) {
				closing = ""
			}
		case inFilter && c == '(':
			closing = ")"
			if len(rest) > 1 && strings.IndexByte("'\"`", rest[1]) >= 0 {
				closing = rest[1:2] + ")"
			}
		case c == '?' && i > 0, inFilter && c == ' ' && !question:
			return i
		case inFilter:
		case c == ':':
			inFilter = true
		case c == ' ' && i > 0:
			space = i
		case c == '&' && space >= 0:
			return space
		case c == '\n' && i > 0:
			return i
		}
	}
	return -1
}

// parseParameters reads &name=`value` pairs, with any quotes or none, as Evolution's getParamsFromString does.
func parseParameters(text string) []parameter {
	const blanks = " \t\n\r\x00\x0b"
	var all []parameter
	text = strings.TrimLeft(text, "?&")
	var key strings.Builder
	for text != "" {
		c := text[0]
		text = text[1:]
		value, complete := "", false
		switch {
		case c == '=':
			value, text = parameterValue(strings.Trim(text, blanks))
			complete = true
		case c == '&':
			if strings.Trim(key.String(), blanks) == "" {
				continue
			}
			value, complete = "1", true
		case text == "":
			key.WriteByte(c)
			value, complete = "1", true
		case key.Len() > 0 || strings.IndexByte(blanks, c) < 0:
			key.WriteByte(c)
		}
		if !complete {
			continue
		}
		all = append(all, parameter{strings.Trim(strings.ReplaceAll(key.String(), "amp;", ""), blanks), value})
		key.Reset()
		text = withoutComment(strings.TrimLeft(text, " ,\t"))
	}
	return all
}

// parameterValue reads the value at the beginning of a text and returns it with the rest of the text.
func parameterValue(text string) (value, rest string) {
	if text == "" {
		return "", ""
	}
	quote := text[0]
	if strings.IndexByte("\"'`", quote) < 0 {
		value, rest, _ = strings.Cut(text, "&")
		return strings.TrimSpace(value), rest
	}
	value, rest, _ = strings.Cut(text[1:], string(quote))
	if next := strings.TrimSpace(rest); strings.HasPrefix(next, "//") {
		rest = withoutComment(next)
	}
	if quote != '`' {
		return value, rest
	}
	nested := 0
	for ; nested < maxNested && !strings.HasPrefix(strings.TrimSpace(rest), "&"); nested++ {
		inner, more, first := strings.Cut(rest, "`")
		outer, behind, second := strings.Cut(more, "`")
		if !first || !second {
			break
		}
		value += "`" + inner + "`" + outer
		rest = behind
	}
	if nested > 0 {
		value = strings.TrimRight(value, "`")
	}
	return value, rest
}

// withoutComment drops a comment from // to the end of the line at the beginning of a text.
func withoutComment(text string) string {
	if !strings.HasPrefix(text, "//") {
		return text
	}
	if end := strings.IndexByte(text, '\n'); end >= 0 {
		return text[end:]
	}
	return ""
}
