package query_test

import (
	"testing"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/query"
)

// TestElements lists and gets elements. Of locked and restricted elements, a member must see what Evolution's manager
// shows.
func TestElements(t *testing.T) {
	site := memberSite()
	site.TVs[0].Locked = true
	site.TVs = append(site.TVs, evosite.TV{ID: 9, Name: "Password"}, evosite.TV{ID: 10, Name: "password2"})
	site.Records["site_htmlsnippets"] = []evosite.Record{
		{"id": 1, "name": "b", "description": "100%", "category": 1, "locked": 0, "disabled": 0, "snippet": "x"},
		{"id": 2, "name": "a_", "description": "", "category": 0, "locked": 1, "disabled": 0, "snippet": nil},
		{"id": 3, "name": "B", "description": "Größe", "category": 7, "locked": 0, "disabled": 1, "snippet": ""},
	}
	list := func(name, kind string, l query.ElementList) request {
		return request{
			name: name, columns: 7, list: func(c query.Compiler) query.Listing { return c.Elements(element(kind), l) },
		}
	}
	get := func(
		name, kind string, columns int, compile func(c query.Compiler, e allowlist.Element) (evodb.Statement, error),
	) request {
		return request{
			name: name, columns: columns, compile: func(c query.Compiler) (evodb.Statement, error) {
				return compile(c, element(kind))
			},
		}
	}
	byID := func(id int64) func(c query.Compiler, e allowlist.Element) (evodb.Statement, error) {
		return func(c query.Compiler, e allowlist.Element) (evodb.Statement, error) { return c.ElementByID(e, id) }
	}
	byName := func(name string) func(c query.Compiler, e allowlist.Element) (evodb.Statement, error) {
		return func(c query.Compiler, e allowlist.Element) (evodb.Statement, error) { return c.ElementByName(e, name) }
	}
	type ids map[string][]int64 // by view
	requests := []struct {
		request
		want ids
	}{
		{list("templates", "template", query.ElementList{}), ids{asManager: {1, 3, 2}, noGroup: {1, 3}, staff: {1, 3}}},
		{list("template variables", "tv", query.ElementList{}), ids{
			asManager: {2, 7, 3, 8, 4, 10, 1, 5, 6}, noGroup: {2, 3, 4, 10, 5, 6}, staff: {2, 7, 3, 4, 10, 5, 6},
		}},
		{list("chunks", "chunk", query.ElementList{}), ids{asManager: {2, 1, 3}, noGroup: {1, 3}, staff: {1, 3}}},
		{list("chunks by text", "chunk", query.ElementList{Search: "grö"}), ids{asManager: {3}, noGroup: {3}, staff: {3}}},
		{
			list("chunks by a wildcard", "chunk", query.ElementList{Search: "%"}), ids{asManager: {1}, noGroup: {1}, staff: {1}},
		},
		{
			list("chunks of a category", "chunk", query.ElementList{Category: new(int64(1))}),
			ids{asManager: {1}, noGroup: {1}, staff: {1}},
		},
		{list("chunks of none", "chunk", query.ElementList{Category: new(int64(0))}), ids{asManager: {2}}},
		{list("snippets", "snippet", query.ElementList{}), ids{asManager: {1, 2}, noGroup: {1, 2}, staff: {1, 2}}},
		{list("plugins", "plugin", query.ElementList{}), ids{asManager: {1}, noGroup: {1}, staff: {1}}},
		{get("a chunk", "chunk", 8, byID(2)), ids{asManager: {2}}},
		{get("a chunk by name", "chunk", 8, byName("B")), ids{asManager: {3}, noGroup: {3}, staff: {3}}},
		{get("a template variable", "tv", 9, byID(7)), ids{asManager: {7}, staff: {7}}},
		{get("a template variable by name", "tv", 9, byName("note")), ids{asManager: {8}}},
		{get("a template variable of a sensitive name", "tv", 9, byName("password")), ids{}},
		{get("a snippet", "snippet", 9, byID(1)), ids{asManager: {1}, noGroup: {1}, staff: {1}}},
	}
	views := []named{
		{asManager, query.Manager()}, {noGroup, query.Member(nil, true)}, {staff, query.Member([]int64{2}, true)},
	}
	compiled := make([]request, len(requests))
	for i, r := range requests {
		compiled[i] = r.request
	}
	for _, generation := range []string{"3.1", "3.5"} {
		db, schema := load(t, site, generation)
		t.Run("SQL for Evolution "+generation, func(t *testing.T) { goldenOf(t, "elements.sql", schema, views, compiled) })
		for _, r := range requests {
			t.Run(r.name+" of Evolution "+generation, func(t *testing.T) {
				for _, v := range views {
					r.finds(t, v.name, r.want[v.name], db, query.For(schema, v.view))
				}
			})
		}
	}
}

// element returns the type of that name.
func element(kind string) allowlist.Element {
	for _, e := range allowlist.Elements() {
		if e.Type == kind {
			return e
		}
	}
	panic("no type " + kind)
}
