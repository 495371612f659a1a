package toolset

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/identity"
	"emcp/internal/fault"
	"emcp/richtext"
	"emcp/tvfilter"
)

// item is a document in an answer.
type item struct {
	id    int64
	shape *shape
	cells []cell // as many as shape has fields
	place *place // where it is needed
	tvs   *tvValues
	cuts  members // total length of the texts that were cut, by their names
	next  int     // where content goes on; 0 where it does not
}

// cell is the value of a field; which member holds it depends on the field's kind.
type cell struct {
	number int64
	text   *string
}

// scan reads the columns of the item's shape.
func (i *item) scan(scan evodb.Scan) error {
	dest := make([]any, 0, len(i.cells))
	for n, f := range i.shape.fields {
		switch f.kind {
		case plain, rich:
			dest = append(dest, &i.cells[n].text)
		case number, flag, moment:
			dest = append(dest, &i.cells[n].number)
		case placed:
		}
	}
	if err := scan(dest...); err != nil {
		return err
	}
	i.id = i.cells[0].number
	return nil
}

// MarshalJSONTo writes the document: its fields in their order, tvs where the call selects some, and what tells that a text
// was cut.
func (i *item) MarshalJSONTo(e *jsontext.Encoder) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for n, f := range i.shape.fields {
		if err := e.WriteToken(jsontext.String(f.name)); err != nil {
			return err
		}
		if err := i.writeCell(e, f, i.cells[n]); err != nil {
			return err
		}
	}
	var rest members
	if i.tvs != nil {
		rest = append(rest, namedValue{"tvs", i.tvs})
	}
	if len(i.cuts) > 0 {
		rest = append(rest, namedValue{"truncated", true}, namedValue{"total_chars", i.cuts})
	}
	if i.next > 0 {
		rest = append(rest, namedValue{"next_content_offset", i.next})
	}
	for _, m := range rest {
		if err := e.WriteToken(jsontext.String(m.name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(e, m.value); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}

func (i *item) writeCell(e *jsontext.Encoder, f field, c cell) error {
	switch {
	case f.kind == flag:
		return e.WriteToken(jsontext.Bool(c.number != 0))
	case f.kind == placed:
		return json.MarshalEncode(e, i.place.value(f.name))
	case f.kind == moment && i.shape.rfc3339 && c.number == 0, (f.kind == plain || f.kind == rich) && c.text == nil:
		return e.WriteToken(jsontext.Null)
	case f.kind == moment && i.shape.rfc3339:
		return e.WriteToken(jsontext.String(time.Unix(c.number, 0).UTC().Format(time.RFC3339)))
	case f.kind == number, f.kind == moment:
		return e.WriteToken(jsontext.Int(c.number))
	}
	return e.WriteToken(jsontext.String(*c.text))
}

// tvValues is the object of a document's selected template variables, in the order of the selection.
type tvValues struct {
	selection []tvfilter.Selection
	stored    []*string // as long as selection
}

// MarshalJSONTo writes the values by name: the stored text, else the default where that was asked for, else null.
func (v *tvValues) MarshalJSONTo(e *jsontext.Encoder) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for i, s := range v.selection {
		if err := e.WriteToken(jsontext.String(s.Name())); err != nil {
			return err
		}
		if err := json.MarshalEncode(e, v.stored[i]); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}

// items runs a statement that returns documents, and fetches what else belongs to them.
func (c *call) items(ctx context.Context, s evodb.Statement, selection []tvfilter.Selection) ([]*item, error) {
	var items []*item
	size := readSize(0)
	err := c.db.Query(ctx, s, func(scan evodb.Scan) error {
		next := &item{shape: &c.shape, cells: make([]cell, len(c.shape.fields))}
		items = append(items, next)
		if err := next.scan(scan); err != nil {
			return err
		}
		return size.add(next.cells)
	})
	if err != nil || len(items) == 0 {
		return items, err
	}
	if len(selection) > 0 {
		if err := c.fetchTVs(ctx, items, selection); err != nil {
			return nil, err
		}
	}
	return items, c.finish(ctx, items)
}

// readSize adds up what a call reads of rich texts, in bytes. They are cut only when they have been converted, so that
// they are bounded here.
type readSize int

const maxRead = 32 << 20

func (s *readSize) add(cells []cell) error {
	for _, c := range cells {
		if c.text != nil {
			*s += readSize(len(*c.text))
		}
	}
	if *s > maxRead {
		return tooLarge(maxRead)
	}
	return nil
}

func (c *call) fetchTVs(ctx context.Context, items []*item, selection []tvfilter.Selection) error {
	byID := make(map[int64]*item, len(items))
	ids := make([]int64, len(items))
	for i, item := range items {
		item.tvs = &tvValues{selection, make([]*string, len(selection))}
		byID[item.id] = item
		ids[i] = item.id
	}
	statement, err := c.compiler().Values(ids, selection)
	if err != nil {
		return err
	}
	size := 0
	err = c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var document, tv int64
		var text *string
		if err := scan(&document, &tv, &text); err != nil {
			return err
		}
		if text != nil {
			size += len(*text)
		}
		if size > c.options.ResultBytes && !c.shape.convert || size > maxRead {
			return tooLarge(c.options.ResultBytes)
		}
		for i, s := range selection {
			if s.Operand().TV() == tv {
				byID[document].tvs.stored[i] = text
			}
		}
		return nil
	})
	for _, item := range items {
		for i, s := range selection {
			if item.tvs.stored[i] == nil {
				item.tvs.stored[i] = s.Operand().Default()
			}
		}
	}
	return err
}

