package evodb

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Schema is the site's tables and template variables at one time. It is immutable.
type Schema struct {
	Prefix    string // of every table name
	Recursive bool   // the server knows WITH RECURSIVE
	JSON      bool   // the server knows JSON
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

// Custom reports whether an extra of the site, such as MultiTV, makes the input.
func (tv TV) Custom() bool { return strings.HasPrefix(tv.Type, "custom_tv") }

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
