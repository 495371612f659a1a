package toolset_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/snapshot"
	"emcp/toolset"
)

// answers are calls over evosite.Fixture. The whole answer to each is in testdata/answers, checked by hand.
var answers = []struct {
	name, tool, arguments string
	callers               []identity.Principal
}{
	{"search", "content.search", `{"limit":100}`, both},
	{"search below a document", "content.search", `{"parent":2,"limit":100}`, both},
	{"search below a document, one level", "content.search", `{"parent":2,"depth":1,"limit":100}`, both},
	{"search below a draft", "content.search", `{"parent":26,"limit":100}`, both},
	{"search below a deleted document", "content.search", `{"parent":5,"limit":100}`, both},
	{"search below a missing document", "content.search", `{"parent":999,"limit":100}`, both},
	{"search below the root", "content.search", `{"parent":0,"limit":100}`, both},
	{"search below the root, two levels", "content.search", `{"parent":0,"depth":2,"limit":100}`, both},
	{"search with a depth and no parent", "content.search", `{"depth":1,"template":3,"limit":100}`, both},
	{"search published", "content.search", `{"published":true,"template":1,"limit":100}`, both},
	{"search unpublished", "content.search", `{"published":false,"limit":100}`, both},
	{"search in the trash", "content.search", `{"deleted":true,"limit":100}`, both},
	{"search in the trash, below a deleted document", "content.search", `{"deleted":true,"parent":5,"limit":100}`, both},
	{"search in the trash, below the shop", "content.search", `{"deleted":true,"parent":2,"limit":100}`, both},
	{"search outside the trash", "content.search", `{"deleted":false,"parent":5,"limit":100}`, both},
	{"search by template", "content.search", `{"template":3,"limit":100}`, both},
	{"search hidden from menus", "content.search", `{"hidemenu":true,"limit":100}`, both},
	{"search shown in menus", "content.search", `{"hidemenu":false,"parent":2,"depth":1,"limit":100}`, both},
	{"search second page", "content.search", `{"limit":3,"offset":2}`, both},
	{"search after the last page", "content.search", `{"limit":3,"offset":5000}`, both},
	{"search by title downwards", "content.search", `{"order_by":"pagetitle","order_dir":"desc","limit":4}`, both},
	{"search by menuindex", "content.search", `{"order_by":"menuindex","parent":3,"limit":100}`, both},
	{"search by menuindex downwards", "content.search",
		`{"order_by":"menuindex","order_dir":"desc","parent":3,"limit":100}`, both},
	{"search by creation", "content.search", `{"order_by":"createdon","parent":3,"limit":100}`, both},
	{"search by publication downwards", "content.search", `{"order_by":"pub_date","order_dir":"desc","limit":3}`, both},
	{"search by date", "content.search", `{"order_by_date":"asc","parent":2,"depth":1,"limit":3}`, both},
	{"search by date before field", "content.search",
		`{"order_by_date":"desc","order_by":"id","order_dir":"asc","limit":3}`, both},
	{"search with a direction only", "content.search", `{"order_dir":"desc","parent":3,"limit":100}`, both},
	{"search by id downwards", "content.search", `{"order_by":"id","order_dir":"desc","parent":3,"limit":100}`, both},

	{"filter equal", "content.search", `{"tv_filters":[{"tv":"color","op":"=","value":"RED"}],"limit":100}`, both},
	{"filter equal, spaces at the end", "content.search",
		`{"tv_filters":[{"tv":"color","op":"=","value":"red  "}],"limit":100}`, both},
	{"filter equal, empty", "content.search", `{"tv_filters":[{"tv":"price","op":"=","value":""}],"limit":100}`, both},
	{"filter equal, a number", "content.search", `{"tv_filters":[{"tv":"price","op":"=","value":99.50}],"limit":100}`,
		both},
	{"filter not equal", "content.search", `{"tv_filters":[{"tv":"color","op":"!=","value":"red"}],"limit":100}`, both},
	{"filter greater", "content.search", `{"tv_filters":[{"tv":"color","op":">","value":"dark red"}],"limit":100}`, both},
	{"filter greater or equal", "content.search", `{"tv_filters":[{"tv":"order","op":">=","value":"20"}],"limit":100}`,
		both},
	{"filter less", "content.search", `{"tv_filters":[{"tv":"order","op":"<","value":"20"}],"limit":100}`, both},
	{"filter less or equal", "content.search", `{"tv_filters":[{"tv":"order","op":"<=","value":"20"}],"limit":100}`, both},
	{"filter in", "content.search", `{"tv_filters":[{"tv":"color","op":"in","value":["Red","BLUE"]}],"limit":100}`, both},
	{"filter in, one text", "content.search",
		`{"tv_filters":[{"tv":"price","op":"in","value":"75, 99.50,nothing"}],"limit":100}`, both},
	{"filter not in", "content.search", `{"tv_filters":[{"tv":"color","op":"not_in","value":["red"]}],"limit":100}`, both},
	{"filter like", "content.search", `{"tv_filters":[{"tv":"color","op":"like","value":"RED"}],"limit":100}`, both},
	{"filter like-l", "content.search", `{"tv_filters":[{"tv":"color","op":"like-l","value":"k red"}],"limit":100}`, both},
	{"filter like-r", "content.search", `{"tv_filters":[{"tv":"color","op":"like-r","value":"dark"}],"limit":100}`, both},
	{"filter like, everything", "content.search", `{"tv_filters":[{"tv":"SKU","op":"like","value":""}],"limit":100}`,
		both},
	{"filter like, literal wildcards", "content.search",
		`{"tv_filters":[{"tv":"color","op":"like","value":"%_|"}],"limit":100}`, both},
	{"filter like-l, literal percent", "content.search",
		`{"tv_filters":[{"tv":"color","op":"like-l","value":"%"}],"limit":100}`, both},
	{"filter like-l, literal bar", "content.search",
		`{"tv_filters":[{"tv":"color","op":"like-l","value":"|pure"}],"limit":100}`, both},
	{"filter like-r, literal underscore", "content.search",
		`{"tv_filters":[{"tv":"color","op":"like-r","value":"r_d"}],"limit":100}`, both},
	{"filter null", "content.search", `{"tv_filters":[{"tv":"color","op":"null"}],"parent":2,"limit":100}`, both},
	{"filter not null", "content.search", `{"tv_filters":[{"tv":"SKU","op":"!null","value":"ignored"}],"limit":100}`,
		both},
	{"filter with default", "content.search",
		`{"tv_filters":[{"tv":"color","op":"=","value":"NONE","use_default":true}],"parent":2,"depth":1,"limit":100}`, both},
	{"filter null with default", "content.search",
		`{"tv_filters":[{"tv":"color","op":"null","use_default":true}],"limit":100}`, both},
	{"filter null with default that is none", "content.search",
		`{"tv_filters":[{"tv":"in-stock","op":"null","use_default":true}],"parent":21,"limit":100}`, both},
	{"filter unsigned", "content.search",
		`{"tv_filters":[{"tv":"price","op":">=","value":"100","cast":"UNSIGNED"}],"limit":100}`, both},
	{"filter unsigned wraps", "content.search",
		`{"tv_filters":[{"tv":"price","op":"=","value":"18446744073709551466","cast":"UNSIGNED"}],"limit":100}`, both},
	{"filter signed", "content.search", `{"tv_filters":[{"tv":"price","op":"<","value":0,"cast":"SIGNED"}],"limit":100}`,
		both},
	{"filter decimal", "content.search",
		`{"tv_filters":[{"tv":"price","op":"<=","value":99.5,"cast":"DECIMAL(10,2)"}],"limit":100}`, both},
	{"filter decimal, rounded", "content.search",
		`{"tv_filters":[{"tv":"price","op":"=","value":100,"cast":"DECIMAL(10,0)"}],"limit":100}`, both},
	{"filter decimal with default", "content.search",
		`{"tv_filters":[{"tv":"price","op":"=","value":0,"cast":"DECIMAL(10,2)","use_default":true}],"limit":100}`, both},
	{"filters are all true", "content.search",
		`{"tv_filters":[{"tv":"color","op":"like","value":"red"},{"tv":"in-stock","op":"=","value":"1"},{"tv":"price",` +
			`"op":">","value":0,"cast":"SIGNED"}],"limit":100}`, both},
	{"filter with the signs of the old syntax", "content.search",
		`{"tv_filters":[{"tv":"SKU","op":"=","value":"a-1:x;y"}],"limit":100}`, both},
	{"filter beyond ASCII", "content.search", `{"tv_filters":[{"tv":"SKU","op":"like-r","value":"日"}],"limit":100}`, both},
	{"order by TV", "content.search", `{"tv_order":[{"tv":"color"}],"parent":2,"depth":1,"limit":100}`, both},
	{"order by TV downwards", "content.search",
		`{"tv_order":[{"tv":"color","dir":"desc"}],"parent":2,"depth":1,"limit":5}`, both},
	{"order by TV as number", "content.search",
		`{"tv_order":[{"tv":"price","dir":"desc","cast":"SIGNED"}],"tv_filters":[{"tv":"price","op":"!null"}],"limit":5}`,
		both},
	{"order by two TVs", "content.search",
		`{"tv_order":[{"tv":"in-stock","dir":"desc"},{"tv":"order","dir":"desc","cast":"UNSIGNED"}],"limit":5}`, both},
	{"order by TV, then field", "content.search",
		`{"tv_order":[{"tv":"order","dir":"desc"}],"order_by":"id","order_dir":"desc","template":2,"limit":6}`, both},
	{"tags", "content.search", `{"tags_data":{"tv_id":6,"tags":["WOOD","indoor"]},"limit":100}`, both},
	{"tags of another TV", "content.search", `{"tags_data":{"tv_id":5,"tags":["wood"]},"limit":100}`, both},
	{"tags that nothing has", "content.search", `{"tags_data":{"tv_id":6,"tags":["glass"]},"limit":100}`, both},

	{"get", "content.get", `{"id":1}`, both},
	{"get with TVs", "content.get", `{"id":11,"with_tvs":["price","color","in-stock","order","SKU"]}`, both},
	{"get a draft", "content.get", `{"id":13}`, both},
	{"get a deleted document", "content.get", `{"id":15}`, both},
	{"get a document for members", "content.get", `{"id":16}`, both},
	{"get a document for managers", "content.get", `{"id":17}`, both},
	{"get a document of a group", "content.get", `{"id":18}`, both},
	{"get a document of tomorrow", "content.get", `{"id":19}`, both},
	{"get a document of yesterday", "content.get", `{"id":20}`, both},
	{"get below a draft", "content.get", `{"id":27}`, both},
	{"get a missing document", "content.get", `{"id":999}`, both},
	{"get the root", "content.get", `{"id":0}`, both},
	{"get beyond ASCII", "content.get", `{"id":31}`, both},

	{"root_tree", "content.root_tree", `{"limit":100}`, both},
	{"root_tree, roots only", "content.root_tree", `{"depth":0,"limit":100}`, both},
	{"root_tree, deep", "content.root_tree", `{"depth":6,"limit":100}`, both},
	{"root_tree, page", "content.root_tree", `{"depth":6,"limit":2,"offset":3,"with_tvs":["price"]}`, both},
	{"descendants", "content.descendants", `{"id":2,"limit":100}`, both},
	{"descendants, deep", "content.descendants", `{"id":2,"depth":6,"limit":100}`, both},
	{"descendants of the root", "content.descendants", `{"id":0,"limit":100}`, both},
	{"descendants of a draft", "content.descendants", `{"id":26,"depth":6,"limit":100}`, both},
	{"descendants of a deleted document", "content.descendants", `{"id":5,"limit":100}`, both},
	{"descendants of a missing document", "content.descendants", `{"id":999,"limit":100}`, both},
	{"ancestors", "content.ancestors", `{"id":25,"limit":100}`, both},
	{"ancestors, nearest", "content.ancestors", `{"id":25,"depth":2,"limit":100}`, both},
	{"ancestors, page", "content.ancestors", `{"id":25,"limit":1,"offset":1,"with_tvs":["price:d"]}`, both},
	{"ancestors below a draft", "content.ancestors", `{"id":27,"limit":100}`, both},
	{"ancestors of a draft", "content.ancestors", `{"id":13,"limit":100}`, both},
	{"ancestors of the root", "content.ancestors", `{"id":0,"limit":100}`, both},
	{"children", "content.children", `{"id":2,"limit":100}`, both},
	{"children in the order of the menu", "content.children", `{"id":3,"limit":100,"with_tvs":["topics"]}`, both},
	{"children of the root", "content.children", `{"id":0,"limit":100}`, both},
	{"children of a draft", "content.children", `{"id":26,"limit":100}`, both},
	{"children of a leaf", "content.children", `{"id":10,"limit":100}`, both},
	{"siblings", "content.siblings", `{"id":22,"limit":100}`, both},
	{"siblings of a root", "content.siblings", `{"id":1,"limit":100}`, both},
	{"siblings of a draft", "content.siblings", `{"id":13,"limit":2}`, both},
	{"siblings of a deleted document", "content.siblings", `{"id":15,"limit":100}`, both},
	{"neighbors", "content.neighbors", `{"id":11,"limit":100}`, both},
	{"neighbors beside a draft", "content.neighbors", `{"id":12,"limit":100}`, both},
	{"neighbors at the same place", "content.neighbors", `{"id":31,"limit":100}`, both},
	{"prev_siblings", "content.prev_siblings", `{"id":14,"limit":100}`, both},
	{"prev_siblings of the first", "content.prev_siblings", `{"id":10,"limit":100}`, both},
	{"next_siblings", "content.next_siblings", `{"id":14,"limit":100}`, both},
	{"next_siblings of a missing document", "content.next_siblings", `{"id":999,"limit":100}`, both},
	{"children_range", "content.children_range", `{"id":2,"from":2,"to":6,"limit":100}`, both},
	{"children_range without end", "content.children_range", `{"id":2,"from":9,"limit":100}`, both},
	{"children_range of the root", "content.children_range", `{"id":0,"from":1,"to":1,"limit":100}`, both},
	{"siblings_range", "content.siblings_range", `{"id":11,"from":0,"to":4,"limit":100}`, both},
	{"siblings_range without end", "content.siblings_range", `{"id":31,"from":1,"limit":100}`, both},

	{"list templates", "model.list", `{"model":"SiteTemplate","limit":100}`, both},
	{"list TVs", "model.list", `{"model":"SiteTmplvar","limit":100}`, both},
	{"list values", "model.list", `{"model":"SiteTmplvarContentvalue","limit":100}`, both},
	{"list snippets", "model.list", `{"model":"SiteSnippet","limit":100}`, managers},
	{"list plugins", "model.list", `{"model":"SitePlugin","limit":100}`, managers},
	{"list modules", "model.list", `{"model":"SiteModule","limit":100}`, managers},
	{"list categories", "model.list", `{"model":"Category","limit":100}`, managers},
	{"list user attributes", "model.list", `{"model":"UserAttribute","limit":100}`, managers},
	{"list groups of permissions", "model.list", `{"model":"PermissionsGroups","limit":100}`, managers},
	{"list permissions of roles", "model.list", `{"model":"RolePermissions","limit":100}`, managers},
	{"list a page downwards", "model.list",
		`{"model":"SiteTmplvar","order_by":"name","order_dir":"desc","limit":2,"offset":1}`, both},
	{"list by a field with ties", "model.list",
		`{"model":"SiteTemplate","order_by":"category","order_dir":"desc","limit":100}`, both},
	{"list with conditions", "model.list",
		`{"model":"SiteTemplate","filters":{"where":[{"field":"id","op":">","value":1},{"field":"templatename",` +
			`"op":"like-r","value":"po"}]},"limit":100}`, both},
	{"list with a literal wildcard", "model.list",
		`{"model":"SiteSnippet","filters":{"where":[{"field":"name","op":"like","value":"_100%"}]},"limit":100}`, managers},
	{"list where null", "model.list",
		`{"model":"Permissions","filters":{"where":[{"field":"group_id","op":"null"}]},"limit":100}`, managers},
	{"list in any case", "model.list",
		`{"model":"sitetemplate","filters":{"where":[{"field":"id","op":"in","value":[1,3]}]},"limit":100}`, both},
	{"list with no conditions", "model.list", `{"model":"Category","filters":{"where":[]},"limit":100}`, managers},
	{"get a template", "model.get", `{"model":"SiteTemplate","id":2}`, both},
	{"get a value of a draft", "model.get", `{"model":"SiteTmplvarContentvalue","id":4}`, both},
	{"get a missing row", "model.get", `{"model":"SiteTemplate","id":99}`, both},

	{"describe", "site.describe", `{}`, both},
	{"describe in full", "site.describe", `{"detail":"full"}`, both},
	{"describe a template", "site.describe", `{"template":3}`, both},
	{"describe a TV", "site.describe", `{"tv":"in-stock"}`, both},

	// What the PHP package gets wrong.
	{"PHP fails: get with TVs", "content.get", `{"id":10,"with_tvs":["price","SKU"]}`, both},
	{"PHP fails: order by creation beside TVs", "content.search",
		`{"parent":3,"with_tvs":["topics"],"order_by":"createdon","limit":100}`, both},
	{"PHP fails: order by id beside TVs", "content.search",
		`{"parent":3,"with_tvs":["topics"],"order_by":"id","limit":100}`, both},
	{"PHP fails: filter by a TV that is not returned", "content.search",
		`{"tv_filters":[{"tv":"price","op":"=","value":"250"}],"limit":100}`, both},
	{"PHP fails: order by a TV that is not returned", "content.search",
		`{"tv_order":[{"tv":"order"}],"tv_filters":[{"tv":"order","op":"!null"}],"limit":100}`, both},
	{"PHP fails: order by a TV with default", "content.search",
		`{"tv_order":[{"tv":"color","use_default":true}],"parent":21,"limit":100}`, both},
	{"PHP fails: TV name with a dash and a cast", "content.search",
		`{"tv_filters":[{"tv":"in-stock","op":"=","value":1,"cast":"UNSIGNED"}],"tv_order":[{"tv":"in-stock",` +
			`"cast":"UNSIGNED"}],"with_tvs":["in-stock"],"limit":100}`, both},
	{"PHP fails: TV named like a word of SQL", "content.search",
		`{"tv_filters":[{"tv":"order","op":">","value":3,"cast":"UNSIGNED"}],"tv_order":[{"tv":"order","dir":"desc",` +
			`"cast":"UNSIGNED"}],"with_tvs":["order"],"limit":100}`, both},
	{"PHP fails: DECIMAL in tv_order", "content.search",
		`{"tv_order":[{"tv":"price","cast":"DECIMAL(10,2)"}],"tv_filters":[{"tv":"price","op":"!null"}],` +
			`"with_tvs":["price"],"limit":4}`, both},
	{"PHP fails: the default in the output", "content.search",
		`{"parent":21,"with_tvs":["price:d","color:d","in-stock:d"],"limit":100}`, both},
	{"PHP fails: wildcards in like", "content.search",
		`{"tv_filters":[{"tv":"color","op":"like","value":"r%d"}],"limit":100}`, both},
	{"PHP fails: search below the root", "content.search", `{"parent":0,"depth":1,"limit":100}`, both},
	{"PHP fails: list users", "model.list", `{"model":"User","limit":100}`, managers},
	{"PHP fails: get a user", "model.get", `{"model":"User","id":1}`, managers},
	{"PHP fails: list roles", "model.list", `{"model":"UserRole","limit":100}`, managers},
	{"PHP fails: get a role", "model.get", `{"model":"UserRole","id":2}`, managers},
	{"PHP fails: list permissions", "model.list", `{"model":"Permissions","limit":100}`, managers},
	{"PHP fails: get a permission", "model.get", `{"model":"Permissions","id":2}`, managers},
}

