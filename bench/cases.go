package main

import (
	"math/rand/v2"
	"time"
)

// testCase is a kind of call.
type testCase struct {
	name, tool string
	args       func(p pick) arguments
	// notes is the statement with which, according to the notes on it, the PHP package answers such a call. It is nil
	// if they do not mention it. Its first column is the id.
	notes func(a arguments) string
	// limit is the target of the median at 100,000 documents with one client.
	limit time.Duration
	// atEnd says that calls begin with a cursor near the end of the list.
	atEnd bool
	// once says that only the first call counts, because later ones are answered from memory.
	once bool
	// local says that the cost must grow at most logarithmically with the size of the site.
	local bool
}

// Targets of the median.
const (
	quick   = 10 * time.Millisecond
	ofOwner = 100 * time.Millisecond // a question that owners ask of the whole site
	tvOrder = 350 * time.Millisecond // an order by a template variable without a filter
)

// pick draws arguments of calls.
type pick struct {
	*Site
	*rand.Rand
}

// draw returns a document that fits.
func (p pick) draw(fits func(id int32) bool) int32 {
	for range 100_000 {
		if id := 1 + p.Int32N(int32(p.Documents)); fits(id) {
			return id
		}
	}
	return 1
}

// document returns any that a visitor sees.
func (p pick) document() int32 { return p.draw(p.Visible) }

// folder returns a document with 5 to 100 below it.
func (p pick) folder() int32 {
	return p.draw(func(id int32) bool { return p.below[id] >= 5 && p.below[id] <= 100 && p.Visible(id) })
}

// section returns a document with so many documents below it, or with a twentieth of the site on a small site.
func (p pick) section() int32 {
	few := min(500, int32(p.Documents/20))
	return p.draw(func(id int32) bool { return p.below[id] >= few && p.below[id] <= 2*few && p.Visible(id) })
}

// child returns a document with siblings, but not with thousands.
func (p pick) child() int32 {
	return p.draw(func(id int32) bool { return p.parents[id] > int32(2*p.Languages) && p.Visible(id) })
}

// deep returns a document at least 5 levels down.
func (p pick) deep() int32 {
	return p.draw(func(id int32) bool { return p.levels[id] >= 5 && p.Visible(id) })
}

// offset varies the page of a list whose calls have no other argument to vary.
func (p pick) offset() int { return p.IntN(100) }

// word returns a word of the first language whose rank is in the range.
func (p pick) word(from, to int) string { return p.vocabularies[0][from+p.IntN(to-from)] }

// price is a filter that holds for a tenth of the prices.
func (p pick) price() arguments {
	return arguments{"tv": "price", "op": "<", "value": 150 + p.IntN(100), "cast": "DECIMAL(10,2)"}
}

// only returns the arguments of a search for documents that lack something.
func only(what string) func(p pick) arguments {
	return func(p pick) arguments {
		return arguments{"limit": pageLimit, "offset": p.offset(), "only": []string{what}}
	}
}

// allTVs are the names of twenty template variables.
func (s *Site) allTVs() []string {
	var names []string
	for _, tv := range s.tvs()[:20] {
		names = append(names, tv.Name)
	}
	return names
}

const (
	search    = "evo.content.search"
	pageLimit = 20
)

// pageCase is the case that compares the gateway with the echo handler, and with its cache.
const pageCase = "page of 20"

// targetCase is the case that compares the gateway with the bare driver.
const targetCase = "page of 20, two TVs"

// bigCase is the case with the longest text.
const bigCase = "get, 1 MB body"

