package toolset

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/internal/language"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/find"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

func searchDocuments(arguments jsontext.Value, o view.Options) (action, error) {
	var in searchInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	if _, _, err := in.parse(o, anyTV); err != nil {
		return nil, err
	}
	if err := in.Check(); err != nil {
		return nil, err
	}
	if err := in.checkCount(); err != nil {
		return nil, err
	}
	if err := checkTemplate(in.Template, in.TemplateName); err != nil {
		return nil, err
	}
	if err := in.checkTypes(arguments); err != nil {
		return nil, err
	}
	in.beyond = !in.none() || in.Only != nil || in.ByEdited != "" || in.TemplateName != ""
	if err := in.CheckLang(); err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		in := in // the action may run again
		var err error
		if in.documents, in.items, err = in.types(ctx, c); err != nil {
			return nil, err
		}
		c.Shape = in.shape(document.ListLength, o)
		s, words, err := in.parse(o, c.Compared(ctx))
		if err != nil {
			return nil, err
		}
		if err := c.complete(ctx, &s, words, in); err != nil {
			return nil, err
		}
		uncounted, err := c.uncounted(ctx, in, s.Filters)
		if err != nil {
			return nil, err
		}
		answer, err := c.search(ctx, s, words, in)
		switch answer := answer.(type) {
		case listAnswer:
			answer.meta.Uncounted = uncounted
			return answer, err
		case countAnswer:
			answer.Meta.Uncounted = uncounted
			return answer, err
		}
		return answer, err
	}, nil
}

// complete adds to a search the conditions for which the site is read.
func (c *call) complete(ctx context.Context, s *query.Search, words *find.Words, in searchInput) (err error) {
	if err := c.checkTags(*s); err != nil {
		return err
	}
	if in.TemplateName != "" {
		if s.Templates, err = c.TemplatesNamed(ctx, in.TemplateName); err != nil {
			return err
		}
	}
	switch {
	case in.Lang != "" && c.Translated != nil:
		if err := c.Speak(in.Lang); err != nil {
			return err
		}
		if words != nil {
			words.Language = c.Lang
		}
	case in.Lang != "":
		languages, err := c.Spoken(ctx)
		if err != nil {
			return err
		}
		sections, err := languages.In(in.Lang)
		switch {
		case err != nil:
			return err
		case words == nil:
			s.Sections = sections
		case sections != nil: // the index knows the language of each document
			words.Language = language.Code(in.Lang)
		}
	}
	return c.addOnly(ctx, s, in.Only, in.Lang)
}

// search answers a search: with numbers of documents, with the best for its words, or with a list.
func (c *call) search(ctx context.Context, s query.Search, words *find.Words, in searchInput) (toolAnswer, error) {
	if in.counts() {
		grouping, err := in.grouping(c.Compared(ctx))
		if err != nil {
			return nil, err
		}
		return c.countHits(ctx, s, words, grouping, in)
	}
	selection, err := c.Selection(ctx, in.WithTVs)
	if err != nil {
		return nil, err
	}
	if words != nil {
		c.Shape.AlsoIn = c.Translated != nil
		return c.listHits(ctx, s, *words, in, selection)
	}
	return c.list(ctx, c.ItemCompiler().Search(s), in.listInput, selection)
}

// listHits answers with a page of the documents that contain some of the words.
func (c *call) listHits(
	ctx context.Context, s query.Search, words find.Words, in searchInput, selection []tvfilter.Selection,
) (toolAnswer, error) {
	p, err := in.Page(c.Site, true)
	if err != nil {
		return nil, err
	}
	hits, err := c.find(ctx, s, words, in)
	if err != nil {
		return nil, err
	}
	total, err := hits.Count(ctx, p)
	if err != nil {
		return nil, err
	}
	rows, more, err := hits.Page(ctx, p)
	if err != nil {
		return nil, err
	}
	documents := find.DocumentsOf(rows)
	if words.Language != "" && c.Translated == nil {
		if err := hits.FindAbroad(ctx, s, documents); err != nil {
			return nil, err
		}
	}
	var meta find.WordMeta
	if p.Offset == 0 { // the first page says it for all
		meta = hits.Meta()
		meta.EveryPage, err = c.describer().EveryPageExcerpt(ctx, in.Lang, hits.Counted(), hits.Finder, find.ExcerptLength)
		if err != nil {
			return nil, err
		}
		c.Uncertain = c.Uncertain || meta.EveryPage != "" // it comes from pages that the answer does not name
	}
	if err := hits.Excerpts(ctx, rows); err != nil {
		return nil, err
	}
	if err := c.Complete(ctx, documents, selection); err != nil {
		return nil, err
	}
	answer, err := listOf(c, p, rows, more, total, "", find.Shorten)
	answer.meta.WordMeta = meta
	return answer, err
}

// find finds what a search for words looks through.
func (c *call) find(ctx context.Context, s query.Search, words find.Words, in searchInput) (*find.Hits, error) {
	if len(in.items) > 0 {
		c.Uncertain = true // what the answer says comes from items, too
		if err := c.words.Speak(ctx, &words, in.documents, in.items); err != nil {
			return nil, err
		}
	}
	sources, err := c.sources(s, in)
	if err != nil {
		return nil, err
	}
	return c.words.Find(ctx, words, sources...)
}

// checkTags refuses a search by tags if the site has no tags.
func (c *call) checkTags(s query.Search) error {
	for _, table := range []string{"site_content_tags", "tags"} {
		if s.Tags != nil && !c.Schema.HasTable(table) {
			return fault.Invalid("tags_data", "this site has no tags: it lacks the table %s of a tagging add-on", table)
		}
	}
	return nil
}