var (
	both     = []identity.Principal{public, manager}
	managers = []identity.Principal{manager}
)

func TestAnswers(t *testing.T) {
	for _, generation := range []string{"3.1", "3.5"} {
		t.Run("Evolution "+generation, func(t *testing.T) {
			tools := open(t, evosite.Fixture(), evosite.Options{Prefix: "evo_", Generation: generation})
			for _, c := range answers {
				for _, who := range c.callers {
					name := answerFile(c.name, who)
					t.Run(name, func(t *testing.T) {
						expectAnswer(t, name, who, "evo."+c.tool, c.arguments, callTool(t, tools, who, "evo."+c.tool, c.arguments))
					})
				}
			}
		})
	}
}

// answerFile is the file with the answer to a call.
func answerFile(name string, who identity.Principal) string {
	return strings.NewReplacer(" ", "-", ",", "", ":", "").Replace(name) + "." + string(who.View) + ".txt"
}

func expectAnswer(t *testing.T, name string, who identity.Principal, tool, arguments, answer string) {
	t.Helper()
	// For the reader, the file begins with the call and has each item on its own line.
	got := fmt.Sprintf("%s, %s: %s\n%s\n", who.View, tool, arguments,
		strings.NewReplacer(`{"id":`, "\n"+`{"id":`, `],"meta":`, "\n"+`],"meta":`, `],"next_cursor":`,
			"\n"+`],"next_cursor":`).Replace(
			nextCursor.ReplaceAllString(answer, `,"next_cursor":"..."`)))
	snapshot.Expect(t, "answers/"+name, got)
}

