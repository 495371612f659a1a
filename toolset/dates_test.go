package toolset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/allowlist"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// events is the fixture with dates of events, in all formats in which sites store them.
func events() *evosite.Site {
	s := evosite.Fixture()
	s.TVs = append(s.TVs,
		evosite.TV{
			ID: 8, Name: "event", Type: "date", Default: evosite.Text("15-03-2026 12:00:00"), Templates: []int64{1, 2, 3},
		})
	for document, text := range map[int64]string{
		1: "31-01-2026 18:30:00", 2: "2026-01-31T18:29:59Z", 3: "1769884199", // the second before
		10: "01-02-2026", 11: "2026-02-01 00:00:01", 12: "28-02-2027 23:59", 14: "31-12-1969 23:00:00",
		21: "31-02-2026 10:00:00", 22: "soon", 23: "", 24: "0", 25: "@EVAL return '01-02-2026';", 27: "00-00-0000 00:00:00",
		30: "2026-13-01", 31: "2026", 13: "01-01-2026 00:00:00",
	} {
		s.Values = append(s.Values, evosite.Value{TV: 8, Document: document, Text: &text})
	}
	for i := range s.Documents {
		if d := &s.Documents[i]; d.ID == 12 {
			d.EditedOn = 0
		}
	}
	return s
}

// TestDates compares and sorts documents by dates in template variables. Document 32 stores none, and others store
// something else.
func TestDates(t *testing.T) {
	tools := open(t, events(), standard)
	filter := func(op, value, more string) string {
		return fmt.Sprintf(`{"limit":50,"tv_filters":[{"tv":"event","op":%q,"value":%s%s}]}`, op, value, more)
	}
	order := func(more string) string { return `{"limit":50,"tv_order":[{"tv":"event"` + more + `}]}` }
	const date, datetime = `,"cast":"DATE"`, `,"cast":"DATETIME"`
	for _, c := range []struct {
		arguments string
		want      []int64
	}{
		{filter(">", `"2026-01-31T18:29:59Z"`, datetime), []int64{1, 10, 11, 12}},
		{filter(">=", `"2026-01-31T20:29:59+02:00"`, datetime), []int64{1, 2, 3, 10, 11, 12}},
		{filter("=", `1769884199`, datetime), []int64{2, 3}},
		{filter("=", `"2026-01-31"`, date), []int64{1, 2, 3}},
		{filter("!=", `"2026-01-31T23:00:00Z"`, date), []int64{10, 11, 12, 14}},
		{filter("<=", `"2026-02-01"`, datetime), []int64{1, 2, 3, 10, 14}},
		{filter("<", `"2026-01-31"`, date), []int64{14}},
		{filter("<", `"+9000d"`, date), []int64{1, 2, 3, 10, 11, 12, 14}},
		{filter("<", `"-15000d"`, date), []int64{14}},
		{filter("=", `"2026-03-15"`, date+`,"use_default":true`), []int64{25, 32}}, // a visitor sees no value of 25
		{order(datetime), []int64{14, 2, 3, 1, 10, 11, 12, 21, 22, 23, 24, 25, 27, 30, 31, 32}},
		{order(datetime + `,"dir":"desc"`), []int64{12, 11, 10, 1, 2, 3, 14, 21, 22, 23, 24, 25, 27, 30, 31, 32}},
		{order(date), []int64{14, 1, 2, 3, 10, 11, 12, 21, 22, 23, 24, 25, 27, 30, 31, 32}},
		{order(date + `,"use_default":true`), []int64{14, 1, 2, 3, 10, 11, 25, 32, 12, 21, 22, 23, 24, 27, 30, 31}},
	} {
		expectFound(t, tools, public, "evo.content.search", c.arguments, c.want...)
		diff := cmp.Diff(c.want, walked(t, tools, public, strings.Replace(c.arguments, `"limit":50`, `"limit":3`, 1)),
			cmpopts.EquateEmpty())
		if diff != "" {
			t.Errorf("%s, page by page (-want +got):\n%s", c.arguments, diff)
		}
	}
	expectFound(t, tools, manager, "evo.content.search", filter("=", `"2026-03-15"`, date+`,"use_default":true`), 4, 16,
		17, 18, 19, 20, 26, 32)
	expectFound(t, tools, manager, "evo.content.search", filter("=", `"2026-01-01"`, date), 13)
}

