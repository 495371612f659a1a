package toolset_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
	"emcp/toolset"
)

// memberOf is the owner of a personal token. The system setting use_udperms is on.
func memberOf(role int64, groups []int64, permissions ...string) identity.Principal {
	return identity.Principal{Subject: "user:9@main", View: identity.Manager, Member: &identity.Member{
		Role: role, Permissions: permissions, Groups: groups, RestrictedDocuments: true,
	}}
}

// withoutUdperms is the member of a site whose setting use_udperms is off.
func withoutUdperms(p identity.Principal) identity.Principal {
	m := *p.Member
	m.RestrictedDocuments = false
	p.Member = &m
	return p
}

var (
	administrator = memberOf(1, nil)
	outsider      = memberOf(2, nil)
	staff         = memberOf(2, []int64{2})
	twoGroups     = memberOf(2, []int64{1, 3})
)

// callers are callers of every kind. sees says whether they may see what is restricted to group 2; for template
// variables, the setting use_udperms does not matter.
var callers = []struct {
	name    string
	who     identity.Principal
	sees    bool // what is restricted to group 2
	private bool // sees documents that are private for managers and restricted to group 2
}{
	{"visitor", public, false, false},
	{"manager", manager, true, true},
	{"administrator", administrator, true, true},
	{"administrator without use_udperms", withoutUdperms(administrator), true, true},
	{"outsider", outsider, false, false},
	{"outsider without use_udperms", withoutUdperms(outsider), false, true},
	{"member of group 2", staff, true, true},
	{"member of group 2 without use_udperms", withoutUdperms(staff), true, true},
	{"member of other groups", twoGroups, false, false},
	{"member of other groups without use_udperms", withoutUdperms(twoGroups), false, true},
}

// accessSite is the fixture plus parts that only some callers see. The template variable 7, cost, is for
// group 2, and so is the private folder 40 with the open documents 41 to 43, and 44 below 42. Document 45
// is private and in no group.
func accessSite() *evosite.Site {
	s := evosite.Fixture()
	for i, d := range []evosite.Document{
		{ID: 40, Parent: 2, Title: "Board", Folder: true, PrivateManager: true},
		{ID: 41, Parent: 40, Title: "Minutes"},
		{ID: 42, Parent: 40, Title: "More minutes", Folder: true},
		{ID: 43, Parent: 40, Title: "Secret minutes", PrivateManager: true},
		{ID: 44, Parent: 42, Title: "Far down"},
		{ID: 45, Parent: 2, Title: "Nobody's", PrivateManager: true},
		{ID: 46, Parent: 40, Title: "Old minutes", Deleted: true},
	} {
		d.MenuIndex, d.Published, d.Template = int64(i+20), true, 3
		s.Documents = append(s.Documents, d)
	}
	s.DocumentGroups[1].Documents = append(s.DocumentGroups[1].Documents, 40, 43)
	s.TVs = append(s.TVs,
		evosite.TV{ID: 7, Name: "cost", Caption: "Cost", Default: evosite.Text("1000000"), Elements: "a||b"})
	s.Records["site_tmplvar_access"] = []evosite.Record{
		{"tmplvarid": 7, "documentgroup": 2}, {"tmplvarid": 7, "documentgroup": 5},
	}
	s.Values = append(s.Values, evosite.Value{TV: 7, Document: 10, Text: evosite.Text("55")}) // row 29
	s.Tags = append(s.Tags, evosite.Tag{TV: 7, Document: 10, Name: "dear"})
	return s
}

