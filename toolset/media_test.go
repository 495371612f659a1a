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

// mediaSite is a site with media in every place. What visitors do not see has canary in its address or text.
func mediaSite() *evosite.Site {
	text := evosite.Text
	s := &evosite.Site{
		Documents: []evosite.Document{
			{ID: 1, Template: 1, Published: true, Title: "Chair", Folder: true,
				Content: `<p><img src="assets/a b.jpg" alt="Chair &amp; table"> <a href="[~5~]">Plan</a> <a ` +
					`href="list.pdf">Price list</a></p>{{gallery? &name=` + "`Oak`" + `}} {{off}} [[Gallery? &img=` +
					"`<img src=canary1.jpg>`" +
					`]] [*secret_photo*] <img src="[*photo*]"> <a href="[~4~]canary3.pdf">hidden</a>` +
					`<p hidden><img src="canary2.jpg"></p><iframe src="https://www.youtube.com/embed/x" title="Tour"></iframe>`},
			{
				ID: 2, Parent: 1, Template: 2, Published: true, Title: "No template variables", Content: `<img src="x.jpg" alt="">`,
			},
			{ID: 3, Parent: 1, Template: 1, Published: true, Title: "Defaults", Content: "<p>None</p>"},
			{ID: 4, Template: 1, Title: "Draft", Content: `<img src="canary4.jpg">`},
			{ID: 5, Template: 2, Published: true, Alias: text("plan.pdf"), Title: "Plan"},
			{ID: 6, Template: 2, Published: true, Type: "reference", Title: "Weblink", Content: "assets/paper.pdf"},
		},
		Records: map[string][]evosite.Record{
			"site_templates": {{"id": 1, "templatename": "Product"}, {"id": 2, "templatename": "Page"}},
			"system_settings": {
				{"setting_name": "site_url", "setting_value": "https://www.example.com/"},
				{"setting_name": "friendly_urls", "setting_value": "1"},
				{"setting_name": "friendly_alias_urls", "setting_value": "1"},
				{"setting_name": "friendly_url_suffix", "setting_value": ".html"},
				{"setting_name": "seostrict", "setting_value": "1"},
			},
			"site_htmlsnippets": {
				{
					"name": "gallery", "snippet": `<figure><img src="/g.jpg"><figcaption>Gallery of [+name+]</figcaption></figure>`,
					"disabled": 0,
				},
				{"name": "off", "snippet": `<img src="canary5.jpg">`, "disabled": 1},
			},
			"site_tmplvar_access": {{"id": 1, "tmplvarid": 3, "documentgroup": 2}},
		},
	}
	for i, tv := range []struct {
		name, kind      string
		value, standard *string
	}{
		{"photo", "image", text("assets/photo.php"), text("assets/none.png")},
		{"film", "file", text(" assets/film.mp4 "), nil}, {"secret_photo", "image", text("canary6.jpg"), nil},
		{"password", "image", text("canary7.jpg"), nil}, {"computed", "image", text("@EVAL return 'canary8.jpg';"), nil},
		{"inherited", "file", text("@INHERIT"), nil},
		{"placed", "image", text("[(site_url)]assets/[*id*].gif"), nil}, {"called", "image", text("[[canary9]]"), nil},
		{"note", "text", text("canary10.jpg"), nil},
		{"script", "file", text("javascript:canary11.pdf"), nil}, {"empty", "file", text(""), nil},
		{"slides", "custom_tv:multitv", text(`{"fieldValue":[{"photo":"assets/one.jpg","note":"One"},` +
			`{"photo":"assets/two.mp4","note":["assets/[*id*].png","list.pdf"]}],"fieldSettings":{"autoincrement":1}}`), nil},
		{"half", "custom_tv", text(`[{"photo":"half.jpg"}`), nil}, {"list", "custom_tv", text("plain.jpg"), nil},
	} {
		id := int64(i + 1)
		s.TVs = append(s.TVs, evosite.TV{ID: id, Name: tv.name, Type: tv.kind, Default: tv.standard, Templates: []int64{1}})
		s.Values = append(s.Values, evosite.Value{TV: id, Document: 1, Text: tv.value})
	}
	s.Values = append(s.Values, evosite.Value{TV: 6, Document: 3, Text: text("@INHERIT")},
		evosite.Value{TV: 6, Document: 1, Text: text("assets/for-all.zip")})
	s.Values = append(s.Values[:5], s.Values[6:]...) // the first of the two values of document 1
	return s
}

