package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

// webSite is an Evolution site: a database with the fixture in it, and a folder www with the settings of its account,
// which may do anything there. emcp runs beside that folder.
type webSite struct {
	folder   string // that has www
	database *testdb.Database
	user     string // of the site
}

func newWebSite(t *testing.T, generation string) webSite {
	t.Helper()
	d := testdb.Open(t)
	if err := evosite.Load(t.Context(), d.DB, evosite.Fixture(),
		evosite.Options{Prefix: "evo_", Generation: generation}); err != nil {
		t.Fatal(err)
	}
	user, dsn := d.User(t)
	if _, err := d.DB.ExecContext(t.Context(), "GRANT ALL ON "+d.Name+".* TO "+user+"@'127.0.0.1'"); err != nil {
		t.Fatal(err)
	}
	account, err := mysql.ParseDSN(dsn)
	if err != nil {
		t.Fatal(err)
	}
	host, port, _ := strings.Cut(account.Addr, ":")
	s := webSite{t.TempDir(), d, user}
	values := []string{
		"host", host, "port", port, "database", d.Name, "username", user, "password", account.Passwd, "prefix", "evo_",
	}
	names := map[string]string{
		"host": "DB_HOST", "port": "DB_PORT", "database": "DB_DATABASE", "username": "DB_USERNAME", "password": "DB_PASSWORD",
		"prefix": "DB_PREFIX",
	}
	array, env := "<?php\nreturn [\n", "# this machine\n"
	for i := 0; i < len(values); i += 2 {
		key, value := values[i], values[i+1]
		if generation == "3.5" { // has its values in .env
			env += names[key] + "=\"" + value + "\"\n"
			value = "elsewhere"
		}
		array += fmt.Sprintf("    '%s' => env('%s', '%s'),\n", key, names[key], value)
	}
	s.write(t, "www/"+settingsFile, array+"    'options' => [PDO::ATTR_STRINGIFY_FETCHES => true],\n];\n")
	if generation == "3.5" {
		s.write(t, "www/core/custom/.env", env)
	}
	return s
}

const settingsFile = "core/config/database/connections/default.php"

// write makes a file beside the site's folder, or in it.
func (s webSite) write(t *testing.T, file, content string) {
	t.Helper()
	path := filepath.Join(s.folder, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// copy returns the same site with folders of its own.
func (s webSite) copy(t *testing.T) webSite {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(s.folder, "www", settingsFile))
	if err != nil {
		t.Fatal(err)
	}
	s.folder = t.TempDir()
	s.write(t, "www/"+settingsFile, string(content))
	return s
}

// edit replaces a text in a file.
func (s webSite) edit(t *testing.T, file, from, to string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(s.folder, file))
	if err != nil || !strings.Contains(string(content), from) {
		t.Fatalf("no %s in %s, %v", from, content, err)
	}
	s.write(t, file, strings.ReplaceAll(string(content), from, to))
}

// general replaces what differs between runs, and between servers, in a text.
func (s webSite) general(text string) string {
	return regexp.MustCompile(`(?s)(GRANT SELECT.*?TO [^\n]*;\n)(    GRANT SELECT[^\n]*\n)+`).ReplaceAllString(
		s.named(text), "GRANTS\n")
}

// named replaces names, addresses and secrets in a text with words that say what stood there.
func (s webSite) named(text string) string {
	for _, r := range []struct{ pattern, replacement string }{
		{regexp.QuoteMeta(s.folder), "HOME"}, {regexp.QuoteMeta(s.database.Server.Addr), "ADDRESS"},
		{s.database.Name, "DATABASE"}, {s.user, "WEB"},
		{regexp.QuoteMeta(binary), "EMCP"}, {`(MySQL|MariaDB) [0-9]\S+`, "SERVER"}, {`emcp_[A-Za-z0-9]{40}`, "TOKEN"},
		{`Emcp-2-[a-z0-9]{26}`, "PASSWORD"},
		{`[0-9a-f]{64}`, "SHA256"},
	} {
		text = regexp.MustCompile(r.pattern).ReplaceAllString(text, r.replacement)
	}
	return text
}

// program runs emcp beside the site's folder and returns what is the same in every run.
func (s webSite) program(t *testing.T, args ...string) outcome {
	t.Helper()
	var out, errs strings.Builder
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.folder, &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return outcome{s.general(out.String()), s.general(errs.String()), cmd.ProcessState.ExitCode()}
}

