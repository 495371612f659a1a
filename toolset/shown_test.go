package toolset_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
	"emcp/toolset"
)

// seenBy returns what a caller has seen in the result of a call, or nil if that cannot be determined.
func seenBy(t *testing.T, tools *toolset.Toolset, who identity.Principal, tool, arguments string) *toolset.Seen {
	t.Helper()
	result, err := tools.Call(t.Context(), who, tool, jsontext.Value(arguments))
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	s, known := tools.Seen(who, result)
	if !known {
		return nil
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var kept toolset.Seen
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	return &kept
}

// TestSeenDocuments shows which documents are seen in results: also the titles and addresses of others.
func TestSeenDocuments(t *testing.T) {
	s := evosite.Fixture()
	for i := range s.Documents {
		if s.Documents[i].ID == 1 {
			s.Documents[i].Content = "<a href=\"[~22~]\">Bench</a> <a href=\"[~4~]\">Draft</a>"
		}
	}
	tools := open(t, s, standard)
	for _, c := range []struct {
		tool, arguments string
		want            []int64 // nil: not known
	}{
		{"evo.content.get", `{"id":10,"fields":["pagetitle"]}`, []int64{10}},
		{"evo.content.get", `{"id":10,"fields":["path"]}`, []int64{2, 10}},
		{"evo.content.get", `{"id":25,"fields":["url"]}`, []int64{2, 21, 24, 25}},
		{"evo.content.get", `{"id":27,"fields":["path","url"]}`, []int64{2, 27}}, // below a draft
		{"evo.content.get", `{"id":14,"fields":["previous","next"]}`, []int64{12, 14, 21}},
		{"evo.content.get", `{"id":24,"fields":["children"]}`, []int64{24, 25}},
		{"evo.content.descendants", `{"id":26,"limit":9}`, []int64{27}},
		{"evo.content.ancestors", `{"id":27,"limit":9}`, []int64{2}},
		// with the way to the page behind its link
		{"evo.content.get", `{"id":1,"fields":["content"]}`, []int64{1, 2, 21, 22}},
		{"evo.content.get", `{"id":4}`, []int64{}}, // not seen
		{"evo.content.children", `{"id":21,"limit":2,"fields":["pagetitle"]}`, []int64{22, 23}},
		{"evo.content.ancestors", `{"id":25,"limit":9,"fields":["pagetitle"]}`, []int64{2, 21, 24}},
		{"evo.content.search", `{"query":"chair","limit":9,"fields":["pagetitle"]}`, []int64{10}},
		{"evo.content.search", `{"query":"nothing","limit":9}`, []int64{}},
		{"evo.content.search", `{"parent":21,"limit":9,"with_tvs":["price"],"fields":["pagetitle"]}`,
			[]int64{22, 23, 24, 25}},
		{"evo.model.list", `{"model":"SiteTemplate","limit":9}`, nil},
		{"evo.site.describe", `{}`, nil},
	} {
		got := seenBy(t, tools, public, c.tool, c.arguments)
		if c.want == nil || got == nil {
			if got != nil || c.want != nil {
				t.Errorf("%s %s: %v, want %v", c.tool, c.arguments, got, c.want)
			}
			continue
		}
		if diff := cmp.Diff(c.want, got.Documents, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.tool, c.arguments, diff)
		}
		if still, err := tools.Sees(t.Context(), public, *got); err != nil || !still {
			t.Errorf("%s %s is no longer seen: %v", c.tool, c.arguments, err)
		}
	}
}

// TestSeenManyDocuments has a page with more links than are remembered.
func TestSeenManyDocuments(t *testing.T) {
	s := evosite.Fixture()
	links := ""
	for i := range 1100 {
		s.Documents = append(s.Documents, evosite.Document{ID: int64(1000 + i), Title: "Many", Published: true})
		links += fmt.Sprintf("[~%d~] ", 1000+i)
	}
	s.Documents[0].Content = links
	tools := open(t, s, standard)
	if got := seenBy(t, tools, public, "evo.content.get", `{"id":1,"fields":["content"]}`); got != nil {
		t.Errorf("%d documents are remembered", len(got.Documents))
	}
	if got := seenBy(t, tools, public, "evo.content.get", `{"id":1,"fields":["pagetitle"]}`); got == nil {
		t.Error("a document is not remembered")
	}
}