// foundBy returns the ids in the answer of a call, in their order.
func foundBy(t *testing.T, tools *toolset.Toolset, who identity.Principal, tool, arguments string) []int64 {
	t.Helper()
	type row struct {
		ID int64 `json:"id"`
	}
	var answer struct {
		Item  *row  `json:"item"`
		Items []row `json:"items"`
	}
	if err := json.Unmarshal([]byte(callTool(t, tools, who, tool, arguments)), &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Item != nil {
		return []int64{answer.Item.ID}
	}
	var all []int64
	for _, r := range answer.Items {
		all = append(all, r.ID)
	}
	return all
}

func expectFound(t *testing.T, tools *toolset.Toolset, who identity.Principal, tool, arguments string, want ...int64) {
	t.Helper()
	if diff := cmp.Diff(want, foundBy(t, tools, who, tool, arguments), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s %s (-want +got):\n%s", tool, arguments, diff)
	}
}

// ifSeen returns ids if seen is true, otherwise nil.
func ifSeen(seen bool, all ...int64) []int64 {
	if seen {
		return all
	}
	return nil
}

// naming are calls that name a template variable, each in a different place.
var naming = []struct{ tool, arguments, field string }{
	{"evo.content.search", `{"limit":1,"with_tvs":["price",%s]}`, "with_tvs[1]"},
	{"evo.content.search", `{"limit":1,"tv_filters":[{"tv":%s,"op":"!null"}]}`, "tv_filters[0].tv"},
	{"evo.content.search",
		`{"limit":1,"tv_filters":[{"tv":"price","op":"!null"},{"tv":%s,"op":"=","value":1000000,"cast":"SIGNED",` +
			`"use_default":true}]}`, "tv_filters[1].tv"},
	{"evo.content.search", `{"limit":1,"tv_order":[{"tv":%s,"use_default":true}]}`, "tv_order[0].tv"},
	{"evo.content.get", `{"id":10,"with_tvs":[%s]}`, "with_tvs[0]"},
	{"evo.content.children", `{"id":2,"limit":1,"with_tvs":[%s]}`, "with_tvs[0]"},
	{"evo.content.ancestors", `{"id":10,"limit":1,"with_tvs":[%s]}`, "with_tvs[0]"},
	{"evo.site.describe", `{"tv":%s}`, "tv"},
}

// expectTVNamed names a template variable in every place of every call. Callers who do not see it must get the same
// answer as from another site without this variable.
func expectTVNamed(
	t *testing.T, tools, other *toolset.Toolset, who identity.Principal, tv string, seen bool, near ...string,
) {
	t.Helper()
	for _, n := range naming {
		for _, name := range []string{tv, tv + ":d"} {
			if name != tv && !strings.HasPrefix(n.field, "with_tvs") {
				continue
			}
			arguments := fmt.Sprintf(n.arguments, `"`+name+`"`)
			if seen {
				callTool(t, tools, who, n.tool, arguments)
				continue
			}
			expectSameFault(t, refuse(t, other, who, n.tool, arguments), refuse(t, tools, who, n.tool, arguments), arguments)
		}
		for _, near := range near { // names for which the variable would be suggested
			arguments := fmt.Sprintf(n.arguments, `"`+near+`"`)
			f := refuse(t, tools, who, n.tool, arguments)
			if f.Kind != fault.UnknownTV || f.Field != n.field || slices.Contains(f.Suggestions, tv) != seen {
				t.Errorf("%s: %v at %q, suggestions %q", arguments, f, f.Field, f.Suggestions)
			}
		}
	}
}

// TestRestrictedTVs names a template variable that only some callers see.
func TestRestrictedTVs(t *testing.T) {
	tools := open(t, accessSite(), standard)
	other := open(t, evosite.Fixture(), standard) // has no such variable
	for _, c := range callers {
		t.Run(c.name, func(t *testing.T) {
			expectTVNamed(t, tools, other, c.who, "cost", c.sees, "costs", "Cost", "cos", "cost:")
			expectTVInAnswers(t, tools, c.who, c.sees)
		})
	}
}

// TestHiddenTVs has a template variable that the owner hides from visitors. To a visitor, it does not exist.
func TestHiddenTVs(t *testing.T) {
	site := accessSite()
	delete(site.Records, "site_tmplvar_access")
	site.TVs[slices.IndexFunc(site.TVs, func(tv evosite.TV) bool { return tv.Name == "cost" })].Templates = []int64{2}
	d := testdb.Open(t)
	if err := evosite.Load(t.Context(), d.DB, site, standard); err != nil {
		t.Fatal(err)
	}
	options := evodb.Options{DSN: d.DSN, MaxOpenConns: 4, StatementTimeout: 10 * time.Second}
	options.HidesTV = func(name string) bool { return name == "cost" }
	db, err := evodb.Open(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	tools := toolset.New(db, bounds())
	other := open(t, evosite.Fixture(), standard) // has no such variable
	for _, c := range callers {
		t.Run(c.name, func(t *testing.T) {
			sees := c.name != "visitor"
			expectTVNamed(t, tools, other, c.who, "cost", sees, "costs", "Cost", "cos", "cost:")
			expectTVInAnswers(t, tools, c.who, sees)
			answer := callTool(t, tools, c.who, "evo.site.describe", `{"detail":"full"}`)
			if strings.Contains(answer, `"cost"`) != sees {
				t.Errorf("cost is seen: %t; %s", sees, answer)
			}
			answer = callTool(t, tools, c.who, "evo.content.get", `{"id":10,"with_tvs":["*"]}`)
			if strings.Contains(answer, `"tv_staff":["cost"]`) != sees {
				t.Errorf("cost is marked as hidden from visitors: %t; %s", sees, answer)
			}
		})
	}
}

// TestSensitiveTVs has a template variable with a sensitive name (contract section 7), which no caller sees.
func TestSensitiveTVs(t *testing.T) {
	other := open(t, evosite.Fixture(), standard) // has no such variable
	for _, name := range []string{"password", "cachepwd", "verified_key", "Refresh_Token", "access_token", "SESSIONID"} {
		site := accessSite()
		i := slices.IndexFunc(site.TVs, func(tv evosite.TV) bool { return tv.Name == "cost" })
		site.TVs[i].Name = name
		delete(site.Records, "site_tmplvar_access")
		tools := open(t, site, standard)
		for _, c := range callers {
			t.Run(name+", "+c.name, func(t *testing.T) {
				expectTVNamed(t, tools, other, c.who, name, false, name+"s", name[1:])
				expectTVInAnswers(t, tools, c.who, false)
				if answer := callTool(t, tools, c.who, "evo.site.describe", `{"detail":"full"}`); strings.Contains(answer, name) {
					t.Errorf("%s is in %s", name, answer)
				}
			})
		}
	}
}

// expectSameFault compares everything that a caller learns from two faults.
func expectSameFault(t *testing.T, want, got *fault.Error, arguments string) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(fault.Error{})); diff != "" {
		t.Errorf("%s: the fault tells that there is something (-without it +with it):\n%s", arguments, diff)
	}
}