// The parts of what init says.
const (
	foundSite = `database   DATABASE at ADDRESS, SERVER
tables     of Evolution 3.1, prefix "evo_", 6 template variables
index      evo_site_content (parent)
index      evo_site_tmplvar_contentvalues (tmplvarid, contentid)
`
	noAddress = "The address of the site is not known: assistants get stored texts, without what snippets print. " +
		"--base-url names it\n"
	written = `
` + wroteMessage + `
`
	makeUser = `
1. ` + databaseUserMessage + `this once as an
` + administratorMessage + `'emcp'@'127.0.0.1'; first.

    CREATE USER 'emcp'@'127.0.0.1' IDENTIFIED BY 'PASSWORD';
    GRANTS
`
	checkIt = `Check the setup.

    emcp check
`
	startIt = `Start emcp. It runs until you press Ctrl-C, so continue in another terminal.

    emcp serve
`
	// connectLocal is what programs on this computer need without a public address.
	connectLocal = `Claude Code

    claude mcp add --transport http my-site http://127.0.0.1:8787/mcp --header "Authorization: Bearer TOKEN"

Claude Desktop starts emcp itself and needs no token (Settings, Developer, Edit Config)

    {"mcpServers": {"my-site": {"command": "EMCP", "args": ["stdio", "--config", "HOME/emcp.yaml"]}}}

Cursor (~/.cursor/mcp.json)

    {"mcpServers": {"my-site": {"url": "http://127.0.0.1:8787/mcp", "headers": {"Authorization": "Bearer TOKEN"}}}}

VS Code (.vscode/mcp.json)

    {"servers": {"my-site": {"type": "http", "url": "http://127.0.0.1:8787/mcp", ` +
		`"headers": {"Authorization": "Bearer TOKEN"}}}}

`
	connectIt = `Connect an assistant. ` + onlyNowMessage + `

    TOKEN

` + connectLocal + `ChatGPT and OpenAI's API call over the internet, so emcp needs an https address first
(docs/connect.md has the steps, and those in ChatGPT). For the API, add this tool

    {"type": "mcp", "server_label": "my-site", "server_url": "https://www.example.com/mcp", ` +
		`"headers": {"Authorization": "Bearer TOKEN"}}

curl needs no session and no handshake

    curl http://127.0.0.1:8787/mcp -H "Authorization: Bearer TOKEN" -H "Content-Type: application/json" \
      -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'
`
	behindNginx = `Let nginx pass on https://www.example.com` + passOnMessage + `
inside the server { } block of the site, and load them.

    location = /mcp {
        proxy_pass http://127.0.0.1:8787;
        proxy_http_version 1.1;
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
    location ^~ /mcp/ {
        proxy_pass http://127.0.0.1:8787;
        proxy_http_version 1.1;
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }

    # Sign-in (auth.oauth) needs these too.
    location ^~ /oauth/ {
        proxy_pass http://127.0.0.1:8787;
        proxy_http_version 1.1;
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
    location ^~ /.well-known/oauth- {
        proxy_pass http://127.0.0.1:8787;
        proxy_http_version 1.1;
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }

    sudo nginx -t && sudo systemctl reload nginx
`
	behindApache = `Let apache pass on http://localhost:8787` + passOnMessage + `
inside the <VirtualHost> of the site, before its rewrites, and load them.

    RewriteEngine On
    # Rewrites of the site below this line leave emcp's addresses alone.
    RewriteRule ^/(mcp|oauth|\.well-known/oauth-(protected-resource|authorization-server))(/|$) - [END]
    <LocationMatch "^/(mcp|oauth|\.well-known/oauth-(protected-resource|authorization-server))(/|$)">
        # Events reach the client at once; on a quiet stream there is a sign of life every 15 seconds.
        ProxyPassMatch "http://127.0.0.1:8787" flushpackets=on timeout=60
        ProxyPreserveHost On
    </LocationMatch>

    sudo a2enmod proxy_http rewrite && sudo apachectl configtest && sudo systemctl reload apache2
`
	signedIn = `
  # Assistants on the web need only the public address. People sign in with a token, on a page of emcp. With
  # registration, assistants such as Claude Code and Cursor can introduce themselves; nobody has checked their names.
  oauth:
    builtin: {public_url: "http://localhost:8787", registration: true}

# The folder where emcp stores who has signed in. It needs no backup.
state_dir: "HOME/emcp-state"

security:
  # The host names under which emcp answers, and the address of the web server in front of it.
  allow_hosts: ["localhost", "127.0.0.1"]
  trusted_proxies: ["127.0.0.1"]
`
	configured = `# The configuration of emcp, written by emcp init. It contains a password: keep it secret.
# emcp check reports errors in it. docs/hosters/configure.md lists all keys with their defaults.

# The address where emcp listens. Only this computer can reach a loopback address such as 127.0.0.1.
# docs/start.md explains access from elsewhere.
listen: "127.0.0.1:8787"

sites:
  main:
    dsn: "emcp:PASSWORD@tcp(ADDRESS)/DATABASE"
    table_prefix: "evo_"

auth:
  # Callers need one of these tokens. emcp token new creates more. The view public shows what visitors of the site see,
  # manager also drafts, private documents and users.
  tokens:
    - {name: "owner", sha256: "SHA256", view: "public"}

# Programs that start emcp themselves, such as Claude Desktop, need no token.
stdio: {view: "public"}
`
)

