package toolset

import (
	"maps"
	"slices"
)

// languages are the languages of the documents that a caller sees. It is immutable.
//
// A section consists of its root and everything below. A root is a document at the root of the site, or a child of one,
// with a mark of its language. The marks are, most reliable first: the value of a template variable named lang,
// language or locale; an alias such as de, unless the texts are in another language; a title such as Deutsch; the
// language of the texts.
type languages struct {
	// Rest is the ISO 639-1 code for the documents outside of all sections; empty: unknown.
	Rest string
	// Roots has the code of each section by the id of its root.
	Roots map[int64]string
}

// languageRoots is a language with the roots of its sections.
type languageRoots struct {
	Language string  `json:"lang"`
	Roots    []int64 `json:"roots"` // ids in ascending order; 0 stands for the rest of the site
}

// sections returns the languages with their roots: first the language of the rest of the site, then the others by their
// first root.
func (l *languages) sections() []languageRoots {
	var all []languageRoots
	add := func(code string, root int64) {
		i := slices.IndexFunc(all, func(known languageRoots) bool { return known.Language == code })
		if i < 0 {
			i, all = len(all), append(all, languageRoots{Language: code})
		}
		all[i].Roots = append(all[i].Roots, root)
	}
	if l.Rest != "" {
		add(l.Rest, 0)
	}
	for _, root := range l.roots() {
		add(l.Roots[root], root)
	}
	return all
}

// roots returns the roots of all sections in ascending order.
func (l *languages) roots() []int64 { return slices.Sorted(maps.Keys(l.Roots)) }

// codes returns the codes of the languages, in the order of sections.
func (l *languages) codes() []string {
	codes := []string{}
	for _, s := range l.sections() {
		codes = append(codes, s.Language)
	}
	return codes
}

// of returns the language of a document, or nil if it is unknown. above are the documents above it, farthest first.
func (l *languages) of(document int64, above []int64) *string {
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
