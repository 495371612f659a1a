package toolset_test

import (
	"strings"
	"testing"
	"time"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// A result is reused for the same call in any notation, and for no other call, caller or server.
func TestAnswersOfCalls(t *testing.T) {
	_, d := openDatabase(t, evosite.Fixture(), standard)
	db, o := database(t, d.DSN), bounds()
	o.Answers = toolset.NewAnswers(time.Minute, 1<<20)
	tools := toolset.New(db, o)
	o.BaseURL = "https://www.example.com/"
	elsewhere := toolset.New(db, o)
	member := identity.Principal{
		Subject: "user:2@main", View: identity.Manager, Member: &identity.Member{Role: 2, Groups: []int64{1}},
	}

	const before, after = `"pagetitle":"Chair"`, `"pagetitle":"Armchair"`
	expect := func(tools *toolset.Toolset, who identity.Principal, tool, arguments, title string) {
		t.Helper()
		if got := callTool(t, tools, who, tool, arguments); !strings.Contains(got, title) {
			t.Errorf("%s %s for %s: %s, want %s", tool, arguments, who.Subject, got, title)
		}
	}
	expect(tools, public, "evo.content.get", `{"id":10,"fields":["pagetitle","alias"]}`, before)
	if _, err := d.DB.ExecContext(t.Context(),
		"UPDATE evo_site_content SET pagetitle = 'Armchair' WHERE id = 10"); err != nil {
		t.Fatal(err)
	}
	expect(tools, public, "evo.content.get", `{"fields":["pagetitle","alias"], "id":10}`, before)
	expect(tools, identity.Principal{Subject: "another visitor", View: identity.Public}, "evo_content_get",
		`{"id":10,"fields":["pagetitle","alias"]}`, before)
	expect(tools, public, "evo.content.get", `{"id":10,"fields":["alias","pagetitle"]}`, after)
	expect(tools, public, "evo.content.children", `{"id":2,"limit":1}`, after)
	expect(tools, manager, "evo.content.get", `{"id":10,"fields":["pagetitle","alias"]}`, after)
	expect(tools, member, "evo.content.get", `{"id":10,"fields":["pagetitle","alias"]}`, after)
	expect(elsewhere, public, "evo.content.get", `{"id":10,"fields":["pagetitle","alias"]}`, after)
}
