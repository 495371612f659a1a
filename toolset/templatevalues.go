package toolset

import (
	"cmp"
	"context"
	"slices"

	"emcp/richtext"
)

// Limits of the template variables at the beginning of a page's text.
const (
	maxTemplateValues   = 30
	templateValueLength = 300 // in characters
)

// templateValues returns the values of a document for the template variables of its template, such as its price, as
// plain text. It leaves out empty values, and values that only the site can compute.
func (c *call) templateValues(ctx context.Context, document int64) (members, error) {
	site, err := c.db.Templating(ctx)
	if err != nil {
		return nil, err
	}
	known := newVariables(c, site)
	var tvs []int64
	for _, name := range c.tvNames() {
		if tv, ok := c.tv(name); ok {
			tvs = append(tvs, tv.ID)
		}
	}
	values, err := known.values(ctx, []int64{document}, tvs)
	if err != nil {
		return nil, err
	}
	if c.resolves() {
		if err := known.bind(ctx, values); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(values, func(a, b *printed) int { return cmp.Compare(a.tv.ID, b.tv.ID) })
	var texts []*pageText
	var names []string
	for _, one := range values {
		v := variable{text: one.text} // as it is stored
		if c.resolves() {
			v = one.print()
		}
		if !v.computed && v.text != "" && len(texts) < maxTemplateValues {
			texts = append(texts, &pageText{document: document, text: new(&v.text)})
			names = append(names, one.tv.Name)
		}
	}
	if err := c.resolve(ctx, texts); err != nil {
		return nil, err
	}
	var all members
	for i, t := range texts {
		part, err := richtext.Convert(ctx, **t.text, richtext.Options{Format: richtext.Text, URL: noURL, AtSyntax: c.atSyntax(), Length: templateValueLength})
		if err != nil {
			return nil, ended(ctx)
		}
		if part.Text != "" {
			all = append(all, namedValue{names[i], part.Text})
		}
	}
	return all, nil
}
