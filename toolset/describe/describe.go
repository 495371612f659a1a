package describe

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/maypok86/otter/v2"

	"emcp/internal/fault"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// Cache keeps the answers of the last minute, by everything that they depend on.
type Cache = otter.Cache[key, Answer]

type key struct {
	audience view.Audience
	full     bool
	outline  bool
	items    bool
	template int64  // negative: all
	name     string // of the template; empty: all
	tv       string // empty: all
}

func (in Input) key(audience view.Audience) key {
	return key{audience, in.full(), in.outlineOnly(), in.itemsOnly(), in.Template.Or(-1), in.TemplateName, in.TV}
}

// Answer is the answer of evo.site.describe.
type Answer struct {
	JSON jsontext.Value
	Rows int // templates, sections or types of items that it describes
}

// maxCached bounds the memory that the answers for all sites take, in bytes.
const maxCached = 16 << 20

// NewCache returns an empty cache. A nil clock is the system's clock.
func NewCache(clock otter.Clock) *Cache {
	return otter.Must(&otter.Options[key, Answer]{
		MaximumWeight: maxCached,
		Weigher: func(k key, a Answer) uint32 {
			size := len(k.audience.Sight) + len(k.name) + len(k.tv) + len(a.JSON)
			return uint32(size) //nolint:gosec // bounded by max_result_bytes
		},
		ExpiryCalculator: otter.ExpiryCreating[key, Answer](view.KeptAge),
		Clock:            clock,
	})
}

// Describe answers a call of evo.site.describe, from the cache if it can. meta becomes the member meta of the answer;
// it must be the same for all calls of a toolset.
func (d Describer) Describe(ctx context.Context, cache *Cache, in Input, meta any) (Answer, error) {
	if in.Refresh {
		if err := d.refresh(ctx); err != nil {
			return Answer{}, err
		}
	}
	a, err := cache.Get(ctx, in.key(d.Audience), otter.LoaderFunc[key, Answer](
		func(ctx context.Context, _ key) (Answer, error) { return d.read(ctx, in, meta) }))
	if errors.Is(err, context.DeadlineExceeded) {
		return Answer{}, fault.Wrap(fault.QueryTimeout, err,
			"the site takes longer to describe than it allows; ask for one template or tv")
	}
	return a, err
}

// read reads the answer. Callers that ask meanwhile share one reading, so the reading must not end when the call that
// started it ends.
func (d Describer) read(ctx context.Context, in Input, meta any) (Answer, error) {
	ctx, cancel := view.Detached(ctx)
	defer cancel()
	answer, rows, err := d.answer(ctx, in, meta)
	if err != nil {
		return Answer{}, err
	}
	text, err := json.Marshal(answer, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return Answer{}, fmt.Errorf("write the description of the site: %w", err)
	}
	if paging.Sent(text) > d.Options.ResultBytes {
		return Answer{}, fault.New(fault.ResultTooLarge,
			"the result has more than %d bytes; ask for the summary, or for one template or tv", d.Options.ResultBytes)
	}
	return Answer{text, rows}, nil
}

// answer returns what a call asks for, and how many templates, sections or types of items that are.
func (d Describer) answer(ctx context.Context, in Input, meta any) (any, int, error) {
	switch {
	case in.outlineOnly():
		outline, err := d.outlined(ctx)
		outline.Meta = meta
		return outline, len(outline.Sections), err
	case in.itemsOnly():
		items, err := d.items(ctx)
		items.Meta = meta
		return items, len(items.Items), err
	}
	site, err := d.site(ctx, in)
	site.Meta = meta
	return site, len(site.Templates), err
}

// mayRefresh is the permission to empty the cache of a site in Evolution's manager.
const mayRefresh = "empty_cache"

// refresh drops what is cached of the site, and reads its schema again.
func (d Describer) refresh(ctx context.Context) (err error) {
	if !d.Caller.Has(mayRefresh) {
		return fault.New(fault.Forbidden,
			"refresh needs a caller with the manager view; the owner of a personal token also needs the permission %s",
			mayRefresh)
	}
	d.DB.Refresh()
	d.Audience.Refreshes = d.DB.Refreshes()
	d.Schema, err = d.DB.Schema(ctx)
	return err
}
