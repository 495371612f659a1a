package items

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/itemtype"
	"emcp/richtext"
	"emcp/toolset/media"
	"emcp/toolset/seo"
	"emcp/toolset/view"
)

// named is something with an id and a title, such as a document or another item.
type named struct {
	ID    int64   `json:"id"`
	Title *string `json:"title"`
	Main  bool    `json:"main,omitzero"` // of the documents of an item: the one that the site takes for its path
}

// folder is a document in which an item lies.
type folder struct {
	id    int64
	scope string
}

// person is an author.
type person struct {
	Name   string `json:"name"`
	Office string `json:"office,omitzero"`
}

// most is how many things belong to an item in an answer, of each kind.
const most = 50

// readPackages reads what other packages keep of items.
func (d *reading) readPackages(ctx context.Context, _ []*Item) (err error) {
	r := d.reader
	if r.has(itemtype.Media) {
		if d.media, err = media.Galleries(ctx, r.Site, r.Type.Name, d.ids, r.lang, r.URL()); err != nil {
			return err
		}
	}
	if r.has(itemtype.SearchEngines) {
		d.seo, err = seo.Of(ctx, r.Site, r.Type.Name, d.ids, r.lang)
	}
	return err
}

// readFolders reads the documents in which items lie, if members depend on them.
func (d *reading) readFolders(ctx context.Context, _ []*Item) error {
	r := d.reader
	m, _ := r.Type.Located()
	needed := r.has(itemtype.Folders, itemtype.Values) || r.has(itemtype.Address) && r.byCategory()
	if m.Kind != itemtype.Folders || !needed {
		return nil
	}
	statement, err := r.Compiler().ItemFolders(m.Related, d.ids)
	if err != nil {
		return err
	}
	d.folders = map[int64][]folder{}
	return r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var item int64
		var f folder
		err := scan(&item, &f.id, &f.scope)
		d.folders[item] = append(d.folders[item], f)
		return err
	})
}

// documents returns the documents in which an item lies, as far as the caller sees them.
func (d *reading) documents(item int64) []named {
	list := []named{}
	for _, f := range d.folders[item] {
		n := d.document(f.id)
		if n == nil || len(list) == most {
			continue
		}
		n.Main = f.main()
		if at := slices.IndexFunc(list, func(known named) bool { return known.ID == f.id }); at >= 0 {
			list[at].Main = list[at].Main || n.Main
			continue
		}
		list = append(list, *n)
	}
	return list
}

// main reports whether it is the document that the site takes for the path of the item.
func (f folder) main() bool {
	return f.scope == itemtype.Primary || strings.HasPrefix(f.scope, itemtype.Primary+"_")
}

// document returns a document, or nil if the caller does not see it.
func (d *reading) document(id int64) *named {
	n := d.places.Nodes[id]
	if !n.Seen {
		return nil
	}
	return &named{ID: id, Title: &n.Title}
}

// byCategory reports whether products are at addresses below their categories.
func (r *Reader) byCategory() bool { return r.Options.ProductLinks == itemtype.LinkByCategory }

// catalog returns the document with the catalogue.
func (r *Reader) catalog() int64 {
	if root := number(strings.TrimSpace(r.Schema.Setting("scom_catalog_root"))); root > 0 {
		return root
	}
	return r.Schema.StartPage()
}

// base returns the documents whose addresses those of items begin with.
func (r *Reader) base() []int64 {
	if !r.has(itemtype.Address) {
		return nil
	}
	return slices.DeleteFunc([]int64{r.Schema.StartPage(), r.catalog()}, func(id int64) bool { return id == 0 })
}

// address returns the address of an item, or "".
func (d *reading) address(i *Item, m itemtype.Member) string {
	switch r := d.reader; {
	case m.Column != "": // it lies below one document
		return d.places.ItemURL(number(view.OrEmpty(i.cells[m.Name])), i.alias)
	case r.byCategory():
		category := r.catalog()
		for _, f := range d.folders[i.ID] {
			if _, exists := d.places.Nodes[f.id]; f.main() && exists {
				category = f.id
				break
			}
		}
		return d.places.ItemURL(d.places.Printed(category), i.alias)
	case r.Options.ProductLinks == itemtype.LinkByCatalog:
		return d.places.ItemURL(r.catalog(), i.alias)
	}
	return d.places.ItemURL(0, i.alias)
}

