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
	return judgement{g.Wider(), g.Elsewhere("evo_site"), strings.Join(reads, " "), ""}
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
			[]string{"GRANT USAGE ON *.* TO 'emcp'@'%' IDENTIFIED BY PASSWORD <secret>", "GRANT SELECT (text, ID) ON `evo_site`.`pages` TO 'emcp'@'%'"},
			judgement{Reads: "pages.id pages.text"},
		},
		"a table":                 {[]string{"GRANT SELECT ON `evo_site`.`pages` TO `emcp`@`%`"}, judgement{Reads: "pages.id pages.text"}},
		"a table, by word":        {[]string{"GRANT SELECT ON TABLE `evo_site`.`pages` TO `emcp`@`%`"}, judgement{Reads: "pages.id pages.text"}},
		"the database":            {[]string{"GRANT SELECT ON `evo_site`.* TO `emcp`@`%`"}, judgement{Reads: everything}},
		"the database, escaped":   {[]string{"GRANT SELECT ON `evo\\_site`.* TO 'emcp'@'%'"}, judgement{Reads: everything}},
		"ANSI quotes":             {[]string{`GRANT SELECT ON "evo_site".* TO "emcp"@"%"`}, judgement{Reads: everything}},
		"databases by a pattern":  {[]string{"GRANT SELECT ON `evo%`.* TO 'emcp'@'%'"}, judgement{Elsewhere: []string{"`evo%`.*"}, Reads: everything}},
		"another database":        {[]string{"GRANT SELECT ON `shop`.* TO 'emcp'@'%'"}, judgement{Elsewhere: []string{"`shop`.*"}}},
		"a table elsewhere":       {[]string{"GRANT SELECT ON `shop`.`pages` TO 'emcp'@'%'"}, judgement{Elsewhere: []string{"`shop`.`pages`"}}},
		"all databases":           {[]string{"GRANT SELECT ON *.* TO 'emcp'@'%' REQUIRE SSL WITH MAX_QUERIES_PER_HOUR 5"}, judgement{Elsewhere: []string{"*.*"}, Reads: everything}},
		"a name with quotes":      {[]string{"GRANT SELECT ON `evo_site`.`pa``ges` TO 'emcp'@'%'"}, judgement{}},
		"a table of that pattern": {[]string{"GRANT SELECT ON `evo%`.`pages` TO 'emcp'@'%'"}, judgement{Elsewhere: []string{"`evo%`.`pages`"}}},
		"root": {
			[]string{
				"GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` IDENTIFIED VIA mysql_native_password USING '*AB' OR unix_socket WITH GRANT OPTION",
				"GRANT PROXY ON ''@'%' TO 'root'@'localhost' WITH GRANT OPTION",
			},
			judgement{
				Wider:     []string{"ALL PRIVILEGES on *.*", "GRANT OPTION on *.*", "PROXY on ''@'%'", "GRANT OPTION on ''@'%'"},
				Elsewhere: []string{"*.*"}, Reads: everything,
			},
		},
		"all of the database": {
			[]string{"GRANT ALL PRIVILEGES ON `evo\\_site`.* TO 'evo'@'%'"}, judgement{Wider: []string{"ALL PRIVILEGES on `evo\\_site`.*"}, Reads: everything},
		},
		"several": {
			[]string{"GRANT SELECT (`id`), INSERT, UPDATE (`id`, `text`), CREATE TEMPORARY TABLES ON `evo_site`.`pages` TO `e`@`%`"},
			judgement{
				Wider: []string{"INSERT on `evo_site`.`pages`", "UPDATE (id, text) on `evo_site`.`pages`", "CREATE TEMPORARY TABLES on `evo_site`.`pages`"},
				Reads: "pages.id",
			},
		},
		"privileges of the server": {
			[]string{"GRANT SELECT, FILE, SUPER ON *.* TO `e`@`%`", "GRANT BACKUP_ADMIN,NEW_ADMIN ON *.* TO `e`@`%` WITH GRANT OPTION"},
			judgement{
				Wider:     []string{"FILE on *.*", "SUPER on *.*", "BACKUP_ADMIN on *.*", "NEW_ADMIN on *.*", "GRANT OPTION on *.*"},
				Elsewhere: []string{"*.*"}, Reads: everything,
			},
		},
		"a routine": {[]string{"GRANT EXECUTE ON PROCEDURE `evo_site`.`f` TO `e`@`%`"}, judgement{Wider: []string{"EXECUTE on PROCEDURE `evo_site`.`f`"}}},
		"the right to give away": {
			[]string{"GRANT SELECT ON `evo_site`.* TO `e`@`%` WITH GRANT OPTION"}, judgement{Wider: []string{"GRANT OPTION on `evo_site`.*"}, Reads: everything},
		},
		"a role, MySQL":   {[]string{"GRANT `app`@`%`,`b`@`%` TO `e`@`%` WITH ADMIN OPTION"}, judgement{Wider: []string{"the role `app`@`%`,`b`@`%`"}}},
		"a role, MariaDB": {[]string{"GRANT `app` TO `e`@`%`", "SET DEFAULT ROLE `app` FOR `e`@`%`"}, judgement{Wider: []string{"the role `app`"}}},
		"a partial revoke": {
			[]string{"GRANT SELECT ON *.* TO `e`@`%`", "REVOKE SELECT ON `mysql`.* FROM `e`@`%`"}, judgement{Elsewhere: []string{"*.*"}, Reads: everything},
		},
		"a name that is a word of the language": {[]string{"GRANT SELECT (`to`, `on`) ON `evo_site`.`pages` TO `to`@`%`"}, judgement{}},
		"another statement":                     {[]string{"GRANT USAGE ON *.* TO `e`@`%`", "SELECT 1"}, judgement{Error: "line 2 of SHOW GRANTS is of a form that is not known here"}},
		"an empty line":                         {[]string{""}, judgement{Error: "line 1 of SHOW GRANTS is of a form that is not known here"}},
		"nobody":                                {[]string{"GRANT SELECT ON *.*"}, judgement{Error: "line 1 of SHOW GRANTS is of a form that is not known here"}},
		"no privilege":                          {[]string{"GRANT ON *.* TO `e`@`%`"}, judgement{Error: "line 1 of SHOW GRANTS is of a form that is not known here"}},
		"columns without an end":                {[]string{"GRANT SELECT (`id` ON *.* TO `e`@`%`"}, judgement{Error: "line 1 of SHOW GRANTS is of a form that is not known here"}},
		"a name without an end":                 {[]string{"GRANT SELECT ON `evo_site.* TO e"}, judgement{Error: "line 1 of SHOW GRANTS is of a form that is not known here"}},
	} {
		if diff := cmp.Diff(test.want, judge(test.lines...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestNarrow(t *testing.T) {
	for line, want := range map[string]string{
		"GRANT SELECT ON `a`.* TO `e`@`%`":         "",
		"GRANT SELECT, INSERT ON `a`.* TO `e`@`%`": "the database account may do more than read: it has INSERT on `a`.*",
		"what is this": "the database account may do more than read, as far as can be known: line 1 of SHOW GRANTS is of a form that is not known here",
	} {
		err := grants.Narrow([]string{line})
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want || !errors.Is(err, grants.ErrWide)) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// FuzzParse never ends in a panic, and never takes more for narrow than SELECT and USAGE: a line that has the word of
// another privilege before its ON is wide or not understood.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		"GRANT SELECT (`id`), INSERT ON `evo_site`.* TO `e`@`%` WITH GRANT OPTION", "GRANT `app` TO `e`@`%`", "GRANT 'a''b' ON x.y TO z", "GRANT PROXY ON ''@'' TO ''@''",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		g, err := grants.Parse([]string{line})
		if err != nil {
			return
		}
		_ = g.Reads("evo_site", "pages", "id")
		_ = g.Elsewhere("evo_site")
		wide := grants.Narrow([]string{line}) != nil
		if wide != (len(g.Wider()) > 0) {
			t.Errorf("%q: wide %t, %q", line, wide, g.Wider())
		}
		privileges, _, _ := strings.Cut(line, "ON")
		if words := strings.Fields(privileges); len(words) > 1 && words[0] == "GRANT" && words[1] == "INSERT" && !wide {
			t.Errorf("%q is taken for narrow", line)
		}
	})
}
