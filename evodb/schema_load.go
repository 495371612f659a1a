package evodb

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"emcp/allowlist"
)

const (
	// schemaAge is how old a Schema may be when a call uses it.
	schemaAge = 30 * time.Second
	// missAge is how old a Schema may be when a call names a template variable that it does not have. A new variable is
	// found almost at once, and calls with wrong names cost the database almost nothing.
	missAge = time.Second
)

// Schema returns the site's schema, read from the database when the last reading is over 30 s old. Errors are faults.
func (db *DB) Schema(ctx context.Context) (*Schema, error) { return db.schemaNotOlder(ctx, schemaAge) }

// LastSchema returns the site's schema as it was last read, however long ago, or nil.
func (db *DB) LastSchema() *Schema {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.schema
}

// FreshSchema returns the schema for a call that names something unknown. It reads the schema again if the last
// reading is over a second old.
func (db *DB) FreshSchema(ctx context.Context) (*Schema, error) {
	return db.schemaNotOlder(ctx, missAge)
}

func (db *DB) schemaNotOlder(ctx context.Context, age time.Duration) (*Schema, error) {
	db.mu.Lock()
	known, refreshed := db.schema, db.refreshed
	db.mu.Unlock()
	if known != nil && time.Since(known.loaded) < age && known.loaded.After(refreshed) {
		return known, nil
	}
	return shared(ctx, db, "schema", db.load)
}

func (db *DB) load(ctx context.Context) (*Schema, error) {
	s := &Schema{
		loaded: time.Now(), columns: map[string][]string{}, tvs: map[string][]TV{}, types: map[int64]string{},
		tvGroups: map[int64][]int64{}, settings: map[string]string{},
	}
	for _, step := range []func(context.Context, *Schema) error{
		db.checkAccount, db.loadVersion, db.loadPrefix, db.loadColumns, db.loadTVs, db.loadTVGroups, db.loadTemplates,
		db.loadSettings,
	} {
		if err := step(ctx, s); err != nil {
			return nil, err
		}
	}
	db.mu.Lock()
	db.schema = s
	db.mu.Unlock()
	return s, nil
}

func (db *DB) loadVersion(ctx context.Context, s *Schema) error {
	return db.Query(ctx, Statement{SQL: "SELECT VERSION()"}, func(scan Scan) error {
		var text string
		if err := scan(&text); err != nil {
			return err
		}
		v, err := parseVersion(text)
		s.Recursive, s.JSON = v.recursive(), v.json()
		return err
	})
}

// contentTable is the table by which emcp recognizes a site.
const contentTable = "site_content"

// prefixPattern matches the prefixes that Evolution's installer makes. They need no escaping in a quoted identifier.
var prefixPattern = regexp.MustCompile(`^[A-Za-z0-9_]*$`)

func (db *DB) loadPrefix(ctx context.Context, s *Schema) error {
	documents := map[string]int64{} // by prefix
	err := db.Query(ctx, Statement{
		SQL: "SELECT table_name, IFNULL(table_rows, 0) FROM information_schema.tables WHERE table_schema = DATABASE() AND " +
			"table_name LIKE '%site|_content' ESCAPE '|' ORDER BY table_name",
	}, func(scan Scan) error {
		var table string
		var rows int64
		err := scan(&table, &rows)
		if prefix := strings.TrimSuffix(table, contentTable); prefixPattern.MatchString(prefix) {
			documents[prefix] = rows
		}
		return err
	})
	if err != nil {
		return err
	}
	configured, found := db.options.Prefix, slices.Sorted(maps.Keys(documents))
	switch {
	case configured != "" && slices.Contains(found, configured):
		s.Prefix = configured
	case configured != "" && len(found) > 0:
		return siteFault(fmt.Errorf("there is no table %s%s in the database; table_prefix can be %s", configured,
			contentTable, prefixes(found)))
	case configured != "":
		return siteFault(fmt.Errorf("there is no table %s%s in the database", configured, contentTable))
	case len(found) == 1:
		s.Prefix = found[0]
	case len(found) == 0:
		return siteFault(fmt.Errorf("there is no Evolution site in the database: no table ends in %s", contentTable))
	default:
		return siteFault(fmt.Errorf("there are several Evolution sites in the database: set table_prefix to one of %s",
			prefixes(found)))
	}
	s.Documents = documents[s.Prefix]
	return nil
}

