package richtext

import (
	"context"

	"emcp/richtext/steps"
)

// Headings returns the first headings of a text, at most that many. o is as for Convert; its format and its part do not
// count. The error is always that of ctx.
func Headings(ctx context.Context, text string, o Options, most int) ([]Heading, error) {
	if err := slots.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer slots.Release(1)
	counter := steps.New(ctx)
	o.Format = Markdown
	html, _ := source(counter, text, o)
	out := newWindow(counter, 0, 1, 1)
	m := newMarkdown(out, html, newBase(o.Base))
	m.headings = &headings{most: most}
	for m.next() {
		m.write(&m.in.token)
		if m.open && m.heading > 0 {
			m.headings.read(&m.in.token)
		}
	}
	m.boundary()
	return m.headings.list(counter, out.written), counter.Err()
}
