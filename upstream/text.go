package upstream

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/visible"
)

// otherSpace replaces white space other than spaces and line feeds by spaces, and drops invalid UTF-8.
var otherSpace = strings.NewReplacer("\r\n", "\n", "\t", " ", "\r", " ", "\u2028", " ", "\u2029", " ",
	string(utf8.RuneError), "")

// clean removes control characters and other invisible characters from a text of an upstream, and shortens it to limit
// characters. Line breaks stay.
func clean(text string, limit int) string {
	text = strings.TrimSpace(visible.Text(otherSpace.Replace(text)))
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return strings.TrimSpace(string([]rune(text)[:limit-1])) + "…"
}

// cleanLine is like clean and also joins the lines.
func cleanLine(text string, limit int) string {
	return clean(strings.Join(strings.Fields(text), " "), limit)
}

// oneLine returns JSON on one line, as messages over stdio are, and without invisible characters in its strings.
func oneLine(text jsontext.Value) (jsontext.Value, error) {
	// nearly all
	if !bytes.ContainsFunc(text, func(r rune) bool { return r > '~' }) && !bytes.Contains(text, []byte(`\u`)) {
		return text, text.Compact()
	}
	in := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
	var out bytes.Buffer
	encoder := jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true))
	for {
		token, err := in.ReadToken()
		switch {
		case errors.Is(err, io.EOF):
			return bytes.TrimSpace(out.Bytes()), nil
		case err != nil:
			return nil, err
		case token.Kind() == '"':
			token = jsontext.String(visible.Text(token.String()))
		}
		if err := encoder.WriteToken(token); err != nil {
			return nil, err
		}
	}
}

// maxError bounds the text of an error in the log, in characters.
const maxError = 300

// bounded returns the text of an error for the log.
func bounded(err error) string { return cleanLine(err.Error(), maxError) }
