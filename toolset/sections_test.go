package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

func TestSections(t *testing.T) {
	site := evosite.Fixture()
	for _, parents := range [][2]int64{{90, 91}, {91, 90}, {92, 93}, {94, 4}, {95, 94}} { // a circle; 4 is a draft
		site.Documents = append(site.Documents, evosite.Document{ID: parents[0], Parent: parents[1], Title: "Far",
			MenuIndex: 9, Published: true})
	}
	site.Records["system_settings"] = []evosite.Record{{"setting_name": "site_name", "setting_value": "Shop"}}
	const (
		home = `{"id":1,"parent":0,"pagetitle":"Home","url":"/","documents_below":0},` +
			`{"id":2,"parent":0,"pagetitle":"Shop","url":"/index.php?id=2","documents_below":`
		outdoor = `{"id":21,"parent":2,"pagetitle":"Outdoor","url":"/index.php?id=21","documents_below":4},` +
			`{"id":24,"parent":21,"pagetitle":"Garden","url":"/index.php?id=24","documents_below":1},`
		blog = `{"id":3,"parent":0,"pagetitle":"Blog","url":"/index.php?id=3","documents_below":3},`
		far  = `{"id":94,"parent":%d,"pagetitle":"Far","url":"/index.php?id=94","documents_below":1}`
	)
	onEveryGeneration(t, site, func(t *testing.T, tools *toolset.Toolset) {
		for _, c := range []struct {
			who  identity.Principal
			want string
		}{
			{public, `{"site":{"name":"Shop","url":"/","languages":[],"documents":21},"sections":[` + home + `10},` + outdoor +
				blog + fmt.Sprintf(far, 0) + `],"meta":{"toolsetVersion":"1.0"}}`},
			{manager, `{"site":{"name":"Shop","url":"/","languages":["en"],"language_sections":[{"lang":"en","roots":[2]}],` +
				`"documents":29},"sections":[` + home + `17},` + outdoor +
				`{"id":26,"parent":2,"pagetitle":"Season, draft","url":"/index.php?id=26","documents_below":1},` + blog +
				`{"id":4,"parent":0,"pagetitle":"Draft","url":"/index.php?id=4","documents_below":2},` + fmt.Sprintf(far, 4) +
				`],"meta":{"toolsetVersion":"1.0"}}`},
		} {
			if got := callTool(t, tools, c.who, "evo.site.describe", `{"detail":"sections"}`); got != c.want {
				t.Errorf("%s: %s, want %s", c.who.Subject, got, c.want)
			}
		}
		for _, arguments := range []string{`"template":2`, `"template_name":"Page"`, `"tv":"price"`} {
			f := refuse(t, tools, public, "evo.site.describe", `{"detail":"sections",`+arguments+`}`)
			if f.Kind != fault.InvalidParams || f.Field != "detail" {
				t.Errorf("%s: %v", arguments, f)
			}
		}
	})
}

// TestSectionsAreBounded describes a site with 600 sections on three levels, of which those nearest to the root count
// most, then the largest.
func TestSectionsAreBounded(t *testing.T) {
	site := &evosite.Site{}
	add := func(id, parent int64) {
		site.Documents = append(site.Documents, evosite.Document{
			ID: id, Parent: parent, Title: strings.Repeat("Ї", 200), Published: true,
		})
	}
	for id := int64(1); id <= 150; id++ {
		add(id, 0)
		add(1000+id, id)
		add(2000+id, id)
		add(3000+id, 2000+id)
		add(4000+id, 3000+id)
		if id > 100 {
			add(5000+id, 2000+id)
		}
	}
	_, d := openDatabase(t, site, standard)
	for _, c := range []struct{ tokens, bytes, sections, total, last int }{
		{20_000, 1 << 20, 154, 450, 2104}, {2_000, 1 << 20, 15, 450, 115}, {2_000_000, 64 << 10, 42, 450, 142},
		{2_000_000, 1 << 20, 200, 450, 2150},
	} {
		o := bounds()
		o.ResultTokens, o.ResultBytes = c.tokens, c.bytes
		text := callTool(t, toolset.New(database(t, d.DSN), o), public, "evo.site.describe", `{"detail":"sections"}`)
		var got struct {
			Sections []struct{ ID, Parent int }
			Cut      bool `json:"truncated"`
			Total    int  `json:"total_sections"`
		}
		if err := json.Unmarshal([]byte(text), &got, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		deepest := 0
		for _, s := range got.Sections {
			deepest = max(deepest, s.ID)
		}
		if len(got.Sections) != c.sections || !got.Cut || got.Total != c.total || deepest != c.last ||
			len(text) > 4*c.tokens || 3*len(text) > c.bytes {
			t.Errorf("%+v: %d sections of %d up to %d, %d bytes", c, len(got.Sections), got.Total, deepest, len(text))
		}
	}
}
