package toolset

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/richtext"
	"emcp/tvfilter"
)

// documentItem is a document in an answer.
type documentItem struct {
	id     int64
	shape  *shape
	cells  []cell     // as many as shape has fields
	place  *treePlace // where it is needed
	nearby *nearby    // likewise
	// excerpt is where a search has found its words; nil where it looked for none.
	excerpt *string
	tvs     *tvValues
	amounts members      // of tvs, as money and measures
	keys    []*string    // what its list is sorted by
	kind    int64        // what the content is, where the shape has it
	texts   []*richText  // those that are converted
	dynamic bool         // whether something in these is only known to the site
	edited  int64        // when the document was edited, if the shape has pages
	page    *visitorPage // if the call asks for the page as visitors see it
}

func (i *documentItem) position() query.Position { return query.Position{Keys: i.keys, ID: i.id} }

// cell is the value of a field; which member holds it depends on the field's kind.
type cell struct {
	number int64
	text   *string
}

// scan reads the columns of the item's shape, and its keys.
func (i *documentItem) scan(scan evodb.Scan) error {
	dest := make([]any, 0, len(i.cells)+len(i.keys))
	for n, f := range i.shape.fields {
		switch {
		case !f.read():
		case f.isText():
			dest = append(dest, &i.cells[n].text)
		default:
			dest = append(dest, &i.cells[n].number)
		}
	}
	if i.shape.kinds() {
		dest = append(dest, &i.kind)
	}
	if i.shape.page {
		dest = append(dest, &i.edited)
	}
	for n := range i.keys {
		dest = append(dest, &i.keys[n])
	}
	if err := scan(dest...); err != nil {
		return err
	}
	i.id = i.cells[0].number
	return nil
}

// cuts returns what tells that texts were cut: their whole lengths, and where content goes on. Of a text that a bound of its
// conversion ends, that is the length up to there, and nothing goes on behind it.
func (i *documentItem) cuts() members {
	var totals, next members
	for _, t := range i.texts {
		end := t.end()
		if end >= t.total && !t.bounded {
			continue
		}
		totals = append(totals, namedValue{t.name, t.total})
		if t.name == "content" && end < t.total {
			next = members{{"next_content_offset", end}}
		}
	}
	if totals == nil {
		return nil
	}
	return append(members{{"truncated", true}, {"total_chars", totals}}, next...)
}

// momentOf returns a time as RFC 3339 has it, nil where there is none.
func momentOf(seconds int64) *string {
	if seconds == 0 {
		return nil
	}
	return new(rfc3339Time(seconds))
}

// rfc3339Time returns Unix seconds as RFC 3339 has them.
func rfc3339Time(seconds int64) string { return time.Unix(seconds, 0).UTC().Format(time.RFC3339) }

// dateType is the type of template variables that hold a date.
const dateType = "date"

// storedMoment returns a date that a template variable stores as RFC 3339 has it, nil where there is none. What is no date stays.
func storedMoment(text *string) *string {
	if text == nil {
		return nil
	}
	trimmed := strings.TrimSpace(*text)
	if strings.Trim(trimmed, "0-:T. ") == "" { // also 0 and 0000-00-00
		return nil
	}
	if seconds, ok := allowlist.ParseStoredDate(trimmed); ok {
		return new(rfc3339Time(seconds))
	}
	return text
}

// writeDates writes dates among the values as RFC 3339 has them.
func (c *call) writeDates(values *tvValues) {
	for i, s := range values.selection {
		if c.schema.Type(s.Operand().TV()) == dateType {
			values.stored[i] = storedMoment(values.stored[i])
		}
	}
}

// tvValues is the object of a document's selected template variables, in the order of the selection.
type tvValues struct {
	selection []tvfilter.Selection
	stored    []*string        // as long as selection
	typed     []jsontext.Value // typed values in place of stored ones; nil: the stored ones
	defaults  []string         // names of those that are defaults, where the call asks for all
}

// read runs a statement that returns documents with that many keys.
func (c *call) read(ctx context.Context, s evodb.Statement, keys int, r rowReading) (items []*documentItem, more bool, err error) {
	return gather(ctx, c.db, s, r, func(scan evodb.Scan) (*documentItem, int, error) {
		next := &documentItem{shape: &c.shape, cells: make([]cell, len(c.shape.fields)), keys: make([]*string, keys)}
		err := next.scan(scan)
		for n, f := range c.shape.fields {
			switch f.Type {
			case allowlist.Text:
				c.untag(&next.cells[n].text)
			case allowlist.Title:
				c.untag(&next.cells[n].text)
				if c.shape.chosen && next.cells[n].text != nil && err == nil {
					err = c.plainTitle(ctx, next.cells[n].text)
				}
			}
		}
		return next, next.size(), err
	})
}

