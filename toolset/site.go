package toolset

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/quantity"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/tree"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// siteAnswer is the result of evo.site.describe. TVs has names in a summary, otherwise *siteTV.
type siteAnswer struct {
	Site      siteFacts       `json:"site"`
	Templates []*siteTemplate `json:"templates"`
	TVs       []any           `json:"tvs,omitzero"` // that belong to none of the templates
	Models    []siteModel     `json:"models,omitzero"`
	Operators []string        `json:"operators,omitzero"`
	Casts     []string        `json:"casts,omitzero"`
	Limits    *siteLimits     `json:"limits,omitzero"`
	Meta      getMeta         `json:"meta"`
}

type siteFacts struct {
	Name      string   `json:"name"`
	URL       string   `json:"url"`
	Languages []string `json:"languages"`
	// Sections are the languages that have a section of the site, with their roots.
	Sections  []tree.Language `json:"language_sections,omitzero"`
	EveryPage []everyPage     `json:"on_every_page,omitempty"`
	Documents int64           `json:"documents"`
	Offline   bool            `json:"offline,omitzero"` // visitors get a notice instead of pages
	Images    *siteImages     `json:"images,omitzero"`
}

type siteTemplate struct {
	ID        int64   `json:"id"`
	Name      *string `json:"name"` // nil: unknown, or not shown to callers
	Documents int64   `json:"documents"`
	TVs       []any   `json:"tvs"`
	tvs       []*siteTV
}

type siteModel struct {
	Name   string   `json:"name"`
	Fields []string `json:"fields"`
}

// siteLimits are the highest values of arguments, under the arguments' names where possible.
type siteLimits struct {
	Limit        int64 `json:"limit"`
	Offset       int64 `json:"offset"`
	ModelOffset  int64 `json:"model_offset"`
	Depth        int64 `json:"depth"`
	WithTVs      int   `json:"with_tvs"`
	Words        int   `json:"query_words"`
	QueryTVs     int   `json:"query_tvs"`
	TVFilters    int   `json:"tv_filters"`
	TVOrder      int   `json:"tv_order"`
	Tags         int   `json:"tags"`
	ListValues   int   `json:"in"`
	MaxChars     int   `json:"max_chars"`
	ResultTokens int   `json:"max_result_tokens"`
	ResultBytes  int   `json:"max_result_bytes"`
}

// siteTV is a template variable. Members that are not shown to callers are nil.
type siteTV struct {
	id          int64
	kind        string          // the type, even if it is not shown to callers
	listed      bool            // whether the options are written down, even if they are not shown to callers
	quantity    *quantity.Type  // what numbers mean; nil: nothing is known
	documents   int64           // with a value that the view shows
	first, last int64           // dates, in Unix seconds
	ID          *int64          `json:"id"` // nil: not shown to callers
	Name        string          `json:"name"`
	Caption     *string         `json:"caption"`
	Type        *string         `json:"type"`
	Default     *string         `json:"default"`
	Currency    string          `json:"currency,omitzero"` // of the quantity
	Unit        string          `json:"unit,omitzero"`     // of the quantity
	Options     []view.TVOption `json:"options,omitzero"`
	ValuesAre   string          `json:"values_are,omitzero"`
	Separator   string          `json:"separator,omitzero"`
	DateFormats []string        `json:"date_formats,omitzero"` // the most frequent first
	Documents   *int64          `json:"documents"`             // nil: the view shows no value
	Range       *tvRange        `json:"range,omitzero"`
	Values      []tvValue       `json:"values,omitzero"` // the most frequent values, for types with a choice of values
}

type tvValue struct {
	Value     string `json:"value"`
	Documents int64  `json:"documents"`
	Other     bool   `json:"not_an_option,omitzero"`
}