// expectTVInAnswers looks for the variable 7 in answers.
func expectTVInAnswers(t *testing.T, tools *toolset.Toolset, who identity.Principal, seen bool) {
	t.Helper()
	expect := func(tool, arguments string, want ...int64) {
		t.Helper()
		expectFound(t, tools, who, tool, arguments, want...)
	}
	list := func(model, where string) string {
		return `{"model":"` + model + `","limit":100,"filters":{"where":[` + where + `]}}`
	}
	expect("evo.model.list", `{"model":"SiteTmplvar","limit":100}`,
		append([]int64{1, 2, 3, 4, 5, 6}, ifSeen(seen, 7)...)...)
	expect("evo.model.list", `{"model":"SiteTmplvar","limit":3,"offset":5,"order_by":"rank"}`,
		append([]int64{6}, ifSeen(seen, 7)...)...)
	expect("evo.model.get", `{"model":"SiteTmplvar","id":7}`, ifSeen(seen, 7)...)
	expect("evo.model.get", `{"model":"SiteTmplvarContentvalue","id":29}`, ifSeen(seen, 29)...)
	for _, where := range []string{
		`{"field":"id","op":"=","value":7}`, `{"field":"name","op":"=","value":"cost"}`,
		`{"field":"name","op":"like-r","value":"co"},{"field":"id","op":">","value":2}`,
		`{"field":"default_text","op":"=","value":"1000000"}`, `{"field":"caption","op":"in","value":["Cost"]}`,
		`{"field":"elements","op":"like","value":"||"}`,
	} {
		expect("evo.model.list", list("SiteTmplvar", where), ifSeen(seen, 7)...)
	}
	for _, where := range []string{
		`{"field":"tmplvarid","op":"=","value":7}`, `{"field":"value","op":"=","value":"55"}`,
		`{"field":"id","op":">","value":28}`,
	} {
		expect("evo.model.list", list("SiteTmplvarContentvalue", where), ifSeen(seen, 29)...)
	}
	expect("evo.content.search", `{"tags_data":{"tv_id":7,"tags":["dear"]},"limit":100}`, ifSeen(seen, 10)...)
	if !seen {
		return
	}
	expect("evo.content.search", `{"tv_filters":[{"tv":"cost","op":"=","value":"55"}],"limit":100}`, 10)
	expect("evo.content.search", `{"tv_order":[{"tv":"cost","dir":"desc"}],"limit":1}`, 10)
	got := callTool(t, tools, who, "evo.content.get", `{"id":10,"with_tvs":["cost"]}`)
	if !strings.Contains(got, `"tvs":{"cost":"55"}`) {
		t.Errorf("the value is not in %s", got)
	}
	got = callTool(t, tools, who, "evo.content.get", `{"id":11,"with_tvs":["cost:d"]}`)
	if !strings.Contains(got, `"tvs":{"cost":"1000000"}`) {
		t.Errorf("the default is not in %s", got)
	}
}

