package toolset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// TestSeveralDocuments gets documents by their ids: in this order, each once, and only those that the caller may see.
func TestSeveralDocuments(t *testing.T) {
	tools := open(t, readable(), standard)
	for _, c := range []struct {
		who             identity.Principal
		arguments, want string
	}{
		{public, `{"ids":[11,2,10,2],"fields":["pagetitle"]}`,
			`{"items":[{"id":11,"pagetitle":"Table"},{"id":2,"pagetitle":"Shop"},{"id":10,"pagetitle":"Chair"}],` +
				`"meta":{"count":3,"toolsetVersion":"1.0"}}`},
		// A draft, one that is private, one in the trash and one that does not exist.
		{public, `{"ids":[13,10,16,15,999],"fields":["id"]}`,
			`{"items":[{"id":10}],"meta":{"count":1,"missing":[13,16,15,999],"toolsetVersion":"1.0"}}`},
		{manager, `{"ids":[13,10,16,15,999],"fields":["id"]}`,
			`{"items":[{"id":13},{"id":10},{"id":16}],"meta":{"count":3,"missing":[15,999],"toolsetVersion":"1.0"}}`},
		{public, `{"ids":[999]}`, `{"items":[],"meta":{"count":0,"missing":[999],"toolsetVersion":"1.0"}}`},
		{public, `{"ids":[11,10],"fields":["id"],"with_tvs":["price"]}`,
			`{"items":[{"id":11,"tvs":{"price":"250"}},{"id":10,"tvs":{"price":"99.50"}}],"meta":{"count":2,` +
				`"toolsetVersion":"1.0"}}`},
	} {
		if diff := cmp.Diff(c.want, callTool(t, tools, c.who, "evo.content.get", c.arguments)); diff != "" {
			t.Errorf("%s: %s", c.arguments, diff)
		}
	}
}

// TestMoreDocumentsThanFit gets documents whose texts do not fit into an answer. The texts must be cut first, and the
// ids without room reported.
func TestMoreDocumentsThanFit(t *testing.T) {
	site := &evosite.Site{}
	for id := range int64(5) {
		site.Documents = append(site.Documents,
			evosite.Document{ID: id + 1, Published: id != 1, Content: strings.Repeat("word ", 1000)})
	}
	_, d := openDatabase(t, site, standard)
	small := bounds()
	small.ResultTokens = 300
	answer := callTool(t, toolset.New(database(t, d.DSN), small), public, "evo.content.get",
		`{"ids":[5,2,1,3,7,4],"fields":["content"]}`)
	items, meta, _ := strings.Cut(answer, `],"meta":`)
	if want := `{"count":3,"missing":[2,7],"rest":[4],"toolsetVersion":"1.0"}}`; meta != want {
		t.Errorf("meta is %s, want %s", meta, want)
	}
	if len(items) > 1200 || !strings.HasPrefix(items, `{"items":[{"id":5,"content":"word `) ||
		!strings.Contains(items, `{"id":1,"content":"word `) {
		t.Errorf("%d bytes: %s", len(items), items)
	}
}

