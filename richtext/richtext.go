package richtext

import (
	"context"

	"emcp/richtext/steps"
)

// Convert converts a text to another format. It executes no tags: links become addresses, all other tags are dropped.
// It reads at most the first 8 MiB of a text and writes at most 16 Mi characters; Part.Bounded reports that it left
// something out. At most GOMAXPROCS conversions run at the same time, others wait. The error is always that of ctx.
func Convert(ctx context.Context, text string, o Options) (Part, error) {
	if err := slots.Acquire(ctx, 1); err != nil {
		return Part{}, err
	}
	defer slots.Release(1)
	counter := steps.New(ctx)
	p := convert(counter, text, o)
	if err := counter.Err(); err != nil {
		return Part{}, err
	}
	return p, nil
}

func convert(c *steps.Counter, text string, o Options) Part {
	html, bounded := source(c, text, o)
	out := newWindow(c, o.Offset, o.Length, len(html))
	switch o.Format {
	case Text:
		writePlain(out, html, o.Outline)
	case Markdown:
		writeMarkdown(out, html, newBase(o.Base))
	case HTML:
		writeHTML(out, html, newBase(o.Base))
	}
	p := out.part(o.Length)
	p.Bounded = bounded || out.full()
	return p
}
