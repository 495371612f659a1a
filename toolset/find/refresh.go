package find

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"time"

	"emcp/internal/index"
	"emcp/internal/language"
	"emcp/toolset/document"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// follow brings the index to what the site shows now. What it has read before an error stays.
func (v *viewIndex) follow(ctx context.Context, r *document.Reader) (err error) {
	refreshes := r.DB.Refreshes()
	if r.Schema, err = r.DB.Schema(ctx); err != nil {
		return err
	}
	r.Rules = view.RulesOf(r.Caller)
	known, err := r.Spoken(ctx)
	if err != nil {
		return err
	}
	stamp, err := v.stampOf(ctx, r, fmt.Sprint(known.Rest, known.Roots)) // a map is printed in the order of its keys
	if err != nil {
		return err
	}
	began := time.Now()
	whole := time.Since(v.reread) > rereadAfter || v.refreshed != refreshes ||
		stamp != v.stamp && time.Since(v.reread) > v.rest
	for {
		changes, err := v.follower.Look(ctx, r.DB, r.Compiler(), lookSize)
		if err != nil {
			return err
		}
		v.waiting = append(v.waiting, changes.Changed...)
		for _, id := range changes.Gone {
			v.remove(id)
		}
		if changes.Whole {
			break
		}
	}
	if whole {
		v.waiting = v.follower.IDs()
	}
	slices.Sort(v.waiting)
	v.waiting = slices.Compact(v.waiting)
	reader := reading{v, textReader{r, indexedTVs(r), textRead}, templateNames(r), known}
	for len(v.waiting) > 0 {
		some := v.waiting[:min(len(v.waiting), textsAtOnce)]
		if err := reader.update(ctx, some); err != nil {
			return err
		}
		v.waiting = v.waiting[len(some):]
	}
	if whole {
		v.stamp, v.refreshed, v.reread, v.rest = stamp, refreshes, time.Now(), rereadShare*time.Since(began)
	}
	return nil
}

// stampOf returns a number that changes when the texts of all documents may have changed.
func (v *viewIndex) stampOf(ctx context.Context, r *document.Reader, languages string) (uint64, error) {
	stamp, err := r.DB.Stamp(ctx)
	if err != nil {
		return 0, err
	}
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, stamp, languages, indexedTVs(r), r.Schema.Templates(), r.AtSyntax())
	return h.Sum64(), nil
}

// templateNames returns the names of the templates by their ids, as far as callers see them.
func templateNames(r *document.Reader) map[int64]string {
	names := map[int64]string{}
	if r.Options.Allows("SiteTemplate", "templatename") {
		for _, t := range r.Schema.Templates() {
			names[t.ID] = r.Untagged(t.Name)
		}
	}
	return names
}

func (v *viewIndex) remove(id int64) {
	sum, known := v.sums[id]
	if !known {
		return
	}
	delete(v.sums, id)
	v.index.Remove(id)
	v.changed(-sum)
}

// changed notes by how much the sum of all checksums has changed.
func (v *viewIndex) changed(by uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.generation += by
}

// reading reads documents for an index.
type reading struct {
	*viewIndex
	reader    textReader
	templates map[int64]string
	languages *tree.Languages
}

// update indexes documents as the view shows them now.
func (r *reading) update(ctx context.Context, ids []int64) error {
	places, err := tree.PlacesOf(ctx, r.reader.Site, ids)
	if err != nil {
		return err
	}
	places.Languages = r.languages
	read := map[int64]bool{}
	err = r.reader.each(ctx, ids, func(t *texts) error {
		if place := places.Of(t.id); place != nil || r.trash {
			read[t.id] = true
			r.put(t, place)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		if !read[id] {
			r.remove(id)
		}
	}
	return nil
}

// checksum returns a checksum of a document, which all processes agree on.
func checksum(d index.Document) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%d %s", d.ID, d.Language)
	for _, text := range d.Fields {
		_, _ = h.Write([]byte{0})
		_, _ = io.WriteString(h, text)
	}
	return h.Sum64()
}

// put indexes a document, unless the index has it as it is. place is nil for documents in the trash.
func (r *reading) put(t *texts, place *tree.Place) {
	d := index.Document{ID: t.id, Language: r.languages.Rest, Fields: t.fields()}
	path := []string{t.alias}
	if place != nil {
		d.Language = cmp.Or(view.OrEmpty(place.Lang), language.Detect(t.title+" "+t.intro+" "+t.content))
		path = append(path, place.Path...)
	}
	d.Fields[index.Ancestors] = strings.Join(path, "\n")
	d.Fields[index.Template] = r.templates[r.follower.Template(t.id)]
	sum := checksum(d)
	known, ok := r.sums[t.id]
	if ok && known == sum {
		return
	}
	r.sums[t.id] = sum
	r.index.Put(d)
	r.changed(sum - known)
}
