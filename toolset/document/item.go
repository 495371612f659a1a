package document

import (
	"slices"

	"emcp/query"
	"emcp/toolset/jsonout"
	"emcp/toolset/seo"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// Item is a document of an answer.
type Item struct {
	ID     int64
	shape  *Shape
	cells  []Cell      // one for each of the shape's fields
	Place  *tree.Place // nil if no field needs it
	nearby *nearby     // likewise
	// Excerpt shows the words of a search; nil for calls without a search for words.
	Excerpt  *string
	AlsoIn   []Counterpart // documents in other languages with the same words
	Broken   []string      // addresses of links that lead nowhere
	tvs      *tvValues
	amounts  jsonout.Object // amounts of money and measures in tvs
	Keys     []*string      // values that its list is sorted by
	kind     int64          // kind of the content, if the shape has content
	template int64          // id of the template, likewise
	texts    []*richText    // texts to convert
	Dynamic  bool           // whether a text contains something that only the site can compute
	edited   int64          // when the document was edited, if the shape has pages
	page     *visitorPage   // if the call asks for pages as visitors see them
	content  *string        // if the shape reads it and does not return it
	along    []string       // values of Reader.readAlong
	values   []*string      // values of Reader.valued
	media    mediaOfItem    // if the shape has them
	headings []heading      // likewise
	seo      *seo.Metadata  // likewise; nil: none
}

// Position returns where the document stands in its list.
func (i *Item) Position() query.Position { return query.Position{Keys: i.Keys, ID: i.ID} }

// Cell is the value of a field. The field's kind decides which member is used.
type Cell struct {
	Number int64
	Text   *string
}

// contentText returns the address of the document's content.
func (i *Item) contentText() **string {
	at := slices.IndexFunc(i.shape.fields, func(f fieldOfCall) bool { return f.Name == "content" })
	if at < 0 {
		return &i.content
	}
	return &i.cells[at].Text
}

// Cell returns a field of the document by name.
func (i *Item) Cell(name string) Cell {
	for n, f := range i.shape.fields {
		if f.Name == name {
			return i.cells[n]
		}
	}
	return Cell{}
}

// Text returns a text field of the document, or "" for NULL.
func (i *Item) Text(name string) string { return view.OrEmpty(i.Cell(name).Text) }

func itemsByID(items []*Item) map[int64]*Item {
	byID := make(map[int64]*Item, len(items))
	for _, item := range items {
		byID[item.ID] = item
	}
	return byID
}

func idsOf(items []*Item) []int64 {
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	return ids
}
