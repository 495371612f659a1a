package allowlist_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/allowlist"
)

func TestModels(t *testing.T) {
	identifier := regexp.MustCompile(`^[A-Za-z][A-Za-z_]*$`)
	names, tables := map[string]bool{}, map[string]bool{}
	for _, m := range allowlist.Models() {
		fields := m.FieldNames()
		if names[strings.ToLower(m.Name)] || tables[m.Table] {
			t.Errorf("%s of %s: there is another of this name or table", m.Name, m.Table)
		}
		names[strings.ToLower(m.Name)], tables[m.Table] = true, true
		if fields[0] != "id" || !m.Fields[0].Integer() {
			t.Errorf("%s: the first field is %s, want the integer id", m.Name, fields[0])
		}
		if sorted := slices.Sorted(slices.Values(fields)); len(slices.Compact(sorted)) != len(fields) {
			t.Errorf("%s: a field is there twice in %q", m.Name, fields)
		}
		for _, name := range append(fields, m.Table) {
			if !identifier.MatchString(name) {
				t.Errorf("%s: %q is no plain identifier", m.Name, name)
			}
			if allowlist.Sensitive(name) {
				t.Errorf("%s: %s is sensitive", m.Name, name)
			}
		}
		for _, name := range []string{m.DocumentField, m.TVField} {
			if f, ok := m.Field(name); name != "" && (!ok || !f.Integer()) {
				t.Errorf("%s: %s, by which its rows are hidden, is not one of its integers", m.Name, name)
			}
		}
	}
}

// Who may see what is decided by properties of a model, so that each model is listed here.
func TestWhoSeesModels(t *testing.T) {
	type rule struct {
		Permission, Document, TV, Bindings string
		Internal                           bool
	}
	users, roles, internal := rule{Permission: "edit_user"}, rule{Permission: "edit_role"}, rule{Internal: true}
	want := map[string]rule{
		"User": users, "UserAttribute": users,
		"UserRole": roles, "Permissions": roles, "PermissionsGroups": roles, "RolePermissions": roles,
		"SiteTmplvar":             {TV: "id", Bindings: "default_text elements"},
		"SiteTmplvarContentvalue": {Document: "contentid", TV: "tmplvarid", Bindings: "value"},
		"SiteTemplate":            {},
		"SiteSnippet":             internal, "SitePlugin": internal, "SiteModule": internal, "Category": internal,
	}
	got := map[string]rule{}
	for _, m := range allowlist.Models() {
		var bindings []string
		for _, f := range m.Fields {
			if f.Binding() {
				bindings = append(bindings, f.Name())
			}
			if f.Binding() && f.Integer() {
				t.Errorf("%s: an integer %s cannot hold a binding", m.Name, f.Name())
			}
		}
		got[m.Name] = rule{m.Permission, m.DocumentField, m.TVField, strings.Join(bindings, " "), m.Internal}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("models (-want +got):\n%s", diff)
	}
}

func TestModelsAreTheCallersOwn(t *testing.T) {
	changed := allowlist.Models()
	changed[0].Fields[0] = allowlist.Field{}
	changed[0].Name = ""
	if m := allowlist.Models()[0]; m.Name != "SiteTemplate" || m.FieldNames()[0] != "id" {
		t.Errorf("a caller changed the catalogue: %+v", m)
	}
}

func TestSensitive(t *testing.T) {
	for _, name := range []string{
		"password", "cachepwd", "verified_key", "refresh_token", "access_token", "sessionid", "PASSWORD", "SessionId",
	} {
		if !allowlist.Sensitive(name) {
			t.Errorf("%s is not sensitive", name)
		}
	}
	for _, name := range []string{"", "id", "username", "passwords", "token"} {
		if allowlist.Sensitive(name) {
			t.Errorf("%s is sensitive", name)
		}
	}
}

func user() allowlist.Model {
	models := allowlist.Models()
	return models[slices.IndexFunc(models, func(m allowlist.Model) bool { return m.Name == "UserAttribute" })]
}