// maxPrefixes bounds how many prefixes an error names.
const maxPrefixes = 20

// prefixes lists the prefixes of a database's sites, of which there is at least one.
func prefixes(found []string) string {
	named := slices.Clone(found[:min(len(found), maxPrefixes)])
	for i, prefix := range named {
		if prefix == "" {
			named[i] = `""`
		}
	}
	list := strings.Join(named, ", ")
	if more := len(found) - len(named); more > 0 {
		list += fmt.Sprintf(" (and %d more)", more)
	}
	return list
}

func (db *DB) loadColumns(ctx context.Context, s *Schema) error {
	return db.Query(ctx, Statement{
		SQL: "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE() AND " +
			"LEFT(table_name, ?) = ?",
		Args: []any{len(s.Prefix), s.Prefix},
	}, func(scan Scan) error {
		var table, column string
		err := scan(&table, &column)
		table = strings.TrimPrefix(table, s.Prefix)
		s.columns[table] = append(s.columns[table], column)
		return err
	})
}

func (db *DB) loadTVs(ctx context.Context, s *Schema) error {
	return db.Query(ctx, Statement{
		SQL: "SELECT id, name, type, default_text, IFNULL(caption, ''), IFNULL(LEFT(elements, 16384), '') FROM `" + s.Prefix +
			"site_tmplvars` ORDER BY id",
	}, func(scan Scan) error {
		var tv TV
		err := scan(&tv.ID, &tv.Name, &tv.Type, &tv.Default, &tv.Caption, &tv.Elements)
		if allowlist.Sensitive(strings.TrimSpace(tv.Name)) {
			s.secret = append(s.secret, tv.ID)
			return err
		}
		if db.options.HidesTV != nil && db.options.HidesTV(tv.Name) {
			s.hidden = append(s.hidden, tv.ID)
		}
		s.tvs[tv.Name] = append(s.tvs[tv.Name], tv)
		s.types[tv.ID] = tv.Type
		return err
	})
}

func (db *DB) loadTVGroups(ctx context.Context, s *Schema) error {
	if !s.HasTable("site_tmplvar_access") {
		return nil
	}
	return db.Query(ctx, Statement{
		SQL: "SELECT tmplvarid, documentgroup FROM `" + s.Prefix + "site_tmplvar_access` ORDER BY id",
	}, func(scan Scan) error {
		var tv, group int64
		err := scan(&tv, &group)
		s.tvGroups[tv] = append(s.tvGroups[tv], group)
		return err
	})
}

func (db *DB) loadTemplates(ctx context.Context, s *Schema) error {
	if !s.HasColumn("site_templates", "id") || !s.HasColumn("site_templates", "templatename") {
		return nil
	}
	return db.Query(ctx, Statement{
		SQL: "SELECT id, IFNULL(templatename, '') FROM `" + s.Prefix + "site_templates` ORDER BY id",
	}, func(scan Scan) error {
		var t Template
		err := scan(&t.ID, &t.Name)
		s.templates = append(s.templates, t)
		return err
	})
}

// Ready reports whether calls can be answered: the database answers, and has a site that emcp may read. It looks for
// the site only until it was found once, so that a busy pool does not make emcp unready. The error is a fault.
func (db *DB) Ready(ctx context.Context) error {
	if err := db.Ping(ctx); err != nil {
		return err
	}
	db.mu.Lock()
	found := db.schema != nil
	db.mu.Unlock()
	if found {
		return nil
	}
	_, err := db.Schema(ctx)
	return err
}