// size returns the length of the item's texts, in bytes.
func (i *documentItem) size() (bytes int) {
	for _, c := range i.cells {
		if c.text != nil {
			bytes += len(*c.text)
		}
	}
	return bytes
}

// complete fetches what belongs to documents beside their own rows.
func (c *call) complete(ctx context.Context, items []*documentItem, selection []tvfilter.Selection) error {
	if len(items) == 0 {
		return nil
	}
	if len(selection) > 0 || c.everyTV {
		if err := c.fetchTVs(ctx, items, selection); err != nil {
			return err
		}
	}
	if c.text != nil {
		if err := c.fetchExcerpts(ctx, items, *c.text); err != nil {
			return err
		}
	}
	return c.finish(ctx, items)
}

func (c *call) fetchTVs(ctx context.Context, items []*documentItem, selection []tvfilter.Selection) error {
	byID := make(map[int64]*documentItem, len(items))
	ids := make([]int64, len(items))
	for i, item := range items {
		byID[item.id] = item
		ids[i] = item.id
	}
	var own map[int64][]tvfilter.Selection
	if c.everyTV {
		var err error
		if own, err = c.ownSelections(ctx, ids, selection); err != nil {
			return err
		}
	}
	for _, item := range items {
		selected := selection
		if c.everyTV {
			selected = own[item.id]
		}
		item.tvs = &tvValues{selection: selected, stored: make([]*string, len(selected))}
	}
	if len(selection) == 0 {
		return nil
	}
	statement, err := c.compiler().Values(ids, tvIDs(selection))
	if err != nil {
		return err
	}
	size, most := 0, max(maxRead, c.options.ResultBytes) // what is not converted cannot be more than a result
	err = c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var document, tv int64
		var text *string
		if err := scan(&document, &tv, &text); err != nil {
			return err
		}
		if text != nil {
			size += len(*text)
		}
		if size > most {
			return TooLarge(most)
		}
		if !c.converts(tv) {
			c.untag(&text)
		}
		for i, s := range byID[document].tvs.selection {
			if s.Operand().TV() == tv {
				byID[document].tvs.stored[i] = text
			}
		}
		return nil
	})
	for _, item := range items {
		for i, s := range item.tvs.selection {
			if item.tvs.stored[i] != nil {
				continue
			}
			if item.tvs.stored[i] = s.Operand().Default(); item.tvs.stored[i] != nil && c.everyTV {
				item.tvs.defaults = append(item.tvs.defaults, s.Name())
			}
		}
	}
	if c.shape.rfc3339 {
		for _, item := range items {
			c.writeDates(item.tvs)
		}
	}
	if err != nil {
		return err
	}
	return c.typeValues(ctx, items)
}

// maxLinked is how many different documents the link tags in the rich texts of a call are resolved for. Others are left out,
// like those of documents that the caller may not see.
const maxLinked = 2_000

// finish puts in place what is made of other documents, and converts rich texts.
func (c *call) finish(ctx context.Context, items []*documentItem) error {
	if err := c.fetchNearby(ctx, items); err != nil {
		return err
	}
	if c.shape.page {
		if err := c.visit(ctx, items); err != nil {
			return err
		}
	}
	if err := c.resolveItems(ctx, items); err != nil {
		return err
	}
	var ids []int64
	linked := map[int64]bool{}
	for _, item := range items {
		if c.shape.placed() {
			ids = append(ids, item.id)
		}
		for _, t := range item.texts {
			references, err := richtext.References(ctx, **t.text, maxLinked)
			if err != nil {
				return ended(ctx)
			}
			for _, id := range references {
				if !linked[id] && len(linked) < maxLinked {
					linked[id] = true
					ids = append(ids, id)
				}
			}
		}
	}
	places, err := c.places(ctx, ids)
	if err != nil {
		return err
	}
	if c.shape.has("lang") {
		if places.languages, err = c.languages(ctx); err != nil {
			return err
		}
	}
	c.show(items, places)
	options := c.conversion(places)
	room := maxRead // how much converted text is kept, so that no text takes more memory than has been read
	for _, item := range items {
		item.place = places.of(item.id)
		for _, t := range item.texts {
			options.Length = min(int(c.shape.length), max(shortest, room))
			if t.name == "content" {
				options.Offset = int(c.shape.offset)
			}
			if err := t.convert(ctx, t.options(options)); err != nil {
				return ended(ctx)
			}
			options.Offset = 0
			room -= len(**t.text)
		}
		item.aim(places)
	}
	return nil
}

