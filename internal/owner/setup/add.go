package setup

import (
	"context"
	"errors"
	"fmt"

	"emcp/config"
)

// addSite adds a site to an existing configuration.
func (d *dialogue) addSite(ctx context.Context, o Options) error {
	path, was, c, err := o.existing()
	if err != nil {
		return err
	}
	if _, err := was.AddSite(o.AddSite, config.DraftSite{DSN: "u:p@tcp(h)/d"}, o.Env); err != nil {
		return err // before the questions
	}
	s, err := d.site(ctx, o, defaultUser+"_"+o.AddSite)
	if err != nil {
		return err
	}
	s.config.BaseURL, err = d.askFor(ctx, o.URL, askAddress, s.config.BaseURL, func(address string) error {
		changed := s.config
		changed.BaseURL = address
		_, err := was.AddSite(o.AddSite, changed, o.Env)
		return err
	})
	if err != nil {
		return err
	}
	if err := d.visitors(ctx, &s.config, s.unseen); err != nil {
		return err
	}
	text, err := was.AddSite(o.AddSite, s.config, o.Env)
	if err != nil {
		return err
	}
	if _, err := o.write(path, []byte(text), true, s.user); err != nil {
		return err
	}
	d.say(fmt.Sprintf("\nAdded the site %s to %s. Everything else in it is unchanged, also its owner and mode.\n",
		o.AddSite, path))

	url, public := local(c.Listen), ""
	if c.Auth.OAuth != nil {
		url, public = c.Auth.OAuth.PublicURL, c.Auth.OAuth.PublicURL
	}
	d.say(numbered(append(s.steps(o.SQL), check(path), restart(path), connect(anyToken, Connection{
		URL: url + "/mcp/" + o.AddSite, Public: public, Token: "TOKEN", Program: o.Program, Config: absolute(path),
		Server: o.AddSite,
	}))))
	return nil
}

// addSignIn adds sign-in at emcp to an existing configuration.
func (d *dialogue) addSignIn(ctx context.Context, o Options) error {
	path, was, c, err := o.existing()
	if err != nil {
		return err
	}
	public, err := d.askFor(ctx, o.Public, askPublic, "", func(address string) error {
		if address == "" {
			return errors.New("name the address with --public-url, such as https://www.example.com")
		}
		_, err := was.AddSignIn(config.DraftSignIn{PublicURL: address, StateDir: stateDir(path)}, o.Env)
		return err
	})
	if err != nil {
		return err
	}
	in, web, err := d.signIn(ctx, o, public, path)
	if err != nil {
		return err
	}
	text, err := was.AddSignIn(in, o.Env)
	if err != nil {
		return err
	}
	if _, err := o.write(path, []byte(text), true, databaseUser{}); err != nil {
		return err
	}
	d.say(fmt.Sprintf("\nAdded sign-in to %s. Its tokens, passwords, owner and mode are unchanged.\n", path))
	d.say(numbered([]string{restart(path), web.step(c.Listen, in.PublicURL), check(path), connect(anyToken, Connection{
		URL: in.PublicURL + "/mcp", Public: in.PublicURL, Token: "TOKEN", Program: o.Program, Config: absolute(path),
	})}))
	return nil
}

// anyToken says which token the lines for assistants need after a change.
const anyToken = "TOKEN stands for a token that you have, or a new one from emcp token new."

// existing returns the configuration to change.
func (o Options) existing() (path string, was config.Source, c *config.Config, err error) {
	if path, err = config.Find(o.Config); err != nil {
		return "", was, nil, err
	}
	was = config.Read(path)
	c, err = was.Load(o.Env)
	return path, was, c, err
}
