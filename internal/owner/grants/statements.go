package grants

import (
	"fmt"
	"strings"
)

// Account is a user of a database server, as CREATE USER names it.
type Account struct{ User, Host string }

// String returns the account as SQL.
func (a Account) String() string { return literal(a.User) + "@" + literal(a.Host) }

// ParseAccount reads what CURRENT_USER() returns, such as emcp@127.0.0.1. The user may have an @
// in it, the host has none.
func ParseAccount(text string) Account {
	at := strings.LastIndex(text, "@")
	if at < 0 {
		return Account{text, "%"}
	}
	return Account{text[:at], text[at+1:]}
}

// Create returns the statements, each on a line, that make an account with a password which may read the
// tables of the database and nothing else. MariaDB from 10.0 and MySQL from 5.6 take them; MySQL 5.6 takes
// user names of 16 characters.
func Create(a Account, password, database string, tables []Table) string {
	return fmt.Sprintf("CREATE USER %s IDENTIFIED BY %s;\n", a, literal(password)) + Grant(a, database, tables)
}

// Grant returns the statements, each on a line, that let an account read the tables of the database.
func Grant(a Account, database string, tables []Table) string {
	var text strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&text, "GRANT SELECT (%s) ON %s.%s TO %s;\n", identifiers(t.Columns), identifier(database),
			identifier(t.Name), a)
	}
	return text.String()
}

// Revoke returns the statements, each on a line, that take the privileges away from an account, as SQL
// names it, or from PUBLIC.
func (g Grants) Revoke(from string) string {
	var text strings.Builder
	for _, target := range g.Targets() {
		var privileges []string
		for _, grant := range g.list {
			switch {
			case grant.target != target || grant.privilege == usage:
			case grant.privilege == "": // a role, which has no privileges
				fmt.Fprintf(&text, "REVOKE %s FROM %s;\n", target, from)
			case grant.columns != nil:
				privileges = append(privileges, grant.privilege+" ("+identifiers(grant.columns)+")")
			default:
				privileges = append(privileges, grant.privilege)
			}
		}
		if privileges != nil {
			fmt.Fprintf(&text, "REVOKE %s ON %s FROM %s;\n", strings.Join(privileges, ", "), target, from)
		}
	}
	return text.String()
}

// identifier quotes a name. The name of a database is no pattern in a GRANT on one of its tables.
func identifier(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

func identifiers(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = identifier(name)
	}
	return strings.Join(quoted, ", ")
}

// literal quotes a text for a server in its standard mode, where a backslash escapes.
func literal(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", "''").Replace(text) + "'"
}