// conversion says how rich texts are converted for the caller.
func (c *call) conversion(p treePlaces) richtext.Options {
	known := map[int64]string{} // a text can have a link many times
	url := func(id int64) string {
		url, ok := known[id]
		if !ok {
			if url = p.url(id); url != "" {
				known[id] = url
			}
		}
		return url
	}
	return richtext.Options{Format: c.shape.format, URL: url, Base: p.addresses.base, Tags: !c.hidesTags()}
}

// ended returns why there is no time left to convert texts, which takes longer than to read them.
func ended(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.Wrap(fault.QueryTimeout, ctx.Err(), "the texts take longer to convert than the site allows; ask for fewer documents")
	}
	return ctx.Err()
}

// richText is a text of an item that is converted and cut.
type richText struct {
	name     string // of the field, or of the template variable with tvs. before it
	text     **string
	offset   int    // of what is left of it in the converted text, in characters
	total    int    // length of the converted text, in characters
	bounded  bool   // whether a bound of the conversion ends it
	verbatim bool   // whether it is no HTML, and stays as it is
	target   bool   // whether it is where a weblink leads, which is no text to be cut
	base     string // of a page that the site has served, whose placeholders are resolved: what relative addresses refer to
}

// richTexts returns the texts of a document that are to be converted.
func (c *call) richTexts(i *documentItem) []*richText {
	var texts []*richText
	for n, f := range i.shape.fields {
		if i.cells[n].text == nil || f.Type != allowlist.Markup && f.Type != allowlist.Link {
			continue
		}
		text := &richText{name: f.Name, text: &i.cells[n].text}
		switch {
		case i.isTarget(f):
			text.target = true
			i.cells[n].number = tagTarget(text.text)
		case f.Name == "content":
			text.verbatim = i.kind == allowlist.OtherContent
			if i.page != nil && i.page.Served {
				text.base = i.page.base
			}
		}
		texts = append(texts, text)
	}
	if i.tvs == nil {
		return texts
	}
	for n, s := range i.tvs.selection {
		if text := &i.tvs.stored[n]; *text != nil && c.converts(s.Operand().TV()) {
			texts = append(texts, &richText{name: "tvs." + s.Name(), text: text})
		}
	}
	return texts
}

// converts reports whether values of a template variable are converted.
func (c *call) converts(tv int64) bool { return c.shape.convert && c.schema.Rich(tv) }

// resolveItems lists the texts of documents that are to be converted, and resolves their placeholders.
func (c *call) resolveItems(ctx context.Context, items []*documentItem) error {
	var texts []*pageText
	for _, item := range items {
		item.texts = c.richTexts(item)
		for _, t := range item.texts {
			if t.base == "" {
				texts = append(texts, &pageText{document: item.id, text: t.text})
			}
		}
	}
	if err := c.resolve(ctx, texts); err != nil {
		return err
	}
	for _, item := range items {
		for _, t := range item.texts {
			if t.base != "" {
				continue
			}
			item.dynamic = item.dynamic || texts[0].dynamic
			t.bounded = texts[0].bounded
			texts = texts[1:]
		}
	}
	return nil
}

// options returns how the text is converted, where rich texts are converted with o.
func (t *richText) options(o richtext.Options) richtext.Options {
	if t.verbatim || t.target { // as HTML, of which only tags of Evolution and invisible characters are left out
		o.Format, o.Base = richtext.HTML, ""
	}
	if t.base != "" {
		o.Base = t.base
	}
	if t.target {
		o.Offset, o.Length = 0, 0
	}
	return o
}

// convert leaves the part of the converted text that o says.
func (t *richText) convert(ctx context.Context, o richtext.Options) error {
	part, err := richtext.Convert(ctx, **t.text, o)
	*t.text, t.offset, t.total, t.bounded = &part.Text, o.Offset, part.Total, part.Bounded || t.bounded
	return err
}

// cut leaves at most length characters of the text.
func (t *richText) cut(length int) {
	part := richtext.Cut(**t.text, 0, length)
	*t.text = &part.Text
}

// end returns where what is left of the text ends in the whole text.
func (t *richText) end() int { return t.offset + utf8.RuneCountInString(**t.text) }
