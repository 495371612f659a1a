package evodb

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
)

// Templating has the values that replace {{chunk}} and [(setting)] in texts, and the code of templates, at
// one time. It is immutable.
type Templating struct {
	chunks    map[string]string
	folded    map[string]string // names of chunks by their lower-case form; empty if several have it
	settings  map[string]string
	templates map[string]string // by id; nil if there are too many
	complete  bool              // whether chunks is complete
	loaded    time.Time
}

// Chunk returns the text of a chunk, or "" if it is disabled or does not exist. known is false if the account may not
// read chunks, or if there are too many.
func (t *Templating) Chunk(name string) (text string, known bool) {
	text, known = t.chunks[t.ChunkName(name)]
	return text, known || t.complete
}

// ChunkName returns the name of the chunk that a text calls. Case does not matter if no chunk has exactly that name and
// only one has it in another case.
func (t *Templating) ChunkName(name string) string {
	if _, exact := t.chunks[name]; exact {
		return name
	}
	return t.folded[strings.ToLower(name)]
}

// Chunks returns the names of the chunks with a text, in no order.
func (t *Templating) Chunks() []string { return slices.Collect(maps.Keys(t.chunks)) }

// Setting returns a system setting, and false if the site has not set it.
func (t *Templating) Setting(name string) (text string, set bool) {
	text, set = t.settings[name]
	return text, set
}

// Settings returns the names of the settings, in no order.
func (t *Templating) Settings() []string { return slices.Collect(maps.Keys(t.settings)) }

// Templates returns the code of the templates by their ids, in no order. There is none if the account may not read
// it, or if it is too much.
func (t *Templating) Templates() iter.Seq2[string, string] { return maps.All(t.templates) }
