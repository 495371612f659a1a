package toolset

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/redact"
	"emcp/query"
	"emcp/richtext"
	"emcp/toolset/jsonout"
	"emcp/toolset/view"
)

// elementItem is a template, template variable, chunk, snippet or plugin in an answer.
type elementItem struct {
	kind              allowlist.Element
	id                int64
	name, description string
	category          int64   // 0: no category
	categoryName      *string // nil: the category does not exist
	locked            int64
	disabled          *int64         // nil: elements of this type cannot be disabled
	keys              []*string      // values that its list is sorted by
	texts             []*string      // one for each of kind.Texts if they were requested
	cuts              jsonout.Object // members that report cut texts
}

func (e *elementItem) Position() query.Position { return query.Position{Keys: e.keys, ID: e.id} }

// scan reads the columns of a row, then its keys or its texts. A statement returns one or the other.
func (e *elementItem) scan(scan evodb.Scan) error {
	dest := []any{&e.id, &e.name, &e.description, &e.category, &e.categoryName, &e.locked, &e.disabled}
	for i := range e.keys {
		dest = append(dest, &e.keys[i])
	}
	for i := range e.texts {
		dest = append(dest, &e.texts[i])
	}
	return scan(dest...)
}

// size returns the length of the element's texts, in bytes.
func (e *elementItem) size() int {
	size := len(e.name) + len(e.description)
	for _, text := range e.texts {
		size += len(view.OrEmpty(text))
	}
	return size
}

// finish redacts keys and passwords in the texts, then cuts the texts to length characters, the code from offset on.
// Redacting first makes every part a part of the same text, wherever it is cut.
func (e *elementItem) finish(ctx context.Context, length, offset int) error {
	var totals, next jsonout.Object
	for i, t := range e.kind.Texts {
		if e.texts[i] == nil {
			continue
		}
		if err := view.Ended(ctx); err != nil {
			return err
		}
		from := 0
		if t.Member == "code" {
			from = offset
		}
		part := richtext.Cut(redact.Code(e.name, *e.texts[i]), from, length)
		e.texts[i] = &part.Text
		if part.Next == 0 {
			continue
		}
		totals = append(totals, jsonout.Member{Name: t.Member, Value: part.Total})
		if t.Member == "code" {
			next = jsonout.Object{{Name: "next_code_offset", Value: part.Next}}
		}
	}
	if totals != nil {
		e.cuts = append(jsonout.Object{{Name: "truncated", Value: true}, {Name: "total_chars", Value: totals}}, next...)
	}
	return nil
}

func (e *elementItem) AppendJSON(b []byte) ([]byte, error) { return jsonout.AppendValue(b, e) }

// MarshalJSONTo writes the element.
func (e *elementItem) MarshalJSONTo(encoder *jsontext.Encoder) error {
	item := jsonout.Object{
		{Name: "type", Value: e.kind.Type}, {Name: "id", Value: e.id}, {Name: "name", Value: e.name},
		{Name: "description", Value: e.description},
		{Name: "category", Value: nil}, {Name: "disabled", Value: nil}, {Name: "locked", Value: e.locked != 0},
	}
	if e.category != 0 {
		item[4].Value = jsonout.Object{{Name: "id", Value: e.category}, {Name: "name", Value: e.categoryName}}
	}
	if e.disabled != nil {
		item[5].Value = *e.disabled != 0
	}
	for i, text := range e.texts {
		item = append(item, jsonout.Member{Name: e.kind.Texts[i].Member, Value: text})
	}
	return json.MarshalEncode(encoder, append(item, e.cuts...))
}
