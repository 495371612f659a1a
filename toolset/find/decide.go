package find

import (
	"context"
	"errors"
	"html"
	"slices"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/query"
	"emcp/richtext/evotags"
	"emcp/richtext/textmatch"
	"emcp/toolset/page"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// Limits of deciding about hits.
const (
	// maxDecided bounds how much text is read to decide what the view shows, in bytes.
	maxDecided = 8 << 20
	// longestDecided bounds how much of one text is read for that, in characters.
	longestDecided = 1_000_000
	// decidedAtOnce is the most documents that a statement reads for that.
	decidedAtOnce = 1000
)

// decide reads the texts of hits, removes words that the view does not show, and finds out which ones are whole. If the
// texts exceed the limits, words in the unread rest count as not shown.
func (h *Hits) decide(ctx context.Context, undecided []*hit) error {
	for some := range slices.Chunk(undecided, decidedAtOnce) {
		if h.left <= 0 {
			break
		}
		if err := h.decideSome(ctx, some); err != nil && !errors.Is(err, paging.ErrFull) {
			return err
		}
	}
	for _, one := range undecided {
		if one.isGuessed() {
			h.finish(&decision{one: one})
		}
	}
	return nil
}

// decideSome decides hits until the limit is reached; the error is then errFull.
func (h *Hits) decideSome(ctx context.Context, some []*hit) error {
	ids, byID := make([]int64, len(some)), make(map[int64]*decision, len(some))
	for i, one := range some {
		ids[i], byID[one.id] = one.id, &decision{one: one}
	}
	statement, err := h.Compiler().Texts(ids, longestDecided)
	if err != nil {
		return err
	}
	var decisions []*decision
	var waiting []*page.Text // texts that are resolved after the statement
	err = h.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var t documentTexts
		if err := t.scan(scan); err != nil {
			return err
		}
		if h.left -= t.intro.Size() + t.content.Size(); h.left < 0 {
			return paging.ErrFull
		}
		d := byID[t.id]
		d.read = true
		decisions = append(decisions, d)
		h.lookIntoTitles(d, &t)
		waiting = append(waiting, h.lookIntoTexts(ctx, d, &t)...)
		return view.Ended(ctx)
	})
	if resolveErr := h.Resolve(ctx, waiting); resolveErr != nil {
		return resolveErr
	}
	if err == nil || errors.Is(err, paging.ErrFull) {
		if valuesErr := h.lookIntoValues(ctx, decisions, byID); valuesErr != nil {
			return valuesErr
		}
	}
	for _, d := range decisions {
		h.finish(d)
	}
	return err
}

// lookIntoTitles looks into the short texts of a document.
func (h *Hits) lookIntoTitles(d *decision, t *documentTexts) {
	for _, place := range []struct {
		at   query.Found
		text *string
	}{
		{query.InPagetitle, t.title}, {query.InLongtitle, t.long}, {query.InMenutitle, t.menu}, {query.InAlias, t.alias},
		{query.InDescription, t.description},
	} {
		d.look(h.finder, place.at, h.Compiler().Compared(view.OrEmpty(place.text)))
	}
}

// richPlace is a rich text of a document, and what keeps it for excerpts.
type richPlace struct {
	at   query.Found
	text view.Beginning
	keep func(text string)
}

// lookIntoTexts looks into the rich texts of a document. It returns those whose placeholders are to be resolved before.
func (h *Hits) lookIntoTexts(ctx context.Context, d *decision, t *documentTexts) (waiting []*page.Text) {
	var kept keeper
	if d.one.near && h.AsVisitor() && t.intro.Size()+t.content.Size() <= excerptRead {
		kept = h.kept.begin(t)
	}
	for _, place := range []richPlace{{query.InIntrotext, t.intro, kept.intro},
		{query.InContent, t.content, kept.content}} {
		switch {
		case !d.one.near && !d.improves(place.at):
		case h.AsVisitor() && evotags.HasPlaceholders(view.OrEmpty(place.text.Text)):
			text := place.text.Text
			place.text.Text = nil
			waiting = append(waiting, &page.Text{Document: t.id, Text: &text, Done: func() {
				place.text.Text = text
				h.lookIntoText(ctx, d, place)
				text, place.text.Text = nil, nil // so that only one is in memory
			}})
		default:
			h.lookIntoText(ctx, d, place)
		}
	}
	return waiting
}

// lookIntoText looks into a rich text: what is read of it, or its source if the view has that.
func (h *Hits) lookIntoText(ctx context.Context, d *decision, place richPlace) {
	if !h.AsVisitor() {
		d.look(h.finder, place.at, html.UnescapeString(view.OrEmpty(place.text.Text)))
		return
	}
	text := h.Readable(ctx, place.text)
	place.keep(text)
	d.look(h.finder, place.at, text)
}

// lookIntoValues looks into the values of the template variables that the search names.
func (h *Hits) lookIntoValues(ctx context.Context, decisions []*decision, byID map[int64]*decision) error {
	var ids []int64
	for _, d := range decisions {
		if d.improves(query.InValues) {
			ids = append(ids, d.one.id)
		}
	}
	if len(ids) == 0 || len(h.asked.TVs) == 0 {
		return nil
	}
	statement, err := h.Compiler().ValueTexts(ids, h.asked.TVs, longestDecided)
	if err != nil {
		return err
	}
	return h.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var value view.Beginning
		if err := scan(&id, &value.Text, &value.Whole); err != nil {
			return err
		}
		if h.left -= value.Size(); h.left >= 0 {
			byID[id].look(h.finder, query.InValues, h.Compiler().Compared(view.OrEmpty(value.Text)))
		}
		return view.Ended(ctx)
	})
}

// decision is what the texts of a hit have of the words.
type decision struct {
	one  *hit
	read bool // whether its texts were within the limits
	best [allowlist.MaxWords]struct {
		form  textmatch.Form
		place query.Found
	}
}

// look takes the best forms from a text. Places before the first one where the database found a word do not count, so
// that the rank of a hit only falls.
func (d *decision) look(finder textmatch.Finder, place query.Found, text string) {
	if text == "" {
		return
	}
	for i, form := range finder.Find(text) {
		best := &d.best[i]
		if form == textmatch.NoForm || d.one.found[i] == 0 || place < d.one.found[i].First() {
			continue
		}
		if form > best.form || form == best.form && place < best.place {
			best.form, best.place = form, place
		}
	}
}

// improves reports whether the hit may be better by a text in a place, which is worse than the places so far.
func (d *decision) improves(place query.Found) bool {
	for i, found := range d.one.found {
		if found != 0 && found.First() <= place && d.best[i].form < textmatch.WholeForm {
			return true
		}
	}
	return false
}

// finish ranks a hit by what its texts have. A word that the database found for certain is there even if it was not
// found here, because collations differ.
func (h *Hits) finish(d *decision) {
	one := d.one
	one.whole, one.open, one.guessed = 0, false, false
	for i := range h.asked.Words {
		certain := one.found[i] &^ h.unsure
		if h.finder.Exact(i) || d.read && h.finder.Uncertain(i) {
			certain = 0
		}
		one.found[i] = certain.First()
		switch best := d.best[i]; {
		case best.form == textmatch.WholeForm:
			one.found[i] = best.place
			if one.near {
				one.whole |= 1 << i
			}
		case best.form == textmatch.PartForm && (certain == 0 || best.place < certain.First()):
			one.found[i] = best.place
		}
	}
	one.weigh()
}