// walked reads a search page by page and returns the ids.
func walked(t *testing.T, tools *toolset.Toolset, who identity.Principal, arguments string) (ids []int64) {
	t.Helper()
	first := arguments
	for {
		ids = append(ids, foundBy(t, tools, who, "evo.content.search", arguments)...)
		next := nextCursor.FindStringSubmatch(callTool(t, tools, who, "evo.content.search", arguments))
		if next == nil {
			return ids
		}
		arguments = strings.TrimSuffix(first, "}") + `,"cursor":"` + next[1] + `"}`
	}
}

// TestStoredDates checks that SQL and answers recognize the same texts as dates.
func TestStoredDates(t *testing.T) {
	texts := []string{
		"31-01-2026 18:30:00", "31-01-2026 18:30", "31-01-2026", "2026-01-31 18:30:00", "2026-01-31T18:30:00",
		"2026-01-31T18:30:00Z", "2026-01-31 18:30:00Z",
		"2026-01-31T18:30", "2026-01-31 18:30", "2026-01-31", "1769884199", "999999999", "100000000", "29-02-2024",
		"29-02-2026", "2026-02-30", "31-04-2026 10:00:00",
		"31-12-9999 23:59:59", "1000-01-01", "0999-01-01", "01-01-0001", "1-1-2026", "01-01-26", "2026-1-1", "31/01/2026",
		"2026/01/31", "2026/01/31 18:30", "2026/01/31 18:30:00", "2026/02/30", "2026/13/01", "2026/01-31", "2026-01/31",
		"2026/01/31T18:30:00", "2026/01/31 18:30:00Z", "2026/01/31 24:00:00", "2026/1/1", "01/31/2026", "2026/01/31\x00",
		"2026-01-31T18:30Z", "2026-01-31T18:30:00+02:00",
		"2026-01-31 24:00:00", "2026-01-31 23:60:00", "2026-01-31 23:59:60", "31-01-2026 ", " 31-01-2026",
		"31-01-2026 18:30:00 x", "2026-01-31 18:30:00.5", "99999999", "17698841990",
		"2026", "", "0", "01-13-2026", "00-01-2026", "2026-00-10", "2026-10-00", "31-01-2026\x0018:30:00", "31-01-2026\x00",
		"1769884199\x00", "x", "31-01-2026T18:30:00", "31-01-2026 18",
		"31-01-2026\n", "31-01-2026\r", "31-01-2026\r\n", "31-01-2026\u2028", "1769884199\r", "1769884199\u0085",
		"2026-01-31 18:30:00\n", "1769884199\n", "\n31-01-2026",
	}
	s := &evosite.Site{TVs: []evosite.TV{{ID: 1, Name: "at", Type: "date"}}}
	var want []string
	for i, text := range texts {
		id := int64(i + 1)
		s.Documents = append(s.Documents, evosite.Document{ID: id, Published: true, Title: "a"})
		s.Values = append(s.Values, evosite.Value{TV: 1, Document: id, Text: &texts[i]})
		if at, ok := allowlist.ParseStoredDate(text); ok {
			want = append(want, fmt.Sprintf("%q %s", text, time.Unix(at, 0).UTC().Format(time.RFC3339)))
		}
	}
	tools := open(t, s, standard)
	var got []string
	for i, text := range texts {
		at, ok := allowlist.ParseStoredDate(text)
		written := time.Unix(at, 0).UTC().Format(time.RFC3339)
		ids := foundBy(t, tools, public, "evo.content.search",
			fmt.Sprintf(`{"limit":100,"tv_filters":[{"tv":"at","op":"=","value":%q,"cast":"DATETIME"}]}`, written))
		if ok && slices.Contains(ids, int64(i+1)) {
			got = append(got, fmt.Sprintf("%q %s", text, written))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-as it is returned +as it is compared):\n%s", diff)
	}
	all := foundBy(t, tools, public, "evo.content.search",
		`{"limit":100,"tv_filters":[{"tv":"at","op":">","value":"0001-01-01","cast":"DATETIME"}]}`)
	if len(all) != len(want) {
		for _, id := range all {
			if _, ok := allowlist.ParseStoredDate(texts[id-1]); !ok {
				t.Errorf("%q is compared as a date", texts[id-1])
			}
		}
	}
}

