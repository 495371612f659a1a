// Package seo reads what the pages of documents and items print for search engines, as sSeo keeps it. It knows the view
// of a site, and neither documents nor items.
package seo

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"emcp/evodb"
	"emcp/internal/sseo"
	"emcp/query"
	"emcp/toolset/view"
)

// Metadata is what a page prints for search engines. Members are nil if the owner has left them empty.
type Metadata struct {
	Title       *string `json:"title"`
	Description *string `json:"description"`
	Keywords    *string `json:"keywords"`
	Canonical   *string `json:"canonical"`
	Robots      *string `json:"robots"`
}

// NoIndex reports whether search engines are asked not to list the page. It is false for nil.
func (m *Metadata) NoIndex() bool {
	return m != nil && strings.Contains(strings.ToLower(view.OrEmpty(m.Robots)), "noindex")
}

// WithRobots returns the metadata with other robots, or m if these are empty.
func (m *Metadata) WithRobots(robots string) *Metadata {
	if robots == "" {
		return m
	}
	with := Metadata{}
	if m != nil {
		with = *m
	}
	with.Robots = &robots
	return &with
}

// Of returns the metadata of documents or items, of those that have some, in a language. kind is sseo.OfDocument, or
// the type of the items.
func Of(ctx context.Context, v *view.Site, kind string, ids []int64, lang string) (map[int64]*Metadata, error) {
	if len(ids) == 0 || !sseo.Has(v.Schema, sseo.Meta) {
		return nil, nil
	}
	found, err := stored(ctx, v, kind, ids, lang)
	if err != nil {
		return nil, err
	}
	if kind == sseo.OfDocument {
		if err := addTVs(ctx, v, ids, found); err != nil {
			return nil, err
		}
	}
	for _, m := range found {
		for _, text := range []**string{&m.Title, &m.Description, &m.Keywords, &m.Canonical, &m.Robots} {
			v.Untag(text)
			if strings.TrimSpace(view.OrEmpty(*text)) == "" {
				*text = nil
			}
		}
		if !isPage(view.OrEmpty(m.Canonical)) {
			m.Canonical = nil
		}
	}
	return found, nil
}

// stored reads the rows of sSeo. Of several rows the first counts, as in sSeo.
func stored(ctx context.Context, v *view.Site, kind string, ids []int64, lang string) (map[int64]*Metadata, error) {
	statement, err := v.Compiler().Metadata(kind, ids, lang)
	if err != nil {
		return nil, err
	}
	found := map[int64]*Metadata{}
	return found, v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var m Metadata
		err := scan(&id, &m.Title, &m.Description, &m.Keywords, &m.Canonical, &m.Robots)
		if found[id] == nil {
			found[id] = &m
		}
		return err
	})
}

// addTVs adds what template variables of documents say instead.
func addTVs(ctx context.Context, v *view.Site, documents []int64, found map[int64]*Metadata) error {
	tvs := map[int64]evodb.TV{}
	for _, name := range slices.Concat(sseo.RobotsTVs, sseo.CanonicalTVs) {
		if tv, ok := v.TV(name); ok {
			tvs[tv.ID] = tv
		}
	}
	if len(tvs) == 0 {
		return nil
	}
	statement, err := v.Compiler().VariableValues(documents, slices.Sorted(maps.Keys(tvs)), query.MaxMetadata)
	if err != nil {
		return err
	}
	values := map[int64]map[string]string{} // by document and name
	err = v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var document, tv int64
		var value, widget, parameters string
		if err := scan(&document, &tv, &value, &widget, &parameters); err != nil {
			return err
		}
		if values[document] == nil {
			values[document] = map[string]string{}
		}
		values[document][tvs[tv].Name] = cmp.Or(value, view.OrEmpty(v.Compiler().ReadStored(tvs[tv].Default)))
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range documents {
		m := found[id].WithRobots(last(values[id], sseo.RobotsTVs))
		canonical := last(values[id], sseo.CanonicalTVs)
		switch {
		case canonical == "":
		case m == nil:
			m = &Metadata{Canonical: &canonical}
		case strings.TrimSpace(view.OrEmpty(m.Canonical)) == "":
			m.Canonical = &canonical
		}
		if m != nil {
			found[id] = m
		}
	}
	return nil
}

// last returns the last value of these template variables, or "".
func last(values map[string]string, names []string) (last string) {
	for _, name := range names {
		if value := values[name]; value != "" && value != sseo.NotSet {
			last = value
		}
	}
	return last
}

// isPage reports whether an address is absolute and that of a page.
func isPage(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}
