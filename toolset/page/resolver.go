package page

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"emcp/evodb"
	"emcp/internal/redact"
	"emcp/richtext/evotags"
	"emcp/toolset/view"
)

// Visitors read texts with their placeholders resolved. The values are read in rounds: a text is resolved with the
// values known so far, which shows what else it needs, until nothing is missing. Texts without placeholders cost
// nothing.

// Limits of resolving.
const (
	maxRounds   = 5        // a value can name others, which can name others again
	maxMade     = 1 << 20  // what the placeholders of a text may produce beside its own length, in bytes
	maxResolved = 16 << 20 // what the placeholders of a call may produce, in bytes
	longestText = 2 << 20  // longest text that is resolved, in bytes; a copy of a longer one would take too much memory
)

// Text is a text of a document whose placeholders are resolved.
type Text struct {
	Document int64
	Text     **string
	Along    []string // values of the fields that were read together with the document
	Labels   bool     // whether marks say what stood there
	Dynamic  bool     // whether it contains something that only the site can compute
	Bounded  bool
	Done     func() // called after text is resolved; may be nil
}

// begin reports whether there is anything to resolve.
func (t *Text) begin() bool {
	switch {
	case *t.Text == nil || !evotags.HasPlaceholders(**t.Text):
	case len(**t.Text) > longestText:
		t.Dynamic = true
	default:
		return true
	}
	if t.Done != nil {
		t.Done()
	}
	return false
}

// Resolver resolves the placeholders of the texts that a call reads.
type Resolver struct {
	*view.Site
	fields *Fields
	Named  []string // what fields had when the call began
	Shown  []int64  // ids of the documents that the answer shows
	// Uncertain is true if the answer shows more of the site than the documents in Shown.
	Uncertain bool
	made      int // what the placeholders of the last texts have produced, in bytes
}

// NewResolver returns a resolver for a call.
func NewResolver(v *view.Site, fields *Fields) Resolver {
	return Resolver{Site: v, fields: fields, Named: fields.list()}
}

// Resolve resolves the placeholders of texts for the caller.
func (r *Resolver) Resolve(ctx context.Context, texts []*Text) error {
	r.made = 0
	texts = slices.DeleteFunc(slices.Clone(texts), func(t *Text) bool { return !t.begin() })
	if len(texts) == 0 {
		return nil
	}
	site, err := r.DB.Templating(ctx)
	if err != nil {
		return err
	}
	vars := newVariables(r, site)
	for round := 1; len(texts) > 0; round++ {
		vars.last = round == maxRounds
		var open []*Text
		for _, t := range texts {
			vars.document(t.Document).along = t.Along
			resolved, err := r.resolveOne(ctx, t, vars.document(t.Document))
			if err != nil {
				return view.Ended(ctx)
			}
			if vars.document(t.Document).missing {
				open = append(open, t)
				continue
			}
			*t.Text, t.Dynamic, t.Bounded = &resolved.Text, resolved.Dynamic, resolved.Bounded
			if t.Done != nil {
				t.Done()
			}
		}
		if texts = open; len(open) > 0 {
			if err := vars.load(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// resolveOne resolves a text as far as its values are known.
func (r *Resolver) resolveOne(ctx context.Context, t *Text, values *variablesOf) (evotags.Resolved, error) {
	values.missing = false
	text := **t.Text
	allowed := min(maxMade+len(text), maxResolved-r.made)
	budget := evotags.NewBudget(allowed)
	resolved, err := evotags.Resolve(ctx, text, evotags.Placeholders{
		Values: values, Filters: values.setting("enable_filter") == "1", AtSyntax: r.AtSyntax(), Budget: budget,
		Labels: t.Labels,
	})
	r.made += allowed - budget.Left()
	return resolved, err
}

// secretSettings are parts of the names of settings that are never inserted into a text: passwords, keys, and how the
// site sends mail. Other secrets are recognized by their value (redact.Code).
var secretSettings = []string{"pass", "pwd", "smtp", "secret", "token", "key", "salt", "hash", "auth", "credential",
	"private", "dsn", "email_method", "login"}

func secretSetting(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(secretSettings, func(part string) bool { return strings.Contains(name, part) })
}

// siteSetting returns a setting as texts may show it. known is false if they may not.
func siteSetting(v *view.Site, site *evodb.Templating, name string) (text string, known bool) {
	if secretSetting(name) {
		return "", false
	}
	switch name {
	case "site_url":
		return v.URL(), true
	case "base_url":
		if u, err := url.Parse(v.URL()); err == nil {
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
