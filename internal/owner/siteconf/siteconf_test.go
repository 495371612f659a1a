package siteconf

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// noSockets hides the database servers of the machine from the test.
func noSockets(t *testing.T) {
	t.Helper()
	kept := sockets
	sockets = nil
	t.Cleanup(func() { sockets = kept })
}

func TestSites(t *testing.T) {
	for name, want := range map[string]Settings{
		"3.1": {
			Files: []string{currentFile}, Network: "tcp", Address: "10.0.0.5:3307",
			Database: "shop", User: "shop_web", Password: `it's \ "here"; // $not a comment`, Prefix: "evo_",
		},
		"3.5": {
			Files: []string{envFile, currentFile}, Network: "tcp", Address: "db.example.com:3310",
			Database: "news", User: "news_web", Password: `pa$$word #1 "quoted" \ production ${NOBODY}`, Prefix: "n1_",
		},
		"1.4": {
			Files: []string{oldFile}, Network: "tcp", Address: "old.example.com:3306",
			Database: "old shop", User: "old_web", Password: "café AA $5", Prefix: "modx_",
		},
	} {
		dir := filepath.Join("testdata", name)
		got, err := Read(dir)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
		if !IsSite(dir) {
			t.Errorf("%s is no site", name)
		}
	}
	if IsSite("testdata") {
		t.Error("a folder without settings is a site")
	}
}

// site creates a site's folder with these files.
func site(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for file, content := range files {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAddresses(t *testing.T) {
	noSockets(t)
	for _, test := range []struct{ host, port, socket, network, address string }{
		{"localhost", "", "", "tcp", "127.0.0.1:3306"},
		{"localhost", "3307", "", "tcp", "127.0.0.1:3307"},
		{"", "", "", "tcp", "127.0.0.1:3306"},
		{"db", "3307", "", "tcp", "db:3307"},
		{"db:3308", "3307", "", "tcp", "db:3308"},
		{"::1", "", "", "tcp", "[::1]:3306"},
		{"[::1]", "", "", "tcp", "[::1]:3306"},
		{"db", "3307", "/run/db.sock", "unix", "/run/db.sock"},
		{"localhost:/run/db.sock", "", "", "unix", "/run/db.sock"},
	} {
		network, got := networkAddress(test.host, test.port, test.socket)
		if network != test.network || got != test.address {
			t.Errorf("%+v: %s %s", test, network, got)
		}
	}
	there := filepath.Join(site(t, map[string]string{"db.sock": ""}), "db.sock")
	sockets = []string{"none.sock", there}
	if network, got := networkAddress("localhost", "3307", ""); network != "unix" || got != there {
		t.Errorf("localhost with a socket: %s %s", network, got)
	}
	if network, _ := networkAddress("127.0.0.1", "", ""); network != "tcp" {
		t.Error("127.0.0.1 is not over TCP")
	}
}

func TestMistakes(t *testing.T) {
	noSockets(t)
	const unsaid = " is not a plain string or env(...), and emcp does not run the file"
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"nothing": {
			nil, "DIR is not the folder of an Evolution site: " + envFile + ", " + currentFile + " and " + oldFile +
				" are all missing",
		},
		"no array": {
			map[string]string{currentFile: "<?php return require 'other.php';"},
			currentFile + ": does not return an array that emcp can read without running the file; " + nameDatabaseMessage,
		},
		"no PHP": {
			map[string]string{currentFile: "hush"},
			currentFile + ": does not return an array that emcp can read without running the file; " + nameDatabaseMessage,
		},
		"string without its end": {
			map[string]string{currentFile: "<?php\nreturn ['password' => 'hush];"},
			currentFile + ": line 2: a string without end",
		},
		"known at run time only": {
			map[string]string{
				currentFile: "<?php\nreturn ['database' => getenv('X'), 'username' => \"{$u}\",\n'password' => " +
					"file_get_contents('/hush'), 'prefix' => 'a' . $b];",
			},
			currentFile + ": line 2: database" + unsaid + "\nline 2: username" + unsaid + "\nline 3: password" + unsaid +
				"\nline 3: prefix" + unsaid + "\n" + nameDatabaseMessage,
		},
		"set under a condition": {
			map[string]string{
				oldFile: "<?php\n$dbase = 'a'; $database_user = 'u';\nif (LOCAL) $database_password = 'hush'; else { " +
					"$table_prefix = 'x'; }",
			},
			oldFile + ": line 3: password" + unsaid + "\nline 3: prefix" + unsaid + "\n" + nameDatabaseMessage,
		},
		"no database": {
			map[string]string{oldFile: "<?php $database_user = 'u'; $dbase = '';"},
			oldFile + ": has no database name, or no user; " + nameDatabaseMessage,
		},
		"PostgreSQL": {
			map[string]string{currentFile: "<?php return ['driver' => 'pgsql', 'database' => 'a', 'username' => 'u'];"},
			currentFile + ": the site's database is of the kind \"pgsql\"; emcp reads MySQL and MariaDB",
		},
		".env with a mistake": {
			map[string]string{envFile: "A=b\nDB_PASSWORD=hush hush\n"}, envFile + ": line 2: " + quotesMessage,
		},
		"too large": {
			map[string]string{currentFile: strings.Repeat(" ", 1<<20+1)},
			currentFile + " has more than 1 MiB, so it is not a settings file",
		},
	} {
		dir := site(t, test.files)
		_, err := Read(dir)
		if err == nil || strings.ReplaceAll(err.Error(), dir, "DIR") != test.want {
			t.Errorf("%s:\n%v\nwant\n%s", name, err, test.want)
		}
	}
	dir := site(t, map[string]string{currentFile + "/x": ""})
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a folder instead of the file: %v", err)
	}
	if _, err := Read(dir + "/none"); err == nil || err.Error() != "there is no folder "+dir+"/none" {
		t.Errorf("no folder: %v", err)
	}
}