// TestWrittenDates expects dates of template variables and models in RFC 3339.
func TestWrittenDates(t *testing.T) {
	site := events()
	for _, user := range site.Records["user_attributes"] {
		user["lastlogin"] = int64(1_767_225_600)
	}
	tools := open(t, site, standard)
	for _, c := range []struct {
		tool, arguments, want string
	}{
		{"evo.content.search", `{"limit":50,"fields":["id"],"with_tvs":["event","color"],"dates":"rfc3339","parent":0}`,
			`{"items":[` +
				`{"id":1,"tvs":{"event":"2026-01-31T18:30:00Z","color":null}},` +
				`{"id":2,"tvs":{"event":"2026-01-31T18:29:59Z","color":null}},` +
				`{"id":3,"tvs":{"event":"2026-01-31T18:29:59Z","color":null}},` +
				`{"id":10,"tvs":{"event":"2026-02-01T00:00:00Z","color":"red"}},` +
				`{"id":11,"tvs":{"event":"2026-02-01T00:00:01Z","color":null}},` +
				`{"id":12,"tvs":{"event":"2027-02-28T23:59:00Z","color":"Red"}},` +
				`{"id":14,"tvs":{"event":"1969-12-31T23:00:00Z","color":"100%_|pure"}},` +
				`{"id":21,"tvs":{"event":"31-02-2026 10:00:00","color":null}},` +
				`{"id":22,"tvs":{"event":"soon","color":"dark red"}},` +
				`{"id":23,"tvs":{"event":null,"color":null}},` +
				`{"id":24,"tvs":{"event":null,"color":null}},` +
				`{"id":25,"tvs":{"event":null,"color":null}},` +
				`{"id":27,"tvs":{"event":null,"color":null}},` +
				`{"id":30,"tvs":{"event":"2026-13-01","color":null}},` +
				`{"id":31,"tvs":{"event":"2026","color":null}},` +
				`{"id":32,"tvs":{"event":null,"color":null}}],` +
				`"meta":{"limit":50,"offset":0,"count":16,"has_more":false,"toolsetVersion":"1.0"}}`},
		{"evo.content.get", `{"id":32,"fields":["editedon"],"with_tvs":["event:d"],"dates":"rfc3339"}`,
			`{"item":{"id":32,"editedon":"2026-01-01T00:00:32Z","tvs":{"event":"2026-03-15T12:00:00Z"}},` +
				`"meta":{"toolsetVersion":"1.0"}}`},
		{"evo.content.get", `{"id":12,"fields":["editedon"],"with_tvs":["event"],"dates":"unix"}`,
			`{"item":{"id":12,"editedon":0,"tvs":{"event":"28-02-2027 23:59"}},"meta":{"toolsetVersion":"1.0"}}`},
		{"evo.content.get", `{"id":12,"fields":["editedon"],"dates":"rfc3339"}`,
			`{"item":{"id":12,"editedon":null},"meta":{"toolsetVersion":"1.0"}}`},
		{"evo.model.list", `{"model":"SiteSnippet","limit":5,"dates":"rfc3339"}`, `{"items":[` +
			`{"id":1,"name":"DLMenu","description":"Menus","category":1,"locked":0,"disabled":0,` +
			`"createdon":"1970-01-01T00:00:05Z","editedon":"1970-01-01T00:00:06Z"},` +
			`{"id":2,"name":"eForm_100%","description":"Forms","category":0,"locked":0,"disabled":1,` +
			`"createdon":"1970-01-01T00:00:07Z","editedon":"1970-01-01T00:00:08Z"}],` +
			`"meta":{"limit":5,"offset":0,"count":2,"has_more":false,"toolsetVersion":"1.0","model":"SiteSnippet"}}`},
		{"evo.model.get", `{"model":"SiteSnippet","id":1,"dates":"unix"}`,
			`{"item":{"id":1,"name":"DLMenu","description":"Menus","category":1,"locked":0,"disabled":0,"createdon":5,` +
				`"editedon":6},"meta":{"toolsetVersion":"1.0","model":"SiteSnippet"}}`},
		{"evo.model.get", `{"model":"UserAttribute","id":1,"dates":"rfc3339"}`,
			`{"item":{"id":1,"internalKey":1,"fullname":"Ada Admin","email":"ada@example.com","phone":"1","mobilephone":"",` +
				`"blocked":0,"blockeduntil":null,"blockedafter":null,` +
				`"failedlogincount":0,"logincount":0,"lastlogin":"2026-01-01T00:00:00Z"},"meta":{"toolsetVersion":"1.0",` +
				`"model":"UserAttribute"}}`},
	} {
		who := public
		if strings.HasPrefix(c.tool, "evo.model.") {
			who = manager
		}
		if diff := cmp.Diff(c.want, callTool(t, tools, who, c.tool, c.arguments)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.tool, c.arguments, diff)
		}
	}
}

