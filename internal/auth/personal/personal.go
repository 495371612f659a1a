package personal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/maypok86/otter/v2"

	"emcp/evodb"
	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

// Tokens identifies callers by the personal access tokens of a site (table emcp_tokens).
// Nothing is written, so the time of a token's last use does not change.
type Tokens struct {
	site    string
	db      *evodb.DB
	options auth.PersonalOptions
	found   *otter.Cache[auth.TokenHash, finding]
}

// finding is the database's answer about a token: its owner, and the fault that refuses it, if any.
type finding struct {
	principal identity.Principal
	refusal   error
}

// New returns the authenticator of the site of that name.
func New(site string, db *evodb.DB, o auth.PersonalOptions) *Tokens {
	return &Tokens{site, db, o, otter.Must(&otter.Options[auth.TokenHash, finding]{
		MaximumSize: auth.MaxFindings, ExpiryCalculator: otter.ExpiryCreating[auth.TokenHash, finding](auth.FindingAge),
	})}
}

// Authenticate finds the owner of a token, who must still be allowed to use it.
func (t *Tokens) Authenticate(ctx context.Context, token, _ string) (identity.Principal, error) {
	if !auth.IsPersonal(token) {
		return identity.Principal{}, auth.ErrUnknown
	}
	return t.Lookup(ctx, auth.HashToken(token))
}

// Lookup finds the owner of the token of a hash. Errors are those of Authenticate.
func (t *Tokens) Lookup(ctx context.Context, hash auth.TokenHash) (identity.Principal, error) {
	f, err := t.found.Get(ctx, hash, otter.LoaderFunc[auth.TokenHash, finding](t.find))
	if err != nil {
		return identity.Principal{}, fault.Wrap(fault.Unavailable, err,
			"tokens cannot be checked at the moment; try again later")
	}
	return f.principal, f.refusal
}

// find asks the database. All waiting calls share one finding, which must not end with the first of them.
func (t *Tokens) find(ctx context.Context, hash auth.TokenHash) (finding, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), auth.LookupTime)
	defer cancel()
	schema, err := t.db.Schema(ctx)
	if err != nil || !schema.HasTable("emcp_tokens") {
		return finding{refusal: auth.ErrUnknown}, err
	}
	l := lookup{t.db, schema, t.options}
	row, err := l.row(ctx, hash)
	if err != nil {
		return finding{}, err
	}
	if !row.known {
		return finding{refusal: auth.ErrUnknown}, nil
	}
	named := identity.Principal{Subject: fmt.Sprintf("user:%d@%s", row.user, t.site)}
	if refusal := row.refusal(t.options.Zone); refusal != nil {
		return finding{named, refusal}, nil
	}
	member, err := l.member(ctx, row)
	if err != nil {
		return finding{}, err
	}
	owner := identity.Principal{
		Subject: named.Subject, Name: row.name, Scopes: row.scopes, View: identity.Manager,
		Servers: []string{identity.AllServers}, Member: member,
	}
	if !owner.Has(t.options.Permission) {
		return finding{named, fault.New(fault.Forbidden,
			"the token's owner lacks the permission %s; the site's owner can give it to the role in the manager",
			t.options.Permission)}, nil
	}
	return finding{principal: owner}, nil
}

// tokenRow is a row of emcp_tokens with the facts about its owner that decide.
type tokenRow struct {
	known         bool
	user          int64
	name          string // with which the owner signs in to the manager; empty: the account of emcp cannot read it
	scopes        []string
	expires       *string // in the site's format and time zone
	revoked       bool
	role          *int64 // nil: the user is gone
	blocked       int64
	blockedUntil  int64 // Unix seconds; 0: none
	blockedAfter  int64
	useUserGroups *string // the system setting
}

