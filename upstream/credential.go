package upstream

import (
	"bytes"
	"encoding/base64"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// shortestCredential is the length in bytes from which the value of an environment variable counts as a credential.
// Shorter values occur in answers by accident.
const shortestCredential = 8

// credentials are secrets that must not be passed on or logged, in every form in which a text can contain them.
type credentials [][]byte

// with adds a credential as it is, and as a JSON string, with and without a backslash before /.
func (cs credentials) with(credential string) credentials {
	quoted, _ := jsontext.AppendQuote(nil, credential) // the error is one of UTF-8
	inJSON := quoted[1 : len(quoted)-1]
	return append(cs, []byte(credential), inJSON, bytes.ReplaceAll(inJSON, []byte("/"), []byte(`\/`)))
}

// in reports whether a text contains one of the credentials literally.
func (cs credentials) in(text []byte) bool {
	return slices.ContainsFunc(cs, func(c []byte) bool { return bytes.Contains(text, c) })
}

// inJSON reports whether a string of valid JSON contains one of the credentials, also in Base64, which clients decode.
// A string can be JSON itself. The time is linear in the length of the text.
func (cs credentials) inJSON(text jsontext.Value) bool {
	if len(cs) == 0 || cs.in(text) {
		return len(cs) > 0
	}
	if bytes.IndexByte(text, '\\') < 0 && !bytes.Contains(text, []byte(`"blob"`)) &&
		!bytes.Contains(text, []byte(`"data"`)) {
		return false
	}
	var decoded, blob []byte // of one string; the next is written over it
	name := ""               // of the member that a string belongs to
	d := jsontext.NewDecoder(bytes.NewBuffer(text))
	for {
		if d.PeekKind() != '"' {
			if _, err := d.ReadToken(); err != nil {
				return false // it is the end
			}
			continue
		}
		quoted, err := d.ReadValue()
		if err != nil {
			return false
		}
		if decoded, err = jsontext.AppendUnquote(decoded[:0], quoted); err != nil || cs.in(decoded) {
			return true
		}
		if kind, read := d.StackIndex(d.StackDepth()); kind == '{' && read%2 == 1 {
			name = string(decoded)
			continue
		}
		if name == "blob" || name == "data" {
			if blob, _ = base64.StdEncoding.AppendDecode(blob[:0], decoded); cs.in(blob) { // what is before a mistake, too
				return true
			}
		}
	}
}
