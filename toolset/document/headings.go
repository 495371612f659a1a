package document

import (
	"context"
	"strings"
	"unicode"

	"emcp/internal/fault"
	"emcp/internal/index/words"
	"emcp/richtext"
	"emcp/toolset/view"
)

// Limits of the headings of a page.
const (
	maxHeadings   = 200 // that an answer lists, and among which a section is looked for
	namedHeadings = 20  // that an error lists
)

// readHeadings lists the headings of a document's content, and selects the part of the content that the call asks for.
func (r *Reader) readHeadings(ctx context.Context, item *Item, t *richText, o richtext.Options) error {
	listed := r.Shape.has("headings")
	if t.name != "content" || !listed && r.Shape.section == "" {
		return nil
	}
	var found []richtext.Heading
	if !t.verbatim && !t.target {
		var err error
		if found, err = richtext.Headings(ctx, **t.text, o, maxHeadings); err != nil {
			return view.Ended(ctx)
		}
	}
	if listed {
		for _, h := range found {
			item.headings = append(item.headings, heading{h.Level, h.Title, h.Offset})
		}
	}
	if r.Shape.section == "" {
		return nil
	}
	t.section = sectionNamed(found, r.Shape.section)
	if t.section == nil {
		return noSection(found)
	}
	return nil
}

// sectionNamed returns the first heading with this title, otherwise the first that contains it. Case, accents and
// punctuation do not count.
func sectionNamed(all []richtext.Heading, title string) *richtext.Heading {
	want := plainWords(title)
	var containing *richtext.Heading
	for i := range all {
		switch got := plainWords(all[i].Title); {
		case got == want:
			return &all[i]
		case containing == nil && strings.Contains(got, want):
			containing = &all[i]
		}
	}
	return containing
}

// plainWords returns the words of a text in lower case, without accents, each with a space before and after it.
func plainWords(text string) string {
	all := strings.FieldsFunc(words.Fold(strings.ToLower(text)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return " " + strings.Join(all, " ") + " "
}

// noSection is the error of a call that asks for a section that the page does not have.
func noSection(all []richtext.Heading) error {
	if len(all) == 0 {
		return fault.Invalid("section", "the content of this document has no headings; leave section out")
	}
	var titles []string
	for _, h := range all[:min(len(all), namedHeadings)] {
		titles = append(titles, h.Title)
	}
	more := ""
	if len(all) > namedHeadings {
		more = "; and more, see fields: headings"
	}
	return fault.Invalid("section", "the content has no such heading; its headings: %s%s", strings.Join(titles, "; "),
		more)
}
