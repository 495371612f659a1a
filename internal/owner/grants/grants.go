package grants

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Grants are privileges of a database account.
type Grants struct{ list []grantLine }

// grantLine is one privilege, or a role.
type grantLine struct {
	privilege string   // as the server names it; empty: a role
	columns   []string // columns; nil: all
	target    string   // what it is on, as the server writes it; the name of a role
	database  string   // empty: all; a pattern where table is empty
	table     string   // empty: all
	receiver  string   // as the server writes it
}

// Privileges that do not allow more than reading.
const (
	usage  = "USAGE" // nothing at all
	choose = "SELECT"
)

// PUBLIC receives what every account of the server may do, on MariaDB from 10.11.
const PUBLIC = "PUBLIC"

// privilegeDatabase is where a server keeps the privileges of all accounts.
const privilegeDatabase = "mysql"

// String returns the privilege in the server's words.
func (g grantLine) String() string {
	text := g.privilege
	switch {
	case g.privilege == "":
		text = "the role " + g.target
	case g.columns != nil:
		text += " (" + strings.Join(g.columns, ", ") + ") on " + g.target
	default:
		text += " on " + g.target
	}
	if g.receiver == PUBLIC {
		text += " (as PUBLIC)"
	}
	return text
}

// Wider returns the privileges beyond reading on the database of that name, or on everything. Privileges that are not
// known count. So do roles, routines and other users, whatever they are for, and the server's own database, which holds
// the privileges of all accounts.
func (g Grants) Wider(database string) Grants {
	return g.filter(func(grant grantLine) bool { return grant.writes() && grant.touches(database) })
}

// Elsewhere returns the privileges on other databases than the one of that name, without those that Wider
// returns for more than reading.
func (g Grants) Elsewhere(database string) Grants {
	return g.filter(func(grant grantLine) bool {
		return grant.writes() && !grant.touches(database) || grant.reads() && !grant.isOf(database)
	})
}

// Writing returns the privileges for more than reading.
func (g Grants) Writing() Grants { return g.filter(grantLine.writes) }

// Own returns the privileges of the account itself and of its roles.
func (g Grants) Own() Grants {
	return g.filter(func(grant grantLine) bool { return grant.receiver != PUBLIC })
}

// Public returns the privileges that every account of the server has.
func (g Grants) Public() Grants {
	return g.filter(func(grant grantLine) bool { return grant.receiver == PUBLIC })
}

func (g Grants) filter(keep func(grantLine) bool) Grants {
	var kept Grants
	for _, grant := range g.list {
		if keep(grant) {
			kept.list = append(kept.list, grant)
		}
	}
	return kept
}

// Empty reports whether there are no privileges.
func (g Grants) Empty() bool { return len(g.list) == 0 }

// Texts returns the privileges in words for the owner, such as INSERT on `site`.*.
func (g Grants) Texts() []string {
	var texts []string
	for _, grant := range g.list {
		texts = append(texts, grant.String())
	}
	return texts
}

// Targets returns the targets of the privileges in the server's notation, such as *.* or `other`.*
func (g Grants) Targets() []string {
	var targets []string
	for _, grant := range g.list {
		if !slices.Contains(targets, grant.target) {
			targets = append(targets, grant.target)
		}
	}
	return targets
}

// Mentions reports whether a privilege is on the database of that name, or on something in it.
func (g Grants) Mentions(database string) bool {
	return slices.ContainsFunc(g.list, func(grant grantLine) bool {
		return grant.privilege != usage && grant.concerns(database)
	})
}

// Reads reports whether a column can be read.
func (g Grants) Reads(database, table, column string) bool {
	same := func(name string) bool { return strings.EqualFold(name, column) }
	return slices.ContainsFunc(g.list, func(grant grantLine) bool {
		return grant.reads() && grant.covers(database, table) &&
			(grant.columns == nil || slices.ContainsFunc(grant.columns, same))
	})
}

// reads reports whether the privilege lets the account read. For roles this is unknown.
func (g grantLine) reads() bool {
	return g.privilege == choose || strings.HasPrefix(g.privilege, "ALL")
}

// writes reports whether the privilege is for more than reading.
func (g grantLine) writes() bool { return g.privilege != choose && g.privilege != usage }

// touches reports whether writing where the privilege applies could change the database, or the privileges of accounts.
func (g grantLine) touches(database string) bool {
	return g.concerns(database) || g.concerns(privilegeDatabase)
}

// concerns reports whether the privilege is on a database, or on something in it.
func (g grantLine) concerns(database string) bool {
	switch {
	case g.database == "":
		return true
	case g.table == "":
		return matches(g.database, database)
	}
	return strings.EqualFold(g.database, database)
}

func (g grantLine) covers(database, table string) bool {
	return g.concerns(database) && (g.table == "" || strings.EqualFold(g.table, table))
}

// isOf reports whether the privilege is on that database, or on something in it, and on no other.
func (g grantLine) isOf(database string) bool {
	return strings.EqualFold(g.database, database) || g.table == "" && strings.EqualFold(unescape(g.database), database)
}

// matches reports whether the name of a database matches a pattern, in which % stands for any string and _ for a
// character unless \ precedes them. Case does not matter, because it does not on some servers.
func matches(pattern, name string) bool {
	var expression strings.Builder
	escaped := false
	for _, r := range pattern {
		switch {
		case !escaped && r == '\\':
			escaped = true
			continue
		case !escaped && r == '%':
			expression.WriteString(".*")
		case !escaped && r == '_':
			expression.WriteString(".")
		default:
			expression.WriteString(regexp.QuoteMeta(string(r)))
		}
		escaped = false
	}
	compiled, err := regexp.Compile(`(?is)\A` + expression.String() + `\z`)
	return err != nil || compiled.MatchString(name) // a pattern that cannot be read may match
}

// unescape returns the name that a pattern without wildcards stands for.
func unescape(pattern string) string {
	return strings.NewReplacer(`\\`, `\`, `\_`, "_", `\%`, "%").Replace(pattern)
}

// ErrWide is an account that may do more than read.
var ErrWide = errors.New("the database account may do more than read")

// Narrow returns nil if the lines of SHOW GRANTS are those of an account that can only read the database of that
// name, otherwise an ErrWide that says what else it may do. Other databases do not matter. An account whose grants
// cannot be parsed is wide.
func Narrow(database string, lines []string) error {
	g, err := Parse(lines)
	if err != nil {
		return fmt.Errorf("%w, or emcp cannot tell: %w", ErrWide, err)
	}
	if wider := g.Wider(database); !wider.Empty() {
		return fmt.Errorf("%w: it has %s", ErrWide, strings.Join(wider.Texts(), ", "))
	}
	return nil
}
