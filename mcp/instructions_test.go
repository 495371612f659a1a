package mcp_test

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
	"emcp/mcp/method"
	"emcp/mcp/wire"
	"emcp/server"
)

// Where a name of a section or template begins in instructions.
const sectionsBegin = "Sections ("

// instructionsIn returns the instructions of an answer.
func instructionsIn(t *testing.T, answer string) string {
	t.Helper()
	var in struct {
		Result struct {
			Instructions string `json:"instructions"`
		} `json:"result"`
	}
	if err := stdjson.Unmarshal([]byte(answer), &in); err != nil || in.Result.Instructions == "" {
		t.Fatalf("%v, there are no instructions in %s", err, answer)
	}
	return in.Result.Instructions
}

// TestInstructionsOfSites has a site of which much could be said: what assistants read first stays short, and begins
// with what matters.
func TestInstructionsOfSites(t *testing.T) {
	site := evosite.Fixture()
	for id := range int64(90) {
		site.Documents = append(site.Documents,
			evosite.Document{ID: 100 + id, Parent: 100 + id/10*10 - 100, Title: fmt.Sprint("Розділ ", id), Published: true,
				Template: 2})
		site.TVs = append(site.TVs,
			evosite.TV{ID: 100 + id, Name: fmt.Sprint("variable", id), Type: "date", Templates: []int64{1, 2}})
	}
	d := testdb.Open(t)
	if err := evosite.Load(t.Context(), d.DB, site, evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	base := Serve(t, d.DSN, "{handle: content, site: main}", `{handle: content, site: main}
  - {handle: models, site: main, tools: ["evo.model.*"]}
  - {handle: two, site: main, tools: [evo.content.get, evo.site.describe]}
  - {handle: chatgpt, site: main, profile: chatgpt}`)
	list := Post(t, base+"/mcp", listTheTools, wire.VersionHeader, "2025-11-25").Body
	for handle, most := range map[string]int{"content": maxReadFirst - len(list), "two": 1536,
		"chatgpt": 1536} {
		for method, ask := range map[string]func() string{
			"initialize": func() string { return Post(t, base+"/mcp/"+handle, Initialize("2025-11-25")).Body },
			"server/discover": func() string {
				return Post(t, base+"/mcp/"+handle, StatelessRequest("server/discover", ""),
					StatelessHeaders("server/discover", "")...).Body
			},
		} {
			text := instructionsIn(t, ask())
			if len(text) > most {
				t.Errorf("%s, %s: %d bytes, want at most %d: %s", handle, method, len(text), most, text)
			}
			first := string([]rune(text)[:min(512, len([]rune(text)))])
			for _, part := range []string{"what visitors see", "data of the site", `Site "Fixture"`, sectionsBegin,
				`2 "Shop" 30`} {
				if !strings.Contains(first, part) {
					t.Errorf("%s, %s: the first 512 characters lack %s: %s", handle, method, part, first)
				}
			}
			if strings.Contains(text, `"Product"`) != (handle != "chatgpt") {
				t.Errorf("%s, %s: templates are of no use for ChatGPT, and for others they are: %s", handle, method, text)
			}
		}
	}
	// Tools that are off are not named, and where no tool shows documents, nothing is said of them.
	models := instructionsIn(t, Post(t, base+"/mcp/models", Initialize("2025-11-25")).Body)
	Equal(t, method.Guide(nil, identity.Public), models)
	for handle, off := range map[string][]string{"two": {"search", "descendants"},
		"chatgpt": {"descendants", "describe", "next_cursor"}} {
		for _, name := range off {
			if text := instructionsIn(t, Post(t, base+"/mcp/"+handle, Initialize("2025-11-25")).Body); strings.Contains(text,
				name) {
				t.Errorf("%s has no %s, and its instructions name it: %s", handle, name, text)
			}
		}
	}
}

// TestInstructionsNeedTheScopeOfCalls has callers who may begin a session and call no tool.
func TestInstructionsNeedTheScopeOfCalls(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	as := func(token string) func() string {
		return func() string {
			return Post(t, base+"/mcp", Initialize("2025-11-25"), "Authorization", "Bearer "+token).Body
		}
	}
	for _, token := range []string{"manager", "full"} {
		if text := instructionsIn(t, as(token)()); !strings.Contains(text, sectionsBegin) {
			t.Errorf("%s reads %s", token, text)
		}
	}
	if text := instructionsIn(t, as("reader")()); strings.Contains(text, "Shop") || strings.Contains(text, sectionsBegin) {
		t.Errorf("a caller without the scope of tools/call reads %s", text)
	}
}

// TestInstructionsOfSlowDatabase has a database that answers late: clients get the instructions that do not need it,
// and later the others, from the reading that has gone on.
func TestInstructionsOfSlowDatabase(t *testing.T) {
	d := Fixture(t)
	base := Listen(t, NewServerWith(t, server.Options{SiteTime: 100 * time.Millisecond}, d.DSN))
	if got := Post(t, base+"/mcp", GetHome); got.Status != 200 {
		t.Fatal(got)
	}
	unlock := LockDocuments(t, d)
	plain := strings.Replace(Initialized("2025-11-25"), `"version":"1.2.3","platform"`,
		`"version":"1.2.3","title":"Fixture","platform"`, 1)
	Equal(t, plain, Post(t, base+"/mcp", Initialize("2025-11-25")).Body)
	unlock()
	want := withTitle(Initialized("2025-11-25"))
	wait.For(t, time.Minute, func() error {
		if diff := cmp.Diff(want, Post(t, base+"/mcp", Initialize("2025-11-25")).Body); diff != "" {
			return errors.New(diff)
		}
		return nil
	})
}
