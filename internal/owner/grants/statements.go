package grants

import (
	"fmt"
	"strings"
)

// Account is a user of a database server, as CREATE USER names it.
type Account struct{ User, Host string }

// String returns the account as SQL.
func (a Account) String() string { return literal(a.User) + "@" + literal(a.Host) }

// ParseAccount reads what CURRENT_USER() returns, such as emcp@127.0.0.1. The user may have an @ in it, the host has none.
func ParseAccount(text string) Account {
	at := strings.LastIndex(text, "@")
	if at < 0 {
		return Account{text, "%"}
	}
	return Account{text[:at], text[at+1:]}
}

// Create returns the statements, each on a line, that make an account with a password which may read the tables of the
// database and nothing else. MariaDB from 10.0 and MySQL from 5.6 take them; MySQL 5.6 takes user names of 16 characters.
func Create(a Account, password, database string, tables []Table) string {
	return fmt.Sprintf("CREATE USER %s IDENTIFIED BY %s;\n", a, literal(password)) + Grant(a, database, tables)
}

// Grant returns the statements, each on a line, that let an account read the tables of the database.
func Grant(a Account, database string, tables []Table) string {
	var text strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&text, "GRANT SELECT (%s) ON %s.%s TO %s;\n", identifiers(t.Columns), identifier(database), identifier(t.Name), a)
	}
	return text.String()
}

// Revoke returns the statements, each on a line, that take away from an account all that it can read.
func (g Grants) Revoke(a Account) string {
	var text strings.Builder
	for _, grant := range g.list {
		if grant.privilege != choose {
			continue
		}
		columns := ""
		if grant.columns != nil {
			columns = " (" + identifiers(grant.columns) + ")"
		}
		fmt.Fprintf(&text, "REVOKE SELECT%s ON %s FROM %s;\n", columns, grant.target, a)
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