// TestTVsOfOneName has two variables of the same name; the older one is restricted. For callers who do not see the
// older one, the name must mean the younger one.
func TestTVsOfOneName(t *testing.T) {
	site := accessSite()
	site.TVs = append(site.TVs, evosite.TV{ID: 8, Name: "cost", Default: evosite.Text("free")})
	site.Values = append(site.Values, evosite.Value{TV: 8, Document: 10, Text: evosite.Text("public")})
	tools := open(t, site, standard)
	for _, c := range callers {
		t.Run(c.name, func(t *testing.T) {
			want := []string{`"tvs":{"cost":"public"}`, `"tvs":{"cost":"free"}`}
			if c.sees {
				want = []string{`"tvs":{"cost":"55"}`, `"tvs":{"cost":"1000000"}`}
			}
			for i, id := range []int{10, 11} {
				arguments := fmt.Sprintf(`{"id":%d,"with_tvs":["cost:d"]}`, id)
				answer, err := tools.Call(context.Background(), c.who, "evo.content.get", []byte(arguments))
				if err != nil {
					t.Errorf("%s: %v", arguments, err)
				} else if !strings.Contains(string(answer.JSON), want[i]) {
					t.Errorf("%s: want %s in %s", arguments, want[i], answer.JSON)
				}
			}
		})
	}
}

// TestTVAccessIsReadAgain changes the restrictions. Callers who lose access must be refused soon.
func TestTVAccessIsReadAgain(t *testing.T) {
	tools, d := openDatabase(t, accessSite(), standard)
	const arguments = `{"id":10,"with_tvs":["cost"]}`
	if f := refuse(t, tools, public, "evo.content.get", arguments); f.Kind != fault.UnknownTV {
		t.Fatal(f)
	}
	if _, err := d.DB.ExecContext(t.Context(), "DELETE FROM evo_site_tmplvar_access"); err != nil {
		t.Fatal(err)
	}
	wait.For(t, 5*time.Second, func() error {
		_, err := tools.Call(context.Background(), public, "evo.content.get", []byte(arguments))
		return err
	})
}

