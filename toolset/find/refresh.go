package find

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"time"

	"emcp/internal/fault"
	"emcp/internal/index"
	"emcp/internal/language"
	"emcp/internal/slang"
	"emcp/internal/tracing"
	"emcp/toolset/document"
	"emcp/toolset/follow"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

const (
	// lookAfter is how old what is known of a site may be when a search uses it, for each lookShare documents that the
	// view shows: 6 s with 10,000 documents, a minute with 100,000.
	lookAfter = 5 * time.Second
	lookShare = 8_000
	// lookTime is how long a search waits until the index has caught up with the site.
	lookTime = time.Second
	// rereadAfter is after how long all texts are read again, because what changes the database by hand need not change
	// editedon.
	rereadAfter = time.Hour
	// rereadShare is the part of the time that may be spent on reading all texts, as a divisor.
	rereadShare = 20
	// refreshTime is the longest refresh.
	refreshTime = 10 * time.Minute
	// lookSize is how many documents a statement looks at.
	lookSize = 10_000
)

// refresh begins a refresh if it is time for one: after that long on a small site. It returns a channel that is closed
// when the running one has ended and called then, or nil if there is none.
func (v *viewIndex) refresh(
	ctx context.Context, r *document.Reader, after time.Duration, then func(),
) <-chan struct{} {
	v.mu.Lock()
	defer v.mu.Unlock()
	age := after * time.Duration(max(v.index.Stats().Documents, lookShare)) / lookShare
	refreshes := r.DB.Refreshes()
	refreshed := refreshes != v.refreshes
	if v.refreshing != nil || time.Since(v.looked) < age && !refreshed {
		return v.refreshing
	}
	done := make(chan struct{})
	v.refreshing = done
	alone := r.Apart()
	go func() {
		ctx := tracing.WithID(context.WithoutCancel(ctx), tracing.ID{}) // its statements are not those of the request
		ctx, cancel := context.WithTimeout(ctx, refreshTime)
		defer cancel()
		err := func() (err error) {
			defer fault.Recovered(&err)
			return v.follow(ctx, alone, refreshed)
		}()
		v.mu.Lock()
		if v.err = err; err == nil {
			v.looked, v.refreshes = time.Now(), refreshes
		}
		v.refreshing = nil
		v.mu.Unlock()
		then()
		close(done)
	}()
	return done
}

// follow brings the index to what the site shows now. What it has read before an error stays. refreshed says that
// evodb.DB.Refresh has been called since.
func (v *viewIndex) follow(ctx context.Context, r *document.Reader, refreshed bool) (err error) {
	if r.Schema, err = r.DB.Schema(ctx); err != nil {
		return err
	}
	r.Rules = view.RulesOf(r.Caller)
	r.Translated = slang.Of(r.Schema)
	r.Lang = r.Translated.Default()
	v.forget(r.Translated.Codes())
	languages, err := r.Spoken(ctx)
	if err != nil {
		return err
	}
	reader := reading{v, newTextReader(r, indexedTVs(r), textRead), templateNames(r), languages}
	reader.reader.links = new(tree.LinksOf(r.Site))
	stamp, err := reader.stamp(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	whole := refreshed || time.Since(v.reread) > rereadAfter || stamp != v.stamp && time.Since(v.reread) > v.rest
	documents := v.feeds[documentKind]
	look := func() (follow.Changes, error) { return documents.follower.Look(ctx, r.DB, r.Compiler(), lookSize) }
	if err := v.catchUp(ctx, documentKind, whole, look, reader.update); err != nil {
		return err
	}
	if err := reader.followItems(ctx, whole); err != nil {
		return err
	}
	if whole {
		v.stamp, v.reread, v.rest = stamp, time.Now(), rereadShare*time.Since(began)
	}
	return nil
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

// remove removes a document or item in all languages.
func (v *viewIndex) remove(number int64) {
	for n := range max(1, len(v.codes)) {
		v.removeVariant(variantOf(number, n))
	}
}

func (v *viewIndex) removeVariant(variant int64) {
	sum, known := v.sums[variant]
	if !known {
		return
	}
	delete(v.sums, variant)
	v.index.Remove(variant)
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

// stamp returns a number that changes when the texts of all documents may have changed.
func (r *reading) stamp(ctx context.Context) (uint64, error) {
	stamp, err := r.reader.DB.Stamp(ctx)
	if err != nil {
		return 0, err
	}
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, stamp, *r.languages, r.reader.tvs, r.reader.Schema.Templates(), r.reader.AtSyntax(),
		r.reader.Translated.Codes())
	return h.Sum64(), nil
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
			r.put(t, place, places.Path(t.id), t.id, "")
		}
		return nil
	})
	if err != nil {
		return err
	}
	var shown []int64
	for _, id := range ids {
		if read[id] {
			shown = append(shown, id)
		} else {
			r.remove(id)
		}
	}
	return r.updateTranslations(ctx, shown)
}

// checksum returns a checksum of a document, which all processes agree on.
func checksum(d index.Document) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%d %s", d.ID, d.Language)
	for _, text := range d.Fields {
		_, _ = h.Write([]byte{0})
		_, _ = io.WriteString(h, text)
	}
	_, _ = fmt.Fprintf(h, "%q %v", d.Address, d.Links)
	return h.Sum64()
}

// put indexes a document or item as a variant, unless the index has it as it is. place is nil for items, and for
// documents in the trash; translated is the language of an item or of a translation.
func (r *reading) put(t *texts, place *tree.Place, address string, variant int64, translated string) {
	d := index.Document{
		ID: variant, Kind: kindOf(variant), Language: cmp.Or(translated, r.languages.Rest), Fields: t.fields(),
		Address: address,
	}
	for _, link := range t.links {
		d.Links = append(d.Links, link.Link)
	}
	path := append([]string{t.alias}, t.above...)
	if place != nil {
		d.Language = cmp.Or(translated, view.OrEmpty(place.Lang), language.Detect(t.title+" "+t.intro+" "+t.content))
		path = append(path, place.Path...)
	}
	d.Fields[index.Ancestors] = strings.Join(path, "\n")
	d.Fields[index.Template] = r.templates[r.feeds[documentKind].follower.Template(t.id)]
	sum := checksum(d)
	known, ok := r.sums[variant]
	if ok && known == sum {
		return
	}
	r.sums[variant] = sum
	r.index.Put(d)
	r.changed(sum - known)
}
