package describe

import (
	"cmp"
	"context"
	"slices"

	"github.com/maypok86/otter/v2"

	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/items"
	"emcp/toolset/view"
)

// Overview is what a caller's view shows of the site, as far as instructions describe it. It is immutable.
type Overview struct {
	name, url string
	documents int64
	languages []string    // with the ids of their roots
	sections  sections    // of two levels
	templates []*template // templates that documents have, the most frequent first
	items     []*items.Description
	everyPage bool // whether evo.site.describe returns what all pages say
	members   bool // whether visitors who sign in see more
}

// Overviews keeps the overviews of the last minute.
type Overviews = otter.Cache[view.Audience, *Overview]

// outlinedLevels is how many levels of the tree instructions name.
const outlinedLevels = 2

// NewOverviews returns an empty cache.
func NewOverviews() *Overviews { return view.NewCache[*Overview]() }

// Overview reads the overview. name is the name of the site. described says that the caller can call
// evo.site.describe, itemized that it can list items.
func (d Describer) Overview(ctx context.Context, name string, described, itemized bool) (*Overview, error) {
	templates, tvs, _, err := d.templates(ctx, "")
	if err != nil {
		return nil, err
	}
	if err := d.countRanges(ctx, tvs); err != nil {
		return nil, err
	}
	languages, err := d.Spoken(ctx)
	if err != nil {
		return nil, err
	}
	o := &Overview{name: name, url: d.URL(), languages: languageOutlines(languages)}
	if d.Translated != nil {
		o.languages = d.Translated.Codes()
	}
	for _, t := range templates {
		if o.documents += t.Documents; t.Documents > 0 {
			o.templates = append(o.templates, t)
		}
	}
	slices.SortStableFunc(o.templates, func(a, b *template) int { return cmp.Compare(b.Documents, a.Documents) })
	if described {
		texts, err := d.everyPage(ctx, false)
		if err != nil {
			return nil, err
		}
		o.everyPage = len(texts) > 0
	}
	if o.members, err = d.membersOnly(ctx); err != nil {
		return nil, err
	}
	if o.sections, err = d.sections(ctx, outlinedLevels, maxTreeCount); err != nil || !itemized {
		return o, err
	}
	return o, d.eachItems(func(r *items.Reader) error {
		described, err := r.Overview(ctx)
		o.items = append(o.items, described)
		return err
	})
}

// membersOnly reports whether a visitor would see more after signing in. The manager view has its own documents.
func (d Describer) membersOnly(ctx context.Context) (some bool, err error) {
	if !d.AsVisitor() {
		return false, nil
	}
	statement, err := d.Compiler().MembersOnly()
	if err != nil {
		return false, err
	}
	return some, d.DB.Query(ctx, statement, func(evodb.Scan) error {
		some = true
		return nil
	})
}

// countRanges adds the ranges of dates and numbers. On big sites it leaves them out, because clients do not wait long.
func (d Describer) countRanges(ctx context.Context, tvs []*variable) error {
	tvs = slices.DeleteFunc(slices.Clone(tvs), func(tv *variable) bool { return !tv.isDate() && !tv.isNumber() })
	if len(tvs) == 0 || d.Schema.Documents > maxTreeCount {
		return nil
	}
	_, err := d.countForms(ctx, tvs, query.NewSample(d.Schema.Documents))
	return err
}
