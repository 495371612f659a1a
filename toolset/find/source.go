package find

import (
	"context"

	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/items"
	"emcp/toolset/paging"
)

// Source is what a search looks through: documents, or items of a type, that meet conditions.
type Source interface {
	kind() uint8
	inTrash() bool
	// conditional reports whether there are conditions beside what the view shows.
	conditional() bool
	// ordered reports whether pages have another order than that of the hits.
	ordered() bool
	// among returns the only ids that may be found; nil: all.
	among() []int64
	// selected returns ids that meet the conditions, at most that many; those among some ids if they are not nil.
	selected(ctx context.Context, among []int64, most int) (map[int64]bool, error)
	// count counts those of the ids that meet the conditions.
	count(ctx context.Context, ids []int64) (int64, error)
	// page returns a page in the order of the source.
	page(ctx context.Context, ids []int64, p paging.Page) ([]Row, bool, error)
	// read returns those of the ids that the caller sees, in their order, and whether there is too much text for all.
	read(ctx context.Context, ids []int64, p paging.Page) ([]Row, bool, error)
	// texts yields the texts in which phrases and excerpts are looked for.
	texts(ctx context.Context, asked Words, ids []int64, length int, yield func(*texts) error) error
}

// Row is a document or an item on a page.
type Row struct {
	Document *document.Item // nil: it is an item
	Item     *items.Item
	kind     uint8
	at       query.Position
}

// Position returns the place of the row in its list.
func (r Row) Position() query.Position { return r.at }

// AppendJSON appends the row as JSON.
func (r Row) AppendJSON(b []byte) ([]byte, error) {
	if r.Document != nil {
		return r.Document.AppendJSON(b)
	}
	return r.Item.AppendJSON(b)
}

// number returns the number of the document or item.
func (r Row) number() int64 {
	if r.Document != nil {
		return r.Document.ID
	}
	return numberOf(r.kind, r.Item.ID)
}

// setExcerpt gives the row an excerpt.
func (r Row) setExcerpt(text string) {
	if r.Document != nil {
		r.Document.Excerpt = &text
	} else {
		r.Item.SetExcerpt(text)
	}
}

// DocumentsOf returns the documents among rows.
func DocumentsOf(rows []Row) (all []*document.Item) {
	for _, row := range rows {
		if row.Document != nil {
			all = append(all, row.Document)
		}
	}
	return all
}

// Shorten shortens the texts of documents, so that rows lose that many bytes.
func Shorten(rows []Row, excess int) error { return document.Shorten(DocumentsOf(rows), excess) }

// idSet reads ids.
func idSet(ctx context.Context, db *evodb.DB, s evodb.Statement) (map[int64]bool, error) {
	ids := map[int64]bool{}
	return ids, db.Query(ctx, s, func(scan evodb.Scan) error {
		var id int64
		err := scan(&id)
		ids[id] = true
		return err
	})
}

// documents are the documents that meet a search.
type documents struct {
	*document.Reader
	search query.Search
}

// Documents returns the documents that meet the conditions of a search, as the reader of the call reads them.
func (s *Searcher) Documents(search query.Search) Source { return documents{s.Reader, search} }

func (documents) kind() uint8 { return documentKind }

// inTrash reports whether documents in the trash are searched; visitors have none.
func (d documents) inTrash() bool {
	return d.search.Deleted != nil && *d.search.Deleted && !d.AsVisitor()
}

func (d documents) conditional() bool {
	return d.search.Narrow() || d.search.Deleted != nil && *d.search.Deleted != d.inTrash()
}

func (d documents) ordered() bool { return !d.search.Order.None() }

func (d documents) among() []int64 { return d.search.Among }

func (d documents) selected(ctx context.Context, among []int64, most int) (map[int64]bool, error) {
	search := d.search
	if search.Order = (query.Order{}); among != nil {
		search.Among = among
	}
	statement, err := d.Compiler().Reading(document.OnlyID).Search(search).Page(query.NewPage(int64(most), 0))
	if err != nil {
		return nil, err
	}
	return idSet(ctx, d.DB, statement)
}

func (d documents) count(ctx context.Context, ids []int64) (int64, error) {
	d.search.Among = ids
	total, err := paging.Page{Total: true}.Count(ctx, d.DB, d.Compiler().Search(d.search))
	if err != nil {
		return 0, err
	}
	return *total, nil
}

func (d documents) page(ctx context.Context, ids []int64, p paging.Page) ([]Row, bool, error) {
	d.search.Among = ids
	found, more, err := d.ReadPage(ctx, d.ItemCompiler().Search(d.search), p)
	return documentRows(found), more, err
}

func (d documents) read(ctx context.Context, ids []int64, p paging.Page) ([]Row, bool, error) {
	statement, err := d.ItemCompiler().ItemsOf(d.search, ids)
	if err != nil {
		return nil, false, err
	}
	found, early, err := d.Read(ctx, statement, 0, p.Reading(d.Options))
	return documentRows(found), early, err
}

func documentRows(found []*document.Item) []Row {
	rows := make([]Row, len(found))
	for i, d := range found {
		rows[i] = Row{Document: d, at: d.Position()}
	}
	return rows
}

func (d documents) texts(
	ctx context.Context, asked Words, ids []int64, length int, yield func(*texts) error,
) error {
	tvs := asked.TVs
	if tvs == nil {
		tvs = indexedTVs(d.Reader)
	}
	return newTextReader(d.Reader, tvs, length).each(ctx, ids, yield)
}

// itemList is the items of a list.
type itemList struct {
	reader *items.Reader
	list   query.ItemList
	of     uint8 // their kind, which is asked for with every hit
}

// Items returns the items of a list, as its reader reads them.
func Items(r *items.Reader, l query.ItemList) Source {
	return itemList{r, l, kindOfType(r.Type)}
}

func (i itemList) kind() uint8       { return i.of }
func (i itemList) inTrash() bool     { return false }
func (i itemList) conditional() bool { return i.list.Where != nil || i.list.Folders != nil }
func (i itemList) ordered() bool     { return !i.list.Ranked }
func (i itemList) among() []int64    { return nil }

func (i itemList) selected(ctx context.Context, among []int64, most int) (map[int64]bool, error) {
	i.list.IDs = among
	statement, err := i.reader.Compiler().ItemIDs(i.list, most)
	if err != nil {
		return nil, err
	}
	return idSet(ctx, i.reader.DB, statement)
}

func (i itemList) count(ctx context.Context, ids []int64) (int64, error) {
	i.list.IDs, i.list.Ranked = ids, false
	total, err := paging.Page{Total: true}.Count(ctx, i.reader.DB, i.reader.Listing(i.list))
	if err != nil {
		return 0, err
	}
	return *total, nil
}

func (i itemList) page(ctx context.Context, ids []int64, p paging.Page) ([]Row, bool, error) {
	i.list.IDs = ids
	found, more, err := i.reader.Page(ctx, i.reader.Listing(i.list), p)
	rows := make([]Row, len(found))
	for n, item := range found {
		rows[n] = Row{Item: item, kind: i.kind(), at: item.Position()}
	}
	return rows, more, err
}

func (i itemList) read(ctx context.Context, ids []int64, _ paging.Page) ([]Row, bool, error) {
	return i.page(ctx, ids, paging.Page{Limit: int64(len(ids))})
}

func (i itemList) texts(ctx context.Context, _ Words, ids []int64, length int, yield func(*texts) error) error {
	return eachItem(ctx, i.reader, ids, length, yield)
}
