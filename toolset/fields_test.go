package toolset_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// readable is the fixture with texts and the addresses of a site with friendly URLs.
func readable() *evosite.Site {
	s := evosite.Fixture()
	for i := range s.Documents {
		d := &s.Documents[i]
		switch d.ID {
		case 1:
			d.MenuTitle, d.IntroText = "Start", "<p>Welcome to the <em>shop</em></p>"
			d.Content = "<h1>Hello</h1><p>See our [[Count? &of=`chairs`]]<a href=\"[~10~]\">chair</a> or [~13~].</p>"
		case 2:
			d.Alias = evosite.Text("shop")
		case 10:
			d.Alias, d.Content = evosite.Text("chair"), "<p>"+strings.Repeat("Ein Stuhl aus Eiche. ", 2000)+"</p>"
		case 30:
			d.Content = "" // and no alias
		}
	}
	for name, value := range map[string]string{
		"friendly_urls": "1", "friendly_alias_urls": "1", "use_alias_path": "1", "friendly_url_suffix": ".html",
		"make_folders": "1",
	} {
		s.Records["system_settings"] = append(s.Records["system_settings"],
			evosite.Record{"setting_name": name, "setting_value": value})
	}
	s.TVs = append(s.TVs,
		evosite.TV{ID: 7, Name: "details", Type: "richtext", Default: evosite.Text("<b>none</b>"), Templates: []int64{2}})
	s.Values = append(s.Values,
		evosite.Value{TV: 7, Document: 10, Text: evosite.Text("<ul><li>Oak</li><li>[~2~]</li></ul>")})
	return s
}

func TestFields(t *testing.T) {
	onEveryGeneration(t, readable(), testFields)
}