// mediaOfChair are those of document 1 for visitors. tvs stands before the values of template variables.
const mediaOfChair = `[{"kind":"image","url":"https://www.example.com/assets/a%20b.jpg","alt":"Chair & table",` +
	`"where":"content"},{"kind":"file","url":"https://www.example.com/plan.pdf","caption":"Plan","where":"content"},` +
	`{"kind":"file","url":"https://www.example.com/list.pdf","caption":"Price list","where":"content"},` +
	`{"kind":"image","url":"https://www.example.com/g.jpg","alt":null,"caption":"Gallery of Oak","where":"content"},` +
	`{"kind":"image","url":"https://www.example.com/assets/photo.php","alt":null,"where":"content"},` +
	`{"kind":"file","url":"https://www.example.com/canary3.pdf","caption":"hidden","where":"content"},` +
	`{"kind":"video","url":"https://www.youtube.com/embed/x","alt":"Tour","where":"content"},` + filesOfChair + `]`

const filesOfChair = `{"kind":"image","url":"https://www.example.com/assets/photo.php","where":"tvs.photo"},` +
	`{"kind":"video","url":"https://www.example.com/assets/film.mp4","where":"tvs.film"},` +
	`{"kind":"file","url":"https://www.example.com/assets/for-all.zip","where":"tvs.inherited"},` +
	`{"kind":"image","url":"https://www.example.com/assets/1.gif","where":"tvs.placed"},` +
	`{"kind":"image","url":"https://www.example.com/assets/one.jpg","where":"tvs.slides"},` +
	`{"kind":"video","url":"https://www.example.com/assets/two.mp4","where":"tvs.slides"},` +
	`{"kind":"image","url":"https://www.example.com/assets/1.png","where":"tvs.slides"}`

func TestMedia(t *testing.T) {
	onEveryGeneration(t, mediaSite(), func(t *testing.T, tools *toolset.Toolset) {
		const empty = `{"kind":"image","url":"https://www.example.com/x.jpg","alt":"","where":"content"}`
		const defaults = `{"kind":"image","url":"https://www.example.com/assets/none.png","where":"tvs.photo"},` +
			`{"kind":"file","url":"https://www.example.com/assets/for-all.zip","where":"tvs.inherited"}`
		for _, c := range []struct{ tool, arguments, want string }{
			{"get", `{"id":1,"fields":["media"]}`, `{"item":{"id":1,"media":` + mediaOfChair + `,"dynamic":true},`},
			{"children", `{"id":1,"limit":9,"fields":["media"]}`,
				`{"items":[{"id":2,"media":[` + empty + `]},{"id":3,"media":[` + defaults + `]}],`},
			{"get", `{"id":3,"fields":["content","media"]}`, `{"item":{"id":3,"content":"None","media":[` + defaults + `]},`},
			{"get", `{"ids":[5,6],"fields":["media"]}`, `{"items":[{"id":5,"media":[]},{"id":6,"media":[]}],`},
			{"get", `{"ids":[5,2],"fields":["media"],"omit_empty":true}`,
				`{"items":[{"id":5},{"id":2,"media":[` + empty + `]}],`},
			{"get", `{"id":2,"fields":["media"],"max_chars":1,"format":"html"}`, `{"item":{"id":2,"media":[` + empty + `]},`},
		} {
			if got := callTool(t, tools, public, "evo.content."+c.tool, c.arguments); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s (-want +got):\n%s", c.arguments, cmp.Diff(c.want, got))
			}
		}
	})
}

// Managers see what their view puts into placeholders, and the template variables that they may see.
func TestMediaOfManagers(t *testing.T) {
	tools, _ := openDatabase(t, mediaSite(), standard)
	author := identity.Principal{View: identity.Manager, Member: &identity.Member{Role: 3}}
	for who, secret := range map[*identity.Principal]string{
		&manager: `{"kind":"image","url":"https://www.example.com/canary6.jpg","where":"tvs.secret_photo"},`, &author: "",
	} {
		want := `"media":[{"kind":"image","url":"https://www.example.com/assets/a%20b.jpg","alt":"Chair & table",` +
			`"where":"content"},{"kind":"file","url":"https://www.example.com/plan.pdf","caption":"Plan","where":"content"},` +
			`{"kind":"file","url":"https://www.example.com/list.pdf","caption":"Price list","where":"content"},` +
			`{"kind":"image","url":"https://www.example.com/g.jpg","alt":null,"caption":"Gallery of Oak","where":"content"},` +
			`{"kind":"image","url":"https://www.example.com/assets/photo.php","alt":null,"where":"content"},` +
			`{"kind":"file","url":"https://www.example.com/4.htmlcanary3.pdf","caption":"hidden","where":"content"},` +
			`{"kind":"video","url":"https://www.youtube.com/embed/x","alt":"Tour","where":"content"},` +
			`{"kind":"image","url":"https://www.example.com/assets/photo.php","where":"tvs.photo"},{"kind":"video",` +
			`"url":"https://www.example.com/assets/film.mp4","where":"tvs.film"},` + secret +
			`{"kind":"file","url":"https://www.example.com/assets/for-all.zip","where":"tvs.inherited"},` +
			`{"kind":"image","url":"https://www.example.com/assets/1.gif","where":"tvs.placed"},` +
			`{"kind":"image","url":"https://www.example.com/assets/one.jpg","where":"tvs.slides"},` +
			`{"kind":"video","url":"https://www.example.com/assets/two.mp4","where":"tvs.slides"},` +
			`{"kind":"image","url":"https://www.example.com/assets/1.png","where":"tvs.slides"}],"dynamic":true}`
		got := callTool(t, tools, *who, "evo.content.get", `{"id":1,"fields":["media"]}`)
		if !strings.Contains(got, want) || strings.Contains(got, "canary8") {
			t.Errorf("%s", cmp.Diff(want, got))
		}
	}
}