// refusal returns the fault that refuses the token, if any.
func (r tokenRow) refusal(zone *time.Location) error {
	now := time.Now()
	switch {
	case r.revoked:
		return fault.New(fault.InvalidToken, "the token has been revoked; create a new one in the manager")
	case r.expired(now, zone):
		return fault.New(fault.InvalidToken, "the token has expired; create a new one in the manager")
	case r.role == nil || *r.role == 0:
		return fault.New(fault.UserHasNoRole, "the token's owner has no role in the site's manager")
	case r.blocked != 0, r.blockedUntil > now.Unix(), r.blockedAfter > 0 && r.blockedAfter < now.Unix():
		return fault.New(fault.UserBlocked, "the token's owner is blocked in the site's manager")
	}
	return nil
}

// expired reports whether the token's time is over. A time that cannot be read is over.
func (r tokenRow) expired(now time.Time, zone *time.Location) bool {
	if r.expires == nil {
		return false
	}
	end, err := time.ParseInLocation(time.DateTime, *r.expires, zone)
	return err != nil || !now.Before(end)
}

// lookup reads what belongs to one token.
type lookup struct {
	db      *evodb.DB
	schema  *evodb.Schema
	options auth.PersonalOptions
}

func (l lookup) table(name string) string { return "`" + l.schema.Prefix + name + "`" }

func (l lookup) row(ctx context.Context, hash auth.TokenHash) (tokenRow, error) {
	var r tokenRow
	name, users := "''", ""
	if l.schema.HasColumn("users", "id") && l.schema.HasColumn("users", "username") {
		name, users = "IFNULL(u.username, '')", " LEFT JOIN "+l.table("users")+" AS u ON u.id = t.user_id"
	}
	err := l.db.Query(ctx, evodb.Statement{
		SQL: "SELECT t.user_id, " + name +
			", t.scopes, t.expires_at, t.revoked_at IS NOT NULL, a.role, IFNULL(a.blocked, 0)," +
			" IFNULL(a.blockeduntil, 0), IFNULL(a.blockedafter, 0), s.setting_value" +
			" FROM " + l.table("emcp_tokens") + " AS t" + users +
			" LEFT JOIN " + l.table("user_attributes") + " AS a ON a.internalKey = t.user_id" +
			" LEFT JOIN " + l.table("system_settings") + " AS s ON s.setting_name = 'use_udperms'" +
			" WHERE t.token_hash = ? ORDER BY a.blocked DESC, a.id LIMIT 1", // internalKey is not unique
		Args: []any{hash.String()},
	}, func(scan evodb.Scan) error {
		var scopes *string
		r.known = true
		if err := scan(&r.user, &r.name, &scopes, &r.expires, &r.revoked, &r.role, &r.blocked, &r.blockedUntil,
			&r.blockedAfter, &r.useUserGroups); err != nil {
			return err
		}
		if scopes == nil || json.Unmarshal([]byte(*scopes), &r.scopes) != nil {
			r.scopes = nil // unreadable permissions give no right
		}
		return nil
	})
	return r, err
}

// member reads the rights of a token's owner.
func (l lookup) member(ctx context.Context, r tokenRow) (*identity.Member, error) {
	m := &identity.Member{Role: *r.role, RestrictedDocuments: r.useUserGroups != nil && *r.useUserGroups == "1"}
	if m.Administrator() {
		return m, nil
	}
	err := l.db.Query(ctx, evodb.Statement{
		SQL:  "SELECT permission FROM " + l.table("role_permissions") + " WHERE role_id = ? ORDER BY permission",
		Args: []any{m.Role},
	}, func(scan evodb.Scan) error {
		var permission string
		err := scan(&permission)
		m.Permissions = append(m.Permissions, permission)
		return err
	})
	if err != nil {
		return nil, err
	}
	inManager := "" // Evolution 3.1 knows no other context
	if l.schema.HasColumn("membergroup_access", "context") {
		inManager = " AND a.context = 0"
	}
	return m, l.db.Query(ctx, evodb.Statement{
		SQL: "SELECT DISTINCT a.documentgroup FROM " + l.table("member_groups") + " AS m" +
			" JOIN " + l.table("membergroup_access") + " AS a ON a.membergroup = m.user_group" + inManager +
			" WHERE m.member = ? ORDER BY a.documentgroup",
		Args: []any{r.user},
	}, func(scan evodb.Scan) error {
		var group int64
		err := scan(&group)
		m.Groups = append(m.Groups, group)
		return err
	})
}