// TestDocumentByAddress gets documents by addresses as other answers have them, and as people write them.
func TestDocumentByAddress(t *testing.T) {
	_, d := openDatabase(t, readable(), standard)
	const none = ""
	for _, c := range []struct{ settings, url, want string }{
		{none, "/shop/chair.html", `{"id":10}`},
		{none, "shop/chair.html", `{"id":10}`},
		{none, "/shop/chair.html?utm_source=mail#top", `{"id":10}`},
		{none, "/", `{"id":1}`},
		{none, "/shop/", `{"id":2}`},
		{none, "/shop", `{"id":2}`},
		{none, "/index.php?id=10", `{"id":10}`},
		{none, "/?id=10", `{"id":10}`},
		{none, "/shop/chair.html?color=red&id=11", `{"id":10}`}, // the site looks at the path only
		{none, "/nothing.html?id=11", `null`},
		{none, "/shop/page-v/page-y/page-z.html", `{"id":25}`},
		{none, "/page-d/30.html", `{"id":30}`},
		{none, "/chair.html", `null`},       // it lies below the shop
		{none, "/shop/chair", `null`},       // without the suffix
		{none, "/shop/page-n.html", `null`}, // a draft
		{none, "/index.php?id=13", `null`},
		{none, "/nothing.html", `null`},
		{"site_url=https://www.example.com/site/", "https://example.com/site/shop/chair.html", `{"id":10}`},
		{"site_url=https://www.example.com/site/", "http://WWW.EXAMPLE.COM/site/", `{"id":1}`},
		{"site_url=https://www.example.com/site/", "/site/shop/chair.html", `{"id":10}`},
		{"site_url=https://www.example.com/site/", "/shop/chair.html", `null`},
		{"use_alias_path=0 friendly_url_prefix=p-", "/p-chair.html", `{"id":10}`},
		{"friendly_url_suffix=", "/shop/chair", `{"id":10}`},
		{"friendly_urls=0", "/shop/chair.html", `null`},
		{"friendly_urls=0", "/index.php?id=10", `{"id":10}`},
	} {
		t.Run(c.settings+" "+c.url, func(t *testing.T) {
			set(t, d.DB, c.settings)
			got := callTool(t, over(t, d.DSN), public, "evo.content.get", `{"url":"`+c.url+`","fields":["id"]}`)
			if diff := cmp.Diff(`{"item":`+c.want+`,"meta":{"toolsetVersion":"1.0"}}`, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	set(t, d.DB, "site_url=https://www.example.com/")
	f := refuse(t, over(t, d.DSN), public, "evo.content.get", `{"url":"https://example.org/shop/chair.html"}`)
	if f.Kind != fault.InvalidParams || f.Field != "url" || !strings.Contains(f.Told(), "https://www.example.com/") {
		t.Errorf("an address of another site: %v at %s", f, f.Field)
	}
}

// TestAliasOfManyDocuments uses the same alias in many folders.
func TestAliasOfManyDocuments(t *testing.T) {
	site := &evosite.Site{Records: readable().Records}
	for id := int64(1); id <= 300; id++ {
		site.Documents = append(site.Documents,
			evosite.Document{
				ID: id, Published: true, Folder: true, Alias: evosite.Text("folder" + strings.Repeat("x", int(id)%200)),
			},
			evosite.Document{ID: 1000 + id, Parent: id, Published: true, Alias: evosite.Text("index")})
	}
	tools := open(t, site, standard)
	got := callTool(t, tools, public, "evo.content.get",
		`{"url":"/folder`+strings.Repeat("x", 199)+`/index.html","fields":["id"]}`)
	if want := `{"item":{"id":1199},"meta":{"toolsetVersion":"1.0"}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Of several documents with one address, the site serves the last in the order of parent and menuindex. An alias can
// contain slashes.
func TestDocumentsWithOneAddress(t *testing.T) {
	site := &evosite.Site{Records: readable().Records}
	for _, d := range []evosite.Document{
		{ID: 1, Alias: evosite.Text("start")},
		{ID: 4, Alias: evosite.Text("twice"), MenuIndex: 5}, {ID: 5, Alias: evosite.Text("twice"), MenuIndex: 9},
		{ID: 6, Alias: evosite.Text("twice"), MenuIndex: 7},
		{ID: 7, Alias: evosite.Text("folder/page"), MenuIndex: 9}, {ID: 8, Alias: evosite.Text("folder")},
		{ID: 9, Parent: 8, Alias: evosite.Text("page")},
		{ID: 10, Parent: 8, Alias: evosite.Text("a/b/c")}, {ID: 11, Alias: evosite.Text("p/q")},
		{ID: 12, Parent: 8, Alias: evosite.Text("twice")},
	} {
		d.Published = true
		site.Documents = append(site.Documents, d)
	}
	_, d := openDatabase(t, site, standard)
	for _, c := range []struct{ settings, url, want string }{
		{"", "/twice.html", `{"id":5}`},
		{"", "/folder/twice.html", `{"id":12}`},
		{"", "/folder/page.html", `{"id":9}`},
		{"", "/folder/a/b/c.html", `{"id":10}`},
		{"", "/p/q.html", `{"id":11}`},
		{"", "/q.html", `null`},
		{"", "/" + strings.Repeat("x/", 500) + "p/q.html", `null`},
		{"use_alias_path=0", "/twice.html", `{"id":12}`},
		{"use_alias_path=0", "/a/b/c.html", `{"id":10}`},
		{"use_alias_path=0 friendly_url_prefix=p-", "/p-a/b/c.html", `{"id":10}`},
	} {
		set(t, d.DB, c.settings)
		got := callTool(t, over(t, d.DSN), public, "evo.content.get", `{"url":"`+c.url+`","fields":["id"]}`)
		if diff := cmp.Diff(`{"item":`+c.want+`,"meta":{"toolsetVersion":"1.0"}}`, got); diff != "" {
			t.Errorf("%s %s: %s", c.settings, c.url, diff)
		}
	}
}
