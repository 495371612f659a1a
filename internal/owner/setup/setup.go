package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/loopback"
)

// Run does all of emcp init. If it returns an error, it has written no file, unless only the output failed.
func Run(ctx context.Context, o Options) error {
	d := &dialogue{ask: o.Ask, out: o.Out, lines: lineReader(o.In)}
	run := d.create
	switch {
	case o.AddSite != "" && o.AddSignIn:
		return errors.New("--add-site and --add-sign-in are two changes: run emcp init once for each")
	case o.AddSite != "":
		run = d.addSite
	case o.AddSignIn:
		run = d.addSignIn
	}
	if err := run(ctx, o); err != nil {
		return err
	}
	return d.err
}

// create writes the first configuration.
func (d *dialogue) create(ctx context.Context, o Options) error {
	s, err := d.site(ctx, o, defaultUser)
	if err != nil {
		return err
	}
	plaintext := auth.NewToken()
	draft := config.Draft{
		Listen: defaultListen, Site: s.config, Token: defaultToken, Hash: auth.HashToken(plaintext), View: identity.Public,
	}
	path, web, err := d.answers(ctx, o, &draft, s)
	if err != nil {
		return err
	}
	text, err := draft.Text(o.Env)
	if err != nil {
		return err
	}
	replaced, err := o.write(path, text, o.Force, s.user)
	if err != nil {
		return err
	}
	if replaced {
		d.say(fmt.Sprintf("\nReplaced %s. It contains a password; its owner and mode are unchanged.\n", path))
	} else {
		d.say(fmt.Sprintf("\nWrote %s. It contains a password, and only you can read it.\n", path))
	}

	steps := s.steps(o.SQL)
	url := local(draft.Listen)
	if draft.SignIn.PublicURL == "" {
		steps = append(steps, check(path), start(path))
	} else {
		steps = append(steps, start(path), web.step(draft.Listen, draft.SignIn.PublicURL), check(path))
		url = draft.SignIn.PublicURL
	}
	d.say(numbered(append(steps, connect("emcp shows the token only now:\n\n    "+plaintext, Connection{
		URL: url + "/mcp", Public: draft.SignIn.PublicURL, Token: plaintext, Program: o.Program, Config: absolute(path),
	}))))
	return nil
}

// local returns the address of emcp for this computer.
func local(listen string) string { return "http://" + loopback.Reach(listen) }

// answers completes the draft. It returns the path to write it to and, with a public address, the web server there.
func (d *dialogue) answers(
	ctx context.Context, o Options, draft *config.Draft, s site,
) (path string, web webServer, err error) {
	// A value is valid if the whole configuration is.
	right := func(set func(*config.Draft, string)) func(string) error {
		return func(answer string) error {
			changed := *draft
			set(&changed, answer)
			_, err := changed.Text(o.Env)
			return err
		}
	}
	file := config.Paths[0]
	if within(file, s.source.dir) {
		file = ""
	}
	for _, question := range []struct {
		given, text, byDefault string
		to                     *string
		check                  func(string) error
	}{
		{o.Config, "Configuration file", file, &path, func(path string) error {
			return cmp.Or(outside("--config", path, s.source.dir), checkVacant(path, o.Force))
		}},
		{
			o.URL, askAddress, draft.Site.BaseURL, &draft.Site.BaseURL,
			right(func(c *config.Draft, answer string) { c.Site.BaseURL = answer }),
		},
		{
			o.Listen, "Address to listen on", defaultListen, &draft.Listen,
			right(func(c *config.Draft, answer string) { c.Listen = answer }),
		},
		{o.Public, askPublic + " (empty: none)", "", &draft.SignIn.PublicURL,
			right(func(c *config.Draft, answer string) { c.SignIn.PublicURL = strings.TrimSuffix(answer, "/") })},
	} {
		if *question.to, err = d.askFor(ctx, question.given, question.text, question.byDefault, question.check); err != nil {
			return "", web, err
		}
	}
	if draft.SignIn.PublicURL != "" {
		if draft.SignIn, web, err = d.signIn(ctx, o, draft.SignIn.PublicURL, path); err != nil {
			return "", web, err
		}
	}
	_, err = d.askFor(ctx, o.View,
		"What assistants see: public (like visitors) or manager (also drafts, private documents, users)",
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
	if draft.View == identity.Public {
		if err = d.visitors(ctx, &draft.Site, s.unseen); err != nil {
			return "", web, err
		}
	}
	draft.Token, err = d.askFor(ctx, o.Token, "Name of the first token", defaultToken,
		right(func(c *config.Draft, answer string) { c.Token = answer }))
	return path, web, err
}

// Questions of several kinds of init.
const (
	askAddress = "Address of the site for visitors, such as https://www.example.com/"
	askPublic  = "Public address for assistants on the web, such as https://www.example.com"
)

// signIn asks how people sign in at a public address, and which web server is there.
func (d *dialogue) signIn(
	ctx context.Context, o Options, public, path string,
) (in config.DraftSignIn, web webServer, err error) {
	if web, err = d.webServer(ctx, o.Web); err != nil {
		return in, web, err
	}
	in = config.DraftSignIn{PublicURL: strings.TrimSuffix(public, "/"), StateDir: stateDir(path)}
	in.Registration, err = d.confirm(ctx,
		"Let assistants register themselves, which Claude Code and Cursor need; nobody checks the names that they give")
	return in, web, err
}
