package toolset

import (
	"slices"
	"strings"
	"sync"

	"github.com/maypok86/otter/v2"

	"emcp/internal/sitepage"
	"emcp/toolset/describe"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// Shared is what toolsets share: the tools of equal options, and what they have read of their sites in the last minute.
// With it a process holds one copy of the tools' schemas and bounds these readings over all its sites. It is safe for
// concurrent use.
type Shared struct {
	descriptions *describe.Cache
	overviews    *describe.Overviews
	spoken       *tree.KnownLanguages

	mu    sync.Mutex
	tools map[toolsKey][]Tool
}

// NewShared returns a Shared that keeps nothing yet.
func NewShared() *Shared { return newShared(nil) }

// newShared is NewShared with a clock for descriptions. A nil clock is the system's clock.
func newShared(clock otter.Clock) *Shared {
	return &Shared{
		descriptions: describe.NewCache(clock), overviews: describe.NewOverviews(),
		spoken: view.NewCache[*tree.Languages](), tools: map[toolsKey][]Tool{},
	}
}

// toolsKey has the options that the tools of emcp depend on.
type toolsKey struct {
	listLimit, contentOffset, modelOffset, depth int64
	tvFilters, tvOrder, withTVs                  int
	models                                       string // their names
	pages, rfc3339, chatGPT, elements            bool
}

// ownTools returns the tools of emcp for these options, which the caller may change. Equal options share the schemas.
func (s *Shared) ownTools(o view.Options, chatGPT, elements bool) []Tool {
	// The tools are made from these options only, so that the key has all that they depend on.
	used := view.Options{
		ListLimit: o.ListLimit, ContentOffset: o.ContentOffset, ModelOffset: o.ModelOffset, Depth: o.Depth,
		TVFilters: o.TVFilters, TVOrder: o.TVOrder, WithTVs: o.WithTVs, Models: o.Models, RFC3339: o.RFC3339,
	}
	if o.Pages != nil {
		used.Pages = &sitepage.Site{}
	}
	var models []string
	for _, m := range used.Models {
		models = append(models, m.Name)
	}
	key := toolsKey{
		used.ListLimit, used.ContentOffset, used.ModelOffset, used.Depth, used.TVFilters, used.TVOrder, used.WithTVs,
		strings.Join(models, " "), used.Pages != nil, used.RFC3339, chatGPT, elements,
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	cached, ok := s.tools[key]
	if !ok {
		cached = ownTools(used, chatGPT, elements)
		s.tools[key] = cached
	}
	return slices.Clone(cached)
}

// ownTools returns the tools of emcp.
func ownTools(o view.Options, chatGPT, elements bool) []Tool {
	if chatGPT {
		return chatGPTTools()
	}
	tools := slices.Concat(contentTools(o), modelTools(o), siteTools(), itemTools(o))
	if elements {
		tools = append(tools, elementTools(o)...)
	}
	return tools
}