// cases are the measured kinds of calls.
var cases = []testCase{
	{name: "get", tool: "evo.content.get", limit: quick, local: true, notes: notesGet, args: func(p pick) arguments {
		return arguments{"id": p.document()}
	}},
	{name: "get, all fields and 20 TVs", tool: "evo.content.get", limit: quick, local: true, args: func(p pick) arguments {
		return arguments{"id": p.document(), "with_tvs": p.allTVs(), "fields": []string{
			"pagetitle", "introtext", "content", "url", "path", "depth", "children_count", "template_name",
		}}
	}},
	{name: bigCase, tool: "evo.content.get", limit: quick, local: true, args: func(p pick) arguments {
		return arguments{"id": p.Big(), "fields": []string{"content"}, "content_offset": p.IntN(bigBody / 2)}
	}},
	{name: pageCase, tool: search, limit: quick, local: true, notes: notesPage, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "offset": p.offset()}
	}},
	{name: targetCase, tool: search, limit: quick, local: true, args: func(p pick) arguments {
		// max_chars makes every call different. emcp runs equal calls at the same time once, which the bare driver does not.
		return arguments{
			"limit": pageLimit, "offset": p.offset(), "with_tvs": []string{"price", "color"}, "max_chars": 1000 + p.IntN(90_000),
		}
	}},
	{name: "page of 20, of a template", tool: search, limit: quick, local: true, notes: notesPage,
		args: func(p pick) arguments {
			return arguments{"limit": pageLimit, "template": 2 + p.IntN(templates-1), "offset": p.offset()}
		}},
	{name: "100 items with 20 TVs", tool: search, limit: quick, local: true, args: func(p pick) arguments {
		return arguments{"limit": 100, "with_tvs": p.allTVs(), "offset": p.offset()}
	}},
	{name: "page with urls, paths, texts", tool: search, limit: quick, local: true, args: func(p pick) arguments {
		return arguments{
			"limit": pageLimit, "offset": p.offset(),
			"fields": []string{"pagetitle", "introtext", "content", "url", "path", "children_count"},
		}
	}},
	pageTexts(plainCase, (*Site).plainFolder),
	pageTexts(chunkCase, (*Site).chunkFolder),
	{name: "offset 5000", tool: search, limit: quick, local: true, notes: notesPage, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "offset": min(5000, p.Documents/2) - p.offset()}
	}},
	{name: "cursor at the end", tool: search, limit: quick, local: true, atEnd: true, args: func(pick) arguments {
		return arguments{"limit": pageLimit}
	}},
	{name: "order by title", tool: search, limit: quick, notes: notesPage, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "order_by": "pagetitle", "offset": p.offset()}
	}},
	{name: "order by date, newest first", tool: search, limit: quick, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "order_by_date": "desc", "offset": p.offset()}
	}},
	{name: "tags", tool: search, limit: quick, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "tags_data": arguments{"tv_id": tvTopics, "tags": []string{p.word(0, tagCount)}}}
	}},
	{name: "TV filter", tool: search, limit: quick, notes: notesFilter, args: func(p pick) arguments {
		return arguments{
			"limit": pageLimit, "offset": p.offset(),
			"tv_filters": []arguments{{"tv": "color", "op": "=", "value": colors[p.IntN(len(colors))]}},
		}
	}},
	{name: "TV filter, rare value", tool: search, limit: quick, notes: notesFilter, args: func(p pick) arguments {
		return arguments{"limit": 2 + p.IntN(99), "tv_filters": []arguments{{"tv": "color", "op": "=", "value": rareColor}}}
	}},
	{name: "TV filter with a cast, and another", tool: search, limit: quick, args: func(p pick) arguments {
		return arguments{
			"limit":      pageLimit,
			"tv_filters": []arguments{p.price(), {"tv": "color", "op": "!=", "value": colors[p.IntN(len(colors))]}},
		}
	}},
	{name: "TV filter with a number in a text, and another", tool: search, limit: quick, args: func(p pick) arguments {
		price := p.price()
		price["cast"] = "NUMBER"
		return arguments{
			"limit":      pageLimit,
			"tv_filters": []arguments{price, {"tv": "color", "op": "!=", "value": colors[p.IntN(len(colors))]}},
		}
	}},
	{name: "TV order", tool: search, limit: tvOrder, notes: notesOrder, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "offset": p.offset(), "tv_order": []arguments{{"tv": "note", "dir": "desc"}}}
	}},
	{name: "two TV orders with casts", tool: search, limit: tvOrder, notes: notesOrder, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "offset": p.offset(), "tv_order": []arguments{
			{"tv": "stock", "dir": "desc", "cast": "UNSIGNED"}, {"tv": "price", "cast": "DECIMAL(10,2)"},
		}}
	}},
	{name: "TV order of a section", tool: search, limit: quick, args: func(p pick) arguments {
		return arguments{
			"limit": pageLimit, "parent": p.section(), "tv_order": []arguments{{"tv": "price", "cast": "DECIMAL(10,2)"}},
		}
	}},
	{name: "query, rare word", tool: search, limit: quick, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "query": p.word(3000, vocabularySize)}
	}},
	{name: "query, frequent word", tool: search, limit: quick, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "query": p.word(20, 60)}
	}},
	{name: "query, one of the most frequent words", tool: search, limit: quick, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "query": p.word(0, 4)}
	}},
	{name: "query, three words", tool: search, limit: quick, args: func(p pick) arguments {
		return arguments{"limit": pageLimit, "query": p.word(200, 400) + " " + p.word(400, 800) + " " + p.word(800, 1600)}
	}},
	{name: "only not_in_menu", tool: search, limit: ofOwner, args: only("not_in_menu")},
	{name: "only unlinked", tool: search, limit: ofOwner, args: only("unlinked")},
	{name: "only broken_links", tool: search, limit: ofOwner, args: only("broken_links")},
	{name: "search below a section", tool: search, limit: quick, local: true, notes: notesBelow,
		args: func(p pick) arguments {
			return arguments{"limit": pageLimit, "parent": p.section()}
		}},
	{name: "search below a third of the site", tool: search, limit: quick, local: true, notes: notesBelow,
		args: func(p pick) arguments {
			return arguments{"limit": pageLimit, "parent": 1 + p.IntN(p.Languages), "offset": p.offset()}
		}},
	{name: "root tree", tool: "evo.content.root_tree", limit: quick, local: true, notes: notesRootTree,
		args: func(p pick) arguments {
			return arguments{"limit": pageLimit, "offset": p.IntN(10)}
		}},
	{name: "root tree, 6 levels", tool: "evo.content.root_tree", limit: quick, local: true, notes: notesRootTree,
		args: func(p pick) arguments {
			return arguments{"limit": pageLimit, "depth": 6, "offset": p.offset()}
		}},
	{name: "descendants", tool: "evo.content.descendants", limit: quick, local: true, notes: notesDescendants,
		args: func(p pick) arguments {
			return arguments{"id": p.folder(), "limit": pageLimit}
		}},
	{name: "descendants, 6 levels of a section", tool: "evo.content.descendants", limit: quick, local: true,
		notes: notesDescendants, args: func(p pick) arguments {
			return arguments{"id": p.section(), "depth": 6, "limit": pageLimit}
		}},
	{name: "ancestors", tool: "evo.content.ancestors", limit: quick, local: true, notes: notesAncestors,
		args: func(p pick) arguments {
			return arguments{"id": p.deep(), "limit": pageLimit}
		}},
	{name: "children", tool: "evo.content.children", limit: quick, local: true, notes: notesChildren,
		args: func(p pick) arguments {
			return arguments{"id": p.folder(), "limit": pageLimit}
		}},
	{name: "children, up to 2000", tool: "evo.content.children", limit: quick, local: true, notes: notesChildren,
		args: func(p pick) arguments {
			return arguments{"id": p.News(p.Rand), "limit": pageLimit, "offset": p.offset()}
		}},
	sibling("siblings", nil),
	sibling("neighbors", nil),
	sibling("prev_siblings", nil),
	sibling("next_siblings", nil),
	sibling("siblings_range", arguments{"from": 2, "to": 8}),
	{name: "children_range", tool: "evo.content.children_range", limit: quick, local: true, args: func(p pick) arguments {
		return arguments{"id": p.folder(), "from": 1, "to": 9, "limit": pageLimit}
	}},
	{name: "model.list", tool: "evo.model.list", limit: quick, local: true, args: func(p pick) arguments {
		return arguments{"model": "SiteSnippet", "limit": pageLimit, "offset": p.offset()}
	}},
	{name: "model.list, values", tool: "evo.model.list", limit: quick, local: true, args: func(p pick) arguments {
		return arguments{"model": "SiteTmplvarContentvalue", "limit": pageLimit, "offset": p.offset(), "filters": arguments{
			"where": []arguments{{"field": "contentid", "op": "=", "value": p.document()}},
		}}
	}},
	{name: "model.get", tool: "evo.model.get", limit: quick, local: true, args: func(p pick) arguments {
		return arguments{"model": "SiteTemplate", "id": 1 + p.IntN(templates)}
	}},
	{name: "describe, first time", tool: "evo.site.describe", limit: quick, once: true, args: func(p pick) arguments {
		return arguments{"detail": []string{"summary", "full"}[p.IntN(2)]}
	}},
	{name: "describe", tool: "evo.site.describe", limit: quick, args: func(p pick) arguments {
		return arguments{"template": 1 + p.IntN(templates)}
	}},
}

// sibling returns the case of a tool about siblings.
func sibling(tool string, more arguments) testCase {
	return testCase{name: tool, tool: "evo.content." + tool, limit: quick, local: true, args: func(p pick) arguments {
		all := arguments{"id": p.child(), "limit": pageLimit}
		for name, value := range more {
			all[name] = value
		}
		return all
	}}
}
