package evodb

import (
	"context"
	"fmt"
	"strings"
	"time"
)

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

// Limits of the kept chunks, settings and templates. People write them as code, so they are usually much shorter.
const (
	maxChunk      = 256 << 10 // of one text, in characters
	maxTemplating = 8 << 20   // of all texts together, in bytes
)
