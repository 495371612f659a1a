package toolset

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
)

// listPlace is a place in a list, which a cursor holds.
type listPlace struct {
	Keys   []*string `json:"k,omitzero"`
	ID     int64     `json:"i"`
	Passed int64     `json:"n"` // items on the pages before
}

// maxCursor is the length of the longest cursor, in characters: eleven keys of 255 characters, of which each can be six bytes in
// JSON, and these four thirds of their length in Base64.
const maxCursor = 24 << 10

// cursorSeal makes and reads the cursors of one call. A cursor is a place in JSON behind a sum that nobody else can make: it
// counts only for the list that it was made for.
type cursorSeal struct {
	secret []byte
	list   []byte // what the list depends on: site, caller's view, tool and arguments
}

// freeArguments are the arguments with which the pages of one list may differ.
var freeArguments = []string{"cursor", "limit", "offset", "include_total"}

// cursors returns the cursors of the list that the call asks for.
func (c *call) cursors() (cursorSeal, error) {
	arguments, err := withoutArguments(c.arguments, freeArguments)
	if err != nil {
		return cursorSeal{}, err
	}
	list := fmt.Appendf(nil, "%q %q %q %s", c.db.Name(), c.caller.Sight(), c.tool, arguments)
	return cursorSeal{c.options.CursorKey, list}, nil
}

// canonicalArguments returns arguments in the one way of writing in which members are in order.
func canonicalArguments(arguments jsontext.Value) (jsontext.Value, error) {
	text := arguments.Clone()
	return text, text.Format(jsontext.ReorderRawObjects(true))
}

// withoutArguments returns canonical arguments without those of some names, each with a comma behind it: not JSON, but different for different
// arguments.
func withoutArguments(arguments jsontext.Value, names []string) ([]byte, error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(arguments))
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

func (c cursorSeal) sum(place []byte) []byte {
	h := hmac.New(sha256.New, c.secret)
	_, _ = fmt.Fprintf(h, "%d ", len(c.list))
	h.Write(c.list)
	h.Write(place)
	return h.Sum(nil)
}

// at returns the cursor of a place.
func (c cursorSeal) at(p listPlace) (string, error) {
	text, err := json.Marshal(p, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(append(c.sum(text), text...)), nil
}

// place returns what at was called with.
func (c cursorSeal) place(cursor string) (listPlace, error) {
	var p listPlace
	sum, text, err := unseal(cursor)
	if err != nil {
		return p, err
	}
	if !hmac.Equal(sum, c.sum(text)) {
		return p, unknownCursor()
	}
	return p, json.Unmarshal(text, &p)
}

// unseal takes apart what looks like a cursor; whether the sum is that of the text is for place to say.
func unseal(cursor string) (sum, text []byte, err error) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(sealed) < sha256.Size || strings.ContainsAny(cursor, "\r\n") { // which base64 skips
		return nil, nil, unknownCursor()
	}
	return sealed[:sha256.Size], sealed[sha256.Size:], nil
}

func unknownCursor() error {
	return fault.Invalid("cursor",
		"this cursor does not belong to this call; send next_cursor unchanged and all other arguments except limit as before, or start again without a cursor")
}