// TestEnvAlone reads a site without a settings file, and one whose settings file does not call env().
func TestEnvAlone(t *testing.T) {
	noSockets(t)
	const env = "DB_DATABASE=d\nDB_USERNAME=u\nDB_PASSWORD=null\n"
	for name, test := range map[string]struct {
		files map[string]string
		want  Settings
	}{
		"without the array": {
			map[string]string{envFile: env},
			Settings{Files: []string{envFile}, Network: "tcp", Address: "127.0.0.1:3306", Database: "d", User: "u"},
		},
		"with texts in the array": {
			map[string]string{
				envFile: env, currentFile: "<?php return array('database' => 'x', 'username' => 'y', 'password' => null);",
			},
			Settings{Files: []string{envFile, currentFile}, Network: "tcp", Address: "127.0.0.1:3306", Database: "x", User: "y"},
		},
	} {
		got, err := Read(site(t, test.files))
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

func TestProductLinks(t *testing.T) {
	for source, want := range map[string]string{
		`<?php return ["basic" => ["root" => 7,], "product" => ["link_rule" => "category", "x" => 1.5,],];`: "category",
		`<?php return ["product" => ["x" => 1]];`:                                                           "",
		`<?php return ["product" => ["link_rule" => rule()]];`:                                              "",
		`<?php if (x()) { return ["product" => []]; }`:                                                      "",
		`<?php return ["product" => ["link_rule" => "other"]];`:                                             "",
		`<?php return ["product" => "category"`:                                                             "",
		`<?php return array("product" => array("link_rule"=>'root'));`:                                      "root",
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "core/custom/config/seiger/settings/sCommerce.php")
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := ProductLinks(dir); got != want {
			t.Errorf("%s: %q", source, got)
		}
	}
	if got := ProductLinks(t.TempDir()); got != "" {
		t.Errorf("without the file: %q", got)
	}
}
