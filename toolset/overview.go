package toolset

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/visible"
	"emcp/query"
	"emcp/richtext"
	"emcp/toolset/document"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// overview is what a caller's view shows of the site, as far as instructions describe it. It is immutable.
type overview struct {
	name, url string
	documents int64
	languages []string        // with the ids of their roots
	sections  []siteSection   // folders first, each group in menu order
	more      bool            // whether there are more sections
	templates []*siteTemplate // templates that documents have, the most frequent first
	everyPage bool            // whether evo.site.describe returns what all pages say
}

// siteSection is a document at the root of the site.
type siteSection struct {
	id        int64
	title     string
	documents int64 // the section and the documents below it; 0: not counted
}

// overviews are the overviews of the last minute.
type overviews = otter.Cache[view.Audience, *overview]

// Limits of overviews.
const (
	overviewTime  = 30 * time.Second // longest reading
	maxSections   = 200
	maxTreeCount  = 20_000 // largest site whose sections are counted, in documents
	maxTreeLevels = 100
	longestName   = 40 // longest quoted text, in characters
	longestOption = 20
	maxOptions    = 8
)

// Overview describes what the caller's view shows of the site, in at most limit bytes: name, address, languages,
// sections, and templates with their template variables. Names and titles are quoted and on one line. It waits for the
// database until ctx ends, and then returns "". The reading goes on, and a later call returns its result.
func (t *Toolset) Overview(ctx context.Context, caller identity.Principal, limit int) string {
	if !slices.ContainsFunc(t.tools, func(tool Tool) bool { return tool.documents && tool.For(caller) }) {
		return ""
	}
	if known, ok := t.shared.overviews.GetIfPresent(t.audienceOf(caller)); ok {
		return known.lines(limit, !t.options.ChatGPT)
	}
	read := make(chan *overview, 1)
	go func() {
		o, err := t.overview(context.WithoutCancel(ctx), caller)
		if err != nil {
			o = nil
		}
		read <- o
	}()
	select {
	case o := <-read:
		if o == nil {
			return ""
		}
		return o.lines(limit, !t.options.ChatGPT)
	case <-ctx.Done():
		return ""
	}
}

// overview returns the overview of the last minute, or reads it. Callers that wait share one reading.
func (t *Toolset) overview(ctx context.Context, caller identity.Principal) (o *overview, err error) {
	defer fault.Recovered(&err)
	return t.shared.overviews.Get(ctx, t.audienceOf(caller), otter.LoaderFunc[view.Audience, *overview](
		func(ctx context.Context, _ view.Audience) (*overview, error) {
			ctx, cancel := context.WithTimeout(ctx, overviewTime)
			defer cancel()
			c, err := t.begin(ctx, caller, "initialize", noArguments)
			if err != nil {
				return nil, err
			}
			_, unknown := t.find(describeTool)
			return c.overview(ctx, t.nameIn(ctx, c.Schema), unknown == nil)
		}))
}

// overview reads the overview. described says that the caller can call evo.site.describe.
func (c *call) overview(ctx context.Context, name string, described bool) (*overview, error) {
	known, err := c.siteTVs(ctx, "")
	if err != nil {
		return nil, err
	}
	templates, err := c.siteTemplates(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := c.distribute(ctx, known, templates); err != nil {
		return nil, err
	}
	if err := c.countRanges(ctx, known); err != nil {
		return nil, err
	}
	facts := c.siteFacts()
	spoken, err := c.Spoken(ctx)
	if err != nil {
		return nil, err
	}
	o := &overview{name: name, url: facts.URL, languages: languageOutlines(spoken)}
	for _, one := range templates {
		if o.documents += one.Documents; one.Documents > 0 {
			o.templates = append(o.templates, one)
		}
	}
	slices.SortStableFunc(o.templates, func(a, b *siteTemplate) int { return cmp.Compare(b.Documents, a.Documents) })
	if described {
		all, err := c.everyPage(ctx, false)
		if err != nil {
			return nil, err
		}
		o.everyPage = len(all) > 0
	}
	o.sections, o.more, err = c.siteSections(ctx)
	return o, err
}

// countRanges adds the ranges of dates and numbers. On big sites it leaves them out, because clients do not wait long.
func (c *call) countRanges(ctx context.Context, tvs []*siteTV) error {
	tvs = slices.DeleteFunc(slices.Clone(tvs), func(tv *siteTV) bool { return !tv.isDate() && !tv.isNumber() })
	if len(tvs) == 0 || c.Schema.Documents > maxTreeCount {
		return nil
	}
	_, err := c.countForms(ctx, tvs, query.NewSample(c.Schema.Documents))
	return err
}

// siteSections returns the first visible documents at the root of the site, and whether there are more.
func (c *call) siteSections(ctx context.Context) (sections []siteSection, more bool, err error) {
	c.Shape = document.ShapeInput{Fields: []string{"pagetitle"}}.Shape(document.ListLength, c.Options)
	items, more, err := c.ReadPage(ctx, c.ItemCompiler().Children(0), paging.Page{Limit: maxSections})
	if err != nil {
		return nil, false, err
	}
	counts, err := c.countSections(ctx)
	if err != nil {
		return nil, false, err
	}
	sections = make([]siteSection, len(items))
	for i, top := range items {
		sections[i] = siteSection{top.ID, top.Text("pagetitle"), counts[top.ID]}
	}
	slices.SortStableFunc(sections, func(a, b siteSection) int {
		return cmp.Compare(min(b.documents, 2),
			min(a.documents, 2))
	})
	return sections, more, nil
}

// countSections returns, for each document at the root, the number of visible documents in its section. It returns nil
// on big sites.
func (c *call) countSections(ctx context.Context) (map[int64]int64, error) {
	if c.Schema.Documents > maxTreeCount {
		return nil, nil
	}
	statement, err := c.Compiler().Parents(maxTreeCount + 1)
	if err != nil {
		return nil, err
	}
	parents := map[int64]int64{}
	var visible []int64
	err = c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id, parent int64
		var seen bool
		if err := scan(&id, &parent, &seen); err != nil {
			return err
		}
		if parents[id] = parent; seen {
			visible = append(visible, id)
		}
		return nil
	})
	if err != nil || len(parents) > maxTreeCount {
		return nil, err
	}
	counts := map[int64]int64{}
	for _, id := range visible {
		for range maxTreeLevels { // circular parents have no root
			if parents[id] == 0 {
				counts[id]++
				break
			}
			id = parents[id]
		}
	}
	return counts, nil
}

// plainName matches names that need no quotes.
var plainName = regexp.MustCompile(`^[\pL\pN_.-]{1,40}$`)

// quotedName prepares a text of the site for instructions: in quotes, without quotes inside, on one line, and short.
func quotedName(text string, length int) string {
	text = strings.ReplaceAll(visible.Line(text), `"`, "'")
	if cut := richtext.Cut(text, 0, length).Text; cut != text {
		text = strings.TrimSpace(cut) + "…"
	}
	return `"` + text + `"`
}

// nameOrQuoted returns a name, quoted unless it is a single word.
func nameOrQuoted(text string) string {
	if plainName.MatchString(text) {
		return text
	}
	return quotedName(text, longestName)
}