func testFields(t *testing.T, tools *toolset.Toolset) {
	for _, c := range []struct {
		tool, arguments string
		want            string // item, or items
	}{
		{"get", `{"id":1,"fields":["pagetitle"]}`, `{"id":1,"pagetitle":"Home"}`},
		{"get", `{"id":1,"fields":["id"]}`, `{"id":1}`},
		{"get",
			`{"id":1,"fields":["url","menutitle","pagetitle","hidemenu","template_name","searchable","publishedon",` +
				`"link_attributes"]}`,
			`{"id":1,"pagetitle":"Home","hidemenu":false,"menutitle":"Start","link_attributes":"","publishedon":0,` +
				`"searchable":1,"template_name":"Page","url":"/"}`},
		{"get", `{"id":25,"fields":["url","depth","path","children_count"]}`,
			`{"id":25,"children_count":0,"url":"/shop/page-v/page-y/page-z.html","depth":3,"path":["Shop","Outdoor","Garden"]}`},
		{"get", `{"id":2,"fields":["url","depth","path","children_count"]}`,
			`{"id":2,"children_count":5,"url":"/shop/","depth":0,"path":[]}`},
		{"get", `{"id":30,"fields":["url","content"]}`, `{"id":30,"content":"","url":"/page-d/30.html"}`},
		// Below a draft: the draft counts as a level, but its title and alias stay hidden.
		{"get", `{"id":27,"fields":["url","depth","path"]}`, `{"id":27,"url":"/index.php?id=27","depth":2,"path":["Shop"]}`},
		{"get", `{"id":1,"fields":["content","introtext"]}`,
			`{"id":1,"introtext":"Welcome to the *shop*","content":"# Hello\n\nSee our \\[…][chair](/shop/chair.html) or .",` +
				`"dynamic":true}`},
		{"get", `{"id":1,"fields":["content","introtext"],"format":"text"}`,
			`{"id":1,"introtext":"Welcome to the shop","content":"Hello\nSee our […]chair or .","dynamic":true}`},
		{"get", `{"id":1,"fields":["content"],"format":"html"}`,
			`{"id":1,"content":"<h1>Hello</h1><p>See our […]<a href=\"/shop/chair.html\">chair</a> or .</p>","dynamic":true}`},
		{"get", `{"id":1,"fields":["content"],"format":"text","max_chars":10}`,
			`{"id":1,"content":"Hello\nSee ","truncated":true,"total_chars":{"content":27},"next_content_offset":10,` +
				`"dynamic":true}`},
		{"get", `{"id":1,"fields":["content"],"format":"text","max_chars":10,"content_offset":10}`,
			`{"id":1,"content":"our […]cha","truncated":true,"total_chars":{"content":27},"next_content_offset":20,` +
				`"dynamic":true}`},
		{"get", `{"id":1,"fields":["content"],"format":"text","max_chars":10,"content_offset":20}`,
			`{"id":1,"content":"ir or .","dynamic":true}`},
		{"get", `{"id":1,"fields":["content"],"format":"text","content_offset":9007199254740993}`,
			`{"id":1,"content":"","dynamic":true}`},
		{"get", `{"id":10,"fields":["id"],"with_tvs":["details","price"]}`,
			`{"id":10,"tvs":{"details":"<ul><li>Oak</li><li>[~2~]</li></ul>","price":"99.50"}}`},
		{"get", `{"id":10,"fields":["id"],"with_tvs":["details","price"],"format":"markdown"}`,
			`{"id":10,"tvs":{"details":"- Oak\n- /shop/","price":"99.50"}}`},
		{"get", `{"id":11,"fields":["id"],"with_tvs":["details:d"],"format":"text"}`, `{"id":11,"tvs":{"details":"none"}}`},
		{"get", `{"id":10,"fields":["id"],"with_tvs":["details"],"format":"text","max_chars":4}`,
			`{"id":10,"tvs":{"details":"Oak\n"},"truncated":true,"total_chars":{"tvs.details":10}}`},
		{"get", `{"id":21,"fields":["createdon","pub_date"],"dates":"rfc3339"}`,
			`{"id":21,"createdon":"2026-01-01T00:01:19Z","pub_date":"2000-01-01T00:00:00Z"}`},
		{"get", `{"id":1,"fields":["pub_date"],"dates":"rfc3339"}`, `{"id":1,"pub_date":null}`},
		{"get", `{"id":1,"fields":["pub_date"],"dates":"unix"}`, `{"id":1,"pub_date":0}`},
		{"get", `{"id":13,"fields":["content"]}`, `null`},
		{"children", `{"id":21,"fields":["pagetitle","url"],"limit":2}`,
			`[{"id":22,"pagetitle":"Bench","url":"/shop/page-v/page-w.html"},{"id":23,"pagetitle":"Parasol",` +
				`"url":"/shop/page-v/page-x.html"}]`},
		{"ancestors", `{"id":25,"fields":["children_count"],"limit":5}`,
			`[{"id":2,"children_count":5},{"id":21,"children_count":3},{"id":24,"children_count":1}]`},
		{"search",
			`{"parent":2,"tv_order":[{"tv":"price","cast":"DECIMAL(10,2)","dir":"desc"}],"fields":["depth","template_name"],` +
				`"limit":2}`,
			`[{"id":11,"template_name":"Product","depth":1},{"id":14,"template_name":"Product","depth":1}]`},
	} {
		got := callTool(t, tools, public, "evo.content."+c.tool, c.arguments)
		got = strings.TrimPrefix(strings.TrimPrefix(got, `{"item":`), `{"items":`)
		got, _, _ = strings.Cut(nextCursor.ReplaceAllString(got, ""), `,"meta":`)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.tool, c.arguments, diff)
		}
	}
}

// Texts in lists are cut sooner than the text of a single document.
func TestLengthOfTexts(t *testing.T) {
	tools := open(t, readable(), standard)
	for tool, want := range map[string]string{
		`evo.content.get {"id":10,"fields":["content"]}`: `"truncated":true,"total_chars":{"content":41999},` +
			`"next_content_offset":19996}`,
		`evo.content.search {"parent":2,"template":2,"fields":["content"],"limit":1}`: `"truncated":true,` +
			`"total_chars":{"content":41999},"next_content_offset":4000}`,
		`evo.content.get {"id":10,"fields":["content"],"max_chars":100000}`: `Eiche."}`,
		`evo.content.get {"id":10,"fields":["content"],"max_chars":1000,"format":"html"}`: `"truncated":true,` +
			`"total_chars":{"content":42007},"next_content_offset":1000}`,
		`evo.content.children {"id":2,"fields":["content"],"max_chars":5,"limit":1}`: `{"id":10,"content":"Ein ",` +
			`"truncated":true,"total_chars":{"content":41999},"next_content_offset":4}`,
		`evo.content.get {"id":10,"fields":["content"],"content_offset":40000}`: `Eiche."}`,
		`evo.content.get {"id":10,"fields":["content"],"max_chars":7,"content_offset":3}`: `{"id":10,"content":" Stuhl ",` +
			`"truncated":true,"total_chars":{"content":41999},"next_content_offset":10}`,
	} {
		name, arguments, _ := strings.Cut(tool, " ")
		if got := callTool(t, tools, public, name, arguments); !strings.Contains(got, want) {
			t.Errorf("%s: ...%s, want %s", tool, got[max(0, len(got)-170):], want)
		}
	}
}

