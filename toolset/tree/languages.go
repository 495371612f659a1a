package tree

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"emcp/internal/fault"
	"emcp/internal/language"
	"emcp/query"
)

// Languages are the languages of the documents that a caller sees. It is immutable.
//
// A section consists of its root and everything below. A root is a document at the root of the site, or a child of one,
// with a mark of its language. The marks are, most reliable first: the value of a template variable named lang,
// language or locale; an alias such as de, unless the texts are in another language; a title such as Deutsch; the
// language of the texts.
type Languages struct {
	// Rest is the ISO 639-1 code for the documents outside of all sections; empty: unknown.
	Rest string
	// Roots has the code of each section by the id of its root.
	Roots map[int64]string
}

// Language is a language with the roots of its sections.
type Language struct {
	Code  string  `json:"lang"`
	Roots []int64 `json:"roots"` // ids in ascending order; 0 stands for the rest of the site
}

// Sections returns the languages with their roots: first the language of the rest of the site, then the others by their
// first root.
func (l *Languages) Sections() []Language {
	var all []Language
	add := func(code string, root int64) {
		i := slices.IndexFunc(all, func(known Language) bool { return known.Code == code })
		if i < 0 {
			i, all = len(all), append(all, Language{Code: code})
		}
		all[i].Roots = append(all[i].Roots, root)
	}
	if l.Rest != "" {
		add(l.Rest, 0)
	}
	for _, root := range l.rootIDs() {
		add(l.Roots[root], root)
	}
	return all
}

// rootIDs returns the roots of all sections in ascending order.
func (l *Languages) rootIDs() []int64 { return slices.Sorted(maps.Keys(l.Roots)) }

// Codes returns the codes of the languages, in the order of sections.
func (l *Languages) Codes() []string {
	codes := []string{}
	for _, s := range l.Sections() {
		codes = append(codes, s.Code)
	}
	return codes
}

// codeOf returns the language of a document, or nil if it is unknown. above are the documents above it, farthest first.
func (l *Languages) codeOf(document int64, above []int64) *string {
	if code, ok := l.Roots[document]; ok {
		return &code
	}
	for _, id := range slices.Backward(above) {
		if code, ok := l.Roots[id]; ok {
			return &code
		}
	}
	if l.Rest == "" {
		return nil
	}
	return &l.Rest
}

// In returns the sections of the site in a language, or nil if that is the whole site. The error is a fault for a
// caller whose argument lang names a language that the site does not have.
func (l *Languages) In(name string) (*query.Sections, error) {
	code, err := l.Code(name)
	if sections := l.Sections(); err == nil && len(sections) > 1 {
		i := slices.IndexFunc(sections, func(s Language) bool { return s.Code == code })
		return &query.Sections{Roots: l.rootIDs(), Among: sections[i].Roots}, nil
	}
	return nil, err
}

// Code returns the code of a language of the site. The error is a fault for a caller whose argument lang names another.
func (l *Languages) Code(name string) (string, error) {
	code := language.Code(name)
	if slices.Contains(l.Codes(), code) {
		return code, nil
	}
	f := fault.Invalid("lang", "the site has no section in this language; its languages: %s",
		cmp.Or(strings.Join(l.Codes(), ", "), "not known"))
	f.Suggestions = fault.Nearest(name, l.Codes())
	return "", f
}
