// Command record installs an Evolution CMS site from the folder of its source, fills it, visits it, and writes down its
// database and what visitors get. The tests compare emcp with this recording. It needs php, php-cgi, MariaDB and cp.
package main

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-sql-driver/mysql"

	"emcp/internal/test/golden"
	"emcp/internal/test/testdb"
)

//go:embed seed.php
var seed []byte

//go:embed addresses.php
var addresses []byte

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal(
			"usage: record SOURCE FILE RANDOM: the folder of a source of Evolution CMS 3, and the files to write: a site, and " +
				"random pages")
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func run(source, file, randomFile string) error {
	dir, err := os.MkdirTemp("", "emcp-golden-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	server, err := testdb.Run()
	if err != nil {
		return err
	}
	defer server.Remove()
	s := &site{root: filepath.Join(dir, "www"), cache: filepath.Join(dir, "compiled")}
	if err := os.Mkdir(s.cache, 0o700); err != nil {
		return err
	}
	if err := s.install(source, server); err != nil {
		return err
	}
	defer s.db.Close()
	web := httptest.NewServer(s)
	defer web.Close()
	s.base = web.URL + "/"
	record, err := s.record()
	if err != nil {
		return err
	}
	text, err := record.Text()
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, text, 0o644); err != nil { //nolint:gosec // a file of the repository
		return err
	}
	if text, err = s.recordRandom(); err != nil {
		return fmt.Errorf("random pages: %w", err)
	}
	return os.WriteFile(randomFile, text, 0o644) //nolint:gosec // the same
}

// site is an installed site.
type site struct {
	root  string // its folder
	cache string // cache of compiled PHP
	base  string // its address
	db    *sql.DB
}

const prefix = "evo_"

// install copies the source and runs the installer of the CMS.
func (s *site) install(source string, server *testdb.Server) error {
	if out, err := exec.Command("cp", "-a", source, s.root).CombinedOutput(); err != nil {
		return fmt.Errorf("copy the source: %w: %s", err, out)
	}
	if err := s.adapt(); err != nil {
		return err
	}
	config, err := mysql.ParseDSN(server.DSN(""))
	if err != nil {
		return err
	}
	admin, err := sql.Open("mysql", server.DSN(""))
	if err != nil {
		return err
	}
	defer admin.Close()
	if _, err := admin.ExecContext(context.Background(),
		"CREATE DATABASE site CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci"); err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(config.Addr)
	if err != nil {
		return err
	}
	install := exec.Command("php", "-d", "error_reporting=1", "-d", "mysqli.default_port="+port, "cli-install.php",
		"--typeInstall=1", "--databaseType=mysql",
		"--databaseServer="+host+":"+port, "--database=site", "--databaseUser="+config.User,
		"--databasePassword="+config.Passwd, "--tablePrefix="+prefix,
		"--cmsAdmin=admin", "--cmsAdminEmail=admin@example.com", "--cmsPassword=Admin-12345", "--language=en",
		"--removeInstall=y")
	install.Dir = filepath.Join(s.root, "install")
	out, err := install.CombinedOutput()
	if _, missing := os.Stat(filepath.Join(s.root, "core/config/database/connections/default.php")); missing != nil {
		return fmt.Errorf("install: %w: %s", errors.Join(err, missing), out[:min(len(out), 2000)])
	}
	for name, text := range map[string][]byte{"seed.php": seed, "addresses.php": addresses} {
		if err := os.WriteFile(filepath.Join(s.root, name), text, 0o600); err != nil {
			return err
		}
	}
	s.db, err = sql.Open("mysql", server.DSN("site"))
	return err
}

// adapt patches the one place where the date library of Evolution 3.1 fails on PHP 8.2, because DateTime::getLastErrors
// can return false.
func (s *site) adapt() error {
	file := filepath.Join(s.root, "core/vendor/nesbot/carbon/src/Carbon/Traits/Creator.php")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text = []byte(strings.Replace(string(text), "setLastErrors(array $lastErrors)", "setLastErrors($lastErrors)", 1))
	return os.WriteFile(file, text, 0o600)
}

// ServeHTTP serves the site as the rules in its ht.access say: files as they are, everything else through index.php.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, query := strings.TrimPrefix(r.URL.Path, "/"), r.URL.RawQuery
	if path == "" {
		path = "index.php"
	}
	if info, err := os.Stat(filepath.Join(s.root, path)); err != nil || info.IsDir() {
		path, query = "index.php", strings.TrimSuffix("q="+url.QueryEscape(path)+"&"+query, "&")
	}
	if filepath.Ext(path) != ".php" {
		http.ServeFile(w, r, filepath.Join(s.root, path))
		return
	}
	handler := cgi.Handler{
		Path: "/usr/bin/php-cgi", Dir: s.root, Stderr: io.Discard,
		Args: []string{
			"-d", "error_reporting=1", "-d", "cgi.force_redirect=0", "-d", "opcache.file_cache=" + s.cache, "-d",
			"opcache.file_cache_only=1", "-d", "opcache.revalidate_freq=0", "-d", "opcache.enable=1",
		},
		Env: []string{
			"SCRIPT_FILENAME=" + filepath.Join(s.root, path), "SCRIPT_NAME=/" + path, "PHP_SELF=/" + path,
			"QUERY_STRING=" + query,
		},
	}
	handler.ServeHTTP(w, r)
}