// Only callers who may see what the site executes get its tags.
func TestTagsOfManagers(t *testing.T) {
	tools := open(t, readable(), standard)
	const want = `"content":"<h1>Hello</h1><p>See our [[Count? &of=` + "`chairs`" +
		`]]<a href=\"/shop/chair.html\">chair</a> or /shop/page-n.html.</p>"`
	got := callTool(t, tools, manager, "evo.content.get", `{"id":1,"fields":["content"],"format":"html"}`)
	if !strings.Contains(got, want) {
		t.Errorf("the manager gets %s", got)
	}
	member := identity.Principal{View: identity.Manager, Member: &identity.Member{Role: 2}}
	got = callTool(t, tools, member, "evo.content.get", `{"id":1,"fields":["content"],"format":"markdown"}`)
	if strings.Contains(got, "Count") {
		t.Errorf("a member gets %s", got)
	}
}

// Addresses follow the site's settings.
func TestAddresses(t *testing.T) {
	_, d := openDatabase(t, readable(), standard)
	for i, c := range []struct{ settings, want string }{
		{"", `["/","/shop/chair.html","/shop/"]`},
		{"make_folders=0", `["/","/shop/chair.html","/shop.html"]`},
		{"use_alias_path=0 friendly_url_prefix=p-", `["/","/p-chair.html","/p-shop/"]`},
		// In these cases Evolution writes addresses with ids, or looks for a prefix before the folders, and does not
		// find its own pages.
		{"friendly_alias_urls=0", `["/","/index.php?id=10","/index.php?id=2"]`},
		{"friendly_url_prefix=p-", `["/","/index.php?id=10","/p-shop/"]`},
		{"friendly_url_suffix=", `["/","/shop/chair","/shop/"]`},
		{"friendly_urls=0", `["/","/index.php?id=10","/index.php?id=2"]`},
		{"site_start=10 error_page=10", `["/page-b.html","/","/shop/"]`},
		{"site_url=https://www.example.com",
			`["https://www.example.com/","https://www.example.com/shop/chair.html","https://www.example.com/shop/"]`},
	} {
		t.Run(c.settings, func(t *testing.T) {
			set(t, d.DB, c.settings)
			tools := over(t, d.DSN) // has not read the settings yet
			var urls []string
			for _, id := range []int{1, 10, 2} {
				got := callTool(t, tools, public, "evo.content.get", fmt.Sprintf(`{"id":%d,"fields":["url"]}`, id))
				_, url, _ := strings.Cut(got, `"url":`)
				url, _, _ = strings.Cut(url, "}")
				urls = append(urls, url)
			}
			if got := "[" + strings.Join(urls, ",") + "]"; got != c.want {
				t.Errorf("%d: %s", i, got)
			}
		})
	}
}

// set changes settings for the rest of a test.
func set(t *testing.T, db *sql.DB, settings string) {
	t.Helper()
	for _, setting := range strings.Fields(settings) {
		name, value, _ := strings.Cut(setting, "=")
		var before sql.NullString
		err := db.QueryRowContext(t.Context(), "SELECT setting_value FROM evo_system_settings WHERE setting_name = ?",
			name).Scan(&before)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), "REPLACE INTO evo_system_settings VALUES (?, ?)", name, value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			restore, args := "REPLACE INTO evo_system_settings VALUES (?, ?)", []any{name, before.String}
			if !before.Valid {
				restore, args = "DELETE FROM evo_system_settings WHERE setting_name = ?", args[:1]
			}
			if _, err := db.ExecContext(context.WithoutCancel(t.Context()), restore, args...); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestUnknownField(t *testing.T) {
	tools := open(t, readable(), standard)
	f := refuse(t, tools, public, "evo.content.get", `{"id":1,"fields":["pagetitle","contents"]}`)
	if f.Kind != fault.InvalidParams || f.Field != "fields[1]" || len(f.Suggestions) == 0 ||
		f.Suggestions[0] != "content" {
		t.Errorf("%+v", f)
	}
}
