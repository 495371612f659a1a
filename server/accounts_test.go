package server_test

import (
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
)

// TestWideGrants has the superuser's account, which the configuration does not allow: as after a start without the
// database, there is a server, but no call is answered. What the account may do is looked at again, so that narrowing
// it is enough.
func TestWideGrants(t *testing.T) {
	d := testdb.Open(t)
	LoadFixture(t, d)
	user, dsn := d.User(t)
	exec := func(statement string) {
		t.Helper()
		if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	exec("GRANT SELECT, UPDATE ON " + d.Name + ".* TO " + user + "@'127.0.0.1'")
	s := NewServer(t, dsn, ", allow_wide_grants: true", "")
	want := "sites.main: the database account may do more than read: it has UPDATE on `" + d.Name +
		"`.*; emcp check prints the statements " +
		"that create an account for emcp; to serve with this one anyway, set sites.main.allow_wide_grants: true"
	if err := s.CheckAccounts(t.Context()); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	url := Listen(t, s) + "/mcp/content"
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1}}}`
	refusal := `"message":"` + databaseSetUpMessage + `","data":{"code":"database_unavailable"`
	if reply := Post(t, url, call); !strings.Contains(reply.Body, refusal) {
		t.Errorf("a call is answered: %s", reply.Body)
	}
	exec("REVOKE UPDATE ON " + d.Name + ".* FROM " + user + "@'127.0.0.1'")
	if err := s.CheckAccounts(t.Context()); err != nil {
		t.Error(err)
	}
	if reply := Post(t, url, call); !strings.Contains(reply.Body, `"pagetitle":"Home"`) {
		t.Errorf("a call is not answered: %s", reply.Body)
	}
}