// TestAnswersAreUsed finds files that no call uses.
func TestAnswersAreUsed(t *testing.T) {
	used := map[string]bool{}
	for _, c := range answers {
		for _, who := range c.callers {
			used[answerFile(c.name, who)] = true
		}
	}
	found, err := os.ReadDir(filepath.Join("testdata", "answers"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		if !used[file.Name()] {
			t.Errorf("testdata/answers/%s belongs to no call", file.Name())
		}
	}
}

// TestWherePHPIsSilent has calls that the PHP package answers wrongly without an error. Calls that
// fail there are in answers.
func TestWherePHPIsSilent(t *testing.T) {
	tools := open(t, evosite.Fixture(), standard)
	t.Run("an unknown TV is a fault, not null", func(t *testing.T) {
		f := refuse(t, tools, public, "evo.content.get", `{"id":10,"with_tvs":["prise"]}`)
		if f.Kind != fault.UnknownTV || f.Field != "with_tvs[0]" {
			t.Errorf("got %v at %q", f, f.Field)
		}
	})
	t.Run("every argument is advertised", func(t *testing.T) {
		for _, tool := range tools.Tools() {
			input := decoded(t, string(tool.Input.JSON())).(map[string]any)
			for _, a := range argumentsOf()[tool.Name] {
				name, _, _ := strings.Cut(strings.ReplaceAll(a.path, "[", "."), ".")
				if input["properties"].(map[string]any)[name] == nil {
					t.Errorf("%s does not advertise %s", tool.Name, name)
				}
			}
		}
	})
}

// TestSecretsStayInTheDatabase looks for texts that no answer may contain. The fixture marks them.
func TestSecretsStayInTheDatabase(t *testing.T) {
	tools := open(t, evosite.Fixture(), standard)
	for _, m := range bounds().Models {
		answer := callTool(t, tools, manager, "evo.model.list", fmt.Sprintf(`{"model":%q,"limit":100}`, m.Name))
		if strings.Contains(answer, "SECRET") {
			t.Errorf("%s shows %s", m.Name, answer)
		}
	}
}

// TestModelsOfPeople expects models of people and their rights to be refused to visitors.
func TestModelsOfPeople(t *testing.T) {
	tools := open(t, evosite.Fixture(), standard)
	for _, name := range []string{
		"User", "UserAttribute", "UserRole", "Permissions", "PermissionsGroups", "RolePermissions",
	} {
		for tool, arguments := range map[string]string{
			"evo.model.list": `{"model":%q,"limit":1}`, "evo.model.get": `{"model":%q,"id":1}`,
		} {
			if f := refuse(t, tools, public, tool, fmt.Sprintf(arguments, name)); f.Kind != fault.Forbidden {
				t.Errorf("%s of %s as a visitor: %v", tool, name, f)
			}
		}
	}
}

// TestLargestIntegers uses ids that floating point numbers cannot represent.
func TestLargestIntegers(t *testing.T) {
	site := &evosite.Site{Documents: []evosite.Document{{ID: 1, Title: "small", Published: true}}}
	tools, d := openDatabase(t, site, standard)
	if _, err := d.DB.ExecContext(t.Context(), "ALTER TABLE evo_site_content MODIFY id bigint unsigned NOT NULL, "+
		"MODIFY parent bigint unsigned NOT NULL DEFAULT 0, MODIFY menuindex bigint unsigned NOT NULL DEFAULT 0"); err != nil {
		t.Fatal(err)
	}
	ids := []int64{1<<53 + 1, 1<<53 + 2, math.MaxInt64 - 1, math.MaxInt64}
	for _, id := range ids {
		if _, err := d.DB.ExecContext(t.Context(),
			"INSERT INTO evo_site_content (id, parent, menuindex, published) VALUES (?, ?, ?, 1)", id, id, id); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range append(ids, 1<<53) {
		got := callTool(t, tools, public, "evo.content.get", fmt.Sprintf(`{"id":%d}`, id))
		want := fmt.Sprintf(`{"item":{"id":%d,"parent":%[1]d,`, id)
		if id == 1<<53 {
			want = `{"item":null,`
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("id %d: got %s, want %s...", id, got, want)
		}
		got = callTool(t, tools, public, "evo.content.children_range",
			fmt.Sprintf(`{"id":%d,"from":%[1]d,"to":%[1]d,"limit":10}`, id))
		want = fmt.Sprintf(`{"items":[{"id":%d,`, id)
		if id == 1<<53 {
			want = `{"items":[],`
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("children of %d: got %s, want %s...", id, got, want)
		}
	}
	for _, id := range []string{"9223372036854775808", "18446744073709551617", "9007199254740993.0", "1e19", "-1"} {
		f := refuse(t, tools, public, "evo.content.get", `{"id":`+id+`}`)
		if f.Kind != fault.InvalidParams || f.Field != "id" {
			t.Errorf("id %s: %v at %q", id, f, f.Field)
		}
	}
}

// argument is an argument of a tool, or of an object in its arguments.
type argument struct {
	path       string // path in a fault
	call       string // arguments of a valid call, with %s for the value
	required   bool
	kind       typeKind
	low        int64      // of integers
	high       int64      // of integers
	elements   int        // most elements of an array
	characters int        // most characters of a string
	unknown    fault.Kind // of a choice
}

type typeKind int

const (
	integerType typeKind = iota
	booleanType
	textType
	choiceType
	arrayType
	objectType
	operandType // the value of a condition
)

const anyInteger = math.MaxInt64

// argumentsOf are the arguments of every tool, as the contract has them. Their calls name nothing unknown, so that only
// the value for %s can be wrong.
func argumentsOf() map[string][]argument {
	limits := func(rest string) []argument {
		return []argument{
			{path: "limit", call: `{"limit":%s` + rest + `}`, required: true, kind: integerType, low: 1, high: 100},
			{path: "offset", call: `{"offset":%s,"limit":1` + rest + `}`, kind: integerType, low: 0, high: 5000},
			{path: "cursor", call: `{"cursor":%s,"limit":1` + rest + `}`, kind: textType, characters: 24 << 10},
			{path: "include_total", call: `{"include_total":%s,"limit":1` + rest + `}`, kind: booleanType},
		}
	}
	withTVs := func(rest string) []argument {
		return []argument{
			{path: "with_tvs", call: `{"with_tvs":%s` + rest + `}`, kind: arrayType, elements: 20},
			{path: "with_tvs[0]", call: `{"with_tvs":[%s]` + rest + `}`, kind: textType, characters: 256},
			{path: "fields", call: `{"fields":%s` + rest + `}`, kind: arrayType, elements: 37},
			{path: "fields[0]", call: `{"fields":[%s]` + rest + `}`, kind: choiceType, unknown: fault.InvalidParams},
			{path: "lang", call: `{"lang":%s` + rest + `}`, kind: choiceType, unknown: fault.InvalidParams},
			{path: "format", call: `{"format":%s` + rest + `}`, kind: choiceType, unknown: fault.InvalidParams},
			{path: "max_chars", call: `{"max_chars":%s` + rest + `}`, kind: integerType, low: 1, high: 100_000},
			{path: "dates", call: `{"dates":%s` + rest + `}`, kind: choiceType, unknown: fault.InvalidParams},
			{path: "omit_empty", call: `{"omit_empty":%s` + rest + `}`, kind: booleanType},
			{path: "tv_format", call: `{"tv_format":%s` + rest + `}`, kind: choiceType, unknown: fault.InvalidParams},
			{path: "expand", call: `{"expand":%s` + rest + `}`, kind: arrayType, elements: 20},
			{path: "expand[0]", call: `{"expand":[%s]` + rest + `}`, kind: textType, characters: 256},
		}
	}
	id := argument{path: "id", call: `{"id":%s,"limit":1}`, required: true, kind: integerType, low: 0, high: anyInteger}
	depth := func(low int64, rest string) argument {
		return argument{path: "depth", call: `{"depth":%s,"limit":1` + rest + `}`, kind: integerType, low: low, high: 6}
	}
	list := func(rest string, own ...argument) []argument {
		return slices.Concat(own, limits(rest), withTVs(`,"limit":1`+rest))
	}
	noDepth := depth(0, `,"id":2`)
	ofNode := func(own ...argument) []argument { return list(`,"id":2`, append(own, id)...) }
	withRange := func() []argument {
		idInRange := argument{
			path: "id", call: `{"id":%s,"from":1,"limit":1}`, required: true, kind: integerType, low: 0, high: anyInteger,
		}
		return list(`,"id":2,"from":1`, idInRange, depth(0, `,"id":2,"from":1`),
			argument{
				path: "from", call: `{"from":%s,"id":2,"limit":1}`, required: true, kind: integerType, low: 0, high: anyInteger,
			},
			argument{path: "to", call: `{"to":%s,"from":0,"id":2,"limit":1}`, kind: integerType, low: 0, high: anyInteger})
	}
	searchArgument := func(path, call string, a argument) argument {
		a.path, a.call = path, `{`+call+`,"limit":1}`
		return a
	}
	condition := func(path, before, after, subject, known string) []argument {
		in := func(call string) string { return before + call + after }
		return []argument{
			{path: path, call: in(`%s`), kind: objectType},
			{
				path: path + "." + subject, call: in(`{"` + subject + `":%s,"op":"null"}`), required: true, kind: textType,
				characters: 256,
			},
			{
				path: path + ".op", call: in(`{"` + subject + `":"` + known + `","op":%s,"value":"1"}`), required: true,
				kind: choiceType, unknown: fault.InvalidParams,
			},
			{
				path: path + ".value", call: in(`{"` + subject + `":"` + known + `","op":"=","value":%s}`), kind: operandType,
				characters: 1024,
			},
		}
	}
	search := slices.DeleteFunc(list("",
		searchArgument("query", `"query":%s`, argument{kind: textType, characters: 1024}),
		searchArgument("query_tvs", `"query":"a","query_tvs":%s`, argument{kind: arrayType, elements: 5}),
		searchArgument("query_tvs[0]", `"query":"a","query_tvs":[%s]`, argument{kind: textType, characters: 256}),
		searchArgument("types", `"query":"a","types":%s`, argument{kind: arrayType, elements: 3}),
		searchArgument("types[0]", `"query":"a","types":[%s]`, argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("parent", `"parent":%s`, argument{kind: integerType, low: 0, high: anyInteger}),
		depth(1, `,"parent":2`),
		searchArgument("published", `"published":%s`, argument{kind: booleanType}),
		searchArgument("deleted", `"deleted":%s`, argument{kind: booleanType}),
		searchArgument("hidemenu", `"hidemenu":%s`, argument{kind: booleanType}),
		searchArgument("template", `"template":%s`, argument{kind: integerType, low: 0, high: anyInteger}),
		searchArgument("template_name", `"template_name":%s`, argument{kind: textType, characters: 256}),
		searchArgument("tv_filters", `"tv_filters":%s`, argument{kind: arrayType, elements: 10}),
		searchArgument("tv_filters[0].cast", `"tv_filters":[{"tv":"price","op":"=","value":1,"cast":%s}]`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("tv_filters[0].use_default", `"tv_filters":[{"tv":"price","op":"=","value":1,"use_default":%s}]`,
			argument{kind: booleanType}),
		searchArgument("tv_order", `"tv_order":%s`, argument{kind: arrayType, elements: 5}),
		searchArgument("tv_order[0]", `"tv_order":[%s]`, argument{kind: objectType}),
		searchArgument("tv_order[0].tv", `"tv_order":[{"tv":%s}]`, argument{kind: textType, characters: 256, required: true}),
		searchArgument("tv_order[0].dir", `"tv_order":[{"tv":"price","dir":%s}]`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("tv_order[0].cast", `"tv_order":[{"tv":"price","cast":%s}]`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("tv_order[0].use_default", `"tv_order":[{"tv":"price","use_default":%s}]`,
			argument{kind: booleanType}),
		searchArgument("tags_data", `"tags_data":%s`, argument{kind: objectType}),
		searchArgument("tags_data.tv_id", `"tags_data":{"tv_id":%s,"tags":["a"]}`,
			argument{kind: integerType, low: 1, high: anyInteger, required: true}),
		searchArgument("tags_data.tags", `"tags_data":{"tags":%s,"tv_id":6}`,
			argument{kind: arrayType, elements: 100, required: true}),
		searchArgument("tags_data.tags[0]", `"tags_data":{"tags":[%s],"tv_id":6}`,
			argument{kind: textType, characters: 1024}),
		searchArgument("order_by", `"order_by":%s`, argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("order_dir", `"order_dir":%s`, argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("match", `"query":"a","match":%s`, argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("created_between", `"created_between":%s`, argument{kind: objectType}),
		searchArgument("created_between.from", `"created_between":{"from":%s}`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("created_between.to", `"created_between":{"to":%s}`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("edited_between", `"edited_between":%s`, argument{kind: objectType}),
		searchArgument("edited_between.from", `"edited_between":{"from":%s}`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("edited_between.to", `"edited_between":{"to":%s}`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("published_between", `"published_between":%s`, argument{kind: objectType}),
		searchArgument("published_between.from", `"published_between":{"from":%s}`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("published_between.to", `"published_between":{"to":%s}`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("expires_between", `"expires_between":%s`, argument{kind: objectType}),
		searchArgument("expires_between.from", `"expires_between":{"from":%s}`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("expires_between.to", `"expires_between":{"to":%s}`,
			argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("only", `"only":%s`, argument{kind: arrayType, elements: 6}),
		searchArgument("only[0]", `"only":[%s]`, argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("count_by", `"count_by":%s`, argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("order_by_date", `"order_by_date":%s`, argument{kind: choiceType, unknown: fault.InvalidParams}),
		searchArgument("order_by_edited", `"order_by_edited":%s`, argument{kind: choiceType, unknown: fault.InvalidParams}),
	), func(a argument) bool { return a.path == "limit" })
	search = append(search,
		argument{
			path: "limit", call: `{"include_total":true,"limit":%s}`, kind: integerType, low: 0, high: 100, required: true,
		})
	search = append(search, condition("tv_filters[0]", `{"limit":1,"tv_filters":[`, `]}`, "tv", "price")...)

	rest := `,"model":"SiteTemplate"`
	modelList := slices.Concat(limits(rest), []argument{
		{path: "model", call: `{"model":%s,"limit":1}`, required: true, kind: choiceType, unknown: fault.UnknownModel},
		{path: "order_by", call: `{"order_by":%s,"limit":1` + rest + `}`, kind: textType, characters: 256},
		{path: "order_dir", call: `{"order_dir":%s,"limit":1` + rest + `}`, kind: choiceType, unknown: fault.InvalidParams},
		{path: "dates", call: `{"dates":%s,"limit":1` + rest + `}`, kind: choiceType, unknown: fault.InvalidParams},
		{path: "omit_empty", call: `{"omit_empty":%s,"limit":1` + rest + `}`, kind: booleanType},
		{path: "filters", call: `{"filters":%s,"limit":1` + rest + `}`, kind: objectType},
		{path: "filters.where", call: `{"filters":{"where":%s},"limit":1` + rest + `}`, kind: arrayType, elements: 10},
	}, condition("filters.where[0]", `{"filters":{"where":[`, `]},"limit":1`+rest+`}`, "field", "templatename"))

	return map[string][]argument{
		"evo.content.search": search,
		"evo.content.get": append(withTVs(`,"id":2`),
			argument{path: "content_offset", call: `{"content_offset":%s,"id":2}`, kind: integerType, low: 0, high: anyInteger},
			argument{path: "section", call: `{"section":%s,"id":2}`, kind: textType, characters: 200},
			argument{path: "id", call: `{"id":%s}`, required: true, kind: integerType, low: 0, high: anyInteger},
			argument{path: "ids", call: `{"ids":%s}`, kind: arrayType, elements: 50},
			argument{path: "ids[0]", call: `{"ids":[%s]}`, kind: integerType, low: 0, high: anyInteger},
			argument{path: "url", call: `{"url":%s}`, kind: textType, characters: 2048}),
		"evo.content.root_tree":      list("", depth(0, "")),
		"evo.content.descendants":    ofNode(depth(1, `,"id":2`)),
		"evo.content.ancestors":      ofNode(depth(1, `,"id":2`)),
		"evo.content.children":       ofNode(noDepth),
		"evo.content.siblings":       ofNode(noDepth),
		"evo.content.neighbors":      ofNode(noDepth),
		"evo.content.prev_siblings":  ofNode(noDepth),
		"evo.content.next_siblings":  ofNode(noDepth),
		"evo.content.children_range": withRange(),
		"evo.content.siblings_range": withRange(),
		"evo.model.list":             modelList,
		"evo.model.get": {
			{path: "model", call: `{"model":%s,"id":1}`, required: true, kind: choiceType, unknown: fault.UnknownModel},
			{path: "id", call: `{"id":%s,"model":"SiteTemplate"}`, required: true, kind: integerType, low: 0, high: anyInteger},
			{path: "dates", call: `{"dates":%s,"id":1,"model":"SiteTemplate"}`, kind: choiceType, unknown: fault.InvalidParams},
		},
		"evo.site.describe": {
			{path: "detail", call: `{"detail":%s}`, kind: choiceType, unknown: fault.InvalidParams},
			{path: "template", call: `{"template":%s}`, kind: integerType, low: 0, high: anyInteger},
			{path: "template_name", call: `{"template_name":%s}`, kind: textType, characters: 256},
			{path: "tv", call: `{"tv":%s}`, kind: textType, characters: 256},
			{path: "refresh", call: `{"refresh":%s}`, kind: booleanType},
		},
	}
}

// wrong returns invalid values for the argument, with path and kind of the fault.
func (a argument) wrong() []invalid {
	var calls []invalid
	add := func(kind fault.Kind, path string, values ...string) {
		for _, value := range values {
			calls = append(calls, invalid{fmt.Sprintf(a.call, value), kind, path})
		}
	}
	add(fault.InvalidParams, a.path, "null")
	switch a.kind {
	case integerType:
		add(fault.InvalidParams, a.path, `"5"`, `""`, `1.5`, `true`, `[]`, `[5]`, `{}`, `-1`, `1e400`, `9007199254740993.0`,
			`9223372036854775808`, `-9223372036854775809`, `18446744073709551617`, strconv.FormatInt(a.low-1, 10))
		if a.high != anyInteger {
			add(fault.InvalidParams, a.path, strconv.FormatInt(a.high+1, 10), `9223372036854775807`)
		}
	case booleanType:
		add(fault.InvalidParams, a.path, `"true"`, `""`, `0`, `1`, `[]`, `{}`)
	case textType:
		add(fault.InvalidParams, a.path, `5`, `1.5`, `true`, `[]`, `{}`, quoted("x", a.characters+1),
			quoted("ß", a.characters+1))
	case choiceType:
		add(fault.InvalidParams, a.path, `5`, `true`, `[]`, `{}`)
		add(a.unknown, a.path, `""`, `"nonsense"`, `"id; DROP TABLE x"`)
	case arrayType:
		add(fault.InvalidParams, a.path, `5`, `true`, `"price:>:100"`, `{}`)
		add(fault.InvalidParams, a.path+"[0]", `[null]`, `[true]`, `[[]]`)
		if a.path != "ids" {
			add(fault.InvalidParams, a.path+"[0]", `[5]`)
		}
		add(fault.InvalidParams, a.path, `[`+a.element()+strings.Repeat(`,`+a.element(), a.elements)+`]`)
	case objectType:
		add(fault.InvalidParams, a.path, `5`, `true`, `"price:>:100"`, `[]`)
	case operandType:
		add(fault.InvalidParams, a.path, `true`, `{}`, quoted("x", a.characters+1), strings.Repeat("1", a.characters+1))
		add(fault.InvalidParams, a.path+"[0]", `[null]`, `[true]`, `[[]]`, `[{}]`, `[`+quoted("x", a.characters+1)+`]`)
		add(fault.InvalidParams, a.path, `["x"`+strings.Repeat(`,"x"`, 100)+`]`)
	}
	return calls
}

// element is a valid element of an array.
func (a argument) element() string {
	switch a.path {
	case "tv_filters":
		return `{"tv":"price","op":"null"}`
	case "tv_order":
		return `{"tv":"price"}`
	case "filters.where":
		return `{"field":"id","op":"null"}`
	}
	switch a.path {
	case "fields":
		return `"url"`
	case "ids":
		return `2`
	case "types":
		return `"product"`
	case "only":
		return `"no_image"`
	}
	return `"price"`
}

func quoted(s string, times int) string { return `"` + strings.Repeat(s, times) + `"` }

// invalid is a call with the fault that it must return.
type invalid struct {
	arguments string
	kind      fault.Kind
	field     string
}

// invalidCalls are wrong in more than the value of one argument, but can be refused without knowing the site.
var invalidCalls = map[string][]invalid{
	"evo.content.get": {
		{`{}`, fault.InvalidParams, "id"},
		{`{"id":1,"ids":[1]}`, fault.InvalidParams, "id"},
		{`{"ids":[1],"url":"/"}`, fault.InvalidParams, "id"},
		{`{"ids":[]}`, fault.InvalidParams, "ids"},
		{`{"url":""}`, fault.InvalidParams, "url"},
		{`{"url":"mailto:a@example.com"}`, fault.InvalidParams, "url"},
		{`{"url":"http://[::1"}`, fault.InvalidParams, "url"},
	},
	"evo.content.search": {
		{`{"limit":1,"surprise":1}`, fault.InvalidParams, "surprise"},
		{`{"limit":0}`, fault.InvalidParams, "limit"},
		{`{"limit":0,"count_by":"year"}`, fault.InvalidParams, "limit"},
		{`{"limit":0,"include_total":true,"offset":1}`, fault.InvalidParams, "offset"},
		{`{"limit":5,"count_by":"year","offset":1}`, fault.InvalidParams, "offset"},
		{`{"limit":5,"count_by":"price"}`, fault.InvalidParams, "count_by"},
		{`{"limit":1,"Limit":1}`, fault.InvalidParams, "Limit"},
		{`{"limit":1,"tv_filter":"price:>:100"}`, fault.InvalidParams, "tv_filter"},
		{`{"limit":1,"with_tvs":[""]}`, fault.InvalidParams, "with_tvs[0]"},
		{`{"limit":1,"tv_filters":[{"tv":"","op":"null"}]}`, fault.InvalidParams, "tv_filters[0].tv"},
		{`{"limit":1,"tv_order":[{"tv":""}]}`, fault.InvalidParams, "tv_order[0].tv"},
		{`{"limit":1,"tv_filters":["price:>:100"]}`, fault.InvalidParams, "tv_filters[0]"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"null"},{"tv":"price","op":"null","extra":1}]}`, fault.InvalidParams,
			"tv_filters[1].extra"},
		{`{"limit":1,"tv_filters":[{}]}`, fault.InvalidParams, "tv_filters[0].tv"},
		{`{"limit":1,"tv_filters":[{"tv":"price"}]}`, fault.InvalidParams, "tv_filters[0].op"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"="}]}`, fault.InvalidParams, "tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"like"}]}`, fault.InvalidParams, "tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"in"}]}`, fault.InvalidParams, "tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"in","value":[]}]}`, fault.InvalidParams, "tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"in","value":""}]}`, fault.InvalidParams, "tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"in","value":"a,,b"}]}`, fault.InvalidParams, "tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"not_in","value":["a",""]}]}`, fault.InvalidParams,
			"tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"in","value":"x` + strings.Repeat(",x", 100) + `"}]}`,
			fault.InvalidParams, "tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"=","value":["a"]}]}`, fault.InvalidParams, "tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"like","value":["a"]}]}`, fault.InvalidParams, "tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"IN","value":["a"]}]}`, fault.InvalidParams, "tv_filters[0].op"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"regexp","value":"a"}]}`, fault.InvalidParams, "tv_filters[0].op"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"= ","value":"a"}]}`, fault.InvalidParams, "tv_filters[0].op"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"=","value":"abc","cast":"UNSIGNED"}]}`, fault.InvalidParams,
			"tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"=","value":"","cast":"SIGNED"}]}`, fault.InvalidParams,
			"tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"=","value":"1 ","cast":"SIGNED"}]}`, fault.InvalidParams,
			"tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"=","value":"0x1","cast":"SIGNED"}]}`, fault.InvalidParams,
			"tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"=","value":"` + strings.Repeat("1", 36) + `","cast":"SIGNED"}]}`,
			fault.InvalidParams, "tv_filters[0].value"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"in","value":["1"],"cast":"SIGNED"}]}`, fault.InvalidParams,
			"tv_filters[0].cast"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"like","value":"1","cast":"SIGNED"}]}`, fault.InvalidParams,
			"tv_filters[0].cast"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"null","cast":"SIGNED"}]}`, fault.InvalidParams, "tv_filters[0].cast"},
		{`{"limit":1,"tv_order":["price"]}`, fault.InvalidParams, "tv_order[0]"},
		{`{"limit":1,"tv_order":[{"dir":"asc"}]}`, fault.InvalidParams, "tv_order[0].tv"},
		{`{"limit":1,"tv_order":[{"tv":"price","dir":"ASC"}]}`, fault.InvalidParams, "tv_order[0].dir"},
		{`{"limit":1,"tv_order":[{"tv":"price","op":"="}]}`, fault.InvalidParams, "tv_order[0].op"},
		{`{"limit":1,"tags_data":"6:wood"}`, fault.InvalidParams, "tags_data"},
		{`{"limit":1,"tags_data":{"tags":["a"]}}`, fault.InvalidParams, "tags_data.tv_id"},
		{`{"limit":1,"tags_data":{"tv_id":6}}`, fault.InvalidParams, "tags_data.tags"},
		{`{"limit":1,"tags_data":{"tv_id":6,"tags":[]}}`, fault.InvalidParams, "tags_data.tags"},
		{`{"limit":1,"tags_data":{"tv_id":6,"tags":["a",""]}}`, fault.InvalidParams, "tags_data.tags"},
		{`{"limit":1,"tags_data":{"tv_id":6,"tags":["a"],"tv":"x"}}`, fault.InvalidParams, "tags_data.tv"},
		{`{"limit":1,"order_by":"content"}`, fault.InvalidParams, "order_by"},
		{`{"limit":1,"order_by":"ID"}`, fault.InvalidParams, "order_by"},
		{`{"limit":1,"order_dir":"ASC"}`, fault.InvalidParams, "order_dir"},
		{`"price:>:100"`, fault.InvalidParams, ""},
		{`[]`, fault.InvalidParams, ""},
		{`null`, fault.InvalidParams, ""},
	},
	"evo.content.children_range": {
		{`{"id":2,"from":3,"to":2,"limit":1}`, fault.InvalidParams, "to"},
		{`{"id":2,"limit":1}`, fault.InvalidParams, "from"},
	},
	"evo.content.siblings_range": {
		{`{"id":2,"from":9223372036854775807,"to":0,"limit":1}`, fault.InvalidParams, "to"},
	},
	"evo.model.list": {
		{`{"limit":1,"model":"Users"}`, fault.UnknownModel, "model"},
		{`{"limit":1,"model":"evo_users"}`, fault.UnknownModel, "model"},
		{`{"limit":1,"model":"SiteTemplate","with_tvs":[]}`, fault.InvalidParams, "with_tvs"},
		{`{"limit":1,"model":"SiteTemplate","filters":"id:1"}`, fault.InvalidParams, "filters"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":"id = 1"}}`, fault.InvalidParams, "filters.where"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":["id = 1"]}}`, fault.InvalidParams, "filters.where[0]"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"having":[]}}`, fault.InvalidParams, "filters.having"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":[{"op":"null"}]}}`, fault.InvalidParams,
			"filters.where[0].field"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":[{"field":"id"}]}}`, fault.InvalidParams,
			"filters.where[0].op"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":[{"field":"id","op":"null","cast":"SIGNED"}]}}`,
			fault.InvalidParams, "filters.where[0].cast"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":[{"field":"id","op":"~","value":1}]}}`, fault.InvalidParams,
			"filters.where[0].op"},
		{`{"limit":1,"model":"SiteTemplate","order_by":"content"}`, fault.InvalidParams, "order_by"},
		{`{"limit":1,"model":"SiteTemplate","order_by":"name"}`, fault.InvalidParams, "order_by"},
		{`{"limit":1,"model":"SiteTemplate","order_by":""}`, fault.InvalidParams, "order_by"},
		{`{"limit":1,"model":"SiteTemplate","order_by":"id, (SELECT 1)"}`, fault.InvalidParams, "order_by"},
		{`{"limit":1,"model":"User","order_by":"password"}`, fault.InvalidParams, "order_by"},
		{`{"limit":1,"model":"User","filters":{"where":[{"field":"password","op":"like-r","value":"a"}]}}`,
			fault.InvalidParams, "filters.where[0].field"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":[{"field":"ID","op":"null"}]}}`, fault.InvalidParams,
			"filters.where[0].field"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":[{"field":"","op":"null"}]}}`, fault.InvalidParams,
			"filters.where[0].field"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":[{"field":"id","op":"="}]}}`, fault.InvalidParams,
			"filters.where[0].value"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":[{"field":"id","op":"=","value":["1"]}]}}`,
			fault.InvalidParams, "filters.where[0].value"},
		{`{"limit":1,"model":"SiteTemplate","filters":{"where":[{"field":"id","op":"in","value":[]}]}}`, fault.InvalidParams,
			"filters.where[0].value"},
	},
	"evo.model.get": {
		{`{"model":"SiteTemplate"}`, fault.InvalidParams, "id"},
		{`{"id":1}`, fault.InvalidParams, "model"},
		{`{"model":"SiteTemplate","id":1,"limit":1}`, fault.InvalidParams, "limit"},
	},
}

