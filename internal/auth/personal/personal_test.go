package personal_test

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/evodb"
	"emcp/internal/auth"
	"emcp/internal/auth/personal"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// told is what a gate reports: the caller, or the fault. With a fault, the principal has at most a subject.
type told struct {
	Principal identity.Principal
	Kind      fault.Kind
	Message   string
}

// present asks a gate of these kinds who presents a token to the server "content".
func present(t *testing.T, token string, kinds ...auth.Authenticator) told {
	t.Helper()
	caller, err := auth.Gate{Kinds: kinds}.Caller(t.Context(),
		auth.Credentials{Header: http.Header{"Authorization": {"Bearer " + token}}}, "content")
	if err == nil {
		return told{Principal: caller}
	}
	f := fault.From(err)
	return told{caller, f.Kind, f.Message}
}

func compare(t *testing.T, want, got told) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// member is a user of a site with one personal token.
type member struct {
	id         int64
	role       int64          // -1: there are no attributes of the user
	attributes evosite.Record // other than those of everybody
	token      evosite.Record // other than that of everybody
}

// plaintext returns the token of the member with that id.
func plaintext(id int64) string { return fmt.Sprintf("emcp_%040d", id) }

// with returns a record with changes.
func with(r, changes evosite.Record) evosite.Record {
	changed := maps.Clone(r)
	maps.Copy(changed, changes)
	return changed
}

// siteOf returns a site with these members. Role 2 may use emcp, role 3 may not. The members' groups are: 1 with access
// to document groups 1 and 4, 2 to 1 and 2, 3 to 3.
func siteOf(groups map[int64][]int64, members ...member) *evosite.Site {
	r := map[string][]evosite.Record{
		"user_roles": {{"id": 1, "name": "Administrator"}, {"id": 2, "name": "Editor"}, {"id": 3, "name": "Author"}},
		"role_permissions": {
			{"role_id": 2, "permission": "view_document"}, {"role_id": 2, "permission": "emcp"},
			{"role_id": 3, "permission": "view_document"}, {"role_id": 3, "permission": "emcp2"},
		},
		"membergroup_access": {
			{"membergroup": 2, "documentgroup": 2}, {"membergroup": 2, "documentgroup": 1},
			{"membergroup": 1, "documentgroup": 1}, {"membergroup": 1, "documentgroup": 4},
			{"membergroup": 3, "documentgroup": 3},
		},
	}
	for _, m := range members {
		r["users"] = append(r["users"], evosite.Record{"id": m.id, "username": fmt.Sprint("user", m.id)})
		if m.role >= 0 {
			r["user_attributes"] = append(r["user_attributes"], with(evosite.Record{
				"internalKey": m.id, "role": m.role, "blocked": 0, "blockeduntil": 0, "blockedafter": 0,
			}, m.attributes))
		}
		for _, group := range groups[m.id] {
			r["member_groups"] = append(r["member_groups"], evosite.Record{"user_group": group, "member": m.id})
		}
		r["emcp_tokens"] = append(r["emcp_tokens"], with(evosite.Record{
			"user_id": m.id, "name": "Claude", "token_prefix": plaintext(m.id)[:12],
			"token_hash": auth.HashToken(plaintext(m.id)).String(), "scopes": `["mcp:read","mcp:call"]`,
			"expires_at": nil, "revoked_at": nil, "last_used_at": "2026-01-02 03:04:05",
		}, m.token))
	}
	return &evosite.Site{Records: r}
}

// loadSite writes a site into a database and opens it.
func loadSite(t *testing.T, database *testdb.Database, site *evosite.Site, generation string) *evodb.DB {
	t.Helper()
	if err := evosite.Load(t.Context(), database.DB, site,
		evosite.Options{Prefix: "evo_", Generation: generation}); err != nil {
		t.Fatal(err)
	}
	return openSite(t, database.DSN)
}

