package toolset_test

import (
	"strings"
	"testing"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
)

// Visitors do not see the page that the site shows for 404, unless it is the start page.
func TestErrorPage(t *testing.T) {
	_, d := openDatabase(t, evosite.Fixture(), standard)
	const shown = `{"item":{"id":12,`
	for _, test := range []struct {
		settings string
		caller   identity.Principal
		shown    bool
	}{
		{"", public, true},
		{"error_page=12", public, false},
		{"error_page=12", manager, true},
		{"error_page=12 site_start=12", public, true},
		{"error_page=0", public, true},
		{"error_page=", public, true},
		{"error_page=none", public, true},
		{"unauthorized_page=12 site_unavailable_page=12", public, true},
	} {
		t.Run(test.settings, func(t *testing.T) {
			set(t, d.DB, test.settings)
			tools := over(t, d.DSN)
			got := callTool(t, tools, test.caller, "evo.content.get", `{"id":12}`)
			if strings.HasPrefix(got, shown) != test.shown {
				t.Errorf("get: %s", got)
			}
			got = callTool(t, tools, test.caller, "evo.content.children", `{"id":2,"limit":100}`)
			if strings.Contains(got, `"id":12,`) != test.shown {
				t.Errorf("children: %s", got)
			}
		})
	}
}

// The path begins below a folder that is deleted or does not exist, as on the site. What is above a folder that is
// hidden in another way changes nothing.
func TestAddressesBelowHiddenFolders(t *testing.T) {
	_, d := openDatabase(t, evosite.Fixture(), standard)
	set(t, d.DB, "friendly_urls=1 friendly_alias_urls=1 use_alias_path=1 friendly_url_suffix=.html")
	// of document 27, page-b: documents 2, page-c, and 26, page-a
	for _, c := range []struct{ above, folder, want string }{
		{"deleted=0", "published=1", "/page-c/page-a/page-b.html"},
		{"deleted=0", "published=0", "/index.php?id=27"},
		{"deleted=0", "deleted=1", "/page-b.html"},
		{"deleted=0", "deletedon=1", "/page-b.html"},
		{"deleted=0", "deleted=1, published=0", "/page-b.html"},
		{"deleted=0", "id=2600", "/page-b.html"},
		{"deleted=1", "published=1", "/page-a/page-b.html"},
		{"deleted=1", "published=0", "/index.php?id=27"},
		{"deleted=1", "deleted=1", "/page-b.html"},
		{"published=0", "published=1", "/index.php?id=27"},
		{"published=0", "deleted=1", "/page-b.html"},
	} {
		t.Run(c.above+" above "+c.folder, func(t *testing.T) {
			for _, statement := range []string{
				"UPDATE evo_site_content SET id = 26 WHERE id = 2600",
				"UPDATE evo_site_content SET deleted = 0, deletedon = 0, published = 1 WHERE id IN (2, 26)",
				"UPDATE evo_site_content SET " + c.above + " WHERE id = 2",
				"UPDATE evo_site_content SET " + c.folder + " WHERE id = 26",
			} {
				if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			got := callTool(t, over(t, d.DSN), public, "evo.content.get", `{"id":27,"fields":["url"]}`)
			if want := `{"item":{"id":27,"url":"` + c.want + `"},`; !strings.HasPrefix(got, want) {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}