// TestPeriods searches documents by the times at which they were created, edited and published.
func TestPeriods(t *testing.T) {
	site := events() // created and edited around 2026-01-01T00:00:00Z
	now := time.Now().Unix()
	for i := range site.Documents {
		switch d := &site.Documents[i]; d.ID {
		case 3:
			d.CreatedOn = now - 20*24*3600
		case 30:
			d.EditedOn = now - 3600
		case 13: // a draft
			d.CreatedOn, d.EditedOn = now-60, now-60
		case 31:
			d.PubDate = now - 5*24*3600
		}
	}
	tools, d := openDatabase(t, site, standard)
	if _, err := d.DB.ExecContext(t.Context(),
		"UPDATE evo_site_content SET publishedon = 1767225700 WHERE id IN (1, 31)"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		arguments string
		want      []int64
	}{
		{`"created_between":{"from":"-30d"}`, []int64{3}},
		{`"created_between":{"from":"-21d","to":"-19d"}`, []int64{3}},
		{`"created_between":{"from":"-21d","to":"-3w"}`, nil},
		{`"created_between":{"to":"2026-01-01"},"parent":3`, []int64{30, 31, 32}},
		{`"created_between":{"from":"2026-01-01T00:01:30Z","to":"2026-01-01T00:01:40Z"}`, []int64{1, 2, 10}},
		{`"edited_between":{"from":"2026-01-01T00:00:12Z","to":"2026-01-01T00:00:21Z"}`, []int64{14, 21}},
		{`"edited_between":{"to":"2026-01-01T00:00:12Z"}`, []int64{1, 2, 3, 10, 11}}, // 12 has no time
		{`"edited_between":{"from":"-2h"},"created_between":{"to":"2026-01-01"}`, []int64{30}},
		{`"edited_between":{"from":"2026-01-01T00:00:12Z"},"order_by_edited":"asc"`,
			[]int64{14, 21, 22, 23, 24, 25, 27, 31, 32, 30}},
		{`"edited_between":{"from":"2026-01-01T00:00:12Z"},"order_by_edited":"desc"`,
			[]int64{30, 32, 31, 27, 25, 24, 23, 22, 21, 14}},
		{`"published_between":{"from":"-1w"}`, []int64{31}},
		{`"published_between":{"from":"1999-12-31","to":"2000-01-01"}`, []int64{21}},
		{`"published_between":{"from":"1767225700","to":"1767225700"}`, []int64{1}},
		{`"published_between":{"from":"-30d"},"template":3,"count_by":"template"`, nil},
		{`"query":"page","created_between":{"from":"-30d"}`, []int64{3}},
	} {
		expectFound(t, tools, public, "evo.content.search", `{"limit":50,`+c.arguments+`}`, c.want...)
	}
	expectFound(t, tools, manager, "evo.content.search", `{"limit":50,"created_between":{"from":"-1h"}}`, 13)
	for arguments, want := range map[string][2]string{
		`"created_between":{}`: {"created_between",
			"created_between needs from, to or both"},
		`"edited_between":{"from":"lately"}`: {"edited_between.from",
			"edited_between.from " + wrongTimeMessage},
		`"published_between":{"to":"2026-02"}`: {"published_between.to",
			"published_between.to " + wrongTimeMessage},
		`"edited_between":{"from":"2026-02-02","to":"2026-02-01"}`: {"edited_between.to",
			"edited_between.to must not be before edited_between.from"},
		`"tv_filters":[{"tv":"event","op":"<","value":"1-2-2026","cast":"DATE"}]`: {"tv_filters[0].value",
			"with cast DATE the value must be a date such as 2026-01-31, 31.01.2026 or 2026-01-31T12:00:00Z, or relative " +
				"such as -30d; 01/02/2026 can be two days"},
		`"tv_filters":[{"tv":"event","op":"in","value":["2026-01-01"],"cast":"DATETIME"}]`: {"tv_filters[0].cast",
			"cast works only with = != > >= < <=, not with in"},
		`"tv_filters":[{"tv":"event","op":"<","value":"2026-01-01","cast":"DECIMAL(20,0)"}]`: {"tv_filters[0].value",
			"with cast the value must be a number such as 100 or 19.99, without exponent and with at most 35 digits before " +
				"the point"},
	} {
		f := refuse(t, tools, public, "evo.content.search", `{"limit":1,`+arguments+`}`)
		if got := [2]string{f.Field, f.Message}; got != want {
			t.Errorf("%s: %q, want %q", arguments, got, want)
		}
	}
}

