package document

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

// readMetadata reads what the pages of documents print for search engines in the language of the call.
func (r *Reader) readMetadata(ctx context.Context, items []*Item) error {
	if !r.Shape.has("seo") || len(items) == 0 || !sseo.Has(r.Schema, sseo.Meta) {
		return nil
	}
	statement, err := r.Compiler().Metadata(idsOf(items), r.language())
	if err != nil {
		return err
	}
	found := map[int64]*metadata{} // by document; of several rows the first counts, as in sSeo
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var m metadata
		if err := scan(&id, &m.Title, &m.Description, &m.Keywords, &m.Canonical, &m.Robots); err != nil {
			return err
		}
		if found[id] == nil {
			found[id] = &m
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, item := range items {
		item.seo = found[item.ID]
	}
	if err := r.readMetadataTVs(ctx, items); err != nil {
		return err
	}
	for _, item := range items {
		if item.seo == nil {
			continue
		}
		for _, text := range []**string{
			&item.seo.Title, &item.seo.Description, &item.seo.Keywords, &item.seo.Canonical, &item.seo.Robots,
		} {
			r.Untag(text)
			if strings.TrimSpace(view.OrEmpty(*text)) == "" {
				*text = nil
			}
		}
		if !isPage(view.OrEmpty(item.seo.Canonical)) {
			item.seo.Canonical = nil
		}
	}
	return nil
}

// readMetadataTVs reads the template variables that stand in for data of sSeo.
func (r *Reader) readMetadataTVs(ctx context.Context, items []*Item) error {
	defaults := map[int64]*string{} // by id of the template variable
	for _, name := range slices.Concat(sseo.RobotsTVs, sseo.CanonicalTVs) {
		if tv, ok := r.TV(name); ok {
			defaults[tv.ID] = r.Compiler().ReadStored(tv.Default)
		}
	}
	if len(defaults) == 0 {
		return nil
	}
	statement, err := r.Compiler().VariableValues(idsOf(items), slices.Sorted(maps.Keys(defaults)), query.MaxMetadata)
	if err != nil {
		return err
	}
	values := map[int64]map[int64]string{} // by document and template variable
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var document, tv int64
		var value, widget, parameters string
		if err := scan(&document, &tv, &value, &widget, &parameters); err != nil {
			return err
		}
		if values[document] == nil {
			values[document] = map[int64]string{}
		}
		values[document][tv] = cmp.Or(value, view.OrEmpty(defaults[tv]))
		return nil
	})
	if err != nil {
		return err
	}
	for _, item := range items {
		last := func(names []string) (last string) {
			for _, name := range names {
				tv, _ := r.TV(name)
				if value := values[item.ID][tv.ID]; value != "" && value != sseo.NotSet {
					last = value
				}
			}
			return last
		}
		item.seo = item.seo.with(last(sseo.RobotsTVs), last(sseo.CanonicalTVs))
	}
	return nil
}

// isPage reports whether an address is absolute and that of a page.
func isPage(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}
