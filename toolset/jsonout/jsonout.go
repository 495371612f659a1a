package jsonout

import (
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// AppendText appends a string, or null for nil.
func AppendText(b []byte, text *string) []byte {
	if text == nil {
		return append(b, "null"...)
	}
	return AppendString(b, *text)
}

// AppendString appends a string. Bytes that are not UTF-8 become U+FFFD. Most strings need no look at each character.
func AppendString(b []byte, text string) []byte {
	if isVerbatim(text) {
		return append(append(append(b, '"'), text...), '"')
	}
	b, _ = jsontext.AppendQuote(b, text) // the error is about bytes that are not UTF-8
	return b
}

// isVerbatim reports whether JSON represents a string as it is.
func isVerbatim(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' {
			return false
		}
	}
	return utf8.ValidString(text)
}

// AppendValue appends any value.
func AppendValue(b []byte, value any) ([]byte, error) {
	text, err := json.Marshal(value, jsontext.AllowInvalidUTF8(true))
	return append(b, text...), err
}
