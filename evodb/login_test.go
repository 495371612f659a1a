package evodb_test

import (
	"testing"

	"emcp/evodb"
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
	if _, err := evodb.ParseLogin("hush"); err == nil || err.Error() != "not of the form user:password@tcp(host:port)/database" {
		t.Error(err)
	}
}
