package mcp_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

// onBothStoresTwice runs a test with the processes of one installation: with one that keeps answers in memory, and with
// two that share a Redis.
func onBothStoresTwice(t *testing.T, test func(t *testing.T, d *testdb.Database, bases []string)) {
	t.Run("memory", func(t *testing.T) {
		d := Fixture(t)
		test(t, d, []string{Serve(t, d.DSN)})
	})
	t.Run("redis", func(t *testing.T) {
		d := Fixture(t)
		change := append(WithRedis(testdb.StartRedis(t).URL), "auth:",
			"security: {cursor_key: 32 characters that nobody guesses}\nauth:")
		test(t, d, []string{Serve(t, d.DSN, change...), Serve(t, d.DSN, change...)})
	})
}

// TestReplayOfWhatIsHidden repeats calls whose answers show what their caller may no longer see. They are run again,
// and the new answers take the place of the old ones.
func TestReplayOfWhatIsHidden(t *testing.T) {
	const publish = "UPDATE evo_site_content SET published = 1, deleted = 0, unpub_date = 0 WHERE id IN (10, 2)"
	onBothStoresTwice(t, func(t *testing.T, d *testdb.Database, bases []string) {
		for i, c := range []struct {
			name, tool, arguments, change, back string
			headers                             []string
		}{
			{
				"unpublished", "evo.content.get", `{"id":10}`, "UPDATE evo_site_content SET published = 0 WHERE id = 10",
				publish, nil,
			},
			{
				"unpublished by its date", "evo.content.get", `{"id":10}`,
				"UPDATE evo_site_content SET unpub_date = 1 WHERE id = 10", publish, nil,
			},
			{
				"in the trash", "evo.content.get", `{"id":10}`, "UPDATE evo_site_content SET deleted = 1 WHERE id = 10", publish,
				[]string{"Authorization", "Bearer manager"},
			},
			{
				"one of a list", "evo.content.children", `{"id":2,"limit":3,"fields":["pagetitle"]}`,
				"UPDATE evo_site_content SET published = 0 WHERE id = 10", publish, nil,
			},
			{
				"above", "evo.content.get", `{"id":11,"fields":["pagetitle","path"]}`,
				"UPDATE evo_site_content SET published = 0 WHERE id = 2", publish, nil,
			},
			{
				"in a group", "evo.content.get", `{"id":10}`,
				"INSERT INTO evo_document_groups (document_group, document) VALUES (2, 10)",
				"DELETE FROM evo_document_groups WHERE document = 10 AND document_group = 2", nil,
			},
			{
				"in a group that is made private", "evo.content.get", `{"id":10}`,
				"UPDATE evo_documentgroup_names SET private_webgroup = 1 WHERE id = 3",
				"UPDATE evo_documentgroup_names SET private_webgroup = 0 WHERE id = 3", nil,
			},
			{
				"of a model", "evo.model.get", `{"model":"SiteTemplate","id":3}`, "DELETE FROM evo_site_templates WHERE id = 3",
				"DO 1", nil,
			},
			{"away", "evo.content.get", `{"id":31}`, "DELETE FROM evo_site_content WHERE id = 31", "DO 1", nil},
		} {
			key, message := fmt.Sprintf("key-%d", i), ToolCall(c.tool, c.arguments)
			ask := func(n int, path, key string) Reply {
				return Keyed(t, bases[n%len(bases)]+path, message, key, c.headers...)
			}
			first := ask(0, "/mcp", key)
			if first.Status != http.StatusOK || strings.Contains(first.Body, `"error"`) {
				t.Fatalf("%s: %+v", c.name, first)
			}
			Execute(t, d, c.change)
			today := ask(0, "/mcp", "")
			if first.Body == today.Body {
				t.Fatalf("%s: the change changes nothing", c.name)
			}
			again := ask(1, "/mcp", key)
			Equal(t, today, again, fmt.Sprintf("%s: again", c.name))
			if conflict := Keyed(t, bases[0]+"/mcp", GetHome, key, c.headers...); cmp.Diff(KeyConflict, conflict) != "" {
				t.Errorf("%s: another call: %+v", c.name, conflict)
			}
			Execute(t, d, c.back)
			for n := range 2 {
				Equal(t, Replayed(today), ask(n, "/mcp", key),
					fmt.Sprintf("%s: what is hidden is back, and not what the key is for", c.name))
			}
		}
	})
}