// site describes the site.
func (c *call) site(ctx context.Context, in describeInput) (siteAnswer, error) {
	known, err := c.siteTVs(ctx, in.TV)
	if err != nil {
		return siteAnswer{}, err
	}
	templates, err := c.siteTemplates(ctx)
	if err != nil {
		return siteAnswer{}, err
	}
	loose, err := c.distribute(ctx, known, templates)
	if err != nil {
		return siteAnswer{}, err
	}
	spoken, err := c.Spoken(ctx)
	if err != nil {
		return siteAnswer{}, err
	}
	a := siteAnswer{Site: c.siteFacts(), Meta: c.meta("")}
	a.Site.Languages = spoken.Codes()
	for _, t := range templates {
		a.Site.Documents += t.Documents
	}
	if in.Template != nil || in.TemplateName != "" {
		if templates, err = c.chosenTemplates(ctx, in, templates); err != nil {
			return siteAnswer{}, err
		}
		known = slices.DeleteFunc(known, func(tv *siteTV) bool {
			return !slices.ContainsFunc(templates, func(t *siteTemplate) bool { return slices.Contains(t.tvs, tv) })
		})
		loose = nil
	}
	if in.TV != "" {
		templates = slices.DeleteFunc(templates, func(t *siteTemplate) bool { return len(t.tvs) == 0 })
	}
	if in.full() {
		if err := c.countDocuments(ctx, known, query.NewSample(a.Site.Documents)); err != nil {
			return siteAnswer{}, err
		}
	}
	for _, t := range templates {
		t.TVs = told(t.tvs, in.full())
	}
	a.Templates = templates
	if len(loose) > 0 {
		a.TVs = told(loose, in.full())
	}
	if in.everything() {
		a.Site.Sections = spoken.Sections()
		if a.Site.Images, err = c.countImages(ctx); err != nil {
			return siteAnswer{}, err
		}
		if a.Site.EveryPage, err = c.describeEveryPage(ctx); err != nil {
			return siteAnswer{}, err
		}
		a.Models, a.Operators, a.Casts, a.Limits = c.siteModels(), allowlist.OperatorNames(), tvfilter.CastNames,
			limitsOf(c.Options)
	}
	return a, nil
}

// chosenTemplates returns those of the templates that a call names.
func (c *call) chosenTemplates(
	ctx context.Context, in describeInput, templates []*siteTemplate,
) ([]*siteTemplate, error) {
	if in.TemplateName != "" {
		ids, err := c.TemplatesNamed(ctx, in.TemplateName)
		return slices.DeleteFunc(templates, func(t *siteTemplate) bool { return !slices.Contains(ids, t.ID) }), err
	}
	one := slices.DeleteFunc(templates, func(t *siteTemplate) bool { return t.ID != int64(*in.Template) })
	if len(one) == 0 {
		return nil, fault.Invalid("template", "the site has no template with this id; leave out template to describe all templates")
	}
	return one, nil
}

// told returns template variables as the answer shows them: by name, or in full.
func told(tvs []*siteTV, full bool) []any {
	all := make([]any, len(tvs))
	for i, tv := range tvs {
		if all[i] = tv.Name; full {
			all[i] = tv
		}
	}
	return all
}

func (c *call) siteFacts() siteFacts {
	return siteFacts{
		Name: c.Untagged(c.Schema.Setting("site_name")), URL: c.URL(), Offline: !c.Schema.On("site_status"),
	}
}

// siteModels returns the models that the caller may read.
func (c *call) siteModels() []siteModel {
	models := []siteModel{}
	for _, m := range c.Options.Models {
		if admitted, err := c.admit(m); err == nil {
			models = append(models, siteModel{m.Name, admitted.FieldNames()})
		}
	}
	return models
}

func limitsOf(o view.Options) *siteLimits {
	return &siteLimits{
		Limit: o.ListLimit, Offset: o.ContentOffset, ModelOffset: o.ModelOffset, Depth: o.Depth,
		WithTVs: o.WithTVs, Words: allowlist.MaxWords, QueryTVs: maxQueryTVs, TVFilters: o.TVFilters, TVOrder: o.TVOrder,
		Tags: tvfilter.MaxTags, ListValues: allowlist.MaxListValues,
		MaxChars: document.MaxLength, ResultTokens: o.ResultTokens, ResultBytes: o.ResultBytes,
	}
}

