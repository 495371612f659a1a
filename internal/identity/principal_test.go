package identity_test

import (
	"reflect"
	"testing"

	"emcp/internal/identity"
)

// TestEqual changes each field of a principal and of its member. A field that is added counts as a right, unless it is
// named here.
func TestEqual(t *testing.T) {
	full := func() identity.Principal {
		return identity.Principal{
			Subject: "user:7@main", Name: "Ada", Scopes: []string{"mcp:read"}, View: identity.Manager,
			Servers: []string{"content"},
			Member: &identity.Member{
				Role: 2, Permissions: []string{"edit_user"}, Groups: []int64{3}, RestrictedDocuments: true,
			},
			Share: "user:7@main", Revised: true,
		}
	}
	noRights := map[string]bool{"Name": true, "Share": true, "Revised": true}
	check := func(field string, change func(p *identity.Principal)) {
		changed := full()
		change(&changed)
		if got, want := changed.Equal(full()), noRights[field]; got != want || full().Equal(changed) != want {
			t.Errorf("without %s: equal %t, want %t", field, got, want)
		}
	}
	if !full().Equal(full()) {
		t.Error("a principal differs from itself")
	}
	for i := range reflect.TypeFor[identity.Principal]().NumField() {
		check(reflect.TypeFor[identity.Principal]().Field(i).Name, func(p *identity.Principal) {
			reflect.ValueOf(p).Elem().Field(i).SetZero()
		})
	}
	for i := range reflect.TypeFor[identity.Member]().NumField() {
		field := reflect.TypeFor[identity.Member]().Field(i).Name
		check("Member."+field, func(p *identity.Principal) { reflect.ValueOf(p.Member).Elem().Field(i).SetZero() })
	}
}
