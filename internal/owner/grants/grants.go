package grants

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Grants are what a database account may do.
type Grants struct{ list []grant }

// grant is one privilege, or a role.
type grant struct {
	privilege string   // as the server names it; empty: a role
	columns   []string // that it is for; nil: all
	target    string   // what it is on, as the server writes it; the name of a role
	database  string   // empty: all; a pattern where table is empty
	table     string   // empty: all
}

// The privileges that do no more than read.
const (
	usage  = "USAGE" // nothing at all
	choose = "SELECT"
)

// String returns the privilege in the server's words.
func (g grant) String() string {
	switch {
	case g.privilege == "":
		return "the role " + g.target
	case g.columns != nil:
		return g.privilege + " (" + strings.Join(g.columns, ", ") + ") on " + g.target
	}
	return g.privilege + " on " + g.target
}

// Wider returns the privileges that are not for reading, as texts for the owner: INSERT on `shop`.*, for example. Those that
// are not known count, and so do roles, whatever they hold.
func (g Grants) Wider() []string {
	var wider []string
	for _, grant := range g.list {
		if grant.privilege != choose && grant.privilege != usage {
			wider = append(wider, grant.String())
		}
	}
	return wider
}

// Elsewhere returns what is readable of other databases than the one of that name, as the server writes it: *.* or `other`.*,
// for example.
func (g Grants) Elsewhere(database string) []string {
	var elsewhere []string
	for _, grant := range g.list {
		own := strings.EqualFold(grant.database, database) || grant.table == "" && strings.EqualFold(unescape(grant.database), database)
		if grant.reads() && !own && !slices.Contains(elsewhere, grant.target) {
			elsewhere = append(elsewhere, grant.target)
		}
	}
	return elsewhere
}

// Reads reports whether a column can be read.
func (g Grants) Reads(database, table, column string) bool {
	same := func(name string) bool { return strings.EqualFold(name, column) }
	return slices.ContainsFunc(g.list, func(grant grant) bool {
		return grant.reads() && grant.covers(database, table) && (grant.columns == nil || slices.ContainsFunc(grant.columns, same))
	})
}

// reads reports whether the privilege lets the account read. Of roles that is not known.
func (g grant) reads() bool { return g.privilege == choose || strings.HasPrefix(g.privilege, "ALL") }

func (g grant) covers(database, table string) bool {
	switch {
	case g.database == "":
		return true
	case g.table == "":
		return matches(strings.ToLower(g.database), strings.ToLower(database))
	}
	return strings.EqualFold(g.database, database) && strings.EqualFold(g.table, table)
}

// matches reports whether a name matches a pattern in which % stands for any text and _ for a character, if not behind \.
func matches(pattern, name string) bool {
	switch {
	case pattern == "":
		return name == ""
	case pattern[0] == '%':
		pattern = strings.TrimLeft(pattern, "%")
		return matches(pattern, name) || name != "" && matches("%"+pattern, name[1:])
	case name == "":
		return false
	case pattern[0] == '\\' && len(pattern) > 1:
		return pattern[1] == name[0] && matches(pattern[2:], name[1:])
	}
	return (pattern[0] == '_' || pattern[0] == name[0]) && matches(pattern[1:], name[1:])
}

// unescape returns the name that a pattern without wildcards stands for.
func unescape(pattern string) string {
	return strings.NewReplacer(`\\`, `\`, `\_`, "_", `\%`, "%").Replace(pattern)
}

// ErrWide is an account that may do more than read.
var ErrWide = errors.New("the database account may do more than read")

// Narrow returns nil where the lines of SHOW GRANTS are those of an account that can only read, else an ErrWide that says what
// it may do. So is one whose grants cannot be understood.
func Narrow(lines []string) error {
	g, err := Parse(lines)
	if err != nil {
		return fmt.Errorf("%w, as far as can be known: %w", ErrWide, err)
	}
	if wider := g.Wider(); len(wider) > 0 {
		return fmt.Errorf("%w: it has %s", ErrWide, strings.Join(wider, ", "))
	}
	return nil
}
