package richtext

import (
	"bytes"
	"context"
)

// Images counts the images that a text shows, and those without an alternative text. A tag of Evolution in an
// alternative text is one. The error is always that of ctx.
func Images(ctx context.Context, text string) (all, withoutAlt int, err error) {
	w := work{ctx: ctx}
	text = text[:min(len(text), maxInput)]
	replaced := replaceTags(&w, text, maxGrowth(len(text)), func(tagKind, []byte) (string, bool) { return "x", false })
	in := reader{scanner: scanner{work: &w, html: replaced.text}}
	for in.next() {
		if t := &in.token; t.kind == startToken && t.element.role == image {
			all++
			if alt, _ := t.attribute("alt"); len(bytes.TrimSpace(alt)) == 0 {
				withoutAlt++
			}
		}
	}
	return all, withoutAlt, w.err
}
