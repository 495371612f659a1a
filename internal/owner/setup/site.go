package setup

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"emcp/config"
	"emcp/internal/owner/grants"
	"emcp/internal/owner/siteconf"
	"emcp/internal/sitepage"
)

// site is a site that emcp has examined, and what the configuration will have of it.
type site struct {
	finding

	config config.DraftSite
	user   databaseUser // to create, unless the DSN is the owner's own
}

// site finds and examines the site, and reports it. user is the default name of the database user.
func (d *dialogue) site(ctx context.Context, o Options, user string) (s site, err error) {
	if o.SQL != "" && o.DSN != "" {
		return s, errors.New("--sql has nothing to write with --dsn, because its user exists already")
	}
	source, err := d.source(ctx, o)
	if err != nil {
		return s, err
	}
	if o.SQL != "" {
		if err := cmp.Or(outside("--sql", o.SQL, source.dir), checkVacant(o.SQL, o.Force)); err != nil {
			return s, err
		}
	}
	if s.finding, err = inspect(ctx, source); err != nil {
		return s, err
	}
	d.say(s.report())
	s.config = config.DraftSite{DSN: o.DSN, TablePrefix: s.schema.Prefix, BaseURL: s.schema.URL()}
	if source.dir != "" {
		s.config.ProductLinks = siteconf.ProductLinks(source.dir)
	}
	s.user = databaseUser{
		s.account(cmp.Or(o.User, user)), newPassword(), source.login.Database, grants.Needed(s.schema, s.reads),
	}
	if !source.own {
		login := source.login
		login.User, login.Password = s.user.account.User, s.user.password
		s.config.DSN, err = login.DSN()
	}
	return s, err
}

// steps returns the first of the remaining steps, if there is a database user to create.
func (s site) steps(sql string) []string {
	if s.source.own {
		return nil
	}
	return []string{s.user.step(sql, s.client())}
}

// answerTime is how long init waits for the site's start page.
const answerTime = 5 * time.Second

// visitors asks what the assistants of visitors see of a site in addition to its texts. unseen are the template
// variables that nothing on the site prints.
func (d *dialogue) visitors(ctx context.Context, s *config.DraftSite, unseen []string) error {
	if len(unseen) > 0 {
		hide, err := d.confirm(ctx, "Hide the variables that nothing on the site prints from assistants")
		if err != nil {
			return err
		}
		if hide {
			s.HiddenTVs = unseen
		}
	}
	if s.BaseURL == "" {
		d.say(
			"The address of the site is not known: assistants get stored texts, without what snippets print. --base-url names " +
				"it\n")
		return nil
	}
	if err := checkStartPage(ctx, s.BaseURL); err != nil {
		d.say(
			fmt.Sprintf("%s does not answer with a page (%v): assistants get stored texts, without what snippets print there\n",
				s.BaseURL, err))
		return nil
	}
	d.say(s.BaseURL +
		" answers: assistants can read its pages as visitors see them, with lists and prices that snippets print\n")
	var err error
	s.Pages, err = d.confirm(ctx, "Let assistants read these pages")
	return err
}

// checkStartPage returns nil if a site answers with its start page.
func checkStartPage(ctx context.Context, address string) error {
	s, err := sitepage.New(address, "init")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	return s.Answers(ctx)
}

// newPassword returns a random password with the kinds of characters that servers require.
func newPassword() string { return "Emcp-2-" + strings.ToLower(rand.Text()) }
