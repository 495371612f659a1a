package find

import (
	"context"
	"errors"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"

	"emcp/evodb"
	"emcp/internal/index"
	"emcp/toolset/document"
	"emcp/toolset/page"
	"emcp/toolset/paging"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

const (
	// textRead is how much of a text is searched, in characters, and excerptRead how much is read for an excerpt.
	textRead, excerptRead = 1_000_000, 200_000
	// textsAtOnce is how many documents a statement reads. What placeholders produce is bounded for each.
	textsAtOnce = 100
	// textsSize is about how much of their source is in memory at the same time, in bytes.
	textsSize = 4 << 20
)

// texts are the texts of a document or item as the view shows them.
type texts struct {
	id                                    int64 // number of an item
	title, long, menu, alias, description string
	intro, content                        string // plain, with an outline
	tags                                  string // what Evolution's tags say, for users of the manager
	values                                []string
	above                                 []string // titles above an item
	links                                 []link
}

// fields returns the texts as an index has them, without those that do not come from the document itself.
func (t *texts) fields() (fields [index.Fields]string) {
	headings := []string{t.long, t.menu}
	for line := range strings.Lines(t.content) {
		if strings.HasPrefix(line, "\f") {
			headings = append(headings, line)
		}
	}
	fields[index.Title] = t.title
	fields[index.Headings] = strings.Join(headings, "\n")
	fields[index.Intro] = t.intro + "\n" + t.description
	fields[index.Values] = strings.Join(t.values, "\n")
	fields[index.Text] = t.content + t.tags
	return fields
}

// textReader reads the texts of documents.
type textReader struct {
	*document.Reader
	tvs    []int64 // template variables whose values are read
	labels map[labeled]string
	length int         // of a rich text or a value, in characters
	links  *tree.Links // nil: links are not read
}

// labeled is a value that a template variable offers.
type labeled struct {
	tv    int64
	value string
}

// newTextReader returns a reader of texts with the values of these template variables. Of a rich text or a value it
// reads that many characters.
func newTextReader(r *document.Reader, tvs []int64, length int) textReader {
	labels := map[labeled]string{}
	for _, name := range r.TVNames() {
		tv, ok := r.TV(name)
		if !ok || !slices.Contains(tvs, tv.ID) {
			continue
		}
		for _, option := range r.OptionsOf(tv) {
			labels[labeled{tv.ID, option.Value}] = option.Label
		}
	}
	return textReader{Reader: r, tvs: tvs, labels: labels, length: length}
}

// each yields the texts of documents. Those that the view does not show are left out.
func (r textReader) each(ctx context.Context, ids []int64, yield func(*texts) error) error {
	for some := range slices.Chunk(ids, textsAtOnce) {
		for len(some) > 0 { // usually once
			read, whole, err := r.read(ctx, some)
			if err != nil {
				return err
			}
			for _, t := range read {
				if err := yield(t); err != nil {
					return err
				}
			}
			if whole {
				break
			}
			some = slices.DeleteFunc(slices.Clone(some), func(id int64) bool {
				return slices.ContainsFunc(read, func(t *texts) bool { return t.id == id })
			})
		}
	}
	return nil
}

// read reads the texts of documents until they are too much to be kept in memory; whole says that they are not.
func (r textReader) read(ctx context.Context, ids []int64) (all []*texts, whole bool, err error) {
	statement, err := r.Compiler().Texts(ids, r.length)
	if err != nil {
		return nil, false, err
	}
	rows := map[int64]*row{}
	var waiting []*page.Text
	size := 0
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		t := &row{}
		if err := t.scan(scan); err != nil {
			return err
		}
		if size += t.intro.Size() + t.content.Size(); size > textsSize && len(rows) > 0 {
			return paging.ErrFull
		}
		rows[t.id] = t
		if !r.AsVisitor() {
			t.tags = tagsIn(view.OrEmpty(t.intro.Text)) + tagsIn(view.OrEmpty(t.content.Text))
		}
		for _, text := range []*view.Beginning{&t.intro, &t.content} {
			waiting = append(waiting, &page.Text{Document: t.id, Text: &text.Text})
		}
		return nil
	})
	if whole = err == nil; err != nil && !errors.Is(err, paging.ErrFull) {
		return nil, false, err
	}
	if err := r.readValues(ctx, rows); err != nil {
		return nil, false, err
	}
	if err := r.Resolve(ctx, waiting); err != nil {
		return nil, false, err
	}
	for _, id := range ids {
		t := rows[id]
		if t == nil {
			continue
		}
		shown, err := t.shown(ctx, r.Reader)
		if err != nil {
			return nil, false, err
		}
		if shown.links, err = r.linksIn(ctx, t); err != nil {
			return nil, false, err
		}
		rows[id] = nil // so that only one is in memory
		all = append(all, shown)
	}
	return all, whole, nil
}