// finish puts in place what is made of other documents, and converts rich texts.
func (c *call) finish(ctx context.Context, items []*item) error {
	texts := c.richTexts(items)
	var ids []int64
	if c.shape.has(placed) {
		for _, item := range items {
			ids = append(ids, item.id)
		}
	}
	for _, t := range texts {
		ids = append(ids, richtext.References(**t.text)...)
	}
	places, err := c.places(ctx, ids)
	if err != nil {
		return err
	}
	for _, item := range items {
		item.place = places.of(item.id)
	}
	for _, t := range texts {
		if err := ended(ctx); err != nil {
			return err
		}
		t.convert(richtext.Options{Format: c.shape.format, URL: places.url, Tags: c.caller.View == identity.Manager})
	}
	return nil
}

// ended returns why there is no time left to convert texts, which takes longer than to read them.
func ended(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.Wrap(fault.QueryTimeout, ctx.Err(), "the texts take longer to convert than the site allows; ask for fewer documents")
	}
	return ctx.Err()
}

// richText is a text of an item that is to be converted.
type richText struct {
	item *item
	name string // of the field, or of the template variable with tvs. before it
	text **string
}

func (c *call) richTexts(items []*item) []richText {
	var texts []richText
	for _, item := range items {
		for n, f := range c.shape.fields {
			if f.kind == rich && item.cells[n].text != nil {
				texts = append(texts, richText{item, f.name, &item.cells[n].text})
			}
		}
		if item.tvs == nil || !c.shape.convert {
			continue
		}
		for n, s := range item.tvs.selection {
			if text := &item.tvs.stored[n]; *text != nil && c.schema.Rich(s.Operand().TV()) {
				texts = append(texts, richText{item, "tvs." + s.Name(), text})
			}
		}
	}
	return texts
}

// convert replaces the text by the part of it that the call asks for.
func (t richText) convert(o richtext.Options) {
	offset := 0
	if t.name == "content" {
		offset = int(t.item.shape.offset)
	}
	part := richtext.Cut(richtext.Convert(**t.text, o), offset, int(t.item.shape.length))
	*t.text = &part.Text
	if part.Next == 0 {
		return
	}
	t.item.cuts = append(t.item.cuts, namedValue{t.name, part.Total})
	if t.name == "content" {
		t.item.next = part.Next
	}
}