// TestRevisedDates compares, sorts and returns dates as such without a cast, for callers who name a revision.
func TestRevisedDates(t *testing.T) {
	tools, d := openDatabase(t, events(), standard)
	filter := func(op, value, more string) string {
		return fmt.Sprintf(`{"limit":50,"tv_filters":[{"tv":"event","op":%q,"value":%q%s}]}`, op, value, more)
	}
	for _, c := range []struct {
		arguments string
		want      []int64
	}{
		{filter("=", "31.01.2026", ""), []int64{1, 2, 3}},
		{filter("=", "31-01-2026", `,"cast":"DATE"`), []int64{1, 2, 3}},
		{filter("=", "01/31/2026", ""), []int64{1, 2, 3}},
		{filter(">", "31/01/2026", ""), []int64{10, 11, 12}},
		{filter("=", "1/2/2026", ""), []int64{10, 11}}, // as the site's manager writes dates
		{filter(">=", "31.1.2026 18:30", ""), []int64{1, 10, 11, 12}},
		{filter("<", "2026-01-31T18:29:59.5Z", ""), []int64{14}},
		{filter("<", "-15000d", ""), []int64{14}},
		{filter("=", "", ""), []int64{23}},
		{filter("like", "2026", ""), []int64{1, 2, 10, 11, 21, 30, 31}},
		{`{"limit":50,"tv_filters":[{"tv":"event","op":"in","value":["2026","soon"]}]}`, []int64{22, 31}},
		{`{"limit":50,"tv_order":[{"tv":"event"}]}`, []int64{14, 2, 3, 1, 10, 11, 12, 21, 22, 23, 24, 25, 27, 30, 31, 32}},
	} {
		expectFound(t, tools, revised, "evo.content.search", c.arguments, c.want...)
	}
	expectFound(t, tools, public, "evo.content.search", filter("=", "soon", ""), 22)
	f := refuse(t, tools, revised, "evo.content.search", filter("=", "soon", ""))
	if want := "the value for a date must be a date such as 2026-01-31, 31.01.2026 or 2026-01-31T12:00:00Z, or relative " +
		"such as -30d; 01/02/2026 can be two days"; f.Message != want || f.Field != "tv_filters[0].value" {
		t.Errorf("%v at %s", f, f.Field)
	}
	for _, c := range []struct {
		who             identity.Principal
		arguments, want string
	}{
		{revised, ``, `{"item":{"id":1,"editedon":1767225601,"tvs":{"event":"2026-01-31T18:30:00Z"}}`},
		{revised, `,"dates":"unix"`, `{"item":{"id":1,"editedon":1767225601,"tvs":{"event":"31-01-2026 18:30:00"}}`},
		{revised, `,"tv_format":"stored"`, `{"item":{"id":1,"editedon":1767225601,"tvs":{"event":"31-01-2026 18:30:00"}}`},
		{public, ``, `{"item":{"id":1,"editedon":1767225601,"tvs":{"event":"31-01-2026 18:30:00"}}`},
	} {
		got := callTool(t, tools, c.who, "evo.content.get",
			`{"id":1,"fields":["editedon"],"with_tvs":["event"]`+c.arguments+`}`)
		if diff := cmp.Diff(c.want+`,"meta":{"toolsetVersion":"1.0"}}`, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.arguments, diff)
		}
	}
	set(t, d.DB, "datetime_format=mm/dd/YYYY")
	expectFound(t, over(t, d.DSN), revised, "evo.content.search", filter("=", "2/1/2026", ""), 10, 11)
	set(t, d.DB, "datetime_format=YYYY/mm/dd")
	f = refuse(t, over(t, d.DSN), revised, "evo.content.search", filter("=", "2/1/2026", ""))
	if f.Field != "tv_filters[0].value" {
		t.Error(f)
	}
}