// TestSees changes what callers have seen, and changes it back.
func TestSees(t *testing.T) {
	const (
		get     = `{"id":25,"fields":["pagetitle","path"],"with_tvs":["price"]}`
		publish = "UPDATE evo_site_content SET published = 1, deleted = 0, privateweb = 0, unpub_date = 0 WHERE id IN (10, " +
			"21, 25)"
	)
	tools, d := openDatabase(t, evosite.Fixture(), standard)
	for _, c := range []struct {
		name   string
		who    identity.Principal
		change string
		gone   bool // for the caller
		back   string
	}{
		{"nothing", public, "DO 1", false, "DO 1"},
		{"a title", public, "UPDATE evo_site_content SET pagetitle = 'Other', editedon = 5 WHERE id = 25", false, "DO 1"},
		{"another document", public, "UPDATE evo_site_content SET published = 0 WHERE id = 10", false, publish},
		{"unpublished", public, "UPDATE evo_site_content SET published = 0 WHERE id = 25", true, publish},
		{"unpublished, for managers", manager, "UPDATE evo_site_content SET published = 0 WHERE id = 25", false, publish},
		{"unpublished by date", public, "UPDATE evo_site_content SET unpub_date = 1 WHERE id = 25", true, publish},
		{"in the trash", public, "UPDATE evo_site_content SET deleted = 1 WHERE id = 25", true, publish},
		{"in the trash, for managers", manager, "UPDATE evo_site_content SET deleted = 1 WHERE id = 25", true, publish},
		{"private", public, "UPDATE evo_site_content SET privateweb = 1 WHERE id = 25", true, publish},
		{"in a private group", public, "INSERT INTO evo_document_groups (document_group, document) VALUES (1, 25)", true,
			"DELETE FROM evo_document_groups WHERE document = 25"},
		{"in a group of members", public, "INSERT INTO evo_document_groups (document_group, document) VALUES (2, 25)", true,
			"DELETE FROM evo_document_groups WHERE document = 25"},
		{"in a group that is made private", public, "UPDATE evo_documentgroup_names SET private_webgroup = 1 WHERE id = 3",
			true, "DELETE FROM evo_document_groups WHERE document = 25"},
		{"a document above is a draft", public, "UPDATE evo_site_content SET published = 0 WHERE id = 21", true, publish},
		{"a variable is restricted", public, "INSERT INTO evo_site_tmplvar_access (tmplvarid, documentgroup) VALUES (1, 2)",
			true, "DELETE FROM evo_site_tmplvar_access"},
		{"restricted, for an owner", outsider, "INSERT INTO evo_site_tmplvar_access (tmplvarid, documentgroup) VALUES (1, 2)",
			true, "DELETE FROM evo_site_tmplvar_access"},
		{"restricted, for another owner", staff,
			"INSERT INTO evo_site_tmplvar_access (tmplvarid, documentgroup) VALUES (1, 2)", false,
			"DELETE FROM evo_site_tmplvar_access"},
		{"a variable is away", public, "DELETE FROM evo_site_tmplvars WHERE id = 2", true, "DO 1"},
		{"away", public, "DELETE FROM evo_site_content WHERE id = 25", true, "DO 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "in a group that is made private" {
				exec(t, d, "INSERT INTO evo_document_groups (document_group, document) VALUES (3, 25)")
			}
			tools = over(t, d.DSN)
			before := seenBy(t, tools, c.who, "evo.content.get", get)
			exec(t, d, c.change)
			tools = over(t, d.DSN) // another process, which has read nothing yet
			still, err := tools.Sees(t.Context(), c.who, *before)
			if err != nil || still == c.gone {
				t.Errorf("still seen: %t, %v", still, err)
			}
			exec(t, d, c.back)
		})
	}
}

func exec(t *testing.T, d *testdb.Database, statement string) {
	t.Helper()
	if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// TestSeesWithoutDatabase expects an error if the database is down.
func TestSeesWithoutDatabase(t *testing.T) {
	server := testdb.StartServer(t)
	d := server.Open(t)
	if err := evosite.Load(t.Context(), d.DB, evosite.Fixture(), standard); err != nil {
		t.Fatal(err)
	}
	tools := over(t, d.DSN)
	before := seenBy(t, tools, public, "evo.content.get", `{"id":1}`)
	server.Stop()
	if _, err := tools.Sees(t.Context(), public, *before); err == nil {
		t.Error("a document is seen without a database")
	}
	server.Start(t)
	wait.For(t, 10*time.Second, func() error {
		still, err := tools.Sees(t.Context(), public, *before)
		if err == nil && !still {
			err = errors.New("the document is no longer seen")
		}
		return err
	})
}
