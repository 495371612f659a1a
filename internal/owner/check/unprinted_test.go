package check_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"emcp/evodb"
	"emcp/internal/owner/check"
)

// folderOf makes the folder of a site, with an account of its own that can read all of the database.
func (s site) folderOf(t *testing.T, database string) string {
	t.Helper()
	user, dsn := s.User(t)
	site{s.Database, user, dsn}.exec(t, "GRANT SELECT ON DATABASE.* TO USER")
	login, err := evodb.ParseLogin(dsn)
	if err != nil {
		t.Fatal(err)
	}
	host, port, err := net.SplitHostPort(login.Address)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	putFile(t, folder, "core/custom/.env", "DB_TYPE=mysql\nDB_HOST="+host+"\nDB_PORT="+port+"\nDB_DATABASE="+database+"\n"+
		"DB_USERNAME="+login.User+"\nDB_PASSWORD=\""+login.Password+"\"\nDB_PREFIX=evo_\n")
	return folder
}

func putFile(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestUnprinted has a site that prints all variables but price and SKU: some in a template, one in a file.
func TestUnprinted(t *testing.T) {
	s := newSite(t).narrow(t)
	s.exec(t, "UPDATE evo_site_templates SET content = '<p>[*color*] [*order*] [+in-stock+]</p>' WHERE id = 2")
	folder := s.folderOf(t, s.Name)
	putFile(t, folder, "views/post.blade.php", "{{ $documentObject['topics'] }}")
	text := s.config(everybody)
	hidden := func(patterns string) string { return strings.Replace(text, "}}", ", hidden_tvs: ["+patterns+"]}}", 1) }
	unchecked := t.TempDir()
	const (
		unprinted = "warning main: nothing on the site prints the template variables "
		printed   = "ok main: the site prints every template variable that visitors' assistants see | "
		hide      = " | add those that are not for visitors to sites.main.hidden_tvs"
		rename    = " | name the folder of a site of the configuration with --site"
		elsewhere = ` and the prefix "evo_", which no site of the configuration has`
	)
	other := s.folderOf(t, "another")
	for name, test := range map[string]struct{ folder, text, want string }{
		"no folder":  {"", text, ""},
		"two":        {folder, text, unprinted + "SKU, price" + hide},
		"one hidden": {folder, hidden("PRI*"), unprinted + "SKU" + hide},
		"both":       {folder, hidden("price, sku"), printed},
		"two sites": {
			folder, strings.Replace(text, "}}", "}, other: {dsn: \"u:p@tcp(127.0.0.1:1)/o\"}}", 1) +
				"servers: [{handle: a, site: main}, {handle: b, site: other}]",
			unprinted + "SKU, price" + hide,
		},
		"another site": {other, text, "error : the site in " + other + ` has the database "another"` + elsewhere + rename},
		"another prefix": {
			folder, strings.Replace(text, "}}", ", table_prefix: shop_}}", 1),
			"error : the site in " + folder + ` has the database "` + s.Name + `"` + elsewhere + rename,
		},
		"no site": {unchecked, text, "error : " + unchecked +
			" is not the folder of an Evolution site: core/custom/.env, core/config/database/connections/default.php and " +
			"manager/includes/config.inc.php are all missing" + rename},
		"missing": {
			filepath.Join(folder, "none"), text, "error : there is no folder " + filepath.Join(folder, "none") + rename,
		},
	} {
		var got []string
		for _, f := range check.File(t.Context(), written(t, test.text), noEnvironment,
			check.More{Folder: test.folder}).Findings {
			if f.Subject == "unprinted variables" {
				got = append(got, string(f.Level)+" "+f.Site+": "+f.What+" | "+f.Do)
			}
		}
		if got := strings.Join(got, "\n"); got != test.want {
			t.Errorf("%s: %s\nwant %s", name, got, test.want)
		}
	}

	// The site's own account no longer works.
	env := filepath.Join(folder, "core/custom/.env")
	old, err := os.ReadFile(env) //nolint:gosec // of the test
	if err != nil {
		t.Fatal(err)
	}
	putFile(t, folder, "core/custom/.env", strings.Replace(string(old), "only to read", "wrong", 1))
	for _, f := range check.File(t.Context(), written(t, text), noEnvironment, check.More{Folder: folder}).Findings {
		if f.Subject == "unprinted variables" &&
			(f.Level != check.Warning || f.Do != "check that the site itself works, and run emcp check again") {
			t.Errorf("%+v", f)
		}
	}
}
