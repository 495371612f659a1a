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
	"emcp/internal/fault"
	"emcp/internal/tracing"
)

// Schema is the site's tables and template variables at one time. It is immutable.
type Schema struct {
	Prefix    string // of every table name
	Recursive bool   // the server knows WITH RECURSIVE
	// Documents is the number of documents, as the server estimates it.
	Documents int64
	columns   map[string][]string
	tvs       map[string][]TV  // by name, the oldest first
	types     map[int64]string // by id of a template variable
	secret    []int64          // ids of template variables of sensitive names, in order
	hidden    []int64          // ids of those that Options.HidesTV names, in order
	tvGroups  map[int64][]int64
	templates []Template
	settings  map[string]string
	loaded    time.Time
}

// TV is a template variable, a row of site_tmplvars.
type TV struct {
	ID      int64
	Name    string
	Type    string  // of the input in the manager, such as text or richtext
	Default *string // default_text; nil: NULL
	Caption string
	// Elements are the beginning of what the variable's input offers, at most 16,384 characters.
	Elements string
}

// Template is a template, a row of site_templates.
type Template struct {
	ID   int64
	Name string
}

// HasTable reports whether the site has the table; name is without prefix.
func (s *Schema) HasTable(name string) bool { return len(s.columns[name]) > 0 }

// HasColumn reports whether the site has the table and the column.
func (s *Schema) HasColumn(table, column string) bool {
	return slices.Contains(s.columns[table], column)
}

// HasColumns reports whether the site has the table and all the columns.
func (s *Schema) HasColumns(table string, columns []string) bool {
	return !slices.ContainsFunc(columns, func(column string) bool { return !s.HasColumn(table, column) })
}

// Tables returns the names of the site's tables, without prefix, in order. It has only the tables and columns that
// the database user may read.
func (s *Schema) Tables() []string { return slices.Sorted(maps.Keys(s.columns)) }

// Columns returns the columns of a table, whose name is without prefix.
func (s *Schema) Columns(table string) []string { return s.columns[table] }

// SecretTVs returns the ids of template variables that nobody may see, because they have one of the sensitive names of
// the contract (section 7). No other method knows these variables.
func (s *Schema) SecretTVs() []int64 { return s.secret }

// HiddenTVs returns the ids of the template variables that the owner hides from visitors (Options.HidesTV).
func (s *Schema) HiddenTVs() []int64 { return s.hidden }

// TVs returns the template variables of exactly that name, the oldest first; usually there is at most one.
func (s *Schema) TVs(name string) []TV { return s.tvs[name] }

// Rich reports whether a template variable is edited as rich text.
func (s *Schema) Rich(tv int64) bool {
	kind := s.types[tv]
	return kind == "richtext" || kind == "htmlarea"
}

// Type returns the type of a template variable, such as date, or "" if the variable does not exist.
func (s *Schema) Type(tv int64) string { return s.types[tv] }

// TVNames returns the names of all template variables, in no order.
func (s *Schema) TVNames() []string {
	return slices.Collect(maps.Keys(s.tvs))
}

// TVGroups returns the document groups to which Evolution restricts template variables, by the variable's id
// (site_tmplvar_access). Variables that are not in it are restricted to none.
func (s *Schema) TVGroups() map[int64][]int64 { return s.tvGroups }

// Templates returns the templates in the order of their ids, or nil if the database user may not read their names.
func (s *Schema) Templates() []Template { return s.templates }

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

// shared runs a reading of the site under a span of that name. All waiting calls share the reading, so it does not end
// with the first of them.
func shared[T any](
	ctx context.Context, db *DB, name string, read func(context.Context) (T, error),
) (known T, err error) {
	result := db.loading.DoChan(name, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), db.options.StatementTimeout)
		defer cancel()
		ctx, span := tracing.Start(ctx, name)
		read, err := read(ctx)
		span.End(err)
		return read, err
	})
	select {
	case <-ctx.Done():
		return known, faultOf(ctx.Err(), acquiring)
	case r := <-result:
		if r.Err != nil {
			return known, r.Err
		}
		return r.Val.(T), nil
	}
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
		s.Recursive = v.recursive()
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

// siteFault hides the setup of the site from callers and reports it to the log.
func siteFault(cause error) error {
	return fault.Wrap(fault.DatabaseUnavailable, cause,
		"the site's database is not set up for emcp; ask the site's owner to run emcp check")
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