func openSite(t *testing.T, dsn string) *evodb.DB {
	t.Helper()
	db, err := evodb.Open(evodb.Options{DSN: dsn, MaxOpenConns: 4, StatementTimeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// newTokens returns the authenticator of the site "main", which has not looked for any token yet.
func newTokens(db *evodb.DB) *personal.Tokens {
	return personal.New("main", db, auth.PersonalOptions{Permission: "emcp", Zone: time.UTC})
}

func exec(t *testing.T, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatal(err)
	}
}

// generations runs a test with the tables of both Evolution releases.
func generations(t *testing.T, test func(t *testing.T, generation string)) {
	for _, generation := range []string{"3.1", "3.5"} {
		t.Run(generation, func(t *testing.T) { test(t, generation) })
	}
}

// user returns the subject of a user of the site "main".
func user(id int64) string { return fmt.Sprintf("user:%d@main", id) }

// owner is the result for the token of a user.
func owner(id int64, m identity.Member) told {
	return told{Principal: identity.Principal{
		Subject: user(id), Name: fmt.Sprint("user", id), Scopes: []string{"mcp:read", "mcp:call"}, View: identity.Manager,
		Servers: []string{"*"}, Member: &m,
	}}
}

// administrator and editor are owners without document groups.
func administrator(id int64) told { return owner(id, identity.Member{Role: 1}) }

func editor(id int64) told {
	return owner(id, identity.Member{Role: 2, Permissions: []string{"emcp", "view_document"}})
}

// notOwner is the result for a token that is refused.
func notOwner(id int64, kind fault.Kind, message string) told {
	return told{identity.Principal{Subject: user(id)}, kind, message}
}

// isUnknown is the result for a token that nobody has.
var isUnknown = told{
	Kind:    fault.InvalidToken,
	Message: "the token is unknown here; check it for missing characters, or ask the site's owner for one",
}

// Messages for owners.
const (
	notChecked = "tokens cannot be checked at the moment; try again later"

	revoked   = "the token has been revoked; create a new one in the manager"
	tooOld    = "the token has expired; create a new one in the manager"
	noRole    = "the token's owner has no role in the site's manager"
	isBlocked = "the token's owner is blocked in the site's manager"
	mayNot    = "the token's owner lacks the permission emcp; the site's owner can give it to the role in the manager"
)

func TestTokens(t *testing.T) {
	now := time.Now()
	// Evolution writes times of users as Unix seconds, and of tokens as the site's clock shows them.
	seconds := func(d time.Duration) int64 { return now.Add(d).Unix() }
	clock := func(d time.Duration) string { return now.Add(d).UTC().Format(time.DateTime) }
	day := 24 * time.Hour
	withScopes := func(id int64, scopes ...string) told {
		e := editor(id)
		e.Principal.Scopes = scopes
		return e
	}
	cases := []struct {
		name   string
		member member
		want   told
	}{
		{"administrator", member{role: 1}, administrator(10)},
		{"ordinary role", member{role: 2}, editor(11)},
		{"role without the permission", member{role: 3}, notOwner(12, fault.Forbidden, mayNot)},
		{"role that is gone", member{role: 9}, notOwner(13, fault.Forbidden, mayNot)},
		{"role 0", member{role: 0}, notOwner(14, fault.UserHasNoRole, noRole)},
		{"no attributes", member{role: -1}, notOwner(15, fault.UserHasNoRole, noRole)},
		{"blocked", member{role: 2, attributes: evosite.Record{"blocked": 1}}, notOwner(16, fault.UserBlocked, isBlocked)},
		{
			"blocked administrator", member{role: 1, attributes: evosite.Record{"blocked": 1}},
			notOwner(17, fault.UserBlocked, isBlocked),
		},
		{
			"blocked until tomorrow", member{role: 2, attributes: evosite.Record{"blockeduntil": seconds(day)}},
			notOwner(18, fault.UserBlocked, isBlocked),
		},
		{"blocked until yesterday", member{role: 2, attributes: evosite.Record{"blockeduntil": seconds(-day)}}, editor(19)},
		{
			"blocked after yesterday", member{role: 2, attributes: evosite.Record{"blockedafter": seconds(-day)}},
			notOwner(20, fault.UserBlocked, isBlocked),
		},
		{"blocked after tomorrow", member{role: 2, attributes: evosite.Record{"blockedafter": seconds(day)}}, editor(21)},
		{
			"revoked", member{role: 1, token: evosite.Record{"revoked_at": clock(-time.Hour)}},
			notOwner(22, fault.InvalidToken, revoked),
		},
		{
			"expired", member{role: 1, token: evosite.Record{"expires_at": clock(-time.Minute)}},
			notOwner(23, fault.InvalidToken, tooOld),
		},
		{"not yet expired", member{role: 2, token: evosite.Record{"expires_at": clock(10 * time.Minute)}}, editor(24)},
		{
			"revoked, not yet expired",
			member{role: 2, token: evosite.Record{"expires_at": clock(day), "revoked_at": clock(-day)}},
			notOwner(25, fault.InvalidToken, revoked),
		},
		{"scopes NULL", member{role: 2, token: evosite.Record{"scopes": nil}}, withScopes(26)},
		{"scopes empty", member{role: 2, token: evosite.Record{"scopes": ""}}, withScopes(27)},
		{"scopes no JSON", member{role: 2, token: evosite.Record{"scopes": "mcp:read,*"}}, withScopes(28)},
		{"scopes half", member{role: 2, token: evosite.Record{"scopes": `["mcp:read","*"`}}, withScopes(29)},
		{"scopes of no texts", member{role: 2, token: evosite.Record{"scopes": `["*",{"mcp":"read"}]`}}, withScopes(30)},
		{"scopes no array", member{role: 2, token: evosite.Record{"scopes": `{"*":true}`}}, withScopes(31)},
		{"scopes null in JSON", member{role: 2, token: evosite.Record{"scopes": `null`}}, withScopes(32)},
		{"all scopes", member{role: 2, token: evosite.Record{"scopes": `["*"]`}}, withScopes(33, "*")},
	}
	var members []member
	for i := range cases {
		cases[i].member.id = int64(10 + i)
		members = append(members, cases[i].member)
	}
	generations(t, func(t *testing.T, generation string) {
		db := loadSite(t, testdb.Open(t), siteOf(nil, members...), generation)
		tokens := newTokens(db)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				compare(t, c.want, present(t, plaintext(c.member.id), tokens))
				compare(t, c.want, present(t, plaintext(c.member.id), tokens)) // as found before
			})
		}
		t.Run("unknown", func(t *testing.T) {
			compare(t, isUnknown, present(t, plaintext(99), tokens))
		})
	})
}