// invalidInSite are calls that are wrong only for this site.
var invalidInSite = map[string][]invalid{
	"evo.content.search": {
		{`{"limit":1,"with_tvs":["price","prise"]}`, fault.UnknownTV, "with_tvs[1]"},
		{`{"limit":1,"with_tvs":["PRICE"]}`, fault.UnknownTV, "with_tvs[0]"},
		{`{"limit":1,"with_tvs":[":d"]}`, fault.UnknownTV, "with_tvs[0]"},
		{`{"limit":1,"with_tvs":["price:x"]}`, fault.UnknownTV, "with_tvs[0]"},
		{`{"limit":1,"with_tvs":["price:d:d"]}`, fault.UnknownTV, "with_tvs[0]"},
		{`{"limit":1,"with_tvs":["pagetitle"]}`, fault.UnknownTV, "with_tvs[0]"},
		{`{"limit":1,"tv_filters":[{"tv":"sku","op":"null"}]}`, fault.UnknownTV, "tv_filters[0].tv"},
		{`{"limit":1,"tv_filters":[{"tv":"price","op":"null"},{"tv":"price:d","op":"null"}]}`, fault.UnknownTV,
			"tv_filters[1].tv"},
		{`{"limit":1,"tv_filters":[{"tv":"x' OR 1=1 -- ","op":"null"}]}`, fault.UnknownTV, "tv_filters[0].tv"},
		{`{"limit":1,"tv_order":[{"tv":"price"},{"tv":"order","dir":"desc"},{"tv":"weight"}]}`, fault.UnknownTV,
			"tv_order[2].tv"},
	},
	"evo.content.get":       {{`{"id":10,"with_tvs":["prise"]}`, fault.UnknownTV, "with_tvs[0]"}},
	"evo.content.ancestors": {{`{"id":999,"limit":1,"with_tvs":["prise"]}`, fault.UnknownTV, "with_tvs[0]"}},
	"evo.content.children":  {{`{"id":2,"limit":1,"with_tvs":["prise:d"]}`, fault.UnknownTV, "with_tvs[0]"}},
	"evo.site.describe":     {{`{"tv":"prise"}`, fault.UnknownTV, "tv"}},
}

