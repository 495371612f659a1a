package page

import (
	"context"
	"slices"
	"sync/atomic"

	"emcp/evodb"
	"emcp/richtext/evotags"
	"emcp/toolset/view"
)

// Printing knows the templates that print the output of a snippet of their own, such as a category's list of products.
// The texts of their documents do not have it. It is safe for concurrent use.
type Printing struct{ last atomic.Pointer[printed] }

// printed are these templates as of one reading of the site.
type printed struct {
	site      *evodb.Templating
	templates map[string]bool // by id
}

// Templates returns the templates that print something of their own, by id. It is empty if emcp may not read the code
// of templates.
func (p *Printing) Templates(ctx context.Context, v *view.Site) (map[string]bool, error) {
	if !v.Schema.HasColumn("site_templates", "content") {
		return nil, nil
	}
	site, err := v.DB.Templating(ctx)
	if err != nil {
		return nil, err
	}
	if cached := p.last.Load(); cached != nil && cached.site == site {
		return cached.templates, nil
	}
	cached := &printed{site, printingTemplates(site)}
	p.last.Store(cached)
	return cached.templates, nil
}

// printingTemplates finds the templates with a call that most others lack. Calls that most templates have are menus and
// the like, which are on every page. Templates without calls, such as the one that Evolution installs, are not counted.
func printingTemplates(site *evodb.Templating) map[string]bool {
	chunks := map[string]code{}
	calls := map[string][]string{} // by template
	having := map[string]int{}     // templates by call
	for id, text := range site.Templates() {
		all := codeOf(text).calls(site, chunks)
		if len(all) == 0 {
			continue
		}
		calls[id] = all
		for _, call := range all {
			having[call]++
		}
	}
	printing := map[string]bool{}
	for id, all := range calls {
		printing[id] = slices.ContainsFunc(all, func(call string) bool { return 2*having[call] <= len(calls) })
	}
	return printing
}

// code is what a template or a chunk calls.
type code struct{ snippets, chunks []string }

func codeOf(text string) code {
	return code{evotags.Snippets(text), evotags.Chunks(text)}
}

// calls returns the calls of snippets in a template and its chunks, each once. known has the chunks that were read
// before.
func (c code) calls(site *evodb.Templating, known map[string]code) []string {
	all := slices.Clone(c.snippets)
	passed := map[string]bool{}
	for open := slices.Clone(c.chunks); len(open) > 0; {
		name := site.ChunkName(open[0])
		open = open[1:]
		if passed[name] {
			continue
		}
		passed[name] = true
		chunk, ok := known[name]
		if !ok {
			text, _ := site.Chunk(name)
			chunk = codeOf(text)
			known[name] = chunk
		}
		all, open = append(all, chunk.snippets...), append(open, chunk.chunks...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
