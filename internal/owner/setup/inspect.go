package setup

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/owner/grants"
	"emcp/internal/owner/unprinted"
)

// finding is what inspect learned about a site's database.
type finding struct {
	source  settingsSource
	version string
	user    string // the client as the server sees it: name@host
	matched string // the account that it matched: name@host pattern
	schema  *evodb.Schema
	reads   grants.Reads
	indexes []neededIndex
	unseen  []string // template variables that nothing on the site prints
	looked  bool     // whether unseen is known
}

// neededIndex is an index that emcp needs to be fast.
type neededIndex struct {
	table, columns string // the columns as a list, or the beginning of one
	without        string // what is slow if it is missing
	found          bool
}

// lookTime bounds each statement of inspect.
const lookTime = 10 * time.Second

// inspect examines a site's database. Its errors say what to do.
func inspect(ctx context.Context, s settingsSource) (finding, error) {
	db, err := evodb.Open(evodb.Options{DSN: s.dsn, Prefix: s.prefix, MaxOpenConns: 1, StatementTimeout: lookTime})
	if err != nil {
		return finding{}, fmt.Errorf("%s: %w", s.name, err)
	}
	defer db.Close()
	f := finding{source: s, reads: grants.Reads{Models: allowlist.Models()}, indexes: []neededIndex{
		{table: "site_content", columns: "parent", without: "the document tree"},
		{table: "site_tmplvar_contentvalues", columns: "tmplvarid, contentid", without: "every call with template variables"},
	}}
	if err := f.read(ctx, db); err != nil {
		return finding{}, fmt.Errorf("examine the database %s at %s as %s (%s): %w\n"+
			"use --dsn for another database, address or user, and --prefix for another table prefix",
			s.login.Database, s.login.Address, s.login.User, s.name, fault.Cause(err))
	}
	if missing, _ := grants.Missing(f.schema, f.reads); len(missing) > 0 {
		return finding{}, fmt.Errorf("the database %s lacks tables or columns that emcp needs, or %s may not read them:\n%s",
			s.login.Database, s.login.User, list(missing))
	}
	return f, nil
}

// read reads the version of the server, the account, the schema and the indexes.
func (f *finding) read(ctx context.Context, db *evodb.DB) (err error) {
	err = db.Query(ctx, evodb.Statement{SQL: "SELECT VERSION(), USER(), CURRENT_USER()"}, func(scan evodb.Scan) error {
		return scan(&f.version, &f.user, &f.matched)
	})
	if err != nil {
		return err
	}
	if f.schema, err = db.Schema(ctx); err != nil {
		return err
	}
	if unprinted.Readable(f.schema) {
		f.unseen, err = unprinted.Find(ctx, db, f.schema, f.source.dir)
		f.looked = err == nil // a site that is too large for this check can still be set up
	}
	return f.lookForIndexes(ctx, db)
}

// lookForIndexes finds the indexes that begin with the columns.
func (f *finding) lookForIndexes(ctx context.Context, db *evodb.DB) error {
	return db.Query(ctx, evodb.Statement{
		SQL: "SELECT table_name, GROUP_CONCAT(column_name ORDER BY seq_in_index SEPARATOR ', ') FROM " +
			"information_schema.statistics WHERE table_schema = DATABASE() AND table_name IN (?, ?) GROUP BY table_name, " +
			"index_name",
		Args: []any{f.schema.Prefix + f.indexes[0].table, f.schema.Prefix + f.indexes[1].table},
	}, func(scan evodb.Scan) error {
		var table, columns string
		err := scan(&table, &columns)
		for i, wanted := range f.indexes {
			if table == f.schema.Prefix+wanted.table && strings.HasPrefix(columns+",", wanted.columns+",") {
				f.indexes[i].found = true
			}
		}
		return err
	})
}

func list(tables []grants.Table) string {
	lines := make([]string, len(tables))
	for i, t := range tables {
		lines[i] = fmt.Sprintf("  %s (%s)", t.Name, strings.Join(t.Columns, ", "))
	}
	return strings.Join(lines, "\n")
}

// report returns the findings for the owner.
func (f finding) report() string {
	var text strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&text, "%-11s"+format+"\n", append([]any{name}, args...)...)
	}
	row("settings", "%s", f.source.name)
	row("database", "%s at %s, %s", f.source.login.Database, f.source.login.Address, evodb.Product(f.version))
	row("tables", "of Evolution %s, prefix %q, %d template variables", f.schema.Generation(), f.schema.Prefix,
		len(f.schema.TVNames()))
	for _, index := range f.indexes {
		if index.found {
			row("index", "%s%s (%s)", f.schema.Prefix, index.table, index.columns)
		} else {
			row("index", "no index on %s%s (%s): %s is slow", f.schema.Prefix, index.table, index.columns, index.without)
		}
	}
	switch {
	case len(f.unseen) > 0:
		row("variables", "nothing on the site prints %s", strings.Join(f.unseen, ", "))
	case !f.looked:
		row("variables", "emcp could not find out which of them the site prints")
	}
	return text.String()
}

// client returns the name of the server's command-line client: mariadb or mysql.
func (f finding) client() string {
	name, _, _ := strings.Cut(evodb.Product(f.version), " ")
	return strings.ToLower(name)
}

// account returns the database user to create. If the database is on this computer, its host is where this connection
// comes from, otherwise the host of the present account.
func (f finding) account(user string) grants.Account {
	from := grants.ParseAccount(f.user).Host
	if !slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, from) {
		from = grants.ParseAccount(f.matched).Host
	}
	return grants.Account{User: cmp.Or(user, defaultUser), Host: from}
}
