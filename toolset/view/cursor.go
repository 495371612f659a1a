package view

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/toolset/jsonout"
)

// Place is a position in a list: the row after which a page begins.
type Place struct {
	Keys   []*string `json:"k"`
	ID     int64     `json:"i"`
	Passed int64     `json:"n"` // items on the previous pages
}

// MaxCursor is the length of the longest cursor, in characters: eleven keys of 255 characters, each of which can take
// six bytes in JSON, and Base64 adds a third.
const MaxCursor = 24 << 10

// Cursors writes and reads the cursors of one call. A cursor is a Place in JSON, preceded by a MAC. It is valid
// only for the list for which it was made.
type Cursors struct {
	secret []byte
	list   []byte // what the list depends on: site, caller's view, tool and arguments
}

// freeArguments may differ between the pages of a list.
var freeArguments = []string{"cursor", "limit", "offset", "include_total"}

// Cursors returns the Cursors of the list that the call asks for.
func (v *Site) Cursors() (Cursors, error) {
	arguments, err := withoutArguments(v.scope.Arguments, freeArguments)
	if err != nil {
		return Cursors{}, err
	}
	list := QuotedWords(v.DB.Name(), v.Caller.Sight(), v.scope.Name)
	return Cursors{v.Options.CursorKey, append(list, arguments...)}, nil
}

// QuotedWords returns the words in quotes, each with a space behind it.
func QuotedWords(words ...string) (text []byte) {
	for _, word := range words {
		text = append(strconv.AppendQuote(text, word), ' ')
	}
	return text
}

// CanonicalArguments returns arguments with their members in alphabetical order.
func CanonicalArguments(arguments jsontext.Value) (jsontext.Value, error) {
	text := arguments.Clone()
	return text, text.Format(jsontext.ReorderRawObjects(true))
}

// withoutArguments removes the arguments with these names from canonical arguments. The result is not valid JSON, but
// differs for different arguments.
func withoutArguments(arguments jsontext.Value, names []string) ([]byte, error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(arguments), jsontext.AllowDuplicateNames(true)) // there are none
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	text := []byte("{")
	for d.PeekKind() != '}' {
		token, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		name, begin := token.String(), d.InputOffset()
		if err := d.SkipValue(); err != nil {
			return nil, err
		}
		if !slices.Contains(names, name) {
			text = append(strconv.AppendQuote(text, name), arguments[begin:d.InputOffset()]...)
			text = append(text, ',')
		}
	}
	return append(text, '}'), nil
}

func (c Cursors) sum(place []byte) []byte {
	h := hmac.New(sha256.New, c.secret)
	h.Write(append(strconv.AppendInt(nil, int64(len(c.list)), 10), ' '))
	h.Write(c.list)
	h.Write(place)
	return h.Sum(nil)
}

// At returns the cursor for a place.
func (c Cursors) At(p Place) string {
	text := p.JSON()
	return base64.RawURLEncoding.EncodeToString(append(c.sum(text), text...))
}

// JSON returns the place as Cursors.Place reads it.
func (p Place) JSON() []byte {
	b := []byte{'{'}
	if p.Keys != nil {
		b = append(b, `"k":[`...)
		for i, key := range p.Keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonout.AppendText(b, key)
		}
		b = append(b, "],"...)
	}
	b = strconv.AppendInt(append(b, `"i":`...), p.ID, 10)
	b = strconv.AppendInt(append(b, `,"n":`...), p.Passed, 10)
	return append(b, '}')
}

// Place returns the place of a cursor.
func (c Cursors) Place(cursor string) (Place, error) {
	var p Place
	sum, text, err := Unseal(cursor)
	if err != nil {
		return p, err
	}
	if !hmac.Equal(sum, c.sum(text)) {
		return p, UnknownCursor()
	}
	return p, json.Unmarshal(text, &p)
}

// Unseal splits a cursor into MAC and text. It does not check the MAC; place does.
func Unseal(cursor string) (sum, text []byte, err error) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(sealed) < sha256.Size || strings.ContainsAny(cursor, "\r\n") { // base64 would ignore line breaks
		return nil, nil, UnknownCursor()
	}
	return sealed[:sha256.Size], sealed[sha256.Size:], nil
}

// UnknownCursor returns the fault for a cursor that emcp has not made for the list.
func UnknownCursor() error {
	return fault.Invalid("cursor",
		"this cursor does not belong to this call; send next_cursor unchanged and all other arguments except limit as "+
			"before, or start again without a cursor")
}

// Key returns a key for what is kept of the list in one of its states.
func (c Cursors) Key(state string) string { return string(c.sum([]byte(state))) }