// No medium of a hidden place is listed, and no hidden document counts.
func TestNoCanaryInMedia(t *testing.T) {
	tools, _ := openDatabase(t, mediaSite(), standard)
	for _, call := range []struct{ tool, arguments string }{
		{"evo.content.search", `{"limit":100,"fields":["media","content"]}`},
		{"evo.content.search", `{"limit":100,"fields":["media"],"with_tvs":["*"],"format":"markdown"}`},
		{"evo.content.get", `{"ids":[1,2,3,4,5,6],"fields":["media"]}`}, {"evo.site.describe", `{}`},
	} {
		got := strings.ReplaceAll(callTool(t, tools, public, call.tool, call.arguments), "canary3", "")
		if strings.Contains(call.arguments, "with_tvs") { // which are asked for
			got = strings.NewReplacer("canary10", "", "canary11", "").Replace(got)
		}
		if at := strings.Index(got, "canary"); at >= 0 {
			t.Errorf("%s: %s", call.arguments, got[max(0, at-200):min(len(got), at+100)])
		}
	}
}

// A page with more media than an answer has says so.
func TestManyMedia(t *testing.T) {
	site := mediaSite()
	site.Documents[1].Content = strings.Repeat(`<img src="x.jpg" alt="x">`, 150)
	site.Documents[2].Content = "<p>" + strings.Repeat(`long <img src="x.jpg" alt="x">`, 99) + "</p>"
	tools, _ := openDatabase(t, site, standard)
	image := `{"kind":"image","url":"https://www.example.com/x.jpg","alt":"x","where":"content"}`
	media := strings.Repeat(image+",", 99)
	for arguments, want := range map[string]string{
		`{"id":2,"fields":["media"]}`: `{"item":{"id":2,"media":[` + media + image +
			`],"truncated":true,"total_media":150},"meta":{"toolsetVersion":"1.0"}}`,
		`{"id":3,"fields":["media","content"],` +
			`"format":"text","max_chars":9}`: `{"item":{"id":3,"content":"long long","media":[` + media +
			`{"kind":"image","url":"https://www.example.com/assets/none.png","where":"tvs.photo"}],"truncated":true,` +
			`"total_chars":{"content":494},"next_content_offset":9,"total_media":101},"meta":{"toolsetVersion":"1.0"}}`,
	} {
		if diff := cmp.Diff(want, callTool(t, tools, public, "evo.content.get", arguments)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", arguments, diff)
		}
	}
}

// A description counts the images in contents that the caller sees.
func TestDescribedImages(t *testing.T) {
	tools, d := openDatabase(t, mediaSite(), standard)
	const described = `"images":{"documents":%d,"images":%d,"without_alt":%d,"found_in":[%s]}`
	for who, want := range map[*identity.Principal]string{
		&public: fmt.Sprintf(described, 4, 3, 2, "2,1"), &manager: fmt.Sprintf(described, 5, 4, 3, "4,2,1"),
	} {
		if got := callTool(t, tools, *who, "evo.site.describe", `{}`); !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
	for i := 10; i < 1010; i++ {
		if _, err := d.DB.ExecContext(t.Context(),
			"INSERT INTO evo_site_content (id, pagetitle, content, published, type) VALUES (?, 'x', '<img src=x>', 1, "+
				"'document')", i); err != nil {
			t.Fatal(err)
		}
	}
	tools = over(t, d.DSN)
	want := `"images":{"documents":1000,"partial":true,"images":1000,"without_alt":1000,"found_in":[1009,`
	if got := callTool(t, tools, public, "evo.site.describe", `{}`); !strings.Contains(got, want) {
		t.Errorf("%s is not in %s", want, got)
	}
}