// siteTemplates reads the templates with the number of their documents, but without template variables. A template id
// that only documents have, such as 0, is included.
func (c *call) siteTemplates(ctx context.Context) ([]*siteTemplate, error) {
	statement, err := c.Compiler().Templates()
	if err != nil {
		return nil, err
	}
	named := c.Options.Allows("SiteTemplate", "templatename")
	templates := map[int64]*siteTemplate{}
	err = c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var t siteTemplate
		err := scan(&t.ID, &t.Name)
		c.Untag(&t.Name)
		if !named {
			t.Name = nil
		}
		templates[t.ID] = &t
		return err
	})
	if err != nil {
		return nil, err
	}
	if statement, err = c.Compiler().DocumentsByTemplate(); err != nil {
		return nil, err
	}
	err = c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var t siteTemplate
		err := scan(&t.ID, &t.Documents)
		if known, ok := templates[t.ID]; ok {
			known.Documents = t.Documents
		} else {
			templates[t.ID] = &t
		}
		return err
	})
	return slices.SortedFunc(maps.Values(templates), func(a, b *siteTemplate) int { return cmp.Compare(a.ID, b.ID) }), err
}

// siteTVs reads the template variables that calls can name, or only the one with the name. It does not read what
// documents store.
func (c *call) siteTVs(ctx context.Context, name string) ([]*siteTV, error) {
	if name != "" {
		if _, err := c.Compared(ctx)(name); err != nil {
			f := fault.From(err)
			return nil, f.At("tv")
		}
	}
	statement, err := c.Compiler().TVs()
	if err != nil {
		return nil, err
	}
	var tvs []*siteTV
	seen := map[string]bool{}
	err = c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var tv siteTV
		var caption string
		var standard, elements *string
		if err := scan(&tv.id, &tv.Name, &caption, &tv.kind, &standard, &elements); err != nil {
			return err
		}
		if seen[tv.Name] || name != "" && tv.Name != name { // if several have one name, calls find the oldest
			return nil
		}
		seen[tv.Name] = true
		for _, text := range []**string{&standard, &elements} {
			c.Untag(text)
		}
		if c.Options.Allows("SiteTmplvar", "id") {
			tv.ID = &tv.id
		}
		if c.Options.Allows("SiteTmplvar", "caption") {
			tv.Caption = new(c.Untagged(caption))
		}
		if c.Options.Allows("SiteTmplvar", "type") {
			tv.Type = new(c.Untagged(tv.kind))
		}
		if c.Options.Allows("SiteTmplvar", "default_text") {
			tv.Default = standard
		}
		if view.IsChoice(tv.kind) && elements != nil {
			tv.Options = view.ParseElements(*elements)
			tv.listed = tv.Options != nil
			if !c.Options.Allows("SiteTmplvar", "elements") {
				tv.Options = nil
			}
		}
		c.quantify(&tv)
		tvs = append(tvs, &tv)
		return nil
	})
	return tvs, err
}

// quantify says what the numbers of a template variable mean.
func (c *call) quantify(tv *siteTV) {
	for _, known := range c.Schema.TVs(tv.Name) {
		if known.ID == tv.id {
			tv.quantity, _ = c.QuantityOf(known)
		}
	}
	if tv.quantity != nil {
		tv.Currency, tv.Unit = tv.quantity.Currency(), tv.quantity.Unit()
	}
}

// distribute adds template variables to their templates, and returns those that belong to none of them.
func (c *call) distribute(ctx context.Context, tvs []*siteTV, templates []*siteTemplate) ([]*siteTV, error) {
	statement, err := c.Compiler().TemplateTVs()
	if err != nil {
		return nil, err
	}
	has := map[int64]map[int64]bool{} // by template, then by template variable
	err = c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var template, tv int64
		err := scan(&template, &tv)
		if has[template] == nil {
			has[template] = map[int64]bool{}
		}
		has[template][tv] = true
		return err
	})
	if err != nil {
		return nil, err
	}
	var loose []*siteTV
	for _, tv := range tvs {
		placed := false
		for _, t := range templates {
			if has[t.ID][tv.id] {
				t.tvs, placed = append(t.tvs, tv), true
			}
		}
		if !placed {
			loose = append(loose, tv)
		}
	}
	return loose, nil
}