func TestTokensOfAnotherSite(t *testing.T) {
	main := loadSite(t, testdb.Open(t), siteOf(nil, member{id: 1, role: 1}), "3.5")
	news := loadSite(t, testdb.Open(t), siteOf(nil, member{id: 2, role: 1}), "3.5")
	kinds := auth.ByServer{"content": newTokens(main), "news": newTokens(news)}
	compare(t, administrator(1), present(t, plaintext(1), kinds))
	compare(t, isUnknown, present(t, plaintext(2), kinds))
}

func TestTokensNeedTheConfiguredPermission(t *testing.T) {
	db := loadSite(t, testdb.Open(t), siteOf(nil, member{id: 1, role: 1}, member{id: 2, role: 2}, member{id: 3, role: 3}),
		"3.5")
	tokens := personal.New("main", db, auth.PersonalOptions{Permission: "emcp2", Zone: time.UTC})
	compare(t, administrator(1), present(t, plaintext(1), tokens))
	compare(t, notOwner(2, fault.Forbidden, strings.Replace(mayNot, "emcp", "emcp2", 1)), present(t, plaintext(2), tokens))
	compare(t, owner(3, identity.Member{Role: 3, Permissions: []string{"emcp2", "view_document"}}),
		present(t, plaintext(3), tokens))
}

// TestTokensWithoutNames has an account that cannot read the names of users.
func TestTokensWithoutNames(t *testing.T) {
	database := testdb.Open(t)
	db := loadSite(t, database, siteOf(nil, member{id: 1, role: 1}), "3.5")
	exec(t, database.DB, "RENAME TABLE evo_users TO away")
	want := administrator(1)
	want.Principal.Name = ""
	compare(t, want, present(t, plaintext(1), newTokens(db)))
}

// TestTokensGroups has a member of two groups, which share a document group, and one of none.
func TestTokensGroups(t *testing.T) {
	groups := map[int64][]int64{1: {1, 2, 3}, 2: {2, 1}, 4: {9}}
	ofRole2 := func(groups ...int64) identity.Member {
		return identity.Member{Role: 2, Permissions: []string{"emcp", "view_document"}, Groups: groups}
	}
	generations(t, func(t *testing.T, generation string) {
		database := testdb.Open(t)
		site := siteOf(groups, member{id: 1, role: 1}, member{id: 2, role: 2}, member{id: 3, role: 2}, member{id: 4, role: 2})
		db := loadSite(t, database, site, generation)
		want := ofRole2(1, 2, 4)
		if generation == "3.5" {
			exec(t, database.DB, "UPDATE evo_membergroup_access SET context = 1 WHERE documentgroup = 4")
			// The same document group may be there for both contexts.
			exec(t, database.DB, "INSERT INTO evo_membergroup_access (membergroup, documentgroup, context) VALUES (2, 2, 1)")
			want = ofRole2(1, 2)
		}
		tokens := newTokens(db)
		compare(t, administrator(1), present(t, plaintext(1), tokens)) // sees all documents without groups
		compare(t, owner(2, want), present(t, plaintext(2), tokens))
		compare(t, editor(3), present(t, plaintext(3), tokens))
		compare(t, editor(4), present(t, plaintext(4), tokens))
	})
}