// TestBindingsAreNotShown has @-bindings as value, default and elements. Visitors must get nothing in their place,
// whatever they ask. Users of the manager see what they can edit.
func TestBindingsAreNotShown(t *testing.T) {
	site := evosite.Fixture()
	site.TVs = []evosite.TV{
		{ID: 1, Name: "computed", Elements: "@SELECT name, id FROM users", Default: evosite.Text("@EVAL return 'zz';")},
		{ID: 2, Name: "plain", Elements: "a||b", Default: evosite.Text("zero")},
	}
	site.Values = []evosite.Value{
		{TV: 2, Document: 10, Text: evosite.Text("\n @file /etc/passwd")},
		{TV: 2, Document: 11, Text: evosite.Text("a@example.com")},
		{TV: 1, Document: 11, Text: evosite.Text("one")},
	}
	tools := open(t, site, standard)
	for _, c := range callers {
		t.Run(c.name, func(t *testing.T) {
			visitor := c.who.View == identity.Public
			or := func(shown, hidden string) string {
				if visitor {
					return hidden
				}
				return shown
			}
			for _, a := range []struct{ arguments, want string }{
				{`{"id":10,"with_tvs":["computed","computed:d"]}`, `{"computed":` + or(`"@EVAL return 'zz';"`, "null") + `}`},
				{`{"id":11,"with_tvs":["computed:d"]}`, `{"computed":"one"}`},
				{`{"id":10,"with_tvs":["plain"]}`, `{"plain":` + or(`"\n @file /etc/passwd"`, "null") + `}`},
				{`{"id":10,"with_tvs":["plain:d"]}`, `{"plain":` + or(`"\n @file /etc/passwd"`, `"zero"`) + `}`},
				{`{"id":11,"with_tvs":["plain"]}`, `{"plain":"a@example.com"}`},
			} {
				if got := callTool(t, tools, c.who, "evo.content.get", a.arguments); !strings.Contains(got, `"tvs":`+a.want+`}`) {
					t.Errorf("%s: want %s in %s", a.arguments, a.want, got)
				}
			}
			filter := func(filter string, want ...int64) {
				t.Helper()
				expectFound(t, tools, c.who, "evo.content.search",
					`{"parent":2,"depth":1,"template":2,"limit":2,"tv_filters":[`+filter+`]}`, want...)
			}
			filter(`{"tv":"plain","op":"like","value":"passwd"}`, ifSeen(!visitor, 10)...)
			filter(`{"tv":"plain","op":"!=","value":"x"}`, append(ifSeen(!visitor, 10), 11)...)
			filter(`{"tv":"plain","op":"!null"}`, append(ifSeen(!visitor, 10), 11)...)
			filter(`{"tv":"computed","op":"=","value":"@EVAL return 'zz';","use_default":true}`, ifSeen(!visitor, 10, 12)...)
			filter(`{"tv":"computed","op":"null","use_default":true}`, ifSeen(visitor, 10, 12)...)
			// NULL comes first, so that 10 is the second from the end if its value counts.
			expectFound(t, tools, c.who, "evo.content.search", `{"limit":2,"tv_order":[{"tv":"plain","dir":"desc"}]}`, 11,
				map[bool]int64{true: 1, false: 10}[visitor])
			expectFound(t, tools, c.who, "evo.model.list",
				`{"model":"SiteTmplvar","limit":10,"filters":{"where":[{"field":"default_text","op":"like","value":"eval"}]}}`,
				ifSeen(!visitor, 1)...)
			expectFound(t, tools, c.who, "evo.model.list",
				`{"model":"SiteTmplvar","limit":10,"filters":{"where":[{"field":"elements","op":"null"}]}}`, ifSeen(visitor, 1)...)
			expectFound(t, tools, c.who, "evo.model.list",
				`{"model":"SiteTmplvarContentvalue","limit":10,"filters":{"where":[{"field":"value","op":"in","value":["x",`+
					`"\n @file /etc/passwd"]}]}}`, ifSeen(!visitor, 1)...)
			for _, arguments := range []string{
				`{"model":"SiteTmplvar","limit":10}`, `{"model":"SiteTmplvarContentvalue","limit":10,"order_by":"value"}`,
			} {
				got := callTool(t, tools, c.who, "evo.model.list", arguments)
				for _, secret := range []string{"@EVAL", "@SELECT", "@file"} {
					if visitor && strings.Contains(got, secret) {
						t.Errorf("%s: %s is in %s", arguments, secret, got)
					}
				}
				if !visitor && !strings.Contains(got, "@EVAL") && !strings.Contains(got, "@file") {
					t.Errorf("%s: there is no binding in %s", arguments, got)
				}
			}
		})
	}
}