// get returns what a visitor gets at an address relative to the base, without following a redirect.
func (s *site) get(path string) (golden.Page, error) {
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, s.base+path, nil)
	if err != nil {
		return golden.Page{}, err
	}
	response, err := http.DefaultTransport.RoundTrip(request) // a client would fail on a Location that is not a URL
	if err != nil {
		return golden.Page{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusInternalServerError {
		err = fmt.Errorf("the site answers %s with status %d: %.500s", path, response.StatusCode, body)
	}
	if err != nil {
		return golden.Page{}, err
	}
	return golden.Page{
		URL: path, Status: response.StatusCode, Type: response.Header.Get("Content-Type"),
		Location: strings.ReplaceAll(response.Header.Get("Location"), s.base, golden.Base),
		Body:     strings.ReplaceAll(string(body), s.base, golden.Base),
	}, nil
}

// record fills the site and visits it under all settings.
func (s *site) record() (*golden.Site, error) {
	if page, err := s.get("seed.php"); err != nil || page.Status != http.StatusOK {
		return nil, fmt.Errorf("seed: %w: status %d: %.500s", err, page.Status, page.Body)
	}
	g := &golden.Site{}
	var err error
	if g.Tables, err = s.tables(); err != nil {
		return nil, err
	}
	for i, settings := range golden.Settings {
		visit, err := s.visit(settings, i == 0)
		if err != nil {
			return nil, fmt.Errorf("visit with %v: %w", settings, err)
		}
		g.Visits = append(g.Visits, visit)
	}
	return g, nil
}

// visit requests each document at the address that the site makes for it, and at the address without friendly URLs.
func (s *site) visit(settings map[string]string, bodies bool) (golden.Visit, error) {
	log.Printf("visit with %v", settings)
	v := golden.Visit{Settings: settings}
	if err := s.set(settings); err != nil {
		return v, err
	}
	if page, err := s.get("addresses.php?do=clear"); err != nil || page.Status != http.StatusOK {
		return v, fmt.Errorf("clear the cache: %w: status %d", err, page.Status)
	}
	list, err := s.get("addresses.php")
	if err != nil {
		return v, err
	}
	var made map[int64]string
	if err := json.Unmarshal([]byte(list.Body), &made); err != nil {
		return v, fmt.Errorf("%w: %.500s", err, list.Body)
	}
	for id, address := range made {
		if !bodies && id > golden.Addressed {
			continue
		}
		address = strings.TrimPrefix(address, "/")
		page, err := s.get((&url.URL{Path: address}).EscapedPath())
		if strings.HasPrefix(address, "index.php?") {
			page, err = s.get(address)
		}
		if err != nil {
			return v, err
		}
		page.ID, page.Made = id, address
		if page.Status == http.StatusNotFound || page.Status == http.StatusMovedPermanently {
			plain, err := s.get(fmt.Sprintf("index.php?id=%d", id))
			if err != nil {
				return v, err
			}
			page.Plain = plain.Status
		}
		if !bodies {
			page.Body, page.Type = "", ""
		}
		v.Pages = append(v.Pages, page)
	}
	slices.SortFunc(v.Pages, func(a, b golden.Page) int { return int(a.ID - b.ID) })
	return v, nil
}

// set stores settings, and removes the others that vary.
func (s *site) set(settings map[string]string) error {
	for _, name := range golden.Varied {
		if _, err := s.db.ExecContext(context.Background(), "DELETE FROM "+prefix+"system_settings WHERE setting_name = ?",
			name); err != nil {
			return err
		}
	}
	for name, value := range settings {
		if _, err := s.db.ExecContext(context.Background(),
			"INSERT INTO "+prefix+"system_settings (setting_name, setting_value) VALUES (?, ?)", name, value); err != nil {
			return err
		}
	}
	return nil
}

// tables returns the rows of the recorded tables.
func (s *site) tables() (map[string][]golden.Row, error) {
	tables := map[string][]golden.Row{}
	for table, columns := range golden.Tables {
		var err error
		if tables[table], err = s.rows("SELECT `" + strings.Join(columns, "`, `") + "` FROM " + prefix + table +
			" ORDER BY 1, 2"); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

func (s *site) rows(query string) ([]golden.Row, error) {
	rows, err := s.db.QueryContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var all []golden.Row
	for rows.Next() {
		row := make(golden.Row, len(columns))
		dest := make([]any, len(columns))
		for i := range row {
			dest[i] = &row[i]
		}
		if err := rows.Scan(dest...); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}