func TestTokensAndRestrictedDocuments(t *testing.T) {
	generations(t, func(t *testing.T, generation string) {
		database := testdb.Open(t)
		db := loadSite(t, database, siteOf(nil, member{id: 1, role: 1}, member{id: 2, role: 2}), generation)
		check := func(name string, restricted bool) {
			t.Helper()
			ada, eda := administrator(1), editor(2)
			ada.Principal.Member.RestrictedDocuments, eda.Principal.Member.RestrictedDocuments = restricted, restricted
			for id, want := range map[int64]told{1: ada, 2: eda} {
				if diff := cmp.Diff(want, present(t, plaintext(id), newTokens(db))); diff != "" {
					t.Errorf("use_udperms %s: %s", name, diff)
				}
			}
		}
		check("missing", false)
		exec(t, database.DB,
			"INSERT INTO evo_system_settings (setting_name, setting_value) VALUES ('site_name', '1'), ('use_udperms', NULL)")
		check("NULL", false)
		for value, restricted := range map[string]bool{"1": true, "0": false, "": false} {
			exec(t, database.DB, "UPDATE evo_system_settings SET setting_value = ? WHERE setting_name = 'use_udperms'", value)
			check(value, restricted)
		}
	})
}

// TestTokensZones has tokens that are half an hour away from their end where the site's clock shows UTC.
func TestTokensZones(t *testing.T) {
	now := time.Now().UTC()
	db := loadSite(t, testdb.Open(t), siteOf(nil,
		member{id: 1, role: 2, token: evosite.Record{"expires_at": now.Add(-30 * time.Minute).Format(time.DateTime)}},
		member{id: 2, role: 2, token: evosite.Record{"expires_at": now.Add(30 * time.Minute).Format(time.DateTime)}},
	), "3.5")
	early, late := notOwner(1, fault.InvalidToken, tooOld), notOwner(2, fault.InvalidToken, tooOld)
	for zone, want := range map[*time.Location][2]told{
		time.UTC:                              {early, editor(2)},
		time.FixedZone("west of it", -5*3600): {editor(1), editor(2)},
		time.FixedZone("east of it", +9*3600): {early, late},
	} {
		tokens := personal.New("main", db, auth.PersonalOptions{Permission: "emcp", Zone: zone})
		for i, w := range want {
			if diff := cmp.Diff(w, present(t, plaintext(int64(i+1)), tokens)); diff != "" {
				t.Errorf("%s: %s", zone, diff)
			}
		}
	}
}

func TestTokensWithoutTheirTable(t *testing.T) {
	generations(t, func(t *testing.T, generation string) {
		database := testdb.Open(t)
		db := loadSite(t, database, siteOf(nil, member{id: 1, role: 1}), generation)
		exec(t, database.DB, "DROP TABLE evo_emcp_tokens")
		compare(t, isUnknown, present(t, plaintext(1), newTokens(db)))
	})
}

// TestTokensOfAnotherShape has texts for which the database, which is not there, is not asked.
func TestTokensOfAnotherShape(t *testing.T) {
	tokens := newTokens(openSite(t, "user:password@tcp(127.0.0.1:1)/evolution"))
	right := plaintext(1)
	for name, token := range map[string]string{
		"short": right[:44], "long": right + "0", "prefix alone": "emcp_", "other prefix": "xmcp_" + right[5:],
		"capital prefix": "EMCP_" + right[5:], "no prefix": right[5:], "something before": "x" + right,
		"dash": right[:44] + "-", "underscore": right[:44] + "_", "blank": right[:20] + " " + right[21:],
		"end of line": right[:44] + "\n0", "letter beyond ASCII": right[:43] + "é", "quote": right[:43] + "'0",
		"percent": right[:44] + "%",
		"hash":    auth.HashToken(right).String(), "JWT": "a.b.c", "two tokens": right + "," + right,
	} {
		t.Run(name, func(t *testing.T) { compare(t, isUnknown, present(t, token, tokens)) })
	}
	compare(t, told{Kind: fault.Unavailable, Message: notChecked}, present(t, right, tokens))
}

func TestTokensWhileTheDatabaseIsDown(t *testing.T) {
	server := testdb.StartServer(t)
	db := loadSite(t, server.Open(t), siteOf(nil, member{id: 1, role: 2}, member{id: 2, role: 2}), "3.5")
	tokens := newTokens(db)
	compare(t, editor(1), present(t, plaintext(1), tokens))
	for _, end := range []func(){server.Stop, server.Kill} {
		end()
		for range 2 {
			compare(t, told{Kind: fault.Unavailable, Message: notChecked}, present(t, plaintext(2), newTokens(db)))
		}
		missed := newTokens(db)
		compare(t, told{Kind: fault.Unavailable, Message: notChecked}, present(t, plaintext(2), missed))
		server.Start(t)
		compare(t, editor(2), present(t, plaintext(2), missed))
	}
}