// readRelated reads what other tables have of items: counts, terms, authors and groups.
func (d *reading) readRelated(ctx context.Context, found []*Item) error {
	for _, m := range d.reader.members {
		var err error
		switch m.Kind {
		case itemtype.Count:
			err = d.readCounts(ctx, m)
		case itemtype.Terms:
			err = d.readTerms(ctx, m)
		case itemtype.Person:
			err = d.readPeople(ctx, m, found)
		case itemtype.Variants:
			err = d.readVariants(ctx, m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *reading) readCounts(ctx context.Context, m itemtype.Member) error {
	r := d.reader
	statement, err := r.Compiler().ItemCounts(m.Related, d.ids)
	if err != nil {
		return err
	}
	counts := map[int64]int64{}
	d.counts[m.Name] = counts
	return r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var item, n int64
		err := scan(&item, &n)
		counts[item] = n
		return err
	})
}

func (d *reading) readTerms(ctx context.Context, m itemtype.Member) error {
	r := d.reader
	statement, err := r.Compiler().ItemTerms(m.Related, r.lang, d.ids)
	if err != nil {
		return err
	}
	terms := map[int64][]named{}
	d.terms[m.Name] = terms
	return r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var item int64
		var t named
		err := scan(&item, &t.ID, &t.Title)
		if r.Untag(&t.Title); len(terms[item]) < most {
			terms[item] = append(terms[item], t)
		}
		return err
	})
}

func (d *reading) readPeople(ctx context.Context, m itemtype.Member, found []*Item) error {
	var ids []int64
	for _, i := range found {
		if id := number(view.OrEmpty(i.cells[m.Name])); id > 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	r := d.reader
	statement, err := r.Compiler().Authors(m.Related, r.lang, ids)
	if err != nil {
		return err
	}
	d.people = map[int64]person{}
	return r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var name, office string
		err := scan(&id, &name, &office)
		d.people[id] = person{strings.TrimSpace(r.Untagged(name)), strings.TrimSpace(r.Untagged(office))}
		return err
	})
}

func (d *reading) readVariants(ctx context.Context, m itemtype.Member) error {
	r := d.reader
	statement, err := r.Compiler().ItemVariants(m.Related, d.ids)
	if err != nil {
		return err
	}
	d.variants = map[int64][]int64{}
	return r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var item int64
		var group string
		err := scan(&item, &group)
		d.variants[item] = append(d.variants[item], idsIn(group)...)
		return err
	})
}

// idsIn returns the ids in a JSON list, which packages write as strings; at most most, each once.
func idsIn(list string) (ids []int64) {
	var all []jsontext.Value
	if json.Unmarshal([]byte(list), &all) != nil {
		return nil
	}
	for _, element := range all {
		id, err := strconv.ParseInt(strings.Trim(string(element), `"`), 10, 64)
		if err == nil && id > 0 && len(ids) < most && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// readTitles reads the titles of the items that others name.
func (d *reading) readTitles(ctx context.Context, found []*Item) error {
	var ids []int64
	for _, i := range found {
		for _, m := range d.reader.members {
			switch m.Kind {
			case itemtype.Items:
				ids = append(ids, idsIn(view.OrEmpty(i.cells[m.Name]))...)
			case itemtype.Variants:
				ids = append(ids, d.variants[i.ID]...)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	r := d.reader
	list := r.List()
	list.IDs = slices.Compact(ids)
	statement, err := r.Compiler().ItemTitles(list)
	if err != nil {
		return err
	}
	d.titles = map[int64]*string{}
	return r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var title *string
		if err := scan(&id, &title); err != nil {
			return err
		}
		d.titles[id] = title
		return r.plain(ctx, title, true)
	})
}

// named returns the items with these ids that the caller sees, without the item itself.
func (d *reading) named(ids []int64, self int64) []named {
	list := []named{}
	for _, id := range ids {
		if title, seen := d.titles[id]; seen && id != self {
			list = append(list, named{ID: id, Title: title})
		}
	}
	return list
}

// lineLength is how long names of values and texts of attributes are in answers, in characters.
const lineLength = 300

func (r *Reader) short(text string) string { return richtext.Cut(r.Untagged(text), 0, lineLength).Text }
