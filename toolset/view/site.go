package view

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/language"
	"emcp/internal/quantity"
	"emcp/internal/sitepage"
	"emcp/internal/slang"
	"emcp/query"
)

// Options bound the calls of a toolset, and say what the configuration knows of the site.
type Options struct {
	ListLimit     int64 // highest limit of a list
	ContentOffset int64 // highest offset of evo.content.*
	ModelOffset   int64 // highest offset of evo.model.*
	Depth         int64 // deepest walk of the tree
	TVFilters     int   // most elements of tv_filters
	TVOrder       int   // most elements of tv_order
	WithTVs       int   // most elements of with_tvs
	ResultTokens  int   // size that lists aim at; a token is 4 bytes
	ResultBytes   int   // largest result, as Sent counts it
	NearestFrom   int64 // size of a site, in documents, from which query.Listing.Ahead is tried first

	// beginning of the addresses of documents; empty: from the site's settings, otherwise /
	BaseURL string
	Pages   *sitepage.Site            // the pages below BaseURL, for the format page; nil: there is no such format
	Models  []allowlist.Model         // that callers may read
	RFC3339 bool                      // times are strings in RFC 3339, unless a call asks for something else
	TVTypes map[string]*quantity.Type // meaning of numbers in template variables, by the variable's name
	// ProductLinks is the rule of the addresses of products, root, itemtype.LinkByCatalog or LinkByCategory.
	ProductLinks string
	// Synonyms are groups of words that mean the same to a search.
	Synonyms [][]string

	Server    string // for meta of every answer; empty: omitted
	CursorKey []byte // secret that signs cursors; processes with the same key accept each other's cursors
}

// Allows reports whether the server's configuration lets callers see a field of a model.
func (o Options) Allows(model, field string) bool {
	return slices.ContainsFunc(o.Models, func(m allowlist.Model) bool {
		_, ok := m.Field(field)
		return ok && m.Name == model
	})
}

// Site is the site as one caller sees it, for one call.
type Site struct {
	DB      *evodb.DB
	Schema  *evodb.Schema
	Rules   query.View
	Caller  identity.Principal
	Options Options

	// Translated is how sLang translates the site; nil: not at all. Lang is the code of the language of texts; empty: they
	// are as they are stored for the document itself.
	Translated *slang.Site
	Lang       string

	Audience Audience
	scope    CursorScope
}

// CursorScope names the list that a call reads. Its cursors are valid for this list only.
type CursorScope struct {
	Name      string         // of a tool, or of another list
	Arguments jsontext.Value // canonical, as CanonicalArguments returns them
}

// New returns the site in a caller's view.
func New(
	db *evodb.DB, schema *evodb.Schema, caller identity.Principal, o Options, audience Audience, scope CursorScope,
) *Site {
	v := &Site{
		DB: db, Schema: schema, Rules: RulesOf(caller), Caller: caller, Options: o, Audience: audience, scope: scope,
	}
	if schema == nil {
		return v
	}
	if v.Translated = slang.Of(schema); caller.Revised {
		v.Lang = v.Translated.Default()
	}
	return v
}

// Compiler returns a compiler limited to what the caller may see.
func (v *Site) Compiler() query.Compiler {
	c := query.For(v.Schema, v.Rules)
	if v.Lang == "" || v.Translated == nil {
		return c
	}
	return c.In(query.Translation{Lang: v.Lang, TVs: v.Translated.TVs})
}

// Speak makes texts those of a language, by its code or name. The error is a fault for a caller whose argument lang
// names a language that the site does not have.
func (v *Site) Speak(lang string) error {
	codes := v.Translated.Codes()
	for _, code := range codes {
		if code == strings.ToLower(lang) || language.Code(lang) != "" && language.Code(code) == language.Code(lang) {
			v.Lang = code
			return nil
		}
	}
	if len(codes) == 0 {
		return fault.Invalid("lang", "the documents of this site are not translated; leave lang out")
	}
	f := fault.Invalid("lang", "the site has no texts in this language; its languages: %s", strings.Join(codes, ", "))
	f.Suggestions = fault.Nearest(lang, codes)
	return f
}

// RulesOf returns what a caller may see.
func RulesOf(p identity.Principal) query.View {
	switch {
	case p.View != identity.Manager:
		return query.Public(time.Now())
	case p.Member == nil || p.Member.Administrator():
		return query.Manager()
	}
	return query.Member(p.Member.Groups, p.Member.RestrictedDocuments)
}

// URL returns the beginning of the addresses of documents. It ends in a slash.
func (v *Site) URL() string {
	return strings.TrimSuffix(cmp.Or(v.Options.BaseURL, v.Schema.URL()), "/") + "/"
}
