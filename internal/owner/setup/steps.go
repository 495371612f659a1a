package setup

import (
	"fmt"
	"path/filepath"
	"strings"

	"emcp/config"
	"emcp/internal/loopback"
	"emcp/internal/owner/grants"
)

// numbered puts steps one below the other.
func numbered(steps []string) string {
	var text strings.Builder
	for i, step := range steps {
		fmt.Fprintf(&text, "\n%d. %s", i+1, step)
	}
	return text.String()
}

// databaseUser is the user that emcp is to have in the database.
type databaseUser struct {
	account            grants.Account
	password, database string
	tables             []grants.Table // that it can read
}

func (u databaseUser) statements() string {
	return grants.Create(u.account, u.password, u.database, u.tables)
}

// sql is the file with the statements that make the user.
func (u databaseUser) sql() string {
	return "-- The database user of emcp, who can read what emcp needs and nothing else. Run this once as an administrator of the\n" +
		"-- database, and delete the file then: it has a password in it.\n" + u.statements()
}

// step is the step in which the user is made: by the statements in the file, which client runs, or by those that are shown.
func (u databaseUser) step(file, client string) string {
	const purpose = "Make the database user of emcp, who can read what emcp needs and nothing else. "
	if file == "" {
		return fmt.Sprintf(purpose+"Run this once as an\nadministrator of the database; if that user is there from an earlier time, DROP USER %s; first.\n\n%s",
			u.account, indent(u.statements()))
	}
	return fmt.Sprintf(purpose+"Run the file once as an\nadministrator of the database; if that user is there from an earlier time, DROP USER %s; first.\n"+
		"Delete the file then: it has a password in it.\n\n    sudo %s < %s\n", u.account, client, shell(file))
}

// start is the step in which emcp is started.
func start(path string) string {
	arguments := ""
	if path != config.Paths[0] {
		arguments = " --config " + shell(path)
	}
	return fmt.Sprintf("See whether everything is in order, and start it.\n\n    emcp check%s\n    emcp serve%s\n", arguments, arguments)
}

// connect is the step in which an assistant is connected.
func connect(listen, token, program, path string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Connect an assistant. Its token is shown only now:\n\n    %s\n", token)
	for _, c := range Clients(Connection{URL: "http://" + loopback.Reach(listen) + "/mcp", Token: token, Program: program, Config: absolute(path)}) {
		fmt.Fprintf(&text, "\n%s%s\n\n%s", c.Name, c.How, indent(c.Text))
	}
	return text.String()
}

// absolute is a path that holds wherever a program is started.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// shell quotes a word for a shell where it needs to be.
func shell(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:-") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}