// TestReplayOfModels repeats calls of which nobody can say whether their answers may still be shown: they are run each
// time, and are repeated where that gives the same.
func TestReplayOfModels(t *testing.T) {
	onBothStoresTwice(t, func(t *testing.T, _ *testdb.Database, bases []string) {
		for i, message := range []string{
			ToolCall("evo.model.list", `{"model":"SiteTemplate","limit":9}`), ToolCall("evo.site.describe", `{}`),
			ToolCall("evo.content.search", `{"limit":9,"deleted":true}`),
		} {
			key := fmt.Sprintf("key-%d", i)
			first := Keyed(t, bases[0]+"/mcp", message, key, "Authorization", "Bearer manager")
			if first.Status != http.StatusOK || strings.Contains(first.Body, `"error"`) {
				t.Fatalf("%s: %+v", message, first)
			}
			for _, base := range bases {
				Equal(t, Replayed(first), Keyed(t, base+"/mcp", message, key, "Authorization", "Bearer manager"), message)
				Equal(t, KeyConflict, Keyed(t, base+"/mcp", GetHome, key, "Authorization", "Bearer manager"),
					fmt.Sprintf("%s: another call", message))
			}
		}
	})
}

// TestReplayOfHiddenVariable restricts a template variable whose values an answer shows. That is noticed when the site
// is read again, as it is by other calls.
func TestReplayOfHiddenVariable(t *testing.T) {
	onBothStoresTwice(t, func(t *testing.T, d *testdb.Database, bases []string) {
		message := ToolCall("evo.content.get", `{"id":10,"fields":["pagetitle"],"with_tvs":["price"]}`)
		first := Keyed(t, bases[0]+"/mcp", message, "key-1")
		if !strings.Contains(first.Body, "99.50") {
			t.Fatalf("%+v", first)
		}
		for _, base := range bases {
			Equal(t, Replayed(first), Keyed(t, base+"/mcp", message, "key-1"))
		}
		Execute(t, d, "INSERT INTO evo_site_tmplvar_access (tmplvarid, documentgroup) VALUES (1, 2)")
		for _, base := range bases {
			var got Reply
			wait.Until(t, 20*time.Second, "the site is read again", func() bool {
				Post(t, base+"/mcp", ToolCall("evo.content.get", `{"id":10,"with_tvs":["nothing"]}`)) // makes emcp look
				got = Keyed(t, base+"/mcp", message, "key-1")
				return !strings.Contains(got.Body, "99.50")
			})
			if !strings.Contains(got.Body, `"code":"unknown_tv"`) {
				t.Errorf("%+v", got)
			}
		}
	})
}

// TestReplayWithoutDatabase is a database that is down when a call is repeated: nobody knows what its caller may see.
func TestReplayWithoutDatabase(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	LoadFixture(t, d)
	base := Serve(t, d.DSN, "statement_timeout: 10s", "statement_timeout: 1s")
	if diff := cmp.Diff(Answered(GotHome), Keyed(t, base+"/mcp", GetHome, "key-1")); diff != "" {
		t.Fatal(diff)
	}
	database.Stop()
	Equal(t, Answered(DatabaseUnavailable), Keyed(t, base+"/mcp", GetHome, "key-1"))
	database.Start(t)
	var got Reply
	wait.Until(t, 10*time.Second, "the database is used again", func() bool {
		got = Keyed(t, base+"/mcp", GetHome, "key-1")
		return got.Body != DatabaseUnavailable
	})
	Equal(t, Replayed(Answered(GotHome)), got)
}

// TestManyKeys has a caller with more answers than are kept: the oldest are forgotten, and its calls are run again.
func TestManyKeys(t *testing.T) {
	onBothStoresTwice(t, func(t *testing.T, d *testdb.Database, bases []string) {
		const room = 1024
		if diff := cmp.Diff(Answered(GotHome),
			Keyed(t, bases[0]+"/mcp", GetHome, "other", "Authorization", "Bearer manager")); diff != "" {
			t.Fatal(diff)
		}
		for n := range room + 1 {
			if got := Keyed(t, bases[n%len(bases)]+"/mcp", GetHome, strconv.Itoa(n)); got.Status != http.StatusOK ||
				got.Header["Idempotency-Replayed"] != "" {
				t.Fatalf("call %d: %+v", n, got)
			}
		}
		RenameHome(t, d, "Changed")
		for _, key := range []string{"1", strconv.Itoa(room)} {
			Equal(t, Replayed(Answered(GotHome)), Keyed(t, bases[0]+"/mcp", GetHome, key), fmt.Sprintf("key %s", key))
		}
		Equal(t, titled("Changed"), Keyed(t, bases[0]+"/mcp", GetHome, "0"))
		Equal(t, Replayed(Answered(GotHome)), Keyed(t, bases[0]+"/mcp", GetHome, "other", "Authorization", "Bearer manager"),
			"another caller")
	})
}