// TestNullDates reads missing dates in all notations that sites have for them.
func TestNullDates(t *testing.T) {
	s := &evosite.Site{TVs: []evosite.TV{{ID: 1, Name: "at", Type: "date", Templates: []int64{1}}}}
	for i, text := range []string{
		"", " ", "0", "00-00-0000", "00-00-0000 00:00:00", "0000-00-00", "0000-00-00 00:00:00", "0000-00-00T00:00:00",
		"0000-00-00T00:00:00Z",
	} {
		id := int64(i + 1)
		s.Documents = append(s.Documents, evosite.Document{ID: id, Published: true, Template: 1})
		s.Values = append(s.Values, evosite.Value{TV: 1, Document: id, Text: &text})
	}
	tools := open(t, s, standard)
	var items []string
	for _, d := range s.Documents {
		items = append(items, fmt.Sprintf(`{"id":%d,"tvs":{"at":null}}`, d.ID))
	}
	for _, arguments := range []string{`"dates":"rfc3339"`, `"tv_format":"typed"`} {
		got := callTool(t, tools, public, "evo.content.search",
			`{"limit":50,"fields":["id"],"with_tvs":["at"],`+arguments+`}`)
		if want := `{"items":[` + strings.Join(items, ",") + `],`; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
	got := callTool(t, tools, public, "evo.site.describe", `{"template":1}`)
	// neither a range nor a format
	if want := `"default":null,"times":"` + localTimes + `","documents":9}]`; !strings.Contains(got, want) {
		t.Errorf("%s is not in %s", want, got)
	}
}