// wrongCasts are casts that do not exist.
var wrongCasts = []string{
	"unsigned", "INT", "UNSIGNED ", "DECIMAL", "DECIMAL(10)", "DECIMAL(10, 2)", "DECIMAL(66,2)", "DECIMAL(0,0)",
	"DECIMAL(65,31)",
	"DECIMAL(2,3)", "DECIMAL(-1,0)", "DECIMAL(10,2))", "DECIMAL(100,2)", "CHAR",
}

// TestInvalidArguments calls every tool with every kind of wrong value. The toolset must refuse them without a
// statement to the database, and so even if no database listens.
func TestInvalidArguments(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	tools := over(t, "root@tcp("+listener.Addr().String()+")/nothing")
	if f := refuse(t, tools, public, "evo.content.search", `{"limit":1}`); f.Kind != fault.DatabaseUnavailable {
		t.Fatalf("a valid call without a database: %v", f)
	}
	for _, tool := range tools.Tools() {
		t.Run(tool.Name, func(t *testing.T) { expectFaults(t, tools, tool.Name, callsWithoutSite(tool.Name)) })
	}
}

// callsWithoutSite are all calls of a tool that are wrong for any site.
func callsWithoutSite(tool string) []invalid {
	arguments := argumentsOf()[tool]
	calls := append(slices.Clone(invalidCalls[tool]),
		invalid{strings.Replace(arguments[0].valid(), "{", `{"surprise":1,`, 1), fault.InvalidParams, "surprise"})
	for _, a := range arguments {
		calls = append(calls, a.wrong()...)
		if a.required {
			calls = append(calls, a.without())
		}
		if a.kind == choiceType && strings.HasSuffix(a.path, ".cast") {
			for _, cast := range wrongCasts {
				calls = append(calls, invalid{fmt.Sprintf(a.call, `"`+cast+`"`), fault.InvalidParams, a.path})
			}
		}
	}
	return calls
}

