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

// makeUser is the step in which the database user is made.
func makeUser(account grants.Account, password, database string, tables []grants.Table) string {
	return fmt.Sprintf("Make the database user of emcp, who can read what emcp needs and nothing else. Run this once as an\n"+
		"administrator of the database; if that user is there from an earlier time, DROP USER %s; first.\n\n%s",
		account, indent(grants.Create(account, password, database, tables)))
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
