package toolset

import (
	"cmp"
	"context"
	"slices"

	"emcp/query"
	"emcp/richtext"
	"emcp/toolset/jsonout"
	"emcp/toolset/view"
)

// Limits of the template variables at the beginning of a page's text.
const (
	maxTemplateValues   = 30
	templateValueLength = 300 // in characters
)

// templateValues returns the values of a document for the template variables of its template, such as its price, as
// plain text. It leaves out empty values, and values that only the site can compute.
func (r *resolver) templateValues(ctx context.Context, document int64) (jsonout.Object, error) {
	site, err := r.DB.Templating(ctx)
	if err != nil {
		return nil, err
	}
	known := newVariables(r, site)
	var tvs []int64
	for _, name := range r.TVNames() {
		if tv, ok := r.TV(name); ok {
			tvs = append(tvs, tv.ID)
		}
	}
	values, err := known.values(ctx, []int64{document}, tvs)
	if err != nil {
		return nil, err
	}
	if r.Resolves() {
		if err := known.bind(ctx, values); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(values, func(a, b *printed) int { return cmp.Compare(a.tv.ID, b.tv.ID) })
	var texts []*pageText
	var names []string
	for _, one := range values {
		v := variable{text: one.text} // as it is stored
		if r.Resolves() {
			v = one.print()
		}
		if !v.computed && v.text != "" && len(texts) < maxTemplateValues {
			texts = append(texts, &pageText{document: document, text: new(&v.text)})
			names = append(names, one.tv.Name)
		}
	}
	if err := r.resolve(ctx, texts); err != nil {
		return nil, err
	}
	var all jsonout.Object
	for i, t := range texts {
		part, err := richtext.Convert(ctx, **t.text, richtext.Options{Format: richtext.Text, URL: view.NoURL, AtSyntax: r.AtSyntax(), Length: templateValueLength})
		if err != nil {
			return nil, view.Ended(ctx)
		}
		if part.Text != "" {
			all = append(all, jsonout.Member{Name: names[i], Value: part.Text})
		}
	}
	return all, nil
}

// fileValues returns the values of documents for the template variables of these types that the caller may see, as
// visitors get them.
func (r *resolver) fileValues(ctx context.Context, documents []int64) ([]*printed, error) {
	var tvs []int64
	for _, name := range r.TVNames() {
		if tv, ok := r.TV(name); ok && (tv.Type == "image" || tv.Type == "file") {
			tvs = append(tvs, tv.ID)
		}
	}
	if len(tvs) == 0 {
		return nil, nil
	}
	site, err := r.DB.Templating(ctx)
	if err != nil {
		return nil, err
	}
	known := newVariables(r, site)
	values, err := known.values(ctx, documents, tvs)
	if err != nil {
		return nil, err
	}
	if r.Resolves() {
		if err := known.bind(ctx, values); err != nil {
			return nil, err
		}
	}
	values = slices.DeleteFunc(values, func(one *printed) bool { return one.computed || one.text == "" || query.Binding(one.text) })
	slices.SortFunc(values, func(a, b *printed) int {
		return cmp.Or(cmp.Compare(a.document, b.document), cmp.Compare(a.tv.ID, b.tv.ID))
	})
	texts := make([]*pageText, len(values))
	resolved := make([]*string, len(values))
	for i, one := range values {
		resolved[i] = &one.text
		texts[i] = &pageText{document: one.document, text: &resolved[i]}
	}
	if err := r.resolve(ctx, texts); err != nil {
		return nil, err
	}
	for i, one := range values {
		one.text, one.computed = r.Untagged(*resolved[i]), texts[i].dynamic
	}
	return slices.DeleteFunc(values, func(one *printed) bool { return one.computed }), nil
}