// without is the call without the argument.
func (a argument) without() invalid {
	name := a.path[strings.LastIndex(a.path, ".")+1:]
	text := strings.Replace(a.call, `"`+name+`":%s`, ``, 1)
	text = strings.NewReplacer("{,", "{", ",,", ",", ",}", "}").Replace(text)
	return invalid{text, fault.InvalidParams, a.path}
}

// valid is the call with a value that is right.
func (a argument) valid() string {
	value := map[typeKind]string{
		integerType: "1", booleanType: "true", textType: `"price"`, arrayType: "[]", choiceType: `"SiteTemplate"`,
	}[a.kind]
	return fmt.Sprintf(a.call, value)
}

func expectFaults(t *testing.T, tools *toolset.Toolset, tool string, calls []invalid) {
	for _, c := range calls {
		if !json.Valid([]byte(c.arguments)) {
			t.Fatalf("the test has arguments that are no JSON: %s", c.arguments)
		}
		f := refuse(t, tools, manager, tool, c.arguments)
		if f.Kind != c.kind || f.Field != c.field {
			t.Errorf("%.300s: %v at %q, want %s at %q", c.arguments, f, f.Field, c.kind, c.field)
		}
	}
}

// TestInvalidInSite adds mistakes that only show when the site's TVs are known. It removes the ids from the tables, so
// that a statement that reads documents or rows fails with another fault.
func TestInvalidInSite(t *testing.T) {
	tools, d := openDatabase(t, evosite.Fixture(), standard)
	for _, table := range []string{"site_content", "site_templates", "users"} {
		if _, err := d.DB.ExecContext(t.Context(),
			"ALTER TABLE evo_"+table+" CHANGE id gone int unsigned NOT NULL"); err != nil {
			t.Fatal(err)
		}
	}
	for tool, arguments := range map[string]string{
		"evo.content.search": `{"limit":1}`, "evo.model.list": `{"limit":1,"model":"SiteTemplate"}`,
	} {
		if f := refuse(t, tools, manager, tool, arguments); f.Kind != fault.Internal {
			t.Fatalf("a valid %s without ids: %v", tool, f)
		}
	}
	for _, tool := range tools.Tools() {
		calls := slices.Concat(invalidInSite[tool.Name], callsWithoutSite(tool.Name))
		t.Run(tool.Name, func(t *testing.T) { expectFaults(t, tools, tool.Name, calls) })
	}
	f := refuse(t, tools, manager, "evo.content.children_range", `{"id":2,"from":3,"to":2,"limit":1}`)
	if !strings.Contains(f.Message, "to must be greater than or equal to from") {
		t.Errorf("to before from: %v", f)
	}
	if f = refuse(t, tools, public, "evo.content.search",
		`{"limit":1,"with_tvs":["prise"]}`); !slices.Contains(f.Suggestions, "price") {
		t.Errorf("for prise the suggestions are %q", f.Suggestions)
	}
}

