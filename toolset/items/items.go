// Package items reads items of packages, such as products: it finds them by the conditions of a call, reads the members
// that the call asks for, and writes them as JSON.
//
// It knows what package itemtype says of their tables, the view of the caller, and where documents lie. It knows no
// tools and no SQL. What belongs to the items of a page is read for all of them at once, so a page takes a handful of
// statements, however many items it has.
package items

import (
	"cmp"
	"slices"
	"strings"

	"emcp/internal/fault"
	"emcp/internal/itemtype"
	"emcp/query"
	"emcp/toolset/jsonout"
	"emcp/toolset/view"
)

// Reader reads items of one type for one call.
type Reader struct {
	*view.Site
	Type itemtype.Type // with the members that the caller may see
	// Length and Offset select the part of rich texts, in characters. Offset is that of content.
	Length, Offset int
	OmitEmpty      bool

	lang       string            // code of the language of texts
	members    []itemtype.Member // that items have
	attributes []attribute       // of the site; nil: not read yet
}

// NewReader returns a reader of the type of that name, with texts in a language; "" is that of the call. On sites
// without sLang, it must be the code of a language of the site. The error is a fault.
func NewReader(v *view.Site, name, lang string) (*Reader, error) {
	types := itemtype.Of(v.Schema)
	i := slices.IndexFunc(types, func(t itemtype.Type) bool { return t.Name == name })
	if i < 0 {
		return nil, fault.Invalid("type", "this site has no items of this type; its types: %s",
			cmp.Or(strings.Join(itemtype.NamesOf(types), ", "), "none"))
	}
	if v.Translated != nil {
		if lang != "" {
			if err := v.Speak(lang); err != nil {
				return nil, err
			}
		}
		lang = cmp.Or(v.Lang, v.Translated.Default())
		v.Lang = lang
	}
	r := &Reader{Site: v, Type: types[i], lang: cmp.Or(lang, itemtype.Base)}
	if !v.Compiler().ManagesItems() {
		r.Type.Members = slices.DeleteFunc(r.Type.Members, func(m itemtype.Member) bool { return m.Manager })
	}
	return r, nil
}

// Choose sets the members that items have besides id and type: those in fields, or if it is nil those of a list, or all
// of them. The error is a fault.
func (r *Reader) Choose(fields []string, list bool) error {
	for i, name := range fields {
		if _, ok := r.Type.Member(name); !ok && name != "id" && name != "type" {
			f := fault.Invalid("fields", "%s have no member %q; they have id, type, %s", r.Type.Plural, fields[i],
				strings.Join(r.memberNames(func(itemtype.Member) bool { return true }), ", "))
			f.Suggestions = fault.Nearest(name, r.memberNames(func(itemtype.Member) bool { return true }))
			return f
		}
	}
	r.members = slices.DeleteFunc(slices.Clone(r.Type.Members), func(m itemtype.Member) bool {
		if fields == nil {
			return list && !m.Listed
		}
		return !slices.Contains(fields, m.Name)
	})
	return nil
}

// memberNames returns the names of the members for which keep is true.
func (r *Reader) memberNames(keep func(itemtype.Member) bool) []string {
	var names []string
	for _, m := range r.Type.Members {
		if keep(m) {
			names = append(names, m.Name)
		}
	}
	return names
}

// Item is an item in an answer.
type Item struct {
	jsonout.Object
	ID    int64
	keys  []*string // values that its list is sorted by
	alias string
	url   string
	cells map[string]*string // columns by the name of the member
	// currency of its prices
	currency string
	cuts     jsonout.Object // lengths of texts that were cut
	allMedia int            // how many media there are, if not all are listed
	noIndex  bool           // whether search engines are asked not to list its page
	next     int            // where content continues, in characters; 0: it has ended
}

// Position returns the place of the item in its list.
func (i *Item) Position() query.Position { return query.Position{Keys: i.keys, ID: i.ID} }

// SetExcerpt gives the item an excerpt of a text in which a search has found it.
func (i *Item) SetExcerpt(text string) {
	i.Object = append(i.Object, jsonout.Member{Name: "excerpt", Value: text})
}

// AppendJSON appends the item as JSON.
func (i *Item) AppendJSON(b []byte) ([]byte, error) { return jsonout.AppendValue(b, i.Object) }
