package richtext

import (
	"bytes"
	"context"

	"emcp/richtext/steps"
)

// Links yields the addresses of the links that a text shows, in their order and as often as it has them. Like those of
// Media, they are absolute if o has the address of the site. The error is always that of ctx.
func Links(ctx context.Context, text string, o Options, yield func(address string)) error {
	if err := slots.Acquire(ctx, 1); err != nil {
		return err
	}
	defer slots.Release(1)
	counter := steps.New(ctx)
	o.Format = Text // which keeps no tags
	html, _ := source(counter, text, o)
	in := reader{scanner: scanner{steps: counter, html: html}}
	known, base := newDecoder().known, newBase(o.Base)
	for in.next() {
		t := &in.token
		if t.kind != startToken || !bytes.EqualFold(t.name, []byte("a")) && !bytes.EqualFold(t.name, []byte("area")) {
			continue
		}
		href, _ := t.attribute("href")
		if address := appendAddress(nil, href, known, base); len(address) > 0 {
			yield(string(address))
		}
	}
	return counter.Err()
}