// connectAtPublic is what programs on this computer need with a public address.
var connectAtPublic = strings.ReplaceAll(connectLocal, "http://127.0.0.1:8787", "https://www.example.com")

// connectPublic is what init prints with a public address.
var connectPublic = `Connect an assistant. ` + onlyNowMessage + `

    TOKEN

Claude, ChatGPT and others with sign-in need only this address. Sign in with the token on the page that opens

    https://www.example.com/mcp

` + connectAtPublic + `ChatGPT calls over the internet. For OpenAI's API, add this tool

    {"type": "mcp", "server_label": "my-site", "server_url": "https://www.example.com/mcp", ` +
	`"headers": {"Authorization": "Bearer TOKEN"}}

curl needs no session and no handshake

    curl https://www.example.com/mcp -H "Authorization: Bearer TOKEN" -H "Content-Type: application/json" \
      -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'

People see the assistants that they have connected, and disconnect them, here

    https://www.example.com/oauth/connections
`

// file returns emcp.yaml, which only its owner must be able to read, as it is in every run. There must be no
// other file of init beside it.
func (s webSite) file(t *testing.T) string {
	t.Helper()
	path := filepath.Join(s.folder, "emcp.yaml")
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Fatalf("the mode is %v, %v", info, err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.expectFiles(t, "emcp.yaml", "www")
	return s.general(string(text))
}

func (s webSite) expectFiles(t *testing.T, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files in the folder (-want +got):\n%s", diff)
	}
}

// calls are one call of every tool, with what a call of each can read.
var calls = map[string]string{
	"evo.content.search": `{"limit":50,"parent":2,"query":"chair","with_tvs":["price","color:d"],"fields":["content",` +
		`"introtext","url","path","template_name","children_count"],"tv_filters":[{"tv":"price","op":"!null"}],` +
		`"tags_data":{"tv_id":6,"tags":["wood"]}}`,
	"evo.content.get": `{"id":22}`, "evo.content.root_tree": `{"limit":50}`,
	"evo.content.descendants": `{"id":2,"limit":50}`,
	"evo.content.ancestors":   `{"id":25,"limit":50}`, "evo.content.children": `{"id":2,"limit":50}`,
	"evo.content.siblings":  `{"id":10,"limit":50}`,
	"evo.content.neighbors": `{"id":11,"limit":50}`, "evo.content.prev_siblings": `{"id":11,"limit":50}`,
	"evo.content.next_siblings": `{"id":11,"limit":50}`, "evo.content.children_range": `{"id":2,"from":0,"limit":50}`,
	"evo.content.siblings_range": `{"id":10,"from":0,"limit":50}`,
	"evo.model.list":             `{"limit":50,"model":"UserAttribute"}`,
	"evo.model.get":              `{"model":"User","id":1}`, "evo.site.describe": `{}`,
}

