// Package setup is emcp init: it examines a site and its database, writes the first configuration, and lists the remaining
// steps. It writes only that file and, if asked, the SQL.
package setup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/owner/grants"
)

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

// Run does all of emcp init. If it returns an error, it has written no file, unless only the output failed.
func Run(ctx context.Context, o Options) error {
	if err := o.checkSQL(); err != nil {
		return err
	}
	d := &dialogue{ask: o.Ask, out: o.Out, lines: lineReader(o.In)}
	source, err := d.source(ctx, o)
	if err != nil {
		return err
	}
	found, err := inspect(ctx, source)
	if err != nil {
		return err
	}
	d.say(found.report())

	plaintext := auth.NewToken()
	draft := config.Draft{
		Listen: defaultListen, Site: config.DraftSite{DSN: o.DSN, TablePrefix: found.schema.Prefix, BaseURL: found.schema.URL()},
		Token: defaultToken, Hash: auth.HashToken(plaintext), View: identity.Public,
	}
	account, password := found.account(o.User), newPassword()
	if !source.own {
		login := source.login
		login.User, login.Password = account.User, password
		if draft.Site.DSN, err = login.DSN(); err != nil {
			return err
		}
	}
	path, web, err := d.answers(ctx, o, &draft, found.unseen)
	if err != nil {
		return err
	}
	text, err := draft.Text(o.Env)
	if err != nil {
		return err
	}
	user := databaseUser{account, password, source.login.Database, grants.Needed(found.schema, found.reads)}
	replaced, err := o.write(path, text, user)
	if err != nil {
		return err
	}

	if replaced {
		d.say(fmt.Sprintf("\nReplaced %s. It contains a password; its owner and mode are unchanged.\n", path))
	} else {
		d.say(fmt.Sprintf("\nWrote %s. It contains a password, and only you can read it.\n", path))
	}
	if within(path, source.dir) {
		d.say("It is in the folder of the site, where the web server could serve it: move it elsewhere.\n")
	}
	if draft.SignIn.PublicURL != "" && within(filepath.Join(draft.SignIn.StateDir, "state"), source.dir) {
		d.say("So is " + draft.SignIn.StateDir + ": change state_dir as well.\n")
	}
	if o.SQL != "" && within(o.SQL, source.dir) {
		d.say(o.SQL + " is in the folder of the site too: move it as well.\n")
	}
	var steps []string
	if !source.own {
		steps = append(steps, user.step(o.SQL, found.client()))
	}
	if draft.SignIn.PublicURL != "" {
		steps = append(steps, web.step(draft))
	}
	d.say(numbered(append(steps, start(path), connect(draft, plaintext, o.Program, path))))
	return d.err
}

// checkSQL checks the path for the SQL.
func (o Options) checkSQL() error {
	switch {
	case o.SQL == "":
		return nil
	case o.DSN != "":
		return errors.New("--sql has nothing to write with --dsn, because its user exists already")
	}
	return vacant(o.SQL, o.Force)
}

// write writes the configuration and, if a file is named for it, the SQL: both or neither. It reports whether the configuration
// replaced another.
func (o Options) write(path string, configuration []byte, user databaseUser) (replaced bool, err error) {
	file, err := stage(path, configuration, o.Force)
	if err != nil {
		return false, err
	}
	if o.SQL == "" {
		return file.replaces, file.commit()
	}
	if absolute(o.SQL) == absolute(path) {
		file.discard()
		return false, fmt.Errorf("--sql names the configuration file, %s", path)
	}
	statements, err := stage(o.SQL, []byte(user.sql()), o.Force)
	if err != nil {
		file.discard()
		return false, err
	}
	if err := statements.commit(); err != nil {
		file.discard()
		return false, err
	}
	return file.replaces, file.commit()
}

// answers completes the draft. It returns the path to write it to and, with a public address, the web server there.
func (d *dialogue) answers(ctx context.Context, o Options, draft *config.Draft, unseen []string) (path string, web webServer, err error) {
	// A value is valid if the whole configuration is.
	right := func(set func(*config.Draft, string)) func(string) error {
		return func(answer string) error {
			changed := *draft
			set(&changed, answer)
			_, err := changed.Text(o.Env)
			return err
		}
	}
	const webAddress = "Address of the site for visitors, such as https://www.example.com/"
	for _, question := range []struct {
		given, text, byDefault string
		to                     *string
		check                  func(string) error
	}{
		{o.Config, "Configuration file", config.Paths[0], &path, func(path string) error { return vacant(path, o.Force) }},
		{o.URL, webAddress, draft.Site.BaseURL, &draft.Site.BaseURL, right(func(c *config.Draft, answer string) { c.Site.BaseURL = answer })},
		{o.Listen, "Address to listen on", defaultListen, &draft.Listen, right(func(c *config.Draft, answer string) { c.Listen = answer })},
		{o.Public, "Public address for assistants on the web, such as https://www.example.com (empty: none)", "", &draft.SignIn.PublicURL,
			right(func(c *config.Draft, answer string) { c.SignIn.PublicURL = strings.TrimSuffix(answer, "/") })},
	} {
		if *question.to, err = d.settle(ctx, question.given, question.text, question.byDefault, question.check); err != nil {
			return "", web, err
		}
	}
	if draft.SignIn.PublicURL = strings.TrimSuffix(draft.SignIn.PublicURL, "/"); draft.SignIn.PublicURL != "" {
		draft.SignIn.StateDir = stateDir(path)
		if web, err = d.webServer(ctx, o.Web); err != nil {
			return "", web, err
		}
	}
	_, err = d.settle(ctx, o.View, "What assistants see: public (like visitors) or manager (also drafts, private documents, users)",
		string(identity.Public), func(answer string) error {
			var ok bool
			if draft.View, ok = identity.ParseView(answer); !ok {
				return fmt.Errorf("%q is neither public nor manager", answer)
			}
			return nil
		})
	if err != nil {
		return "", web, err
	}
	if len(unseen) > 0 && draft.View == identity.Public {
		hide, err := d.agree(ctx, "Hide the variables that nothing on the site prints from assistants")
		if err != nil {
			return "", web, err
		}
		if hide {
			draft.Site.HiddenTVs = unseen
		}
	}
	draft.Token, err = d.settle(ctx, o.Token, "Name of the first token", defaultToken, right(func(c *config.Draft, answer string) { c.Token = answer }))
	return path, web, err
}

// newPassword returns a random password with the kinds of characters that servers require.
func newPassword() string { return "Emcp-2-" + strings.ToLower(rand.Text()) }
