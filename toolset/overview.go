package toolset

import (
	"context"
	"slices"
	"time"

	"github.com/maypok86/otter/v2"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/toolset/describe"
	"emcp/toolset/view"
)

// overviewTime is how long reading an overview may take.
const overviewTime = 30 * time.Second

// Overview describes what the caller's view shows of the site, in at most limit bytes: name, address, languages,
// sections, and templates with their template variables. It waits for the database until ctx ends, and then returns "".
// The reading goes on, and a later call returns its result.
func (t *Toolset) Overview(ctx context.Context, caller identity.Principal, limit int) string {
	if !slices.ContainsFunc(t.tools, func(tool Tool) bool { return tool.documents && tool.For(caller) }) {
		return ""
	}
	if cached, ok := t.shared.overviews.GetIfPresent(t.audienceOf(caller)); ok {
		return cached.Lines(limit, !t.options.ChatGPT)
	}
	read := make(chan *describe.Overview, 1)
	go func() {
		o, err := t.overview(context.WithoutCancel(ctx), caller)
		if err != nil {
			o = nil
		}
		read <- o
	}()
	select {
	case o := <-read:
		if o == nil {
			return ""
		}
		return o.Lines(limit, !t.options.ChatGPT)
	case <-ctx.Done():
		return ""
	}
}

// overview returns the overview of the last minute, or reads it. Callers that wait share one reading.
func (t *Toolset) overview(ctx context.Context, caller identity.Principal) (o *describe.Overview, err error) {
	defer fault.Recovered(&err)
	return t.shared.overviews.Get(ctx, t.audienceOf(caller), otter.LoaderFunc[view.Audience, *describe.Overview](
		func(ctx context.Context, _ view.Audience) (*describe.Overview, error) {
			ctx, cancel := context.WithTimeout(ctx, overviewTime)
			defer cancel()
			c, err := t.begin(ctx, caller, "initialize", noArguments)
			if err != nil {
				return nil, err
			}
			_, noDescription := t.find(describeTool)
			_, noItems := t.find(listItemsTool)
			return c.describer().Overview(ctx, t.nameIn(ctx, c.Schema), noDescription == nil, noItems == nil)
		}))
}
