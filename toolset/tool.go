package toolset

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/bundle"
	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/toolset/describe"
	"emcp/toolset/document"
	"emcp/toolset/find"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

// Version is the version of the tool contract.
const Version = "1.0"

// Tool is a tool as a client sees it, with its function.
type Tool struct {
	Name        string
	Title       string
	Description string // at most 140 characters
	brief       string // description in brief lists; empty: Description
	Input       *schema.Schema
	Output      *schema.Schema
	Meta        jsontext.Value // of a declared tool, for _meta; nil: none
	declared    bool           // declared by the owner
	codes       bundle.Codes   // the owner's, of a declared tool
	documents   bool           // its results show documents and the documents above them, and nothing else of the site
	besides     bool           // other tools find the same, so brief lists leave it out
	// has reports whether a site has what the tool reads; nil: every site has. On others the tool does not exist.
	has func(*evodb.Schema) bool
	// permissions of Evolution's manager, any of which lets a caller use the tool; nil: everybody may
	needs []string
	parse func(arguments jsontext.Value, o view.Options) (action, error)
}

// For reports whether a caller may call the tool.
func (t Tool) For(caller identity.Principal) bool {
	return t.needs == nil || slices.ContainsFunc(t.needs, caller.Has)
}

// Underscored returns the other name of a tool, for clients that refuse dots.
func Underscored(name string) string { return strings.ReplaceAll(name, ".", "_") }

// toolAnswer is the result of a tool.
type toolAnswer interface {
	rows() int // documents, rows of a model or templates in it
	json() ([]byte, error)
}

// action runs a call whose arguments have been parsed as far as possible without the site, so that a mistake in them
// costs the database nothing.
type action func(ctx context.Context, c *call) (toolAnswer, error)

// call is one running call, which reads documents.
type call struct {
	document.Reader
	words        *find.Searcher
	descriptions *describe.Cache // shared with other calls
}
