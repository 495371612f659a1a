package describe

import (
	"context"

	"emcp/evodb"
	"emcp/toolset/tree"
)

type facts struct {
	Name      string   `json:"name"`
	URL       string   `json:"url"`
	Languages []string `json:"languages"`
	// Sections are the languages that have a section of the site, with their roots.
	Sections []tree.Language `json:"language_sections,omitzero"`
	// Translations counts the documents that are translated into each language, if the site is translated.
	Translations []translation `json:"translations,omitzero"`
	EveryPage    []everyPage   `json:"on_every_page,omitempty"`
	Documents    int64         `json:"documents"`
	Offline      bool          `json:"offline,omitzero"` // visitors get a notice instead of pages
	Images       *images       `json:"images,omitzero"`
}

type translation struct {
	Lang      string `json:"lang"`
	Documents int64  `json:"documents"`
}

func (d Describer) facts() facts {
	return facts{
		Name: d.Untagged(d.Schema.Setting("site_name")), URL: d.URL(), Offline: !d.Schema.On("site_status"),
	}
}

// counted returns the facts with the number of documents, and the languages of the site's sections. It reads no
// template variables.
func (d Describer) counted(ctx context.Context) (f facts, sections *tree.Languages, err error) {
	if sections, err = d.Spoken(ctx); err != nil {
		return f, nil, err
	}
	templates, err := d.countedTemplates(ctx)
	if err != nil {
		return f, nil, err
	}
	f = d.facts()
	f.Languages = d.languages(sections)
	for _, t := range templates {
		f.Documents += t.Documents
	}
	return f, sections, nil
}

// languages returns the codes that the argument lang takes, given the languages of the site's sections.
func (d Describer) languages(sections *tree.Languages) []string {
	if d.Translated != nil {
		return d.Translated.Codes()
	}
	return sections.Codes()
}

// translations counts the translated documents.
func (d Describer) translations(ctx context.Context) ([]translation, error) {
	statement, err := d.Compiler().Translations(d.Translated.Codes())
	if err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	err = d.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var lang string
		var documents int64
		err := scan(&lang, &documents)
		counts[lang] = documents
		return err
	})
	var all []translation
	for _, code := range d.Translated.Codes() {
		all = append(all, translation{code, counts[code]})
	}
	return all, err
}