// TestTokensOfManyAtOnce is that a caller who goes does not take the answer from those who stay.
func TestTokensOfManyAtOnce(t *testing.T) {
	db := loadSite(t, testdb.Open(t), siteOf(nil, member{id: 1, role: 2}), "3.5")
	tokens := newTokens(db)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tokens.Authenticate(gone, plaintext(1), "content"); err == nil {
		t.Error("who is gone got an answer")
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { compare(t, editor(1), present(t, plaintext(1), tokens)) })
	}
	all.Wait()
}

// TestTokensChangesAreSeen is the promise that a token revoked, or a user blocked, is refused within 5 s, also
// while it is used all the time.
func TestTokensChangesAreSeen(t *testing.T) {
	const promise = 5 * time.Second
	database := testdb.Open(t)
	db := loadSite(t, database, siteOf(nil,
		member{id: 1, role: 2}, member{id: 2, role: 2}, member{id: 3, role: 2}, member{id: 4, role: 2},
		member{id: 5, role: 2}, member{id: 6, role: 2, attributes: evosite.Record{"blocked": 1}},
	), "3.5")
	tokens := newTokens(db)
	for id := range int64(5) {
		compare(t, editor(id+1), present(t, plaintext(id+1), tokens))
	}
	compare(t, notOwner(6, fault.UserBlocked, isBlocked), present(t, plaintext(6), tokens))
	for _, change := range []string{
		"UPDATE evo_emcp_tokens SET revoked_at = '2026-01-01 00:00:00' WHERE user_id = 1",
		"UPDATE evo_user_attributes SET blocked = 1 WHERE internalKey = 2",
		"UPDATE evo_user_attributes SET role = 3 WHERE internalKey = 3",
		"DELETE FROM evo_user_attributes WHERE internalKey = 4",
		"DELETE FROM evo_emcp_tokens WHERE user_id = 5",
		"UPDATE evo_user_attributes SET blocked = 0 WHERE internalKey = 6",
	} {
		exec(t, database.DB, change)
	}
	awaited := map[int64]told{
		1: notOwner(1, fault.InvalidToken, revoked), 2: notOwner(2, fault.UserBlocked, isBlocked),
		3: notOwner(3, fault.Forbidden, mayNot), 4: notOwner(4, fault.UserHasNoRole, noRole), 5: isUnknown,
		6: editor(6),
	}
	wait.For(t, promise, func() error {
		for id, want := range awaited {
			if diff := cmp.Diff(want, present(t, plaintext(id), tokens)); diff != "" {
				return fmt.Errorf("user %d: %s", id, diff)
			}
			delete(awaited, id)
		}
		return nil
	})
}

// checksums returns the checksum of each table.
func checksums(t *testing.T, db *sql.DB) map[string]int64 {
	t.Helper()
	rows, err := db.QueryContext(t.Context(),
		"SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	sums := map[string]int64{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		sums[name] = 0
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(sums))
	for _, name := range names {
		var table string
		var sum int64
		if err := db.QueryRowContext(t.Context(), "CHECKSUM TABLE "+name).Scan(&table, &sum); err != nil {
			t.Fatal(err)
		}
		sums[name] = sum
	}
	return sums
}

func TestTokensWriteNothing(t *testing.T) {
	generations(t, func(t *testing.T, generation string) {
		database := testdb.Open(t)
		db := loadSite(t, database,
			siteOf(map[int64][]int64{2: {1}}, member{id: 1, role: 1}, member{id: 2, role: 2}, member{id: 3, role: 0}),
			generation)
		before := checksums(t, database.DB)
		if before["evo_emcp_tokens"] == 0 || before["evo_user_attributes"] == 0 {
			t.Fatalf("no checksums: %v", before)
		}
		for range 3 {
			tokens := newTokens(db)
			for id := range int64(4) {
				present(t, plaintext(id+1), tokens)
			}
		}
		if diff := cmp.Diff(before, checksums(t, database.DB)); diff != "" {
			t.Errorf("checksums before (-) and after (+): %s", diff)
		}
		var untouched int
		err := database.DB.QueryRowContext(t.Context(),
			"SELECT COUNT(*) FROM evo_emcp_tokens WHERE last_used_at = '2026-01-02 03:04:05' AND updated_at IS NULL").Scan(
			&untouched)
		if err != nil || untouched != 3 {
			t.Errorf("%d of 3 tokens have the time of their last use, %v", untouched, err)
		}
	})
}
