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
	for _, value := range values {
		v := variable{text: value.Text} // as it is stored
		if r.AsVisitor() {
			v = value.print()
		}
		if !v.computed && v.text != "" && len(texts) < maxTemplateValues {
			texts = append(texts, &Text{Document: document, Text: new(&v.text)})
			names = append(names, value.TV.Name)
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

// FileValues returns the values of documents for the template variables that the caller may see and whose type is
// image, file or a custom one, as visitors get them.
func (r *Resolver) FileValues(ctx context.Context, documents []int64) ([]*Value, error) {
	values, err := r.readValues(ctx, documents, func(tv evodb.TV) bool {
		return tv.Type == "image" || tv.Type == "file" || tv.Custom()
	})
	if err != nil {
		return nil, err
	}
	values = slices.DeleteFunc(values, func(v *Value) bool {
		return v.computed || v.Text == "" ||
			query.Binding(v.Text)
	})
	texts := make([]*Text, len(values))
	resolved := make([]*string, len(values))
	for i, v := range values {
		resolved[i] = &v.Text
		texts[i] = &Text{Document: v.Document, Text: &resolved[i]}
	}
	if err := r.Resolve(ctx, texts); err != nil {
		return nil, err
	}
	for i, v := range values {
		v.Text, v.computed = r.Untagged(*resolved[i]), texts[i].Dynamic
	}
	return slices.DeleteFunc(values, func(v *Value) bool { return v.computed }), nil
}

// readValues returns the values of documents for those of the template variables that the caller may see, by document
// and variable. For visitors, bindings have been followed.
func (r *Resolver) readValues(ctx context.Context, documents []int64, want func(evodb.TV) bool) ([]*Value, error) {
	var tvs []int64
	for _, name := range r.TVNames() {
		if tv, ok := r.TV(name); ok && want(tv) {
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
	vars := newVariables(r, site)
	values, err := vars.values(ctx, documents, tvs)
	if err != nil {
		return nil, err
	}
	if r.AsVisitor() {
		if err := vars.bind(ctx, values); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(values, func(a, b *Value) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.TV.ID, b.TV.ID))
	})
	return values, nil
}
