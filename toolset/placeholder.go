package toolset

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/internal/redact"
	"emcp/richtext"
)

// Visitors read texts with their placeholders resolved. What placeholders stand for is read in rounds: a text is resolved with what is
// known of its document, which says what else it names, until nothing is missing. Texts without placeholders cost nothing.

// Bounds of resolving.
const (
	maxRounds   = 5        // a value can name others, and these others
	maxMade     = 1 << 20  // what the placeholders of a text make, in bytes, beside its own length
	maxResolved = 16 << 20 // what those of a call make
	longestText = 2 << 20  // text that is resolved, in bytes: a copy of a longer one takes too much memory
)

// pageText is a text of a document whose placeholders are to be resolved.
type pageText struct {
	document int64
	text     **string
	dynamic  bool // something in it is only known to the site
	bounded  bool
	done     func() // is called when text is resolved; nil: nothing is
}

// begin reports whether there is something to resolve.
func (t *pageText) begin() bool {
	switch {
	case *t.text == nil || !richtext.HasPlaceholders(**t.text):
	case len(**t.text) > longestText:
		t.dynamic = true
	default:
		return true
	}
	if t.done != nil {
		t.done()
	}
	return false
}

// resolves reports whether the caller reads texts with placeholders resolved. The manager is shown what is stored.
func (c *call) resolves() bool { return c.caller.View != identity.Manager }

// resolve resolves the placeholders of texts that the caller reads.
func (c *call) resolve(ctx context.Context, texts []*pageText) error {
	if !c.resolves() {
		return nil
	}
	c.resolved = 0
	texts = slices.DeleteFunc(slices.Clone(texts), func(t *pageText) bool { return !t.begin() })
	if len(texts) == 0 {
		return nil
	}
	site, err := c.db.Templating(ctx)
	if err != nil {
		return err
	}
	known := newVariables(c, site)
	for round := 1; len(texts) > 0; round++ {
		known.last = round == maxRounds
		var open []*pageText
		for _, t := range texts {
			resolved, err := c.resolveOne(ctx, **t.text, known.of(t.document))
			if err != nil {
				return ended(ctx)
			}
			if known.of(t.document).missing {
				open = append(open, t)
				continue
			}
			*t.text, t.dynamic, t.bounded = &resolved.Text, resolved.Dynamic, resolved.Bounded
			if t.done != nil {
				t.done()
			}
		}
		if texts = open; len(open) > 0 {
			if err := known.load(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// resolveOne resolves a text as far as the values know what it needs.
func (c *call) resolveOne(ctx context.Context, text string, values *variablesOf) (richtext.Resolved, error) {
	values.missing = false
	allowed := min(maxMade+len(text), maxResolved-c.resolved)
	budget := richtext.NewBudget(allowed)
	resolved, err := richtext.Resolve(ctx, text, richtext.Placeholders{
		Values: values, Filters: values.setting("enable_filter") == "1", Budget: budget,
	})
	c.resolved += allowed - budget.Left()
	return resolved, err
}

// secretSettings are parts of the names of settings that are never put into a text: passwords, keys, and how the site sends mail. What
// else is secret by its value is found by redact.Code.
var secretSettings = []string{"pass", "pwd", "smtp", "secret", "token", "key", "salt", "hash", "auth", "credential", "private", "dsn", "email_method", "login"}

func secretSetting(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(secretSettings, func(part string) bool { return strings.Contains(name, part) })
}

// siteSetting returns a setting as texts show it; false where they do not.
func (c *call) siteSetting(site *evodb.Templating, name string) (text string, known bool) {
	if secretSetting(name) {
		return "", false
	}
	switch name {
	case "site_url":
		return c.siteURL(), true
	case "base_url":
		if u, err := url.Parse(c.siteURL()); err == nil {
			return cmp.Or(u.Path, "/"), true
		}
		return "/", true
	case "base_path", "site_manager_path", "rb_base_dir", "filemanager_path": // folders of the server
		return "", false
	}
	if text, known = site.Setting(name); known && redact.Code(name, text) != text {
		return "", false
	}
	return text, true
}
