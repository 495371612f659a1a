package grants_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/owner/grants"
)

// judgement is what is said of the grants of an account to the database evo_site.
type judgement struct {
	Wider, Elsewhere []string
	Reads            string // those of the columns pages.id, pages.text, users.id, users.password that can be read
	Error            string
}

func judge(lines ...string) judgement {
	g, err := grants.Parse(lines)
	if err != nil {
		return judgement{Error: err.Error()}
	}
	var reads []string
	for _, name := range []string{"pages.id", "pages.text", "users.id", "users.password"} {
		table, column, _ := strings.Cut(name, ".")
		if g.Reads("evo_site", table, column) {
			reads = append(reads, name)
		}
	}
	return judgement{g.Wider("evo_site").Texts(), g.Elsewhere("evo_site").Texts(), strings.Join(reads, " "), ""}
}

const everything = "pages.id pages.text users.id users.password"

func TestJudgement(t *testing.T) {
	for name, test := range map[string]struct {
		lines []string
		want  judgement
	}{
		"nothing": {[]string{"GRANT USAGE ON *.* TO `emcp`@`localhost`"}, judgement{}},
		"columns, MariaDB": {
			[]string{
				"GRANT USAGE ON *.* TO `emcp`@`127.0.0.1` IDENTIFIED BY PASSWORD '*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19'",
				"GRANT SELECT (`id`, `text`) ON `evo_site`.`pages` TO `emcp`@`127.0.0.1`",
				"GRANT SELECT (`id`) ON `evo_site`.`users` TO `emcp`@`127.0.0.1`",
			},
			judgement{Reads: "pages.id pages.text users.id"},
		},
		"columns, MySQL 5.6": {
			[]string{
				"GRANT USAGE ON *.* TO 'emcp'@'%' IDENTIFIED BY PASSWORD <secret>",
				"GRANT SELECT (text, ID) ON `evo_site`.`pages` TO 'emcp'@'%'",
			},
			judgement{Reads: "pages.id pages.text"},
		},
		"a table": {
			[]string{"GRANT SELECT ON `evo_site`.`pages` TO `emcp`@`%`"}, judgement{Reads: "pages.id pages.text"},
		},
		"a table, by word": {
			[]string{"GRANT SELECT ON TABLE `evo_site`.`pages` TO `emcp`@`%`"}, judgement{Reads: "pages.id pages.text"},
		},
		"the database":          {[]string{"GRANT SELECT ON `evo_site`.* TO `emcp`@`%`"}, judgement{Reads: everything}},
		"the database, escaped": {[]string{"GRANT SELECT ON `evo\\_site`.* TO 'emcp'@'%'"}, judgement{Reads: everything}},
		"ANSI quotes":           {[]string{`GRANT SELECT ON "evo_site".* TO "emcp"@"%"`}, judgement{Reads: everything}},
		"databases by a pattern": {
			[]string{"GRANT SELECT ON `evo%`.* TO 'emcp'@'%'"},
			judgement{Elsewhere: []string{"SELECT on `evo%`.*"}, Reads: everything},
		},
		"another database": {
			[]string{"GRANT SELECT ON `shop`.* TO 'emcp'@'%'"}, judgement{Elsewhere: []string{"SELECT on `shop`.*"}},
		},
		"a table elsewhere": {
			[]string{"GRANT SELECT ON `shop`.`pages` TO 'emcp'@'%'"}, judgement{Elsewhere: []string{"SELECT on `shop`.`pages`"}},
		},
		"all databases": {
			[]string{"GRANT SELECT ON *.* TO 'emcp'@'%' REQUIRE SSL WITH MAX_QUERIES_PER_HOUR 5"},
			judgement{Elsewhere: []string{"SELECT on *.*"}, Reads: everything},
		},
		"a name with quotes": {[]string{"GRANT SELECT ON `evo_site`.`pa``ges` TO 'emcp'@'%'"}, judgement{}},
		"a table of that pattern": {
			[]string{"GRANT SELECT ON `evo%`.`pages` TO 'emcp'@'%'"}, judgement{Elsewhere: []string{"SELECT on `evo%`.`pages`"}},
		},
		"root": {
			[]string{
				"GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` IDENTIFIED VIA mysql_native_password USING '*AB' OR " +
					"unix_socket WITH GRANT OPTION",
				"GRANT PROXY ON ''@'%' TO 'root'@'localhost' WITH GRANT OPTION",
			},
			judgement{
				Wider:     []string{"ALL PRIVILEGES on *.*", "GRANT OPTION on *.*", "PROXY on ''@'%'", "GRANT OPTION on ''@'%'"},
				Elsewhere: []string{"ALL PRIVILEGES on *.*"}, Reads: everything,
			},
		},
		"all of the database": {
			[]string{"GRANT ALL PRIVILEGES ON `evo\\_site`.* TO 'evo'@'%'"},
			judgement{Wider: []string{"ALL PRIVILEGES on `evo\\_site`.*"}, Reads: everything},
		},
		"several": {
			[]string{
				"GRANT SELECT (`id`), INSERT, UPDATE (`id`, `text`), CREATE TEMPORARY TABLES ON `evo_site`.`pages` TO `e`@`%`",
			},
			judgement{
				Wider: []string{
					"INSERT on `evo_site`.`pages`", "UPDATE (id, text) on `evo_site`.`pages`",
					"CREATE TEMPORARY TABLES on `evo_site`.`pages`",
				},
				Reads: "pages.id",
			},
		},
		"privileges of the server": {
			[]string{
				"GRANT SELECT, FILE, SUPER ON *.* TO `e`@`%`", "GRANT BACKUP_ADMIN,NEW_ADMIN ON *.* TO `e`@`%` WITH GRANT OPTION",
			},
			judgement{
				Wider: []string{
					"FILE on *.*", "SUPER on *.*", "BACKUP_ADMIN on *.*", "NEW_ADMIN on *.*", "GRANT OPTION on *.*",
				},
				Elsewhere: []string{"SELECT on *.*"}, Reads: everything,
			},
		},
		"a routine": {
			[]string{"GRANT EXECUTE ON PROCEDURE `evo_site`.`f` TO `e`@`%`"},
			judgement{Wider: []string{"EXECUTE on PROCEDURE `evo_site`.`f`"}},
		},
		"the right to give away": {
			[]string{"GRANT SELECT ON `evo_site`.* TO `e`@`%` WITH GRANT OPTION"},
			judgement{Wider: []string{"GRANT OPTION on `evo_site`.*"}, Reads: everything},
		},
		"a role, MySQL": {
			[]string{"GRANT `app`@`%`,`b`@`%` TO `e`@`%` WITH ADMIN OPTION"},
			judgement{Wider: []string{"the role `app`@`%`,`b`@`%`"}},
		},
		"a role, MariaDB": {
			[]string{"GRANT `app` TO `e`@`%`", "SET DEFAULT ROLE `app` FOR `e`@`%`"},
			judgement{Wider: []string{"the role `app`"}},
		},
		"a partial revoke": {
			[]string{"GRANT SELECT ON *.* TO `e`@`%`", "REVOKE SELECT ON `mysql`.* FROM `e`@`%`"},
			judgement{Elsewhere: []string{"SELECT on *.*"}, Reads: everything},
		},
		"stock privileges of PUBLIC": {
			[]string{
				"GRANT USAGE ON *.* TO `e`@`%`", "GRANT SELECT ON `evo_site`.* TO `e`@`%`",
				"GRANT SELECT, INSERT, DELETE HISTORY ON `test`.* TO PUBLIC", "GRANT SELECT, DROP ON `test\\_%`.* TO PUBLIC",
			},
			judgement{
				Elsewhere: []string{
					"SELECT on `test`.* (as PUBLIC)", "INSERT on `test`.* (as PUBLIC)", "DELETE HISTORY on `test`.* (as PUBLIC)",
					"SELECT on `test\\_%`.* (as PUBLIC)", "DROP on `test\\_%`.* (as PUBLIC)",
				},
				Reads: everything,
			},
		},
		"PUBLIC on the site": {
			[]string{"GRANT INSERT ON `evo_site`.* TO PUBLIC"}, judgement{Wider: []string{"INSERT on `evo_site`.* (as PUBLIC)"}},
		},
		"PUBLIC on everything": {
			[]string{"GRANT INSERT ON *.* TO PUBLIC"}, judgement{Wider: []string{"INSERT on *.* (as PUBLIC)"}},
		},
		"a role of PUBLIC": {
			[]string{"GRANT `app` TO PUBLIC"}, judgement{Wider: []string{"the role `app` (as PUBLIC)"}},
		},
		"PUBLIC by a pattern": {
			[]string{"GRANT INSERT ON `evo\\_%`.* TO PUBLIC"}, judgement{Wider: []string{"INSERT on `evo\\_%`.* (as PUBLIC)"}},
		},
		"a user of the name of PUBLIC": {
			[]string{"GRANT INSERT ON `shop`.* TO 'PUBLIC'@'%'"}, judgement{Elsewhere: []string{"INSERT on `shop`.*"}},
		},
		"INSERT elsewhere": {
			[]string{"GRANT INSERT ON `shop`.* TO 'e'@'%'"}, judgement{Elsewhere: []string{"INSERT on `shop`.*"}},
		},
		"everything elsewhere": {
			[]string{"GRANT ALL PRIVILEGES ON `shop`.* TO 'e'@'%' WITH GRANT OPTION"},
			judgement{Elsewhere: []string{"ALL PRIVILEGES on `shop`.*", "GRANT OPTION on `shop`.*"}},
		},
		"INSERT by patterns elsewhere": {
			[]string{"GRANT INSERT ON `evo\\_sit`.* TO 'e'@'%'", "GRANT INSERT ON `evo_sit__`.* TO 'e'@'%'"},
			judgement{Elsewhere: []string{"INSERT on `evo\\_sit`.*", "INSERT on `evo_sit__`.*"}},
		},
		"INSERT by a wildcard": {
			[]string{"GRANT INSERT ON `evo_sit_`.* TO 'e'@'%'"}, judgement{Wider: []string{"INSERT on `evo_sit_`.*"}},
		},
		"INSERT by another wildcard": {
			[]string{"GRANT INSERT ON `%s%t%`.* TO 'e'@'%'"}, judgement{Wider: []string{"INSERT on `%s%t%`.*"}},
		},
		"INSERT in capitals": {
			[]string{"GRANT INSERT ON `EVO\\_SITE`.* TO 'e'@'%'"}, judgement{Wider: []string{"INSERT on `EVO\\_SITE`.*"}},
		},
		"INSERT where privileges are": {
			[]string{"GRANT INSERT ON `mysql`.`db` TO 'e'@'%'"}, judgement{Wider: []string{"INSERT on `mysql`.`db`"}},
		},
		"INSERT on all of that pattern": {
			[]string{"GRANT INSERT ON `my%`.* TO 'e'@'%'"}, judgement{Wider: []string{"INSERT on `my%`.*"}},
		},
		"a table of that name elsewhere, which is no pattern": {
			[]string{"GRANT INSERT ON `evo%`.`pages` TO 'e'@'%'"}, judgement{Elsewhere: []string{"INSERT on `evo%`.`pages`"}},
		},
		"a routine elsewhere": {
			[]string{"GRANT EXECUTE ON FUNCTION `shop`.`f` TO `e`@`%`"},
			judgement{Wider: []string{"EXECUTE on FUNCTION `shop`.`f`"}},
		},
		"a name that is a word of the language": {
			[]string{"GRANT SELECT (`to`, `on`) ON `evo_site`.`pages` TO `to`@`%`"}, judgement{},
		},
		"another statement": {
			[]string{"GRANT USAGE ON *.* TO `e`@`%`", "SELECT 1"}, judgement{Error: "line 2 " + unknownFormMessage},
		},
		"an empty line": {
			[]string{""}, judgement{Error: "line 1 " + unknownFormMessage},
		},
		"nobody": {
			[]string{"GRANT SELECT ON *.*"}, judgement{Error: "line 1 " + unknownFormMessage},
		},
		"no privilege": {
			[]string{"GRANT ON *.* TO `e`@`%`"}, judgement{Error: "line 1 " + unknownFormMessage},
		},
		"columns without an end": {
			[]string{"GRANT SELECT (`id` ON *.* TO `e`@`%`"}, judgement{Error: "line 1 " + unknownFormMessage},
		},
		"a name without an end": {
			[]string{"GRANT SELECT ON `evo_site.* TO e"}, judgement{Error: "line 1 " + unknownFormMessage},
		},
	} {
		if diff := cmp.Diff(test.want, judge(test.lines...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestPatterns compares names of databases with patterns of grants.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		matches       bool
	}{
		{"site", "site", true}, {"site", "sites", false}, {"site", "a_site", false}, {"Site", "sITE", true},
		{"s_te", "site", true}, {"s_te", "ste", false}, {`s\_te`, "s_te", true}, {`s\_te`, "site", false},
		{"s%", "s", true}, {"%", "site", true}, {"%e%", "site", true}, {"s%x", "site", false}, {`s\%`, "s%", true},
		{`s\%`, "site", false},
		{"s_te", "säte", true}, {"s_te", "s日te", true}, {"s__te", "säte", false}, // one character each, whatever its bytes
		{"a.c", "abc", false}, {"a[b", "a[b", true}, {"a\\\\b", `a\b`, true}, {"(", "(", true},
		{strings.Repeat("%a", 30) + "b", strings.Repeat("a", 64), false},
	} {
		lines := []string{"GRANT INSERT ON `" + c.pattern + "`.* TO 'e'@'%'"}
		if err := grants.Narrow(c.name, lines); (err != nil) != c.matches {
			t.Errorf("%s and %s: %v", c.pattern, c.name, err)
		}
	}
}

// TestRevoke takes away what the grants of an account, or of PUBLIC, give.
func TestRevoke(t *testing.T) {
	g, err := grants.Parse([]string{
		"GRANT USAGE ON *.* TO `e`@`%`", "GRANT SELECT ON `a`.* TO `e`@`%`",
		"GRANT SELECT (`x`, `y`), INSERT ON `a`.`b` TO `e`@`%`", "GRANT `app` TO `e`@`%`",
		"GRANT SELECT, DELETE HISTORY ON `test`.* TO PUBLIC", "GRANT DROP ON `test\\_%`.* TO PUBLIC", "GRANT `all` TO PUBLIC",
		"GRANT EXECUTE ON PROCEDURE `a`.`f` TO PUBLIC",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "REVOKE SELECT ON `a`.* FROM 'e'@'%';\nREVOKE SELECT (`x`, `y`), INSERT ON `a`.`b` FROM 'e'@'%';\nREVOKE " +
		"`app` FROM 'e'@'%';\n"
	if diff := cmp.Diff(want, g.Own().Revoke("'e'@'%'")); diff != "" {
		t.Error(diff)
	}
	want = "REVOKE SELECT, DELETE HISTORY ON `test`.* FROM PUBLIC;\nREVOKE DROP ON `test\\_%`.* FROM PUBLIC;\nREVOKE " +
		"`all` FROM PUBLIC;\nREVOKE EXECUTE ON PROCEDURE `a`.`f` FROM PUBLIC;\n"
	if diff := cmp.Diff(want, g.Public().Revoke(grants.PUBLIC)); diff != "" {
		t.Error(diff)
	}
}

func TestNarrow(t *testing.T) {
	for line, want := range map[string]string{
		"GRANT SELECT ON `a`.* TO `e`@`%`":         "",
		"GRANT SELECT, INSERT ON `a`.* TO `e`@`%`": wideMessage + ": it has INSERT on `a`.*",
		"what is this": wideMessage + ", or emcp cannot tell: line 1 " + unknownFormMessage,
	} {
		err := grants.Narrow("a", []string{line})
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want || !errors.Is(err, grants.ErrWide)) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// FuzzParse never ends in a panic, and never takes more for narrow than SELECT and USAGE: a line that has the word of
// another privilege before its ON is wide, or for another database, or not understood.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		"GRANT SELECT (`id`), INSERT ON `evo_site`.* TO `e`@`%` WITH GRANT OPTION", "GRANT `app` TO `e`@`%`",
		"GRANT 'a''b' ON x.y TO z", "GRANT PROXY ON ''@'' TO ''@''",
		"GRANT INSERT ON `test\\_%`.* TO PUBLIC",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		g, err := grants.Parse([]string{line})
		if err != nil {
			return
		}
		_ = g.Reads("evo_site", "pages", "id")
		_ = g.Revoke(grants.PUBLIC)
		wide := grants.Narrow("evo_site", []string{line}) != nil
		if wide == g.Wider("evo_site").Empty() {
			t.Errorf("%q: wide %t, %q", line, wide, g.Wider("evo_site").Texts())
		}
		privileges, _, _ := strings.Cut(line, "ON")
		if words := strings.Fields(privileges); len(words) > 1 && words[0] == "GRANT" && words[1] == "INSERT" &&
			!wide && g.Elsewhere("evo_site").Writing().Empty() {
			t.Errorf("%q is taken for narrow", line)
		}
	})
}
