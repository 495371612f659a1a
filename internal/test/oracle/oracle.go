// Package oracle answers the calls of the toolset over an evosite.Site in plain Go: it looks at every document, value
// and row, and applies the rules of the contract one by one. It is slow and obvious, and shares no code with the
// product. The tests compare the product's answers with its answers.
//
// It is exact only where the answer does not depend on details of the database that the package does not know. This
// limits what a site and a call may contain; Compare, Like and Cast describe the limits.
package oracle

import (
	"encoding/json"
	"errors"
	"fmt"

	"emcp/internal/test/evosite"
)

// Errors for calls that name something that the view does not show.
var (
	ErrForbidden = errors.New("forbidden") // a model
	ErrUnknownTV = errors.New("unknown_tv")
)

// maxDepth is the default depth of a walk.
const maxDepth = 6

const toolsetVersion = "1.0"

// Object is a JSON object. Its numbers are int64, its lists []Object.
type Object = map[string]any

// Arguments are the arguments of any call. As JSON they are what a client sends. nil and empty arguments are omitted.
type Arguments struct {
	ID          *int64     `json:"id,omitempty"`
	Parent      *int64     `json:"parent,omitempty"`
	Depth       *int64     `json:"depth,omitempty"`
	From        *int64     `json:"from,omitempty"`
	To          *int64     `json:"to,omitempty"`
	Published   *bool      `json:"published,omitempty"`
	Deleted     *bool      `json:"deleted,omitempty"`
	HideMenu    *bool      `json:"hidemenu,omitempty"`
	Template    *int64     `json:"template,omitempty"`
	WithTVs     []string   `json:"with_tvs,omitempty"`
	TVFilters   []TVFilter `json:"tv_filters,omitempty"`
	TVOrder     []TVOrder  `json:"tv_order,omitempty"`
	TagsData    *TagsData  `json:"tags_data,omitempty"`
	Query       string     `json:"query,omitempty"`
	Match       string     `json:"match,omitempty"`
	QueryTVs    []string   `json:"query_tvs,omitempty"`
	Model       string     `json:"model,omitempty"`
	Filters     *Filters   `json:"filters,omitempty"`
	OrderBy     string     `json:"order_by,omitempty"`
	OrderDir    string     `json:"order_dir,omitempty"`
	OrderByDate string     `json:"order_by_date,omitempty"`
	ByEdited    string     `json:"order_by_edited,omitempty"`
	Limit       *int64     `json:"limit,omitempty"`
	Offset      *int64     `json:"offset,omitempty"`

	IncludeTotal bool     `json:"include_total,omitempty"`
	Fields       []string `json:"fields,omitempty"`
	// the texts of the site have no markup, so that all formats look the same
	Format string `json:"format,omitempty"`
	Dates  string `json:"dates,omitempty"`
	// Cursor is for the product alone. The oracle uses Offset, the number of items before the page.
	Cursor string `json:"cursor,omitempty"`
}

// TVFilter is an element of tv_filters. Value is a string, a json.Number, or a []any of these.
type TVFilter struct {
	TV         string `json:"tv"`
	Op         string `json:"op"`
	Value      any    `json:"value,omitempty"`
	Cast       string `json:"cast,omitempty"`
	UseDefault bool   `json:"use_default,omitempty"`
}

// TVOrder is an element of tv_order.
type TVOrder struct {
	TV         string `json:"tv"`
	Dir        string `json:"dir,omitempty"`
	Cast       string `json:"cast,omitempty"`
	UseDefault bool   `json:"use_default,omitempty"`
}

// TagsData asks for documents with at least one of the tags.
type TagsData struct {
	TV   int64    `json:"tv_id"`
	Tags []string `json:"tags"`
}

// Filters are the conditions on a model.
type Filters struct {
	Where []Condition `json:"where,omitempty"`
}

// Condition is a condition on a field of a model. Value is the same as in TVFilter.
type Condition struct {
	Field string `json:"field"`
	Op    string `json:"op"`
	Value any    `json:"value,omitempty"`
}

// Model answers calls over one site. It leaves the words of a query out: Must, May and CheckExcerpt check these.
type Model struct {
	site      *evosite.Site
	now       int64
	documents map[int64]evosite.Document
	values    map[valueKey]*string
}

type valueKey struct{ tv, document int64 }

// New returns the model of a site at a time, given in Unix seconds.
func New(site *evosite.Site, now int64) *Model {
	m := &Model{
		site: site, now: now,
		documents: map[int64]evosite.Document{}, values: map[valueKey]*string{},
	}
	for _, d := range site.Documents {
		m.documents[d.ID] = d
	}
	for _, v := range site.Values {
		m.values[valueKey{v.TV, v.Document}] = v.Text
	}
	return m
}

