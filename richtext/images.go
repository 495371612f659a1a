package richtext

import (
	"bytes"
	"context"

	"emcp/richtext/evotags"
	"emcp/richtext/steps"
)

// Images counts the images that a text shows, and those without an alternative text. A tag of Evolution in an
// alternative text is one. The error is always that of ctx.
func Images(ctx context.Context, text string) (all, withoutAlt int, err error) {
	counter := steps.New(ctx)
	text = text[:min(len(text), steps.MaxInput)]
	replaced := evotags.Replace(counter, text, func(int64) (string, bool) { return "x", false })
	in := reader{scanner: scanner{steps: counter, html: replaced.Text}}
	for in.next() {
		if t := &in.token; t.kind == startToken && t.element.role == image {
			all++
			if alt, _ := t.attribute("alt"); len(bytes.TrimSpace(alt)) == 0 {
				withoutAlt++
			}
		}
	}
	return all, withoutAlt, counter.Err()
}
