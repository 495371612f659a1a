package evodb_test

import (
	"strings"
	"testing"

	"emcp/evodb"
	"emcp/internal/test/testdb"
)

func TestLogin(t *testing.T) {
	for _, login := range []evodb.Login{
		{"web", "", "tcp", "127.0.0.1:3306", "shop"},
		{"web", `p@ss:/w(or)d?a=%20#'"\ `, "tcp", "[::1]:3306", "shop"},
		{"web", "@/", "unix", "/run/mysqld/mysqld.sock", "new/shop?x=%41"},
		{"web@home", "@tcp(other:1)/d", "tcp", "db:3306", "d"},
	} {
		dsn, err := login.DSN()
		if err != nil {
			t.Errorf("%+v: %v", login, err)
			continue
		}
		if again, err := evodb.ParseLogin(dsn); err != nil || again != login {
			t.Errorf("%+v is %+v, %v", login, again, err)
		}
	}
	for _, login := range []evodb.Login{
		{"a:b", "p", "tcp", "db:3306", "shop"}, {"web", "p", "tcp", "db:3306", ""},
	} {
		if dsn, err := login.DSN(); err == nil {
			t.Errorf("%+v has the DSN %s", login, dsn)
		}
	}
	if _, err := evodb.ParseLogin("hush"); err == nil || err.Error() != wrongDSNMessage {
		t.Error(err)
	}
}

// TestRefusals has a server refuse what it refuses, and an address that looks like the number of a refusal.
func TestRefusals(t *testing.T) {
	database := testdb.Open(t)
	_, dsn := database.User(t) // which may do nothing
	for dsn, want := range map[string]evodb.Refusal{
		strings.Replace(dsn, "only to read", "wrong", 1): evodb.LoginRefused,
		dsn: evodb.DatabaseRefused,
		strings.Replace(database.DSN, "/"+database.Name, "/"+database.Name+"x", 1): evodb.DatabaseRefused,
		"u:p@tcp(127.0.0.1:1045)/d": evodb.NotRefused,
	} {
		if _, err := open(t, evodb.Options{DSN: dsn}).Account(t.Context()); err == nil || evodb.RefusalOf(err) != want {
			t.Errorf("%v: %d, want %d", err, evodb.RefusalOf(err), want)
		}
	}
	if got := evodb.RefusalOf(nil); got != evodb.NotRefused {
		t.Errorf("no error: %d", got)
	}
}