// TestPermissions checks every model with every kind of caller. All forbidden calls must get the same message.
func TestPermissions(t *testing.T) {
	tools := open(t, evosite.Fixture(), standard)
	needs := map[string]string{
		"User": "edit_user", "UserAttribute": "edit_user",
		"UserRole": "edit_role", "Permissions": "edit_role", "PermissionsGroups": "edit_role", "RolePermissions": "edit_role",
	}
	internal := []string{"SiteSnippet", "SitePlugin", "SiteModule", "Category"}
	// such a caller does not exist; if it did, it would be a visitor
	visitingMember := memberOf(1, nil, "edit_user", "edit_role")
	visitingMember.View = identity.Public
	for _, c := range []struct {
		name string
		who  identity.Principal
		may  []string
	}{
		{"visitor", public, nil},
		{"visitor with permissions", visitingMember, nil},
		{"manager", manager, []string{"edit_user", "edit_role"}},
		{"administrator", administrator, []string{"edit_user", "edit_role"}},
		{"member without permissions", memberOf(2, []int64{1, 2, 3}), nil},
		{"member with another permission",
			memberOf(2, nil, "emcp", "edit_document", "edit_users", "EDIT_USER", "new_role", ""), nil},
		{"member who edits users", memberOf(2, nil, "emcp", "edit_user"), []string{"edit_user"}},
		{"member who edits roles", memberOf(3, nil, "edit_role"), []string{"edit_role"}},
		{"member who edits both", withoutUdperms(memberOf(4, nil, "edit_role", "edit_user")),
			[]string{"edit_user", "edit_role"}},
		{"member of role 0", memberOf(0, nil), nil},
		{"member of role -1", memberOf(-1, nil), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, m := range bounds().Models {
				for tool, arguments := range map[string]string{
					"evo.model.list": fmt.Sprintf(`{"model":%q,"limit":1}`, m.Name),
					"evo.model.get":  fmt.Sprintf(`{"model":%q,"id":1}`, strings.ToUpper(m.Name)),
				} {
					permission := needs[m.Name]
					want := &fault.Error{
						Kind: fault.Forbidden, Message: "the model " + m.Name + " needs a caller with the manager view",
					}
					switch {
					case permission != "" && !slices.Contains(c.may, permission):
						want.Message += "; the owner of a personal token also needs the permission " + permission
					case slices.Contains(internal, m.Name) && c.who.View == identity.Public:
						want.Message += ", unless domain.models.allow in the configuration names it"
					default:
						callTool(t, tools, c.who, tool, arguments)
						continue
					}
					expectSameFault(t, want, refuse(t, tools, c.who, tool, arguments), arguments)
				}
			}
		})
	}
	if class := fault.Forbidden.Class(); class.HTTP != 403 {
		t.Errorf("forbidden is HTTP %d", class.HTTP)
	}
}