// tags are Evolution's tags. Users of the manager search what they say, such as the name of a snippet.
var tags = regexp.MustCompile(`(?s)\[\[.+?\]\]|\[!.+?!\]|\{\{.+?\}\}|\[\(.+?\)\]|\[\*.+?\*\]`)

// tagsIn returns the tags of a text.
func tagsIn(source string) string {
	if !strings.ContainsAny(source, "[{") { // faster than the pattern
		return ""
	}
	return "\n" + html.UnescapeString(strings.Join(tags.FindAllString(source, -1), "\n"))
}

// row has the stored texts of a document.
type row struct {
	id                                    int64
	title, long, menu, alias, description *string
	kind                                  int64
	intro, content                        view.Beginning
	tags                                  string // for users of the manager
	values                                []string
	rich                                  []view.Beginning // the values that are rich texts
}

func (t *row) scan(scan evodb.Scan) error {
	return scan(&t.id, &t.title, &t.long, &t.menu, &t.alias, &t.description, &t.kind,
		&t.intro.Text, &t.intro.Whole, &t.content.Text, &t.content.Whole)
}

// shown returns the texts as the view shows them.
func (t *row) shown(ctx context.Context, r *document.Reader) (*texts, error) {
	plain := func(text *string) string { return r.Untagged(view.OrEmpty(text)) }
	shown := &texts{
		id: t.id, title: plain(t.title), long: plain(t.long), menu: plain(t.menu), alias: plain(t.alias),
		description: plain(t.description),
		intro:       r.WithoutTags(r.Readable(ctx, t.intro)), content: r.WithoutTags(r.Readable(ctx, t.content)),
		values: t.values, tags: t.tags,
	}
	for _, title := range []*string{&shown.title, &shown.long, &shown.menu} {
		if err := r.PlainTitle(ctx, title); err != nil {
			return nil, err
		}
	}
	return shown, view.Ended(ctx)
}

// readValues reads what the documents store for template variables.
func (r textReader) readValues(ctx context.Context, rows map[int64]*row) error {
	if len(rows) == 0 || len(r.tvs) == 0 {
		return nil
	}
	statement, err := r.Compiler().ValueTexts(slices.Sorted(maps.Keys(rows)), r.tvs, r.length)
	if err != nil {
		return err
	}
	return r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id, tv int64
		var value view.Beginning
		if err := scan(&id, &tv, &value.Text, &value.Whole); err != nil {
			return err
		}
		t := rows[id]
		switch text := view.OrEmpty(value.Text); {
		case text == "":
		case r.Schema.Rich(tv):
			t.values = append(t.values, r.WithoutTags(r.Readable(ctx, value)))
			t.rich = append(t.rich, value)
		case view.IsChoice(r.Schema.Type(tv)):
			for chosen := range strings.SplitSeq(text, view.Separator) {
				t.values = append(t.values, r.Untagged(chosen))
				if label := r.labels[labeled{tv, chosen}]; label != "" && label != chosen {
					t.values = append(t.values, label)
				}
			}
		default:
			t.values = append(t.values, r.Untagged(text))
		}
		return view.Ended(ctx)
	})
}

// indexedTVs returns the template variables that the caller may see and whose values people read.
func indexedTVs(r *document.Reader) (ids []int64) {
	for _, name := range r.TVNames() {
		if tv, ok := r.TV(name); ok && tv.Type != "image" && tv.Type != "file" {
			ids = append(ids, tv.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// all returns the texts in which phrases are looked for.
func (t *texts) all() []string {
	return append([]string{t.title, t.long, t.menu, t.alias, t.description, t.intro, t.content, t.tags}, t.values...)
}

func (t *texts) size() (size int) {
	for _, text := range t.all() {
		size += len(text)
	}
	return size
}

// in returns a reader of texts in a language.
func (r textReader) in(code string) textReader {
	other := *r.Apart()
	other.Lang = code
	r.Reader, r.links = &other, nil
	return r
}
