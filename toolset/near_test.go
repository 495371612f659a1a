package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// TestNearby gets the documents around others, with gaps in menuindex and hidden documents between them.
func TestNearby(t *testing.T) {
	onEveryGeneration(t, readable(), testNearby)
}

func testNearby(t *testing.T, tools *toolset.Toolset) {
	member := identity.Principal{View: identity.Manager, Member: &identity.Member{Role: 2, RestrictedDocuments: true}}
	const around = `"fields":["previous","next"]`
	for _, c := range []struct {
		who                   identity.Principal
		tool, arguments, want string
	}{
		{public, "get", `{"id":25,"fields":["path_ids","path"]}`,
			`{"id":25,"path":["Shop","Outdoor","Garden"],"path_ids":[2,21,24]}`},
		{public, "get", `{"id":2,"fields":["path_ids"]}`, `{"id":2,"path_ids":[]}`},
		// Below a draft, which its path leaves out.
		{public, "get", `{"id":27,"fields":["path_ids"]}`, `{"id":27,"path_ids":[2]}`},
		{manager, "get", `{"id":27,"fields":["path_ids"]}`, `{"id":27,"path_ids":[2,26]}`},
		{public, "get", `{"id":10,` + around + `}`, `{"id":10,"previous":null,"next":{"id":11,"pagetitle":"Table"}}`},
		// A draft lies between 12 and 14. The documents between 14 and 21 are deleted, private, or outside of their
		// dates.
		{public, "get", `{"id":14,` + around + `}`,
			`{"id":14,"previous":{"id":12,"pagetitle":"Lamp"},"next":{"id":21,"pagetitle":"Outdoor"}}`},
		{manager, "get", `{"id":14,` + around + `}`,
			`{"id":14,"previous":{"id":13,"pagetitle":"Sofa, draft"},"next":{"id":16,"pagetitle":"Price list for members"}}`},
		{member, "get", `{"id":16,` + around + `}`,
			`{"id":16,"previous":{"id":14,"pagetitle":"Shelf, not in menus"},"next":{"id":18,` +
				`"pagetitle":"Contracts, flags out of date"}}`},
		{public, "get", `{"id":21,` + around + `}`,
			`{"id":21,"previous":{"id":14,"pagetitle":"Shelf, not in menus"},"next":null}`},
		{public, "get", `{"id":13,` + around + `}`, `null`},
		{public, "get", `{"id":21,"fields":["children"]}`,
			`{"id":21,"children":[{"id":22,"pagetitle":"Bench"},{"id":23,"pagetitle":"Parasol"},{"id":24,` +
				`"pagetitle":"Garden"}]}`},
		{public, "get", `{"id":10,"fields":["children"]}`, `{"id":10,"children":[]}`},
		{public, "get", `{"id":2,"fields":["children","children_count"]}`,
			`{"id":2,"children_count":5,"children":[{"id":10,"pagetitle":"Chair"},{"id":11,"pagetitle":"Table"},{"id":12,` +
				`"pagetitle":"Lamp"},{"id":14,"pagetitle":"Shelf, not in menus"},{"id":21,"pagetitle":"Outdoor"}]}`},
		{public, "get", `{"ids":[24,21],"fields":["children","next"]}`,
			`[{"id":24,"next":null,"children":[{"id":25,"pagetitle":"Gnome"}]},` +
				`{"id":21,"next":null,"children":[{"id":22,"pagetitle":"Bench"},{"id":23,"pagetitle":"Parasol"},{"id":24,` +
				`"pagetitle":"Garden"}]}]`},
		{public, "children", `{"id":21,"fields":["previous"],"limit":2}`,
			`[{"id":22,"previous":null},{"id":23,"previous":{"id":22,"pagetitle":"Bench"}}]`},
	} {
		got := callTool(t, tools, c.who, "evo.content."+c.tool, c.arguments)
		got = strings.TrimPrefix(strings.TrimPrefix(got, `{"item":`), `{"items":`)
		got, _, _ = strings.Cut(nextCursor.ReplaceAllString(got, ""), `,"meta":`)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %s %s (-want +got):\n%s", c.who.View, c.tool, c.arguments, diff)
		}
	}
}

// TestSiblingsAreReadOnce counts the rows that the server reads for the siblings next to many documents of a big
// folder.
func TestSiblingsAreReadOnce(t *testing.T) {
	const siblings, page = 1000, 50
	site := &evosite.Site{Documents: []evosite.Document{{ID: 1, Published: true, Folder: true}}}
	for i := range int64(siblings) {
		site.Documents = append(site.Documents,
			evosite.Document{ID: 2 + i, Parent: 1, MenuIndex: i, Title: "Page", Published: true})
	}
	_, d := openDatabase(t, site, standard)
	db := databaseOver(t, d.DSN, 1)
	tools := toolset.New(db, bounds())
	rows := func(fields string) (rows int64) {
		arguments := fmt.Sprintf(`{"id":1,"limit":%d,"offset":500,"fields":[%s]}`, page, fields)
		for name, n := range workOf(t, db, tools, "evo.content.children", arguments) {
			if strings.HasPrefix(name, "Handler_read") {
				rows += n
			}
		}
		return rows
	}
	if got, without := rows(`"previous","next"`), rows(`"id"`); got-without > 10*siblings {
		t.Errorf("%d rows are read for the siblings of %d documents among %d", got-without, page, siblings)
	}
}

// TestManyChildren has documents with as many children as an answer can have, and with one more.
func TestManyChildren(t *testing.T) {
	site := &evosite.Site{Documents: []evosite.Document{{ID: 1, Published: true}, {ID: 2, Published: true}}}
	for i := range int64(101) { // against the order of their ids
		site.Documents = append(site.Documents,
			evosite.Document{ID: 1000 - i, Parent: 1 + i%2, MenuIndex: 2 * i, Title: fmt.Sprint("No. ", i/2), Published: true})
	}
	children := func(parent int64) string {
		var all []string
		for i := range int64(50) {
			all = append(all, fmt.Sprintf(`{"id":%d,"pagetitle":"No. %d"}`, 1001-parent-2*i, i))
		}
		return fmt.Sprintf(`{"id":%d,"children":[%s]`, parent, strings.Join(all, ","))
	}
	got := callTool(t, open(t, site, standard), public, "evo.content.get", `{"ids":[2,1],"fields":["children"]}`)
	want := `{"items":[` + children(2) + `},` + children(1) +
		`,"more_children":true}],"meta":{"count":2,"toolsetVersion":"1.0"}}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
