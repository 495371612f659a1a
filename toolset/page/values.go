package page

import (
	"cmp"
	"context"
	"slices"

	"emcp/evodb"
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

// TemplateValues returns the values of a document for the template variables of its template, such as its price, as
// plain text. It leaves out empty values, and values that only the site can compute.
func (r *Resolver) TemplateValues(ctx context.Context, document int64) (jsonout.Object, error) {
	values, err := r.readValues(ctx, []int64{document}, func(evodb.TV) bool { return true })
	if err != nil {
		return nil, err
	}
	var texts []*Text
	var names []string
	for _, one := range values {
		v := variable{text: one.Text} // as it is stored
		if r.AsVisitor() {
			v = one.print()
		}
		if !v.computed && v.text != "" && len(texts) < maxTemplateValues {
			texts = append(texts, &Text{Document: document, Text: new(&v.text)})
			names = append(names, one.TV.Name)
		}
	}
	if err := r.Resolve(ctx, texts); err != nil {
		return nil, err
	}
	var all jsonout.Object
	for i, t := range texts {
		part, err := richtext.Convert(ctx, **t.Text,
			richtext.Options{Format: richtext.Text, URL: view.NoURL, AtSyntax: r.AtSyntax(), Length: templateValueLength})
		if err != nil {
			return nil, view.Ended(ctx)
		}
		if part.Text != "" {
			all = append(all, jsonout.Member{Name: names[i], Value: part.Text})
		}
	}
	return all, nil
}

// FileValues returns the values of documents for the template variables of these types that the caller may see, as
// visitors get them.
func (r *Resolver) FileValues(ctx context.Context, documents []int64) ([]*Value, error) {
	values, err := r.readValues(ctx, documents, func(tv evodb.TV) bool { return tv.Type == "image" || tv.Type == "file" })
	if err != nil {
		return nil, err
	}
	values = slices.DeleteFunc(values, func(one *Value) bool {
		return one.computed || one.Text == "" ||
			query.Binding(one.Text)
	})
	texts := make([]*Text, len(values))
	resolved := make([]*string, len(values))
	for i, one := range values {
		resolved[i] = &one.Text
		texts[i] = &Text{Document: one.Document, Text: &resolved[i]}
	}
	if err := r.Resolve(ctx, texts); err != nil {
		return nil, err
	}
	for i, one := range values {
		one.Text, one.computed = r.Untagged(*resolved[i]), texts[i].Dynamic
	}
	return slices.DeleteFunc(values, func(one *Value) bool { return one.computed }), nil
}

// readValues returns the values of documents for those of the template variables that the caller may see, by document
// and variable. For visitors, bindings have been followed.
func (r *Resolver) readValues(ctx context.Context, documents []int64, of func(evodb.TV) bool) ([]*Value, error) {
	var tvs []int64
	for _, name := range r.TVNames() {
		if tv, ok := r.TV(name); ok && of(tv) {
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
	if r.AsVisitor() {
		if err := known.bind(ctx, values); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(values, func(a, b *Value) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.TV.ID, b.TV.ID))
	})
	return values, nil
}
