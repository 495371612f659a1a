package toolset_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// The output of a template's own snippets is not in the text of its documents, so these are marked. Snippets that most
// templates call do not count.
func TestTemplatesThatPrint(t *testing.T) {
	const (
		menu = "[[DLMenu? &parents=`0`\n  &maxDepth=`2`]]"
		list = "[[DocLister? &parents=`[*id*]` &tpl=`@CODE:<li><a href=\"[+url+]\">[+title+]</a></li>`]]"
		body = "<h1>[*pagetitle*]</h1>[*content*]"
	)
	s := &evosite.Site{Records: map[string][]evosite.Record{"site_htmlsnippets": {
		{"id": 1, "name": "Header", "snippet": "<nav>" + menu + "</nav>{{contact}}", "disabled": 0},
		{"id": 2, "name": "contact", "snippet": "[!Phone!] {{header}}", "disabled": 0},
		{"id": 3, "name": "products", "snippet": "<ul>" + list + "</ul>", "disabled": 0},
		{"id": 4, "name": "off", "snippet": "<ul>" + list + "</ul>", "disabled": 1},
	}}}
	for template := range int64(4) {
		s.Documents = append(s.Documents,
			evosite.Document{ID: 10 + template, Title: "Page", Template: template, Published: true, Content: "<p>Text</p>"})
	}
	s.Documents = append(s.Documents,
		evosite.Document{ID: 20, Title: "Link", Template: 3, Published: true, Type: "reference", Content: "10"})
	_, d := openDatabase(t, s, standard)
	for _, c := range []struct {
		name      string
		templates [3]string // 1 to 3
		want      []int64
	}{
		{"no snippet", [3]string{body, body, "<main>" + body + "</main>"}, nil},
		{"the same on all", [3]string{menu + body, menu + body, "<main>" + menu + body}, nil},
		{"a list", [3]string{menu + body, menu + body, menu + body + list}, []int64{13}},
		{"a list on most", [3]string{menu + body, menu + body + list, menu + body + list}, nil},
		{"in chunks", [3]string{"{{header}}" + body, "{{Header}}" + body, "{{header}}" + body + "{{products? &id=`1`}}"},
			[]int64{13}},
		{"in a chunk that is off", [3]string{"{{header}}" + body, "{{Header}}" + body, "{{header}}" + body + "{{off}}"}, nil},
		{"lists of its own", [3]string{menu + body + "[!News!]", "", menu + body + list}, []int64{11, 13}},
		{"the only template with calls", [3]string{body, body, menu + body + list}, nil},
		{"another form of a call", [3]string{menu + body, strings.Join(strings.Fields(menu), "\n\t") + body, menu + body},
			nil},
		{"the same snippet for menu and list",
			[3]string{"[[DocLister? &parents=`0`]]", "[[DocLister? &parents=`0`]]", "[[DocLister? &parents=`0`]][[DocLister]]"},
			[]int64{13}},
		{"in a tag", [3]string{menu + body, menu + body, menu + "<img src=\"[[phpthumb? &input=`[*image*]`]]\">" + body},
			nil},
		{"not on the page",
			[3]string{
				menu, menu, "<title>[[seo]]</title><!-- [[old]] --><script>x = [[1,2]]</script><style>[[css]]</style>" + menu,
			}, nil},
		{"without an end", [3]string{menu, menu, menu + "[[list"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i, code := range c.templates {
				if _, err := d.DB.ExecContext(t.Context(),
					"REPLACE INTO evo_site_templates (id, templatename, content) VALUES (?, 'T', ?)", i+1, code); err != nil {
					t.Fatal(err)
				}
			}
			tools := over(t, d.DSN)
			marked := func(tool, arguments string) (ids []int64) {
				var all struct {
					Items []struct {
						ID      int64
						Dynamic bool
					}
				}
				if err := json.Unmarshal([]byte(callTool(t, tools, public, tool, arguments)), &all,
					json.MatchCaseInsensitiveNames(true)); err != nil {
					t.Fatal(err)
				}
				for _, item := range all.Items {
					if item.Dynamic {
						ids = append(ids, item.ID)
					}
				}
				return ids
			}
			if diff := cmp.Diff(c.want, marked("evo.content.root_tree", `{"limit":9,"fields":["content"]}`)); diff != "" {
				t.Errorf("of a list (-want +got):\n%s", diff)
			}
			if got := marked("evo.content.root_tree", `{"limit":9,"fields":["introtext"]}`); got != nil {
				t.Errorf("without content %v are marked", got)
			}
			for id := int64(10); id < 14; id++ {
				want := fmt.Sprintf(`{"item":{"id":%d,"content":"Text"},`, id)
				if slices.Contains(c.want, id) {
					want = fmt.Sprintf(`{"item":{"id":%d,"content":"Text","dynamic":true},`, id)
				}
				got := callTool(t, tools, public, "evo.content.get", fmt.Sprintf(`{"id":%d,"fields":["content"]}`, id))
				if !strings.HasPrefix(got, want) {
					t.Errorf("%s, want %s", got, want)
				}
				want = fmt.Sprintf(`{"item":{"id":%d,"content":"Text"},`, id)
				got = callTool(t, tools, manager, "evo.content.get", fmt.Sprintf(`{"id":%d,"fields":["content"]}`, id))
				if !strings.HasPrefix(got, want) {
					t.Errorf("a manager: %s, want %s", got, want)
				}
			}
		})
	}
}

// A page that the site has served has all that its template prints. One that it has not served is the stored text.
func TestDynamicPages(t *testing.T) {
	o, site, d := pagesOptions(t, evosite.Fixture())
	if _, err := d.DB.ExecContext(t.Context(),
		"UPDATE evo_site_templates SET content = IF(id = 2, '[[menu]][[list]]', '[[menu]]')"); err != nil {
		t.Fatal(err)
	}
	serve := site.answer
	site.answer = func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("id") == "11" {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		serve(w, r)
	}
	tools := toolset.New(database(t, d.DSN), o)
	for arguments, want := range map[string]bool{
		`{"id":10,"fields":["content"]}`:                 true,
		`{"id":10,"fields":["content"],"format":"page"}`: false,
		`{"id":11,"fields":["content"],"format":"page"}`: true,
	} {
		got := callTool(t, tools, public, "evo.content.get", arguments)
		dynamic := strings.Contains(got, `"dynamic":true`)
		if dynamic != want || strings.Contains(got, `"served":true`) == dynamic {
			t.Errorf("%s: %s", arguments, got)
		}
	}
}