func TestTagsNeedTheirTables(t *testing.T) {
	o := standard
	o.NoTags = true
	tools := open(t, evosite.Fixture(), o)
	f := refuse(t, tools, public, "evo.content.search", `{"limit":1,"tags_data":{"tv_id":6,"tags":["wood"]}}`)
	if f.Kind != fault.InvalidParams || f.Field != "tags_data" || !strings.Contains(f.Message, "no tags") {
		t.Errorf("tags_data without tags: %v at %q", f, f.Field)
	}
	got := callTool(t, tools, public, "evo.content.search", `{"limit":1}`)
	if !strings.HasPrefix(got, `{"items":[{"id":1,`) {
		t.Errorf("a search without tags answers %s", got)
	}
}

// TestLargestArguments checks that arguments up to their limits are answered.
func TestLargestArguments(t *testing.T) {
	tools := open(t, evosite.Fixture(), standard)
	repeat := func(s string, times int) string { return strings.TrimSuffix(strings.Repeat(s+",", times), ",") }
	for _, arguments := range []string{
		`{"limit":100,"offset":5000,"parent":9223372036854775807,"depth":6}`,
		`{"limit":1,"with_tvs":[` + repeat(`"price"`, 20) + `]}`,
		`{"limit":1,"tv_filters":[` + repeat(`{"tv":"price","op":"!=","value":`+quoted("🌍", 1024)+`}`, 10) + `]}`,
		`{"limit":1,"tv_filters":[` + repeat(`{"tv":"price","op":"like","value":`+quoted("%", 1024)+`}`, 10) + `]}`,
		`{"limit":1,"tv_filters":[` + repeat(`{"tv":"price","op":"like-l","use_default":true,"value":`+quoted("ї", 1024)+`}`,
			10) + `]}`,
		`{"limit":1,"query":"` + strings.Repeat("ї", 50) + strings.Repeat(" ", 1024-50) + `","query_tvs":["price"]}`,
		`{"limit":1,"query":"` + strings.Repeat(strings.Repeat("ї", 50)+" ", 15) + strings.Repeat("本", 259) + `"}`,
		`{"limit":1,"tv_order":[` + repeat(`{"tv":"price"}`, 5) + `]}`,
		`{"limit":1,"tv_filters":[{"tv":"price","op":"in","value":[` + repeat(quoted("本", 1024), 100) + `]}]}`,
		`{"limit":1,"tags_data":{"tv_id":9223372036854775807,"tags":[` + repeat(quoted("🌍", 1024), 100) + `]}}`,
		`{"limit":1,"tv_order":[{"tv":"price","cast":"DECIMAL(65,30)"},{"tv":"price","cast":"DECIMAL(1,0)"},{"tv":"price",` +
			`"cast":"DECIMAL(30,30)"}]}`,
		`{"limit":1,"tv_filters":[{"tv":"price","op":"<","cast":"DECIMAL(65,30)","value":"` + strings.Repeat("9", 35) + "." +
			strings.Repeat("9", 30) + `"}]}`,
	} {
		callTool(t, tools, public, "evo.content.search", arguments)
	}
}

// TestStringsAreBoundedInCharacters checks that strings are counted as JSON Schema's maxLength counts: in code points.
func TestStringsAreBoundedInCharacters(t *testing.T) {
	for _, tool := range over(t, "root@tcp(127.0.0.1:1)/nothing").Tools() {
		for _, a := range argumentsOf()[tool.Name] {
			if a.characters == 0 {
				continue
			}
			for _, character := range []string{"x", "ї", "本", "🌍"} {
				if err := tool.Input.Check([]byte(fmt.Sprintf(a.call, quoted(character, a.characters)))); err != nil {
					t.Errorf("%s %s with %d times %s: %v", tool.Name, a.path, a.characters, character, err)
				}
				err := tool.Input.Check([]byte(fmt.Sprintf(a.call, quoted(character, a.characters+1))))
				want := fmt.Sprintf("%s must have at most %d characters", a.path, a.characters)
				if f := fault.From(err); err == nil || f.Kind != fault.InvalidParams || f.Field != a.path || f.Message != want {
					t.Errorf("%s with %d times %s: %v, want %q", tool.Name, a.characters+1, character, err, want)
				}
			}
		}
	}
}

