package items

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/itemtype"
	"emcp/query"
	"emcp/richtext"
	"emcp/richtext/evotags"
	"emcp/toolset/document"
	"emcp/toolset/jsonout"
	"emcp/toolset/media"
	"emcp/toolset/paging"
	"emcp/toolset/seo"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// List returns what the reader lists of its type. Conditions are added to it.
func (r *Reader) List() query.ItemList { return query.ItemList{Type: r.Type, Lang: r.lang} }

// Listing returns the list with the members of the reader.
func (r *Reader) Listing(l query.ItemList) query.Listing { return r.Compiler().ItemPage(l, r.members) }

// Page returns a page of a list, and whether more items follow.
func (r *Reader) Page(ctx context.Context, l query.Listing, p paging.Page) (found []*Item, more bool, err error) {
	if found, more, err = r.rows(ctx, l, p); err != nil || len(found) == 0 {
		return nil, false, err
	}
	d, err := r.read(ctx, found, true)
	if err != nil {
		return nil, false, err
	}
	for _, i := range found {
		if err := d.fill(ctx, i); err != nil {
			return nil, false, err
		}
	}
	return found, more, nil
}

// rows returns the items of a page without what is not in their own rows.
func (r *Reader) rows(ctx context.Context, l query.Listing, p paging.Page) (found []*Item, more bool, err error) {
	statement, err := l.Page(p.Compiled())
	if err != nil {
		return nil, false, err
	}
	found, more, err = paging.Gather(ctx, r.DB, statement, p.Reading(r.Options),
		func(scan evodb.Scan) (*Item, int, error) { return r.scan(scan, l.Keys()) })
	if err != nil {
		return nil, false, err
	}
	found, more = paging.CutToPage(p, found, more)
	return found, more, nil
}

// Titled returns the ids of the first items whose title contains a text, at most that many.
func (r *Reader) Titled(ctx context.Context, text string, limit int64) (ids []int64, err error) {
	l := r.List()
	if title, ok := r.Type.Member("title"); ok && text != "" {
		l.Where = []query.ItemCondition{{Member: title, Op: allowlist.Contains, Values: []any{text}}}
	}
	r.members = nil
	found, _, err := r.Page(ctx, r.Listing(l), paging.Page{Limit: limit})
	for _, i := range found {
		ids = append(ids, i.ID)
	}
	return ids, err
}

// scan reads a row, and returns the size of its texts in bytes.
func (r *Reader) scan(scan evodb.Scan, keys int) (*Item, int, error) {
	i := &Item{keys: make([]*string, keys), cells: map[string]*string{}}
	dest := []any{&i.ID, &i.alias, &i.currency}
	cells := make([]*string, len(r.members))
	for n, m := range r.members {
		if m.Column != "" {
			dest = append(dest, &cells[n])
		}
	}
	for n := range i.keys {
		dest = append(dest, &i.keys[n])
	}
	if err := scan(dest...); err != nil {
		return nil, 0, err
	}
	size := 0
	for n, m := range r.members {
		i.cells[m.Name] = cells[n]
		size += len(view.OrEmpty(cells[n]))
	}
	return i, size, nil
}

// reading is what is read for the items of a page together.
type reading struct {
	reader *Reader
	ids    []int64
	linked bool // whether links in texts get addresses
	places tree.Places

	folders  map[int64][]folder           // documents in which products lie
	titles   map[int64]*string            // of items of the same type
	counts   map[string]map[int64]int64   // by member and item
	terms    map[string]map[int64][]named // likewise
	people   map[int64]person             // authors by id
	values   map[int64][]attributeValue   // attributes of products
	variants map[int64][]int64            // other products of the group
	media    map[int64]*media.Gallery
	seo      map[int64]*seo.Metadata
}

