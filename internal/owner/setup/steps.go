package setup

import (
	"fmt"
	"path/filepath"
	"strings"

	"emcp/config"
	"emcp/internal/oauth"
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
	return "-- Creates the database user of emcp, which can read what emcp needs and nothing else. Run this once as an " +
		"administrator\n" +
		"-- of the database. Then delete the file, because it contains a password.\n" + u.statements()
}

// step returns the step that creates the user: with the statements in the file, which client runs,
// or with printed statements.
func (u databaseUser) step(file, client string) string {
	const purpose = "Create the database user of emcp, which can read what emcp needs and nothing else. "
	if file == "" {
		return fmt.Sprintf(purpose+
			"Run this once as an\nadministrator of the database. If the user exists already, run DROP USER %s; first.\n\n%s",
			u.account, indent(u.statements()))
	}
	return fmt.Sprintf(purpose+
		"Run the file once as an\nadministrator of the database. If the user exists already, run DROP USER %s; first.\n"+
		"Then delete the file, because it contains a password.\n\n    sudo %s < %s\n", u.account, client, shell(file))
}

// check returns the step that checks the setup.
func check(path string) string {
	sudo := ""
	if isSystem(path) {
		sudo = "sudo " // only root and the service can read the file
	}
	return fmt.Sprintf("Check the setup.\n\n    %semcp check%s\n", sudo, argument(path))
}

// start returns the step that starts emcp: the service with the system's configuration.
func start(path string) string {
	if isSystem(path) {
		return fmt.Sprintf("Let the service read the configuration, and start it now and whenever the computer starts.\n\n"+
			"    sudo chown root:emcp %[1]s\n    sudo chmod 0640 %[1]s\n    sudo systemctl enable --now emcp\n", path)
	}
	return fmt.Sprintf(
		"Start emcp. It runs until you press Ctrl-C, so continue in another terminal.\n\n    emcp serve%s\n", argument(path))
}

// restart returns the step that lets a running emcp take over the whole configuration.
func restart(path string) string {
	if isSystem(path) {
		return "Restart emcp.\n\n    sudo systemctl restart emcp\n"
	}
	return fmt.Sprintf("Restart emcp: press Ctrl-C where it runs, then start it again.\n\n    emcp serve%s\n",
		argument(path))
}

// isSystem reports whether a path is that of the configuration of the service.
func isSystem(path string) bool { return absolute(path) == config.Paths[1] }

// argument returns the option that makes a command use the configuration, if it needs one.
func argument(path string) string {
	if path == config.Paths[0] {
		return ""
	}
	return " --config " + shell(path)
}

// connect returns the step that connects an assistant. token says which token it needs.
func connect(token string, c Connection) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Connect an assistant. %s\n", token)
	for _, client := range Clients(c) {
		fmt.Fprintf(&text, "\n%s%s\n\n%s", client.Name, client.How, indent(client.Text))
	}
	if c.Public != "" {
		text.WriteString("\nPeople see the assistants that they have connected, and disconnect them, here\n\n" +
			indent(c.Public+oauth.ConnectionsPath))
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