func TestWhoNamesAnUnknownToolHearsTheNearest(t *testing.T) {
	tools := over(t, "root@tcp(127.0.0.1:1)/nothing")
	for name, want := range map[string]string{
		"evo.content.serch": "evo.content.search", "evo.Content.get": "evo.content.get", "": "", "evo.content": "",
	} {
		f := refuse(t, tools, manager, name, `{}`)
		if f.Kind != fault.UnknownTool || want != "" && (len(f.Suggestions) == 0 || f.Suggestions[0] != want) {
			t.Errorf("%q: %v, suggestions %q, want first %q", name, f, f.Suggestions, want)
		}
	}
	f := refuse(t, tools, manager, "evo.model.get", `{"model":"SiteTemplat","id":1}`)
	if len(f.Suggestions) == 0 || f.Suggestions[0] != "SiteTemplate" {
		t.Errorf("SiteTemplat: suggestions %q", f.Suggestions)
	}
}

// maxDescription is how many characters a client can be expected to show.
const maxDescription = 140

func TestCatalogue(t *testing.T) {
	tools := over(t, "root@tcp(127.0.0.1:1)/nothing").Tools()
	want := argumentsOf()
	if len(tools) != 15 || len(want) != 15 {
		t.Errorf("%d tools and the arguments of %d", len(tools), len(want))
	}
	for _, tool := range tools {
		if n := len([]rune(tool.Description)); n == 0 || n > maxDescription {
			t.Errorf("%s has a description of %d characters", tool.Name, n)
		}
		if tool.Title == "" {
			t.Errorf("%s has no title", tool.Name)
		}
		for _, schema := range [][]byte{tool.Input.JSON(), tool.Output.JSON()} {
			compiled(t, schema)
			if strings.Contains(string(schema), "$ref") {
				t.Errorf("%s refers to another schema: %s", tool.Name, schema)
			}
		}
		input := decoded(t, string(tool.Input.JSON())).(map[string]any)
		// by the APIs of Claude and OpenAI, with the whole request
		for _, refused := range []string{"anyOf", "oneOf", "allOf", "not", "enum"} {
			if input[refused] != nil {
				t.Errorf("%s has %s at the top level of its schema", tool.Name, refused)
			}
		}
		paths := map[string]bool{}
		checkInput(t, tool.Name, "", input, true, paths)
		for _, a := range want[tool.Name] {
			if path := strings.ReplaceAll(a.path, "[0]", "[]"); !paths[path] {
				t.Errorf("%s does not advertise %s", tool.Name, path)
			} else {
				delete(paths, path)
			}
		}
		for path := range paths {
			if !strings.HasSuffix(path, "value[]") { // an element of the values of a condition
				t.Errorf("%s advertises %s, which this test does not call with wrong values", tool.Name, path)
			}
		}
		output := decoded(t, string(tool.Output.JSON())).(map[string]any)
		members := 2
		if tool.Name == "evo.content.get" { // item or items, and meta
			members = 1
		}
		if output["type"] != "object" || len(output["required"].([]any)) != members {
			t.Errorf("%s has the output schema %v", tool.Name, output)
		}
	}
}

// checkInput checks a schema of arguments and all schemas in it, and collects the paths of what they describe.
func checkInput(t *testing.T, tool, path string, s map[string]any, described bool, paths map[string]bool) {
	t.Helper()
	if path != "" {
		paths[path] = true
	}
	if s["type"] == nil {
		t.Errorf("%s: %s has no type", tool, path)
	}
	description, _ := s["description"].(string)
	if n := len([]rune(description)); n > maxDescription || n == 0 && described && path != "" {
		t.Errorf("%s: %s has a description of %d characters", tool, path, n)
	}
	if properties, ok := s["properties"].(map[string]any); ok {
		if s["additionalProperties"] != false {
			t.Errorf("%s: %s is open to unknown members", tool, path)
		}
		for name, property := range properties {
			checkInput(t, tool, strings.TrimPrefix(path+"."+name, "."), property.(map[string]any), true, paths)
		}
	}
	if items, ok := s["items"].(map[string]any); ok {
		checkInput(t, tool, path+"[]", items, false, paths)
	}
	if s["type"] == "integer" && (s["minimum"] == nil || s["maximum"] == nil) {
		t.Errorf("%s: %s has no range", tool, path)
	}
}

// TestBoundsAreAdvertised checks that the schemas show the limits of the configuration, and that the limits hold.
func TestBoundsAreAdvertised(t *testing.T) {
	o := bounds()
	o.ListLimit, o.ContentOffset, o.ModelOffset, o.Depth, o.Models = 7, 8, 9, 3, o.Models[:2]
	o.TVFilters, o.TVOrder, o.WithTVs = 4, 2, 3
	for _, tool := range toolset.New(new(evodb.DB), o).Tools() {
		input := string(tool.Input.JSON())
		for name, bound := range map[string]int64{"limit": 7, "offset": 8, "depth": 3} {
			if name == "offset" && tool.Name == "evo.model.list" {
				bound = 9
			}
			var schema struct {
				Properties map[string]struct{ Maximum *int64 } `json:"properties"`
			}
			if err := json.Unmarshal([]byte(input), &schema); err != nil {
				t.Fatal(err)
			}
			property, ok := schema.Properties[name]
			if ok && (property.Maximum == nil || *property.Maximum != bound) {
				t.Errorf("%s: %s is not bounded by %d in %s", tool.Name, name, bound, input)
			}
		}
		for name, bound := range map[string]int{"tv_filters": 4, "tv_order": 2, "with_tvs": 3} {
			var schema struct {
				Properties map[string]struct{ MaxItems int } `json:"properties"`
			}
			if err := json.Unmarshal([]byte(input), &schema); err != nil {
				t.Fatal(err)
			}
			if property, ok := schema.Properties[name]; ok && property.MaxItems != bound {
				t.Errorf("%s: %s is not bounded by %d in %s", tool.Name, name, bound, input)
			}
		}
		if strings.HasPrefix(tool.Name, "evo.model.") && !strings.Contains(input, `"enum":["SiteTemplate","SiteTmplvar"]`) {
			t.Errorf("%s advertises other models than there are: %s", tool.Name, input)
		}
	}
	for tool, arguments := range map[string]string{
		"evo.content.search":    `{"limit":8}`,
		"evo.content.root_tree": `{"limit":7,"depth":4}`,
		"evo.content.children":  `{"id":1,"limit":7,"offset":9}`,
		"evo.model.list":        `{"limit":7,"model":"SiteTemplate","offset":10}`,
		"evo.model.get":         `{"id":1,"model":"SiteSnippet"}`,
		"evo.content.siblings":  `{"id":1,"limit":7,"with_tvs":["a","b","c","d"]}`,
	} {
		_, err := toolset.New(new(evodb.DB), o).Call(context.Background(), public, tool, jsontext.Value(arguments))
		if f := fault.From(err); f.Kind.Class().RPC != -32602 && f.Kind != fault.UnknownModel {
			t.Errorf("%s %s: %v", tool, arguments, err)
		}
	}
}

// TestHiddenFromMenus checks that any number but 0 in hidemenu counts as true. Old sites have numbers other than 1.
func TestHiddenFromMenus(t *testing.T) {
	tools, d := openDatabase(t, evosite.Fixture(), standard)
	if _, err := d.DB.ExecContext(t.Context(), "UPDATE evo_site_content SET hidemenu = 2 WHERE id = 10"); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"10": `"hidemenu":true`, "11": `"hidemenu":false`} {
		if got := callTool(t, tools, public, "evo.content.get", `{"id":`+id+`}`); !strings.Contains(got, want) {
			t.Errorf("document %s: want %s in %s", id, want, got)
		}
	}
}

// TestLargeAnswers checks that an answer above the limit of bytes is a fault if it has a single item.
func TestLargeAnswers(t *testing.T) {
	short, long := strings.Repeat("x", 1000), strings.Repeat("x", 2000)
	site := evosite.Fixture()
	site.Values = []evosite.Value{{TV: 1, Document: 10, Text: &short}, {TV: 1, Document: 11, Text: &long}}
	_, d := openDatabase(t, site, standard)
	o := bounds()
	o.ResultBytes = 4000
	tools := toolset.New(database(t, d.DSN), o)
	for tool, arguments := range map[string]string{
		"evo.content.get":       `{"id":11,"with_tvs":["price"]}`,
		"evo.content.search":    `{"limit":100,"parent":2,"offset":1,"with_tvs":["price"]}`,
		"evo.content.root_tree": `{"limit":2,"offset":5,"with_tvs":["price"]}`,
		"evo.model.list":        `{"limit":100,"offset":1,"model":"SiteTmplvarContentvalue"}`,
	} {
		if f := refuse(t, tools, manager, tool, arguments); f.Kind != fault.ResultTooLarge {
			t.Errorf("%s %s: %v", tool, arguments, f)
		}
	}
	got := callTool(t, tools, manager, "evo.content.get", `{"id":10,"with_tvs":["price"]}`)
	if !strings.Contains(got, short) {
		t.Errorf("the answer is %s", got)
	}
}
