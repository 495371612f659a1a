//go:build faults

package faults_test

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"emcp/internal/auth"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

// Limits of the gateways in the tests.
const (
	callTime    = time.Second            // statement_timeout
	lookupTime  = auth.LookupTime        // of a personal access token, before the call
	margin      = 300 * time.Millisecond // by which a call may be over its limit
	recovery    = 5 * time.Second        // after a fault, until all is right again
	gone        = time.Second            // until a statement has ended whose limit is over or whose client is gone
	connections = 8                      // max_open_conns: enough for the load, so that only faults keep calls waiting
	clients     = 6                      // of the load
	folders     = 1000                   // client i has the documents below folders*(i+1)
	children    = 12                     // of each folder
)

// site is a database with the fixture and a folder for each client of the load, and the account that emcp has.
type site struct {
	*testdb.Database
	config *mysql.Config // of emcp's account
}

// marker is the word that is in the documents of a client and in no others.
func marker(client int) string { return fmt.Sprintf("marker%dx", client) }

// personal is the personal access token of a user.
func personal(user int) string { return fmt.Sprintf("emcp_%040d", user) }

func newSite(t testing.TB) *site {
	t.Helper()
	content := evosite.Fixture()
	for client := range clients {
		folder := int64(folders * (client + 1))
		content.Documents = append(content.Documents, document(client, folder, 0, "folder"))
		for i := range int64(children) {
			d := document(client, folder+1+i, folder, fmt.Sprintf("page %d", i))
			d.MenuIndex = i
			content.Documents = append(content.Documents, d)
			content.Values = append(content.Values,
				evosite.Value{TV: 1, Document: d.ID, Text: evosite.Text(strconv.Itoa(client*100 + int(i)))})
		}
	}
	content.Records["emcp_tokens"] = []evosite.Record{{
		"id": 1, "user_id": 1, "name": "faults", "token_prefix": "emcp_",
		"token_hash": auth.HashToken(personal(1)).String(), "scopes": `["mcp:read","mcp:call"]`,
	}}
	s := &site{Database: testdb.Open(t)}
	if err := evosite.Load(t.Context(), s.DB, content, evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	var err error
	if s.config, err = mysql.ParseDSN(s.DSN); err != nil {
		t.Fatal(err)
	}
	s.config.User, s.config.Passwd = "f"+s.Name[len(s.Name)-12:], "only to read"
	s.exec(t, fmt.Sprintf("CREATE USER '%s'@'127.0.0.1' IDENTIFIED BY '%s'", s.config.User, s.config.Passwd))
	s.exec(t, fmt.Sprintf("GRANT SELECT ON %s.* TO '%s'@'127.0.0.1'", s.Name, s.config.User))
	t.Cleanup(func() { s.exec(t, fmt.Sprintf("DROP USER '%s'@'127.0.0.1'", s.config.User)) })
	return s
}

// document is a page of a client, long enough that an answer takes many packets.
func document(client int, id, parent int64, title string) evosite.Document {
	return evosite.Document{
		ID: id, Parent: parent, Template: 2, Title: marker(client) + " " + title,
		Alias:     evosite.Text(fmt.Sprintf("page-%d", id)),
		Content:   "<p>" + strings.Repeat(marker(client)+" ", 500) + "</p>",
		Published: true, Folder: parent == 0, CreatedOn: 1_767_225_600 + id, EditedOn: 1_767_225_600 + id,
	}
}

// exec runs a statement as the superuser, not through any proxy.
func (s *site) exec(t testing.TB, statement string) {
	t.Helper()
	if _, err := s.DB.ExecContext(context.Background(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// dsn returns the DSN of emcp's account at an address.
func (s *site) dsn(addr string) string {
	c := s.config.Clone()
	c.Addr = addr
	return c.FormatDSN()
}

// statement is what the server is busy with for emcp.
type statement struct {
	id   int64
	age  time.Duration
	text string
}

// statements returns those of emcp's account.
func (s *site) statements(ctx context.Context) (found []statement, err error) {
	rows, err := s.DB.QueryContext(ctx,
		"SELECT id, time_ms, IFNULL(info, '') FROM information_schema.processlist WHERE user = ? AND command = 'Query'",
		s.config.User)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one statement
		var ms float64
		if err := rows.Scan(&one.id, &ms, &one.text); err != nil {
			return nil, err
		}
		one.age = time.Duration(ms * float64(time.Millisecond))
		found = append(found, one)
	}
	return found, rows.Err()
}

// ids returns the connections of emcp's account.
func (s *site) ids(t testing.TB) (found []int64) {
	t.Helper()
	rows, err := s.DB.QueryContext(t.Context(), "SELECT id FROM information_schema.processlist WHERE user = ?",
		s.config.User)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		found = append(found, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

// expectOthersConnect connects as another user than emcp's.
func (s *site) expectOthersConnect(t testing.TB) {
	t.Helper()
	other, err := sql.Open("mysql", s.DSN)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var one int
	if err := other.QueryRowContext(ctx, "SELECT 1").Scan(&one); err != nil {
		t.Errorf("another user of the database: %v", err)
	}
}

// configuration returns emcp.yaml for a site behind an address, with every client of the load.
func (s *site) configuration(database, redis string) string {
	var text strings.Builder
	fmt.Fprintf(&text,
		"listen: 127.0.0.1:0\ncache: {ttl: 0s}\nsites:\n  main: {dsn: %q, max_open_conns: %d, statement_timeout: %s, "+
			"base_url: \"https://www.example.com/\"}\n",
		s.dsn(database), connections, callTime)
	text.WriteString(
		"rate_limit: {per_minute: 1000000, per_address: 1000000}\nsecurity: {cursor_key: 0123456789abcdef0123456789abcdef}\n")
	if redis != "" {
		fmt.Fprintf(&text, "redis: {url: \"redis://%s/0\"}\n", redis)
	}
	text.WriteString("auth:\n  modes: [token, pat]\n  tokens:\n")
	for client := range clients {
		fmt.Fprintf(&text, "    - {name: client%d, sha256: %q, scopes: [\"mcp:read\", \"mcp:call\"], view: %s}\n",
			client, auth.HashToken(token(client)).String(), []string{"public", "manager"}[client%2])
	}
	return text.String()
}

// token is the bearer of a client: the last one has a personal access token.
func token(client int) string {
	if client == clients-1 {
		return personal(1)
	}
	return fmt.Sprintf("token-of-client-%d", client)
}

// limit is how long a call of a client may take.
func limit(client int) time.Duration {
	if client == clients-1 {
		return lookupTime + callTime
	}
	return callTime
}
