package evodb

import (
	"context"
	"fmt"
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

// Limits of the kept chunks, settings and templates. People write them as code, so they are usually much shorter.
const (
	maxChunk      = 256 << 10 // of one text, in characters
	maxTemplating = 8 << 20   // of all texts together, in bytes
)

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

// Templating returns the site's chunks, settings and templates, read from the database when the last reading is over 30
// s old. Errors are faults.
func (db *DB) Templating(ctx context.Context) (*Templating, error) {
	db.mu.Lock()
	known, refreshed := db.templating, db.refreshed
	db.mu.Unlock()
	if known != nil && time.Since(known.loaded) < schemaAge && known.loaded.After(refreshed) {
		return known, nil
	}
	schema, err := db.Schema(ctx)
	if err != nil {
		return nil, err
	}
	return shared(ctx, db, "templating", func(ctx context.Context) (*Templating, error) {
		return db.loadTemplating(ctx, schema)
	})
}

func (db *DB) loadTemplating(ctx context.Context, s *Schema) (*Templating, error) {
	t := &Templating{
		chunks: map[string]string{}, folded: map[string]string{}, settings: map[string]string{},
		templates: map[string]string{}, loaded: time.Now(),
	}
	size, fits := 0, true
	read := func(texts map[string]string) func(Scan) error {
		return func(scan Scan) error {
			var name, text string
			if err := scan(&name, &text); err != nil {
				return err
			}
			if size += len(name) + len(text); size > maxTemplating {
				fits = false
				return nil
			}
			texts[name] = text
			return nil
		}
	}
	readable := true
	for _, column := range []string{"id", "name", "snippet", "disabled"} {
		readable = readable && s.HasColumn("site_htmlsnippets", column)
	}
	if readable {
		// If a name occurs twice, the last one counts, as in the site's cache.
		statement := fmt.Sprintf(
			"SELECT name, IF(disabled, '', LEFT(IFNULL(snippet, ''), %d)) FROM `%ssite_htmlsnippets` ORDER BY id", maxChunk,
			s.Prefix)
		if err := db.Query(ctx, Statement{SQL: statement}, read(t.chunks)); err != nil {
			return nil, err
		}
		t.complete = fits
	}
	if s.HasTable("system_settings") {
		statement := fmt.Sprintf("SELECT setting_name, LEFT(IFNULL(setting_value, ''), %d) FROM `%ssystem_settings`",
			maxChunk, s.Prefix)
		if err := db.Query(ctx, Statement{SQL: statement}, read(t.settings)); err != nil {
			return nil, err
		}
	}
	if s.HasColumn("site_templates", "id") && s.HasColumn("site_templates", "content") {
		statement := fmt.Sprintf("SELECT id, LEFT(IFNULL(content, ''), %d) FROM `%ssite_templates`", maxChunk, s.Prefix)
		if err := db.Query(ctx, Statement{SQL: statement}, read(t.templates)); err != nil {
			return nil, err
		}
	}
	if !fits {
		t.templates = nil
	}
	for name := range t.chunks {
		lower := strings.ToLower(name)
		if _, several := t.folded[lower]; several {
			name = ""
		}
		t.folded[lower] = name
	}
	db.mu.Lock()
	db.templating = t
	db.mu.Unlock()
	return t, nil
}
