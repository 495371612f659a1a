package describe

import (
	"context"
	"slices"

	"emcp/allowlist"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/schema"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// site is the answer of evo.site.describe. TVs has names in a summary, otherwise *variable.
type site struct {
	Site      facts       `json:"site"`
	Templates []*template `json:"templates"`
	TVs       []any       `json:"tvs,omitzero"`   // that belong to none of the templates
	Items     []itemCount `json:"items,omitzero"` // of packages, if the site has any
	Models    []model     `json:"models,omitzero"`
	Operators []string    `json:"operators,omitzero"`
	Casts     []string    `json:"casts,omitzero"`
	Limits    *limits     `json:"limits,omitzero"`
	Meta      any         `json:"meta"`
}

type model struct {
	Name   string   `json:"name"`
	Fields []string `json:"fields"`
}

// limits are the highest values of arguments, under the arguments' names where possible.
type limits struct {
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

// Output is the members of the answer, without meta.
func Output() []schema.Property {
	integers, texts := schema.OneOf("integer"), schema.ArrayOf(schema.OneOf("string"))
	return []schema.Property{
		schema.Required("site", schema.OpenObject(schema.Required("name", schema.OneOf("string")),
			schema.Required("url", schema.OneOf("string")), schema.Required("languages", texts),
			schema.Required("documents", integers),
			schema.Optional("on_every_page", schema.ArrayOf(schema.OpenObject(schema.Required("lang",
				schema.OneOf("string", "null")), schema.Required("text", schema.OneOf("string"))))))),
		schema.Optional("templates", schema.ArrayOf(schema.OpenObject(
			schema.Required("id", integers), schema.Required("name", schema.OneOf("string", "null")),
			schema.Required("documents", integers), schema.Required("tvs", schema.OneOf("array"))))),
		schema.Optional("sections", schema.OneOf("array")), schema.Optional("items", schema.OneOf("array")),
		schema.Optional("tvs", schema.OneOf("array")),
		schema.Optional("models", schema.ArrayOf(schema.OpenObject(schema.Required("name", schema.OneOf("string")),
			schema.Required("fields", texts)))),
		schema.Optional("operators", texts), schema.Optional("casts", texts),
		schema.Optional("limits", schema.OneOf("object")),
	}
}

// site describes the site.
func (d Describer) site(ctx context.Context, in Input) (site, error) {
	templates, tvs, loose, err := d.templates(ctx, in.TV)
	if err != nil {
		return site{}, err
	}
	languages, err := d.Spoken(ctx)
	if err != nil {
		return site{}, err
	}
	s := site{Site: d.facts()}
	s.Site.Languages = d.languages(languages)
	for _, t := range templates {
		s.Site.Documents += t.Documents
	}
	if in.Template != nil || in.TemplateName != "" {
		if templates, err = d.chosen(ctx, in, templates); err != nil {
			return site{}, err
		}
		tvs = slices.DeleteFunc(tvs, func(tv *variable) bool {
			return !slices.ContainsFunc(templates, func(t *template) bool { return slices.Contains(t.tvs, tv) })
		})
		loose = nil
	}
	if in.TV != "" {
		templates = slices.DeleteFunc(templates, func(t *template) bool { return len(t.tvs) == 0 })
	}
	if in.full() {
		if err := d.countDocuments(ctx, tvs, query.NewSample(s.Site.Documents)); err != nil {
			return site{}, err
		}
	}
	for _, t := range templates {
		t.TVs = shown(t.tvs, in.full())
	}
	s.Templates = templates
	if len(loose) > 0 {
		s.TVs = shown(loose, in.full())
	}
	if !in.everything() {
		return s, nil
	}
	if d.Translated == nil {
		s.Site.Sections = languages.Sections()
	} else if s.Site.Translations, err = d.translations(ctx); err != nil {
		return site{}, err
	}
	s.Models, s.Operators, s.Casts = d.models(), allowlist.OperatorNames(), tvfilter.CastNames
	s.Limits = limitsOf(d.Options)
	if s.Site.Images, err = d.countImages(ctx); err != nil {
		return site{}, err
	}
	if s.Site.EveryPage, err = d.everyPageMarkdown(ctx); err != nil {
		return site{}, err
	}
	s.Items, err = d.countItems(ctx)
	return s, err
}

// shown returns template variables as the answer shows them: by name, or in full.
func shown(tvs []*variable, full bool) []any {
	all := make([]any, len(tvs))
	for i, tv := range tvs {
		if all[i] = tv.Name; full {
			all[i] = tv
		}
	}
	return all
}

// models returns the models that the caller may read.
func (d Describer) models() []model {
	models := []model{}
	for _, m := range d.Models() {
		models = append(models, model{m.Name, m.FieldNames()})
	}
	return models
}

func limitsOf(o view.Options) *limits {
	return &limits{
		Limit: o.ListLimit, Offset: o.ContentOffset, ModelOffset: o.ModelOffset, Depth: o.Depth,
		WithTVs: o.WithTVs, TVFilters: o.TVFilters, TVOrder: o.TVOrder,
		Words: allowlist.MaxWords, QueryTVs: allowlist.MaxQueryTVs, ListValues: allowlist.MaxListValues,
		Tags: tvfilter.MaxTags, MaxChars: document.MaxLength,
		ResultTokens: o.ResultTokens, ResultBytes: o.ResultBytes,
	}
}