// read reads what items need in addition to their rows.
func (r *Reader) read(ctx context.Context, found []*Item, linked bool) (*reading, error) {
	d := &reading{
		reader: r, linked: linked, counts: map[string]map[int64]int64{}, terms: map[string]map[int64][]named{},
	}
	for _, i := range found {
		d.ids = append(d.ids, i.ID)
	}
	for _, read := range []func(context.Context, []*Item) error{
		d.readFolders, d.readPlaces, d.readRelated, d.readAttributes, d.readTitles, d.readPackages,
	} {
		if err := read(ctx, found); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// has reports whether items have a member of one of the kinds.
func (r *Reader) has(kinds ...itemtype.Kind) bool {
	return slices.ContainsFunc(r.members, func(m itemtype.Member) bool { return slices.Contains(kinds, m.Kind) })
}

// maxLinked is how many documents the links in the texts of a page may name.
const maxLinked = 2_000

// readPlaces reads where the documents lie that the items name.
func (d *reading) readPlaces(ctx context.Context, found []*Item) error {
	r := d.reader
	ids := r.base()
	for _, folders := range d.folders {
		for _, f := range folders {
			ids = append(ids, f.id)
		}
	}
	for _, i := range found {
		for _, m := range r.members {
			switch text := view.OrEmpty(i.cells[m.Name]); {
			case m.Kind == itemtype.Rich && !d.linked:
			case m.Kind == itemtype.Rich:
				linked, err := evotags.References(ctx, text, maxLinked)
				if err != nil {
					return view.Ended(ctx)
				}
				ids = append(ids, linked[:min(len(linked), max(0, maxLinked-len(ids)))]...)
			case m.Column != "" && (m.Kind == itemtype.Folder || m.Kind == itemtype.Address):
				if id := number(text); id > 0 {
					ids = append(ids, id)
				}
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var err error
	d.places, err = tree.PlacesOf(ctx, r.Site, ids)
	return err
}

// number returns the integer in a text, or 0.
func number(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// fill makes the members of an item.
func (d *reading) fill(ctx context.Context, i *Item) error {
	i.Object = jsonout.Object{{Name: "id", Value: i.ID}, {Name: "type", Value: d.reader.Type.Name}}
	for _, m := range d.reader.members {
		value, err := d.value(ctx, i, m)
		if err != nil {
			return err
		}
		if !d.reader.OmitEmpty || !isEmpty(value) {
			i.Object = append(i.Object, jsonout.Member{Name: m.Name, Value: value})
		}
	}
	if i.noIndex {
		i.Object = append(i.Object, jsonout.Member{Name: "noindex", Value: true})
	}
	if i.cuts != nil || i.allMedia != 0 {
		i.Object = append(i.Object, jsonout.Member{Name: "truncated", Value: true})
	}
	if i.cuts != nil {
		i.Object = append(i.Object, jsonout.Member{Name: "total_chars", Value: i.cuts})
	}
	if i.allMedia != 0 {
		i.Object = append(i.Object, jsonout.Member{Name: "total_media", Value: i.allMedia})
	}
	if i.next != 0 {
		i.Object = append(i.Object, jsonout.Member{Name: "next_content_offset", Value: i.next})
	}
	return nil
}

// isEmpty reports whether a member has no value: null, an empty text or an empty list.
func isEmpty(value any) bool {
	switch v := value.(type) {
	case []named:
		return len(v) == 0
	case []attributeValue:
		return len(v) == 0
	case []media.Medium:
		return len(v) == 0
	}
	return document.IsEmpty(value)
}

// value returns a member of an item: nil if it has none.
func (d *reading) value(ctx context.Context, i *Item, m itemtype.Member) (any, error) {
	r, text := d.reader, i.cells[m.Name]
	switch m.Kind {
	case itemtype.Line:
		if text == nil {
			return nil, nil
		}
		err := r.plain(ctx, text, m.Translated)
		return *text, err
	case itemtype.Rich:
		return d.rich(ctx, i, m, text)
	case itemtype.Integer:
		return decimal(view.OrEmpty(text)), nil
	case itemtype.Decimal:
		return positive(view.OrEmpty(text)), nil
	case itemtype.Money, itemtype.Paid:
		amount := decimal(view.OrEmpty(text))
		if amount == nil || m.Kind == itemtype.Money && positive(view.OrEmpty(text)) == nil {
			return nil, nil
		}
		return jsonout.Object{{Name: "amount", Value: amount}, {Name: "currency", Value: i.currency}}, nil
	case itemtype.Choice:
		if n := number(view.OrEmpty(text)); n >= 0 && n < int64(len(m.Labels)) {
			return m.Labels[n], nil
		}
		return decimal(view.OrEmpty(text)), nil
	case itemtype.Flag:
		return number(view.OrEmpty(text)) != 0, nil
	case itemtype.Moment:
		seconds, _, _ := strings.Cut(view.OrEmpty(text), ".")
		return document.Moment(number(seconds)), nil
	case itemtype.File:
		return r.file(view.OrEmpty(text)), nil
	case itemtype.Votes:
		var votes struct {
			Total jsontext.Value `json:"total"`
		}
		_ = json.Unmarshal([]byte(view.OrEmpty(text)), &votes) // [] without votes
		return number(strings.Trim(string(votes.Total), `"`)), nil
	case itemtype.Items:
		return d.named(idsIn(view.OrEmpty(text)), i.ID), nil
	case itemtype.Address:
		i.url = d.address(i, m)
		return textOrNull(i.url), nil
	case itemtype.Count:
		return d.counts[m.Name][i.ID], nil
	case itemtype.Folder:
		return d.document(number(view.OrEmpty(text))), nil
	case itemtype.Folders:
		return d.documents(i.ID), nil
	case itemtype.Terms:
		return append([]named{}, d.terms[m.Name][i.ID]...), nil
	case itemtype.Person:
		if author, known := d.people[number(view.OrEmpty(text))]; known {
			return author, nil
		}
		return nil, nil
	case itemtype.Values:
		return append([]attributeValue{}, d.values[i.ID]...), nil
	case itemtype.Variants:
		return d.named(d.variants[i.ID], i.ID), nil
	case itemtype.Media:
		g := d.media[i.ID]
		if g == nil {
			return []media.Medium{}, nil
		}
		if g.Total > len(g.Files) {
			i.allMedia = g.Total
		}
		return g.Files, nil
	case itemtype.SearchEngines:
		found := d.seo[i.ID].WithRobots(view.OrEmpty(text))
		if i.noIndex = found.NoIndex(); d.seo[i.ID] == nil && !i.noIndex {
			return nil, nil
		}
		return found, nil
	}
	panic("a kind of members without a value")
}

func textOrNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// plain makes a short text what visitors read; nil stays.
func (r *Reader) plain(ctx context.Context, text *string, title bool) error {
	if text == nil {
		return nil
	}
	if *text = r.Untagged(*text); !title {
		return nil
	}
	return r.PlainTitle(ctx, text)
}

// rich returns a converted text, as Markdown.
func (d *reading) rich(ctx context.Context, i *Item, m itemtype.Member, text *string) (any, error) {
	if text == nil {
		return nil, nil
	}
	o := richtext.Options{
		Format: richtext.Markdown, URL: d.places.URL, Base: d.reader.URL(), AtSyntax: d.reader.AtSyntax(),
		Length: d.reader.Length,
	}
	if m.Name == "content" {
		o.Offset = d.reader.Offset
	}
	part, err := richtext.Convert(ctx, *text, o)
	if err != nil {
		return nil, view.Ended(ctx)
	}
	if part.Next != 0 || part.Bounded {
		i.cuts = append(i.cuts, jsonout.Member{Name: m.Name, Value: part.Total})
	}
	if m.Name == "content" {
		i.next = part.Next
	}
	return part.Text, nil
}

// decimals matches a number of the database.
var decimals = regexp.MustCompile(`^-?[0-9]{1,40}(\.[0-9]{1,40})?$`)

// decimal returns a number as JSON, without zeros at its end, or nil.
func decimal(text string) any {
	if !decimals.MatchString(text) {
		return nil
	}
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	sign, digits := "", text
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		sign, digits = "-", rest
	}
	if digits = strings.TrimLeft(digits, "0"); digits == "" || digits[0] == '.' {
		digits = "0" + digits
	}
	return jsontext.Value(cmp.Or(sign+digits, "0"))
}

// positive is decimal for numbers of which 0 is no value.
func positive(text string) any {
	if strings.Trim(text, "0.") == "" {
		return nil
	}
	return decimal(text)
}

// noImage is what packages store for items without a picture.
const noImage = "assets/images/noimage.png"

// file returns the address of a file, or nil.
func (r *Reader) file(path string) any {
	path = strings.TrimLeft(strings.TrimSpace(path), "/")
	if path == "" || path == noImage {
		return nil
	}
	m, ok := richtext.FileAt(r.URL(), path)
	if !ok {
		return nil
	}
	return m.URL
}

// maxNamesakes is how many items with an alias of an address are looked at.
const maxNamesakes = 50

// At returns the item of a list whose address this is, or none.
func (r *Reader) At(ctx context.Context, l query.ItemList, address tree.Address) ([]*Item, error) {
	members := r.members
	if err := r.Choose([]string{"url"}, false); err != nil {
		return nil, err
	}
	candidates, _, err := r.Page(ctx, r.Listing(l), paging.Page{Limit: maxNamesakes})
	if r.members = members; err != nil {
		return nil, err
	}
	at := slices.IndexFunc(candidates, func(i *Item) bool { return i.url != "" && address.Is(i.url) })
	if at < 0 {
		return nil, nil
	}
	l = r.List()
	l.IDs = []int64{candidates[at].ID}
	found, _, err := r.Page(ctx, r.Listing(l), paging.Page{Limit: 1})
	return found, err
}
