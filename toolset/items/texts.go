package items

import (
	"context"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/itemtype"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// Texts are the plain texts of an item that searches read.
type Texts struct {
	ID int64
	By [itemtype.Searchable][]string // by what its members are for searches
}

// Texts returns the texts of those of the items that the caller sees, in the order of ids. Of a rich text it returns
// about that many characters. The list ends early if it would be more than a call reads; more is true then.
func (r *Reader) Texts(ctx context.Context, ids []int64, length int) (all []Texts, more bool, err error) {
	members := r.members
	defer func() { r.members = members }()
	r.members = slices.DeleteFunc(slices.Clone(r.Type.Members),
		func(m itemtype.Member) bool { return m.Search == itemtype.Unsearched })
	l := r.List()
	l.IDs, l.Ranked, l.Length = ids, true, length
	found, more, err := r.rows(ctx, r.Listing(l), paging.Page{Limit: int64(len(ids))})
	if err != nil || len(found) == 0 {
		return nil, false, err
	}
	d, err := r.read(ctx, found, false)
	if err != nil {
		return nil, false, err
	}
	for _, i := range found {
		t := Texts{ID: i.ID}
		for _, m := range r.members {
			texts, err := d.texts(ctx, i, m, length)
			if err != nil {
				return nil, false, err
			}
			t.By[m.Search] = append(t.By[m.Search], texts...)
		}
		all = append(all, t)
	}
	return all, more, view.Ended(ctx)
}

// texts returns the texts of a member.
func (d *reading) texts(ctx context.Context, i *Item, m itemtype.Member, length int) (texts []string, err error) {
	r, text := d.reader, i.cells[m.Name]
	switch m.Kind {
	case itemtype.Line:
		err := r.plain(ctx, text, m.Translated)
		return []string{view.OrEmpty(text)}, err
	case itemtype.Rich:
		whole := utf8.RuneCountInString(view.OrEmpty(text)) < length
		return []string{r.WithoutTags(r.Readable(ctx, view.Beginning{Text: text, Whole: &whole}))}, nil
	case itemtype.Folder:
		return d.titlesOf(folder{id: number(view.OrEmpty(text))}), nil
	case itemtype.Folders:
		return d.titlesOf(d.folders[i.ID]...), nil
	case itemtype.Terms:
		for _, t := range d.terms[m.Name][i.ID] {
			texts = append(texts, view.OrEmpty(t.Title))
		}
		return texts, nil
	case itemtype.Person:
		return []string{d.people[number(view.OrEmpty(text))].Name}, nil
	case itemtype.Values:
		for _, v := range d.values[i.ID] {
			texts = append(texts, v.texts()...)
		}
		return texts, nil
	}
	panic("members of this kind have no texts")
}

// titlesOf returns the titles of those of the folders that the caller sees, and of the documents above them, each once.
func (d *reading) titlesOf(folders ...folder) (titles []string) {
	for _, f := range folders {
		place := d.places.Of(f.id)
		if place == nil {
			continue
		}
		for _, title := range append(place.Path, d.places.Nodes[f.id].Title) {
			if !slices.Contains(titles, title) {
				titles = append(titles, title)
			}
		}
	}
	return titles
}

// texts returns the value as texts. A checkbox has its title.
func (v attributeValue) texts() (texts []string) {
	switch value := v.Value.(type) {
	case string:
		return []string{value}
	case jsontext.Value:
		return []string{string(value)}
	case []any:
		for _, one := range value {
			text, _ := one.(string)
			texts = append(texts, text)
		}
		return texts
	}
	return []string{v.Title}
}

// Languages returns for each of the languages the items that have texts of their own in it. Neither list may be empty.
func (r *Reader) Languages(ctx context.Context, ids []int64, codes []string) (map[string][]int64, error) {
	statement, err := r.Compiler().ItemLanguages(r.Type, ids, codes)
	if err != nil {
		return nil, err
	}
	items := map[string][]int64{}
	return items, r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var code string
		err := scan(&id, &code)
		items[code] = append(items[code], id)
		return err
	})
}