// TestForbiddenModelsTellNothing calls models that the caller may not see, with valid and with invalid arguments. No
// answer may depend on a row.
func TestForbiddenModelsTellNothing(t *testing.T) {
	tools, d := openDatabase(t, evosite.Fixture(), standard)
	answers := func() []string {
		var all []string
		for _, who := range []identity.Principal{public, outsider} {
			for _, arguments := range []string{
				`{"model":"User","limit":1,"filters":{"where":[{"field":"username","op":"=","value":"admin"}]}}`,
				`{"model":"User","limit":1,"filters":{"where":[{"field":"password","op":"=","value":"SECRET-HASH"}]}}`,
				`{"model":"User","limit":1,"order_by":"username"}`,
				`{"model":"UserAttribute","limit":1,"filters":{"where":[{"field":"email","op":"like","value":"@"}]}}`,
				`{"model":"RolePermissions","limit":1,"offset":5000}`,
				`{"model":"SiteTmplvarContentvalu","limit":1}`,
			} {
				f := refuse(t, tools, who, "evo.model.list", arguments)
				all = append(all, fmt.Sprint(f.Kind, f.Message, f.Field, f.Suggestions))
			}
		}
		return all
	}
	before := answers()
	for _, table := range []string{"users", "user_attributes", "role_permissions"} {
		if _, err := d.DB.ExecContext(t.Context(), "DELETE FROM evo_"+table); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(before, answers()); diff != "" {
		t.Errorf("without users (-before +after):\n%s", diff)
	}
}

// TestPrivateFolder walks through, beside and into a private folder. Everybody must find the open documents in it. Only
// callers who may see the folder find the folder itself.
func TestPrivateFolder(t *testing.T) {
	tools := open(t, accessSite(), standard)
	for _, c := range callers {
		t.Run(c.name, func(t *testing.T) {
			expect := func(tool, arguments string, want ...int64) {
				t.Helper()
				expectFound(t, tools, c.who, "evo.content."+tool, arguments, want...)
			}
			all := c.private && (c.who.Member == nil || c.who.Member.Administrator() || !c.who.Member.RestrictedDocuments)
			private := c.private
			// The document itself.
			expect("get", `{"id":40}`, ifSeen(private, 40)...)
			expect("get", `{"id":41}`, 41)
			expect("get", `{"id":43}`, ifSeen(private, 43)...)
			expect("get", `{"id":45}`, ifSeen(all, 45)...)
			expect("get", `{"id":46}`)
			// Up.
			expect("ancestors", `{"id":41,"limit":9}`, append([]int64{2}, ifSeen(private, 40)...)...)
			expect("ancestors", `{"id":44,"limit":9}`, without([]int64{2, 40, 42}, ifSeen(!private, 40))...)
			expect("ancestors", `{"id":44,"depth":1,"limit":9}`, 42)
			expect("ancestors", `{"id":44,"depth":2,"limit":9}`, append(ifSeen(private, 40), 42)...)
			expect("ancestors", `{"id":44,"depth":3,"limit":9}`, without([]int64{2, 40, 42}, ifSeen(!private, 40))...)
			expect("ancestors", `{"id":44,"limit":1,"offset":1}`, map[bool]int64{true: 40, false: 42}[private])
			expect("ancestors", `{"id":43,"limit":9}`, ifSeen(private, 2, 40)...)
			expect("ancestors", `{"id":40,"limit":9}`, ifSeen(private, 2)...)
			// Down.
			expect("children", `{"id":40,"limit":9}`, without([]int64{41, 42, 43}, ifSeen(!private, 43))...)
			expect("children", `{"id":42,"limit":9}`, 44)
			expect("children_range", `{"id":40,"from":21,"to":22,"limit":9}`, 41, 42)
			expect("children_range", `{"id":2,"from":20,"limit":9}`, append(ifSeen(private, 40), ifSeen(all, 45)...)...)
			expect("descendants", `{"id":40,"depth":6,"limit":9}`, without([]int64{41, 42, 43, 44}, ifSeen(!private, 43))...)
			expect("descendants", `{"id":42,"depth":6,"limit":9}`, 44)
			expect("search", `{"parent":40,"limit":9}`, without([]int64{41, 42, 43, 44}, ifSeen(!private, 43))...)
			expect("search", `{"parent":2,"depth":1,"template":3,"limit":9}`, append(ifSeen(private, 40), ifSeen(all, 45)...)...)
			expect("search", `{"parent":2,"template":3,"limit":9}`,
				without([]int64{40, 41, 42, 43, 44, 45}, ifSeen(!private, 40, 43), ifSeen(!all, 45))...)
			expect("search", `{"template":3,"hidemenu":false,"limit":99}`, without(
				[]int64{30, 31, 32, 40, 41, 42, 43, 44, 45}, ifSeen(!private, 40, 43), ifSeen(!all, 45))...)
			expect("search", `{"template":3,"deleted":true,"limit":9}`, ifSeen(c.who.View == identity.Manager, 46)...)
			expect("search", `{"template":3,"parent":40,"deleted":true,"limit":9}`,
				ifSeen(c.who.View == identity.Manager, 46)...)
			tree := slices.DeleteFunc(foundBy(t, tools, c.who, "evo.content.root_tree", `{"depth":6,"limit":100}`),
				func(id int64) bool { return id < 40 })
			want := without([]int64{40, 41, 42, 43, 44, 45}, ifSeen(!private, 40, 43), ifSeen(!all, 45))
			if diff := cmp.Diff(want, tree); diff != "" {
				t.Errorf("root_tree (-want +got):\n%s", diff)
			}
			// Beside.
			expect("siblings", `{"id":43,"limit":9}`, ifSeen(private, 41, 42)...)
			expect("siblings", `{"id":41,"limit":9}`, without([]int64{42, 43}, ifSeen(!private, 43))...)
			expect("siblings_range", `{"id":41,"from":23,"limit":9}`, ifSeen(private, 43)...)
			expect("neighbors", `{"id":42,"limit":9}`, without([]int64{41, 43}, ifSeen(!private, 43))...)
			expect("next_siblings", `{"id":42,"limit":9}`, ifSeen(private, 43)...)
			expect("prev_siblings", `{"id":43,"limit":9}`, ifSeen(private, 42, 41)...)
			expect("prev_siblings", `{"id":45,"limit":2}`, ifSeen(all, 40, 26)...)
		})
	}
}

// without returns the ids that none of the lists contains.
func without(all []int64, lists ...[]int64) []int64 {
	return slices.DeleteFunc(all, func(id int64) bool { return slices.Contains(slices.Concat(lists...), id) })
}

// TestDeniedTools denies tools by patterns. They must not be listed, called or suggested.
func TestDeniedTools(t *testing.T) {
	_, d := openDatabase(t, evosite.Fixture(), standard)
	var names []string
	for _, tool := range toolset.New(new(evodb.DB), bounds()).Tools() {
		names = append(names, tool.Name)
	}
	for _, c := range []struct {
		deny   []string
		denied []string
	}{
		{nil, nil},
		{[]string{"evo.model.*"}, []string{"evo.model.list", "evo.model.get"}},
		{[]string{"*"}, names},
		{[]string{"*.get", "evo.content.*siblings"}, []string{
			"evo.content.get", "evo.content.siblings", "evo.content.prev_siblings", "evo.content.next_siblings", "evo.model.get",
		}},
		{[]string{"evo.content.search", "evo.content.children"}, []string{"evo.content.search", "evo.content.children"}},
		{[]string{"evo_model_list", "EVO.MODEL.LIST", "evo.model", "model.list"}, nil},
	} {
		t.Run(strings.Join(c.deny, " "), func(t *testing.T) {
			o := bounds()
			for _, text := range c.deny {
				pattern, err := identity.ParsePattern(text)
				if err != nil {
					t.Fatal(err)
				}
				o.Deny = append(o.Deny, pattern)
			}
			tools := toolset.New(database(t, d.DSN), o)
			var listed []string
			for _, tool := range tools.Tools() {
				listed = append(listed, tool.Name)
			}
			want := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(c.denied, name) })
			if diff := cmp.Diff(want, listed, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
			for _, name := range names {
				err := tools.Admit(name)
				if !slices.Contains(c.denied, name) {
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
					continue
				}
				want := &fault.Error{
					Kind:    fault.ToolDenied,
					Message: "this tool is switched off on this server; tools/list returns the available tools",
				}
				expectSameFault(t, want, fault.From(err), name)
				// A call that skips Admit must not find the tool either.
				if f := refuse(t, tools, manager, name, `{}`); f.Kind != fault.UnknownTool {
					t.Errorf("%s: %v", name, f)
				}
			}
			for _, wrong := range append([]string{"evo.model.lst", "evo.content.serch", "", "x"}, misspelt(names)...) {
				f := fault.From(tools.Admit(wrong))
				if slices.Contains(c.deny, "*") {
					if f.Kind != fault.ToolDenied {
						t.Errorf("%q: %v", wrong, f)
					}
					continue
				}
				if f.Kind != fault.UnknownTool && f.Kind != fault.ToolDenied {
					t.Errorf("%q: %v", wrong, f)
				}
				for _, suggestion := range f.Suggestions {
					if slices.Contains(c.denied, suggestion) {
						t.Errorf("%q: suggests the denied %s", wrong, suggestion)
					}
				}
			}
		})
	}
}

// misspelt returns names that differ little from these.
func misspelt(names []string) []string {
	var all []string
	for _, name := range names {
		all = append(all, name[:len(name)-1], name+"s", strings.ToUpper(name))
	}
	return all
}