func TestField(t *testing.T) {
	for name, integer := range map[string]bool{"id": true, "email": false, "lastlogin": true} {
		if f, ok := user().Field(name); !ok || f.Name() != name || f.Integer() != integer {
			t.Errorf("Field(%q) = %+v, %t", name, f, ok)
		}
	}
	for _, name := range []string{"", "ID", "sessionid", "role", "email "} {
		if f, ok := user().Field(name); ok || f != (allowlist.Field{}) {
			t.Errorf("Field(%q) = %+v, %t, want none", name, f, ok)
		}
	}
}

func TestCut(t *testing.T) {
	m := user()
	before := m.FieldNames()
	cut := m.Cut(func(field string) bool { return strings.HasSuffix(field, "phone") || field == "lastlogin" })
	if diff := cmp.Diff([]string{"id", "phone", "mobilephone", "lastlogin"}, cut.FieldNames()); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(user(), cut, cmpopts.IgnoreFields(allowlist.Model{}, "Fields")); diff != "" {
		t.Errorf("more than the fields was cut (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, m.FieldNames()); diff != "" {
		t.Errorf("the model itself was cut (-want +got):\n%s", diff)
	}
}

func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  []string
	}{
		{[]string{"email", "fullname"}, []string{"id", "fullname", "email"}},
		{[]string{"id"}, []string{"id"}},
		{nil, []string{"id"}},
		{user().FieldNames(), user().FieldNames()},
	} {
		m, err := user().Narrow(c.names)
		if err != nil {
			t.Errorf("Narrow(%q): %v", c.names, err)
		}
		if diff := cmp.Diff(c.want, m.FieldNames()); diff != "" {
			t.Errorf("Narrow(%q) (-want +got):\n%s", c.names, diff)
		}
	}
	const fields = "id, internalKey, fullname, email, phone, mobilephone, blocked, blockeduntil, blockedafter, " +
		"failedlogincount, logincount, lastlogin"
	for _, c := range []struct{ name, want string }{
		{"sessionid", "field sessionid of UserAttribute " + sensitiveMessage},
		{"Password", "field Password of UserAttribute " + sensitiveMessage},
		{"role", "UserAttribute has no public field role; it has " + fields},
		{"Email", "UserAttribute has no public field Email; it has " + fields},
	} {
		m, err := user().Narrow([]string{"email", c.name})
		if err == nil || err.Error() != c.want {
			t.Errorf("Narrow(%q): %v, want %s", c.name, err, c.want)
		}
		if len(m.Fields) != 0 {
			t.Errorf("Narrow(%q) returns fields: %q", c.name, m.FieldNames())
		}
	}
}

func TestOperators(t *testing.T) {
	// What an operator takes: one value, of which some are compared; a list; nothing.
	type takes struct{ comparison, list, nothing bool }
	want := map[string]takes{
		"=": {comparison: true}, "!=": {comparison: true}, ">": {comparison: true}, ">=": {comparison: true},
		"<": {comparison: true}, "<=": {comparison: true},
		"in": {list: true}, "not_in": {list: true},
		"like": {}, "like-l": {}, "like-r": {},
		"null": {nothing: true}, "!null": {nothing: true},
	}
	got := map[string]takes{}
	for _, name := range allowlist.OperatorNames() {
		op, err := allowlist.ParseOperator(name)
		if err != nil || op.String() != name {
			t.Errorf("ParseOperator(%q) = %s, %v", name, op, err)
		}
		got[name] = takes{op.Compares(), op.TakesList(), op.TakesNothing()}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(takes{})); diff != "" {
		t.Errorf("operators (-want +got):\n%s", diff)
	}
	if n := len(allowlist.OperatorNames()); n != len(want) {
		t.Errorf("%d names, want %d", n, len(want))
	}
}

func TestNoOperator(t *testing.T) {
	for _, name := range []string{"", "==", "<>", "IN", "LIKE", "not in", "= ", "is null", "notnull"} {
		if op, err := allowlist.ParseOperator(name); err == nil || op != (allowlist.Operator{}) {
			t.Errorf("ParseOperator(%q) = %s, %v, want a fault", name, op, err)
		}
	}
	var zero allowlist.Operator
	if zero.Compares() || zero.TakesList() || zero.TakesNothing() || zero.String() != "" {
		t.Error("the zero value is an operator")
	}
}