// TestInit sets up sites of both generations, does what init says is left to do, and uses what has come of it.
func TestInit(t *testing.T) {
	for generation, view := range map[string]string{"3.1": "public", "3.5": "manager"} {
		t.Run(generation+" "+view, func(t *testing.T) {
			s := newWebSite(t, generation)
			stdout, stderr, status := emcp(t, "", "init", "--yes", "--site", s.folder+"/www", "--config", s.folder+"/emcp.yaml",
				"--listen", "127.0.0.1:0", "--view", view, "--user", "o'reader", "--name", "Ada's own")
			if stderr != "" || status != 0 {
				t.Fatalf("status %d, %s", status, stderr)
			}
			settings := "settings   " + settingsFile + "\n"
			if generation == "3.5" {
				settings = "settings   core/custom/.env and " + settingsFile + "\n"
			}
			notice := ""
			if view == "public" {
				notice = noAddress
			}
			want := settings + foundSite + notice + written + makeUser + "\n2. " + checkIt + "\n3. " + startIt + "\n4. " +
				connectIt
			want = strings.NewReplacer("Evolution 3.1", "Evolution "+generation, "Wrote emcp.yaml", "Wrote HOME/emcp.yaml",
				"'emcp'@", "'o''reader'@",
				"emcp check", "emcp check --config HOME/emcp.yaml", "emcp serve", "emcp serve --config HOME/emcp.yaml", ":8787",
				":0").Replace(want)
			if diff := cmp.Diff(want, s.general(stdout)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			want = strings.NewReplacer(":8787", ":0", "emcp:PASSWORD", "o'reader:PASSWORD", "owner\"", "Ada's own\"", "public\"",
				view+"\"").Replace(configured)
			if diff := cmp.Diff(want, s.file(t)); diff != "" {
				t.Errorf("emcp.yaml (-want +got):\n%s", diff)
			}

			statements := strings.Join(regexp.MustCompile(`(?m)^    (CREATE|GRANT) .*;$`).FindAllString(stdout, -1), "\n")
			if _, err := s.database.DB.ExecContext(t.Context(), statements); err != nil {
				t.Fatalf("%s: %v", statements, err)
			}
			defer func() {
				if _, err := s.database.DB.ExecContext(context.Background(), "DROP USER 'o''reader'@'127.0.0.1'"); err != nil {
					t.Error(err)
				}
			}()
			if checked := s.program(t, "check"); checked.Status != 0 {
				t.Errorf("emcp check: %+v", checked)
			}
			token := regexp.MustCompile(`emcp_\w{40}`).FindString(stdout)
			s.expectAnswers(t, token, view == "manager")
			s.expectReadOnly(t)
		})
	}
}

// expectAnswers serves the site and calls every tool.
func (s webSite) expectAnswers(t *testing.T, token string, manager bool) {
	t.Helper()
	running := startWith(t, filepath.Join(s.folder, "emcp.yaml"))
	defer running.stop(t)
	_, listed := running.post(t, token, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	var tools struct {
		Result struct{ Tools []struct{ Name string } }
	}
	if err := json.Unmarshal([]byte(listed), &tools); err != nil || len(tools.Result.Tools) != len(calls) {
		t.Fatalf("%v, %d tools, want %d: %s", err, len(tools.Result.Tools), len(calls), listed)
	}
	for _, tool := range tools.Result.Tools {
		arguments := calls[tool.Name]
		if !manager { // users are not for visitors
			arguments = strings.NewReplacer("UserAttribute", "SiteTmplvar", "User", "SiteTemplate").Replace(arguments)
		}
		_, answer := running.post(t, token,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool.Name+`","arguments":`+arguments+`}}`)
		if !strings.HasPrefix(answer, `{"jsonrpc":"2.0","id":1,"result":{"content":`) ||
			strings.Contains(answer, `"item":null`) {
			t.Errorf("%s %s: %s", tool.Name, arguments, answer)
		}
	}
}

// expectReadOnly tries with the account of the configuration what it must not do.
func (s webSite) expectReadOnly(t *testing.T) {
	t.Helper()
	c, err := config.Load(filepath.Join(s.folder, "emcp.yaml"), os.LookupEnv)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("mysql", c.Sites["main"].DSN.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		"SELECT password FROM evo_users", "SELECT * FROM evo_user_attributes", "SELECT snippet FROM evo_site_snippets",
		"SELECT name FROM evo_membergroup_names",
		"UPDATE evo_site_content SET pagetitle = ''", "DELETE FROM evo_users",
		"INSERT INTO evo_categories (category) VALUES ('x')", "DROP TABLE evo_users",
		"CREATE TABLE x (id INT)", "SELECT user FROM mysql.user",
	} {
		_, err := db.ExecContext(t.Context(), statement)
		if !regexp.MustCompile(`^Error 114[23] `).MatchString(fmt.Sprint(err)) {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if _, err := db.ExecContext(t.Context(), "SELECT username FROM evo_users"); err != nil {
		t.Error(err)
	}
}

// TestInitHere takes all defaults, without a terminal.
func TestInitHere(t *testing.T) {
	s := newWebSite(t, "3.1")
	good := outcome{
		"settings   " + settingsFile + "\n" + foundSite + noAddress + written + makeUser + "\n2. " + checkIt + "\n3. " +
			startIt + "\n4. " + connectIt, "", 0,
	}
	if diff := cmp.Diff(good, s.program(t, "init", "--site", "www")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(configured, s.file(t)); diff != "" {
		t.Error(diff)
	}
	again := outcome{
		"settings   " + settingsFile + "\n" + foundSite,
		"emcp: init: emcp.yaml " + fileExistsMessage + "\n", 1,
	}
	before, err := os.ReadFile(s.folder + "/emcp.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(again, s.program(t, "init", "--site", "www")); diff != "" {
		t.Error(diff)
	}
	if after, err := os.ReadFile(s.folder + "/emcp.yaml"); err != nil || string(after) != string(before) {
		t.Errorf("another file than before: %s, %v", after, err)
	}
	if err := os.Chmod(s.folder+"/emcp.yaml", 0o640); err != nil { //nolint:gosec // it stays
		t.Fatal(err)
	}
	good.Stdout = strings.Replace(good.Stdout, wroteMessage,
		"Replaced emcp.yaml. It contains a password; its owner and mode are unchanged.", 1)
	if diff := cmp.Diff(good, s.program(t, "init", "--site", "www", "--force")); diff != "" {
		t.Error(diff)
	}
	if err := os.Chmod(s.folder+"/emcp.yaml", 0o600); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(s.folder + "/emcp.yaml"); err != nil || string(after) == string(before) {
		t.Errorf("--force has not made another file, %v", err)
	}
	s.file(t)
}

// website answers with HTML.
func website(html string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, html)
	}
}

// TestInitPages lets assistants read the pages of a site that answers.
func TestInitPages(t *testing.T) {
	good := httptest.NewServer(website("<p>Chairs</p>"))
	defer good.Close()
	broken := httptest.NewServer(http.NotFoundHandler())
	defer broken.Close()
	shared := newWebSite(t, "3.1")
	for address, test := range map[string]struct{ said, keys string }{
		good.URL + "/": {
			pagesMessage,
			"    # Visitors' assistants can read pages as the site shows them, with what snippets print.\n    pages: " +
				"{enabled: true}\n",
		},
		broken.URL + "/": {
			" does not answer with a page (status 404): assistants get stored texts, without what snippets print there", "",
		},
		"http://127.0.0.1:1/": {
			" does not answer with a page (unreachable): assistants get stored texts, without what snippets print there", "",
		},
	} {
		s := shared.copy(t)
		want := "settings   " + settingsFile + "\n" + foundSite + address + test.said + "\n" +
			written + makeUser + "\n2. " + checkIt + "\n3. " + startIt + "\n4. " + connectIt
		if diff := cmp.Diff(outcome{want, "", 0}, s.program(t, "init", "--site", "www", "--base-url", address)); diff != "" {
			t.Errorf("%s: %s", address, diff)
		}
		keys := "    base_url: \"" + address + "\"\n" + test.keys
		if diff := cmp.Diff(strings.Replace(configured, "\n\nauth:", "\n"+keys+"\nauth:", 1), s.file(t)); diff != "" {
			t.Errorf("%s: %s", address, diff)
		}
	}
}

// TestInitShop writes the rule of the addresses of products, which sCommerce keeps in a file.
func TestInitShop(t *testing.T) {
	s := newWebSite(t, "3.1")
	s.write(t, "www/core/custom/config/seiger/settings/sCommerce.php",
		`<?php return ["product" => ["link_rule" => "category",],];`)
	if got := s.program(t, "init", "--site", "www"); got.Status != 0 {
		t.Fatal(got)
	}
	const keys = "    # As sCommerce makes them: product.link_rule in its settings.\n    product_links: \"category\"\n"
	if diff := cmp.Diff(strings.Replace(configured, "\n\nauth:", "\n"+keys+"\nauth:", 1), s.file(t)); diff != "" {
		t.Error(diff)
	}
}

// TestInitPublic sets up sign-in at a public address, and asks what has come of it.
func TestInitPublic(t *testing.T) {
	s := newWebSite(t, "3.1")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := ":" + strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	got := s.program(t, "init", "--listen", "127.0.0.1"+port, "--public-url", "http://localhost"+port+"/", "--web-server",
		"apache",
		"--dsn", s.user+":only to read@tcp("+s.database.Server.Addr+")/"+s.database.Name)
	got.Stdout = strings.ReplaceAll(got.Stdout, port, ":8787")
	want := "settings   --dsn\n" + foundSite + noAddress + written + "\n1. " + startIt + "\n2. " + behindApache + "\n3. " +
		checkIt + "\n4. " +
		strings.ReplaceAll(connectPublic, "https://www.example.com", "http://localhost:8787")
	if diff := cmp.Diff(outcome{want, "", 0}, got); diff != "" {
		t.Error(diff)
	}
	wantFile := strings.Replace(configured, "view: \"public\"}\n", "view: \"public\"}\n"+signedIn, 1)
	wantFile = strings.Replace(wantFile, "emcp:PASSWORD", "WEB:only to read", 1)
	if diff := cmp.Diff(wantFile, strings.ReplaceAll(s.file(t), port, ":8787")); diff != "" {
		t.Error(diff)
	}
	// The account of the site may do more than read, which emcp refuses by default.
	s.edit(t, "emcp.yaml", "    table_prefix", "    allow_wide_grants: true\n    table_prefix")
	running := startWith(t, filepath.Join(s.folder, "emcp.yaml"))
	defer running.stop(t)
	if checked := s.program(t, "check"); checked.Status != 0 ||
		!strings.Contains(checked.Stdout, "tokens arrive, and the challenge comes back") {
		t.Errorf("%+v", checked)
	}
}

// TestInitSQL writes the SQL for the database user to a file, and shows how it is run.
func TestInitSQL(t *testing.T) {
	s := newWebSite(t, "3.5")
	outside := filepath.Join(t.TempDir(), "user.sql")
	got := s.program(t, "init", "--site", "www", "--sql", outside, "--user", "o'reader", "--config", "site.yaml")
	step := `
1. ` + databaseUserMessage + `the file once as an
` + administratorMessage + `'o''reader'@'127.0.0.1'; first.
Then delete the file, because it contains a password.

    sudo CLIENT < ` + outside + `

2. Check`
	if !strings.Contains(regexp.MustCompile(`sudo (mariadb|mysql) <`).ReplaceAllString(got.Stdout, "sudo CLIENT <"),
		step) || got.Stderr != "" || got.Status != 0 {
		t.Errorf("%+v\nwant %s", got, step)
	}
	if strings.Contains(got.Stdout, "CREATE USER") {
		t.Error("the SQL is shown as well")
	}
	statements, err := os.ReadFile(outside)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(outside); err != nil || info.Mode() != 0o600 {
		t.Errorf("the mode is %v, %v", info, err)
	}
	if _, err := s.database.DB.ExecContext(t.Context(), string(statements)); err != nil {
		t.Fatalf("%s: %v", statements, err)
	}
	defer func() {
		if _, err := s.database.DB.ExecContext(context.Background(), "DROP USER 'o''reader'@'127.0.0.1'"); err != nil {
			t.Error(err)
		}
	}()
	s.edit(t, "site.yaml", ":8787", ":0") // a port that is free
	if checked := s.program(t, "check", "--config", "site.yaml"); checked.Status != 0 {
		t.Errorf("emcp check: %+v", checked)
	}

	for args, want := range map[string]string{
		"--sql " + outside:                       outside + " " + fileExistsMessage,
		"--sql user.sql --dsn u:p@tcp(h)/d":      "--sql has nothing to write with --dsn, because its user exists already",
		"--sql ./new.yaml --config new.yaml":     "--sql names the configuration file, new.yaml",
		"--sql www/user.sql --config new.yaml":   "www/user.sql " + insideMessage + " (--sql)",
		"--sql new.sql --config www/new.yaml":    "www/new.yaml " + insideMessage + " (--config)",
		"--force --config www/core/../emcp.yaml": "www/core/../emcp.yaml " + insideMessage + " (--config)",
		"--sql none/user.sql --config new.yaml":  "write none/user.sql: open none/.emcp-RANDOM: no such file or directory",
	} {
		got := s.program(t, append([]string{"init", "--site", "www"}, strings.Fields(args)...)...)
		got.Stderr = regexp.MustCompile(`\.emcp-\d+`).ReplaceAllString(got.Stderr, ".emcp-RANDOM")
		if got.Stderr != "emcp: init: "+want+"\n" || got.Status != 1 {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
	s.expectFiles(t, "site.yaml", "www")
}

// TestInitWithDSN keeps the DSN as it is, and the environment's variables in it.
func TestInitWithDSN(t *testing.T) {
	s := newWebSite(t, "3.1")
	t.Setenv("WEB_PASSWORD", "only to read")
	dsn := s.user + ":${WEB_PASSWORD}@tcp(" + s.database.Server.Addr + ")/" + s.database.Name
	want := outcome{
		"settings   --dsn\n" + foundSite + noAddress + written + "\n1. " + checkIt + "\n2. " + startIt + "\n3. " + connectIt,
		"", 0,
	}
	if diff := cmp.Diff(want, s.program(t, "init", "--dsn", dsn)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(strings.Replace(configured, "emcp:PASSWORD", "WEB:${WEB_PASSWORD}", 1), s.file(t)); diff != "" {
		t.Error(diff)
	}
}

// TestInitOfBrokenSites compares all that init says of setups that do not work. It must leave no file.
func TestInitOfBrokenSites(t *testing.T) {
	const (
		look = "emcp: init: examine the database DATABASE at ADDRESS as WEB (" + settingsFile + "): "
		hint = "\nuse --dsn for another database, address or user, and --prefix for another table prefix\n"
	)
	edit := func(from, to string) func(*testing.T, webSite) {
		return func(t *testing.T, s webSite) { t.Helper(); s.edit(t, "www/"+settingsFile, from, to) }
	}
	const none = "" // no statement
	shared := newWebSite(t, "3.1")
	for name, c := range map[string]struct {
		change func(*testing.T, webSite) // of the site's files
		sql    string                    // changes of its tables
		args   string
		stdout string
		stderr string
	}{
		"wrong password": {
			edit("only to read", "hush"), none, "", "",
			look + "Error 1045 (28000): Access denied for user 'WEB'@'127.0.0.1' (using password: YES)" + hint,
		},
		"nothing listens": {
			func(t *testing.T, s webSite) {
				t.Helper()
				_, port, _ := strings.Cut(s.database.Server.Addr, ":")
				s.edit(t, "www/"+settingsFile, port, "1")
			}, none, "", "",
			"emcp: init: examine the database DATABASE at 127.0.0.1:1 as WEB (" + settingsFile +
				"): dial tcp 127.0.0.1:1: connect: connection refused" + hint,
		},
		"wrong prefix": {
			edit("'evo_'", "'modx_'"), none, "", "",
			look + "there is no table modx_site_content in the database; table_prefix can be evo_" + hint,
		},
		"wrong prefix of the command line": {
			nil, none, "--prefix evo", "",
			look + "there is no table evosite_content in the database; table_prefix can be evo_" + hint,
		},
		"no Evolution site": {
			edit("'evo_'", "''"), "DROP TABLE evo_site_content", "", "",
			look + "there is no Evolution site in the database: no table ends in site_content" + hint,
		},
		"several sites": {
			edit("'evo_'", "''"), "CREATE TABLE b_site_content (id INT)", "", "",
			look + "there are several Evolution sites in the database: set table_prefix to one of b_, evo_" + hint,
		},
		"table without which nothing is found": {
			nil, "DROP TABLE evo_site_tmplvars", "", "",
			look + "Error 1146 (42S02): Table 'DATABASE.evo_site_tmplvars' doesn't exist" + hint,
		},
		"missing table and column": {
			nil, "DROP TABLE evo_document_groups; ALTER TABLE evo_site_content DROP COLUMN alias_visible", "", "",
			"emcp: init: the database DATABASE lacks tables or columns that emcp needs, or WEB may not read them:\n" +
				"  evo_site_content (alias_visible)\n  evo_document_groups (document_group, document)\n",
		},
		"unreadable file": {
			func(t *testing.T, s webSite) {
				t.Helper()
				s.write(t, "www/core/custom/.env/x", "")
			}, none, "", "", "emcp: init: read www/core/custom/.env: is a directory\n",
		},
		"settings that PHP would have to run": {
			edit("env('DB_PASSWORD', 'only to read')", "decrypt('hush')"), none, "", "",
			"emcp: init: " + settingsFile +
				": line 7: password is not a plain string or env(...), and emcp does not run the file\nname the database with " +
				"--dsn\n",
		},
		"no site": {
			nil, none, "--site www/core", "", "emcp: init: www/core is not the folder of an Evolution site: core/custom/.env, " +
				settingsFile + " and manager/includes/config.inc.php are all missing\n",
		},
		"no folder": {nil, none, "--site nowhere", "", "emcp: init: there is no folder nowhere\n"},
		"no DSN":    {nil, none, "--dsn hush", "", "emcp: init: --dsn: " + wrongDSNMessage + "\n"},
		"no variable": {
			nil, none, "--dsn u:${NOBODY}@tcp(h)/d", "", "emcp: init: --dsn" + noVariableMessage + "NOBODY is not set\n",
		},
		"wrong address": {nil, none, "--listen 8787", foundSite, "emcp: init: listen: \"8787\" is not host:port\n"},
		"wrong view":    {nil, none, "--view all", foundSite, "emcp: init: \"all\" " + wrongViewMessage + "\n"},
		"no place": {
			nil, none, "--config none/emcp.yaml", foundSite + noAddress,
			"emcp: init: write none/emcp.yaml: open none/.emcp-RANDOM: no such file or directory\n",
		},
		"a folder": {nil, none, "--force --config www", foundSite, "emcp: init: www is a folder\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s := shared.copy(t)
			if c.sql != none {
				s = newWebSite(t, "3.1")
				if _, err := s.database.DB.ExecContext(t.Context(), c.sql); err != nil {
					t.Fatal(err)
				}
			}
			if c.change != nil {
				c.change(t, s)
			}
			if c.stdout != "" {
				c.stdout = "settings   " + settingsFile + "\n" + c.stdout
			}
			got := s.program(t, append([]string{"init", "--site", "www"}, strings.Fields(c.args)...)...)
			got.Stderr = regexp.MustCompile(`\.emcp-\d+`).ReplaceAllString(got.Stderr, ".emcp-RANDOM")
			if diff := cmp.Diff(outcome{c.stdout, c.stderr, 1}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			s.expectFiles(t, "www")
		})
	}
	elsewhere := webSite{folder: t.TempDir(), database: testdb.Open(t), user: "nobody"}
	want := outcome{"", "emcp: init: name the folder of the site with --site, or its database with --dsn\n", 1}
	if diff := cmp.Diff(want, elsewhere.program(t, "init")); diff != "" {
		t.Errorf("elsewhere (-want +got):\n%s", diff)
	}
}

// TestInitWithoutIndexes expects emcp init to report what will be slow.
func TestInitWithoutIndexes(t *testing.T) {
	s := newWebSite(t, "3.1")
	_, err := s.database.DB.ExecContext(t.Context(),
		"ALTER TABLE evo_site_content DROP KEY parent, DROP KEY content_ft_idx;"+
			"ALTER TABLE evo_site_tmplvar_contentvalues DROP KEY ix_tvid_contentid")
	if err != nil {
		t.Fatal(err)
	}
	want := `settings   ` + settingsFile + `
database   DATABASE at ADDRESS, SERVER
tables     of Evolution 3.1, prefix "evo_", 6 template variables
index      no index on evo_site_content (parent): the document tree is slow
index      no index on evo_site_tmplvar_contentvalues (tmplvarid, contentid): every call with template variables is slow
` + noAddress + written + makeUser + "\n2. " + checkIt + "\n3. " + startIt + "\n4. " + connectIt
	if diff := cmp.Diff(outcome{want, "", 0}, s.program(t, "init", "--site", "www")); diff != "" {
		t.Error(diff)
	}
}