// Call returns the complete answer to a valid call: an Object with item or items, and meta.
func (m *Model) Call(view View, tool string, a Arguments) (Object, error) {
	switch tool {
	case "evo.model.list", "evo.model.get":
		return m.callModel(view, tool, a)
	}
	if !m.KnowsTVs(view, a) {
		return nil, ErrUnknownTV
	}
	if tool == "evo.content.get" {
		meta := Object{"toolsetVersion": toolsetVersion}
		d, ok := m.find(view, *a.ID)
		if !ok {
			return Object{"item": nil, "meta": meta}, nil
		}
		return Object{"item": m.item(view, d, a), "meta": meta}, nil
	}
	var documents []evosite.Document
	if tool == "evo.content.search" {
		documents = m.search(view, a)
	} else {
		documents = m.list(view, tool, a)
	}
	items := []Object{}
	for _, d := range page(documents, a) {
		items = append(items, m.item(view, d, a))
	}
	meta := listMeta(a, len(items), len(documents))
	return Object{"items": items, "meta": meta}, nil
}

// list returns all documents that a list tool other than search finds, in order.
func (m *Model) list(view View, tool string, a Arguments) []evosite.Document {
	switch tool {
	case "evo.content.root_tree":
		return sorted(m.below(0, or(a.Depth, 1)+1, m.visible(view)), byID)
	case "evo.content.descendants":
		return sorted(m.below(*a.ID, or(a.Depth, 1), m.visible(view)), byParent, byMenuIndex, byID)
	case "evo.content.ancestors":
		return m.ancestors(view, *a.ID, a.Depth)
	case "evo.content.children", "evo.content.children_range":
		found := m.where(view, func(d evosite.Document) bool { return d.Parent == *a.ID && inRange(d, a) })
		return sorted(found, byMenuIndex, byID)
	}
	// The remaining tools return siblings of a document, all or some of them.
	node, ok := m.find(view, *a.ID)
	if !ok {
		return nil
	}
	found := m.where(view, func(d evosite.Document) bool {
		return d.Parent == node.Parent && d.ID != node.ID && isSibling(tool, node, d, a)
	})
	if tool == "evo.content.prev_siblings" { // nearest first
		return sorted(found, directed("desc", byMenuIndex), directed("desc", byID))
	}
	return sorted(found, byMenuIndex, byID)
}

// isSibling reports whether a tool returns d: another document with the same parent as node.
func isSibling(tool string, node, d evosite.Document, a Arguments) bool {
	switch tool {
	case "evo.content.siblings":
		return true
	case "evo.content.neighbors":
		return d.MenuIndex == node.MenuIndex-1 || d.MenuIndex == node.MenuIndex+1
	case "evo.content.prev_siblings":
		return d.MenuIndex < node.MenuIndex
	case "evo.content.next_siblings":
		return d.MenuIndex > node.MenuIndex
	case "evo.content.siblings_range":
		return inRange(d, a)
	}
	panic("no such tool: " + tool)
}

// inRange reports whether the menuindex is in [from, to]. Either limit may be absent.
func inRange(d evosite.Document, a Arguments) bool {
	return (a.From == nil || d.MenuIndex >= *a.From) && (a.To == nil || d.MenuIndex <= *a.To)
}

// page returns the page that the arguments ask for.
func page[T any](all []T, a Arguments) []T {
	first := min(or(a.Offset, 0), int64(len(all)))
	last := min(first+*a.Limit, int64(len(all)))
	return all[first:last]
}

// listMeta is the meta of a page with count items of a list of total items.
func listMeta(a Arguments, count, total int) Object {
	offset := or(a.Offset, 0)
	meta := Object{
		"limit": *a.Limit, "offset": offset, "count": int64(count), "has_more": offset+int64(count) < int64(total),
		"toolsetVersion": toolsetVersion,
	}
	if a.IncludeTotal {
		meta["total"] = int64(total)
	}
	return meta
}

// item is a document as an answer has it.
func (m *Model) item(view View, d evosite.Document, a Arguments) Object {
	item := m.members(view, d, a)
	if len(a.WithTVs) == 0 {
		return item
	}
	tvs := Object{}
	for _, name := range a.WithTVs {
		name, useDefault := cutDefault(name)
		tvs[name] = nullable(m.value(view, name, d.ID, useDefault, View.read))
	}
	item["tvs"] = tvs
	return item
}

// value is the value of a document for a TV in a view. see turns the stored text into the one that the view reads or
// compares with. nil is NULL.
func (m *Model) value(view View, tv string, document int64, useDefault bool, see func(View, *string) *string) *string {
	known, ok := m.tv(view, tv)
	if !ok {
		panic("no such TV: " + tv)
	}
	stored := see(view, m.values[valueKey{known.ID, document}])
	if stored == nil && useDefault {
		return see(view, known.Default)
	}
	return stored
}

// cutDefault splits "name:d".
func cutDefault(name string) (string, bool) {
	if n := len(name); n > 2 && name[n-2:] == ":d" {
		return name[:n-2], true
	}
	return name, false
}

// texts returns the texts of a filter's value. list says that a single text is a comma-separated list.
func texts(value any, list bool) []string {
	switch v := value.(type) {
	case string:
		if list {
			return splitList(v)
		}
		return []string{v}
	case json.Number:
		return []string{v.String()}
	case []any:
		var all []string
		for _, element := range v {
			all = append(all, texts(element, false)...)
		}
		return all
	}
	panic(fmt.Sprintf("a filter with the value %#v", value))
}

func nullable(text *string) any {
	if text == nil {
		return nil
	}
	return *text
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// or returns the value of an optional argument, or its default.
func or(n *int64, absent int64) int64 {
	if n == nil {
		return absent
	}
	return *n
}
