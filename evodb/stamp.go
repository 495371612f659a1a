package evodb

import (
	"context"
	"fmt"
	"hash/maphash"
	"strconv"
	"strings"
)

// edited has the tables whose last edits are part of the stamp.
var edited = []string{"site_templates", "site_snippets", "site_plugins", "site_tmplvars"}

// seed is the seed of the hashes in stamps. Only this process compares them.
var seed = maphash.MakeSeed()

// Stamp returns a number that changes with Refresh, and within 30 s after a change of chunks, settings, templates,
// snippets, plugins or template variables, of which the site makes its pages. It shows changes of the latter four if
// the account may read id and editedon, or the code of templates. Errors are faults.
func (db *DB) Stamp(ctx context.Context) (uint64, error) {
	t, err := db.Templating(ctx)
	if err != nil {
		return 0, err
	}
	db.mu.Lock()
	stamp, stamped := db.stamp, db.stamped
	db.mu.Unlock()
	if stamped == t {
		return stamp, nil
	}
	schema, err := db.Schema(ctx)
	if err != nil {
		return 0, err
	}
	return shared(ctx, db, "stamp", func(ctx context.Context) (uint64, error) { return db.loadStamp(ctx, schema, t) })
}

func (db *DB) loadStamp(ctx context.Context, s *Schema, t *Templating) (uint64, error) {
	stamp := maphash.Comparable(seed, db.Refreshes())
	for i, texts := range []map[string]string{t.chunks, t.settings, t.templates} {
		for name, text := range texts { // in any order
			stamp += maphash.Comparable(seed, [3]string{strconv.Itoa(i), name, text})
		}
	}
	var parts []string
	for _, table := range edited {
		if s.HasColumn(table, "id") && s.HasColumn(table, "editedon") {
			parts = append(parts,
				fmt.Sprintf("SELECT CONCAT_WS(' ', '%s', COUNT(*), SUM(id), MAX(editedon)) FROM `%s%[1]s`", table, s.Prefix))
		}
	}
	if len(parts) > 0 {
		err := db.Query(ctx, Statement{SQL: strings.Join(parts, " UNION ALL ")}, func(scan Scan) error {
			var last string
			err := scan(&last)
			stamp += maphash.Comparable(seed, last)
			return err
		})
		if err != nil && !unreadable(err) {
			return 0, err
		}
	}
	db.mu.Lock()
	db.stamp, db.stamped = stamp, t
	db.mu.Unlock()
	return stamp, nil
}
