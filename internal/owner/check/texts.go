package check

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"emcp/internal/sitepage"
	"emcp/toolset"
)

// busyWait is the time until a page is asked for again after too many others.
const busyWait = 500 * time.Millisecond

// comparedTexts counts what the format page returns.
type comparedTexts struct {
	served int
	stored []string // pages for which the stored text came back, with the reason
	lost   []string // pages without their documents' texts
}

// visitedItem is a document in the format page, or as it is stored.
type visitedItem struct {
	Content string
	Page    struct {
		Served bool
		Reason string
	}
}

// compare compares the text of a document with what the format page returns, as far as the page shows the text.
func (t *comparedTexts) compare(ctx context.Context, tools *toolset.Toolset, page livePage, shown string) {
	stored, err := read(ctx, tools, page.ID, "text")
	if err != nil {
		return // as the database is, which other checks report
	}
	visited, err := read(ctx, tools, page.ID, "page")
	for err == nil && visited.Page.Reason == string(sitepage.Busy) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(busyWait):
		}
		visited, err = read(ctx, tools, page.ID, "page")
	}
	switch {
	case err != nil:
	case !visited.Page.Served:
		t.stored = append(t.stored, page.URL+" "+visited.Page.Reason)
	case loses(stored.Content, shown, visited.Content):
		t.lost = append(t.lost, page.URL)
	default:
		t.served++
	}
}

// longestText is what of a text is compared, in characters.
const longestText = 100_000

func read(ctx context.Context, tools *toolset.Toolset, id int64, format string) (visitedItem, error) {
	answer, err := tools.Call(ctx, visitor, "evo.content.get",
		fmt.Appendf(nil, `{"id":%d,"format":%q,"fields":["content"],"max_chars":%d}`, id, format, longestText))
	if err != nil {
		return visitedItem{}, err
	}
	var found struct{ Item visitedItem }
	err = json.Unmarshal(answer.JSON, &found)
	return found.Item, err
}

// loses reports whether more than one in ten words of a stored text that a page shows are missing in what was returned.
func loses(stored, shown, returned string) bool {
	inPage, kept := wordsOf(shown), wordsOf(returned)
	words, missing := 0, 0
	for word := range wordsOf(stored) {
		if inPage[word] {
			if words++; !kept[word] {
				missing++
			}
		}
	}
	return missing*10 > words
}

func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsFuncSeq(text, sitepage.IsBetweenWords) {
		words[strings.ToLower(word)] = true
	}
	return words
}

func (t *comparedTexts) finding() Finding {
	stored := ""
	if len(t.stored) > 0 {
		stored = fmt.Sprintf("; for %d the stored text comes back instead:\n%s", len(t.stored),
			someOf(slices.Sorted(slices.Values(t.stored))))
	}
	if len(t.lost) > 0 {
		return failure("texts",
			fmt.Sprintf("the format page loses text of %d page(s):\n%s%s", len(t.lost), someOf(t.lost), stored),
			"assistants read these pages without the text of their documents",
			"set sites.*.pages.enabled to false, and report the pages to the developers of emcp")
	}
	return ok("texts",
		fmt.Sprintf("the format page returns %d pages with the text of their documents%s", t.served, stored))
}
