package setup

import (
	"fmt"
	"path/filepath"
	"strings"

	"emcp/config"
	"emcp/internal/loopback"
	"emcp/internal/owner/grants"
)

// numbered joins steps with numbers.
func numbered(steps []string) string {
	var text strings.Builder
	for i, step := range steps {
		fmt.Fprintf(&text, "\n%d. %s", i+1, step)
	}
	return text.String()
}

// databaseUser is the database user of emcp.
type databaseUser struct {
	account            grants.Account
	password, database string
	tables             []grants.Table // that it can read
}

func (u databaseUser) statements() string {
	return grants.Create(u.account, u.password, u.database, u.tables)
}

// sql returns the file with the statements that create the user.
func (u databaseUser) sql() string {
	return "-- Creates the database user of emcp, which can read what emcp needs and nothing else. Run this once as an administrator\n" +
		"-- of the database. Then delete the file, because it contains a password.\n" + u.statements()
}

// step returns the step that creates the user: with the statements in the file, which client runs, or with printed statements.
func (u databaseUser) step(file, client string) string {
	const purpose = "Create the database user of emcp, which can read what emcp needs and nothing else. "
	if file == "" {
		return fmt.Sprintf(purpose+"Run this once as an\nadministrator of the database. If the user exists already, run DROP USER %s; first.\n\n%s",
			u.account, indent(u.statements()))
	}
	return fmt.Sprintf(purpose+"Run the file once as an\nadministrator of the database. If the user exists already, run DROP USER %s; first.\n"+
		"Then delete the file, because it contains a password.\n\n    sudo %s < %s\n", u.account, client, shell(file))
}

// start returns the step that starts emcp.
func start(path string) string {
	arguments := ""
	if path != config.Paths[0] {
		arguments = " --config " + shell(path)
	}
	return fmt.Sprintf("Check the setup, and start emcp.\n\n    emcp check%s\n    emcp serve%s\n", arguments, arguments)
}

// connect returns the step that connects an assistant.
func connect(draft config.Draft, token, program, path string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Connect an assistant. emcp shows the token only now:\n\n    %s\n", token)
	url := "http://" + loopback.Reach(draft.Listen) + "/mcp"
	if draft.SignIn.PublicURL != "" {
		url = draft.SignIn.PublicURL + "/mcp"
	}
	for _, c := range Clients(Connection{
		URL: url, Public: draft.SignIn.PublicURL, Token: token, Program: program, Config: absolute(path),
	}) {
		fmt.Fprintf(&text, "\n%s%s\n\n%s", c.Name, c.How, indent(c.Text))
	}
	return text.String()
}

// absolute returns a path that works in every working directory.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// shell quotes a word for a shell if necessary.
func shell(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:-") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// indent moves the lines of a text to the right, except empty ones.
func indent(text string) string {
	var indented strings.Builder
	for line := range strings.Lines(strings.TrimSuffix(text, "\n") + "\n") {
		if line != "\n" {
			indented.WriteString("    ")
		}
		indented.WriteString(line)
	}
	return indented.String()
}
