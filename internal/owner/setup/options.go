package setup

import "io"

// Options are what the owner chose. For empty values emcp asks, or uses defaults.
type Options struct {
	Site   string // folder of the site
	DSN    string // instead of the settings in the site's folder; used as it is
	Prefix string // of the table names, instead of that of the site's settings
	User   string // the database user to create
	URL    string // of the site, before the addresses of documents
	Config string // path of the file to write
	Listen string
	View   string
	Token  string // its name
	Force  bool   // replaces existing files
	SQL    string // path of a file for the SQL that creates the database user; empty: it is printed
	Public string // scheme and host of the address for assistants on the web; empty: none
	Web    string // the web server there: a name of webServers

	AddSite   string // name of a site to add to an existing configuration; empty: none
	AddSignIn bool   // adds sign-in at Public to an existing configuration

	Ask bool // In is a terminal
	In  io.Reader
	Out io.Writer
	// Env looks up environment variables, as os.LookupEnv does.
	Env     func(string) (string, bool)
	Program string // path of emcp
}

// Defaults for empty answers, and without questions.
const (
	defaultUser   = "emcp"
	defaultListen = "127.0.0.1:8787"
	defaultToken  = "owner"
)
