package find

import "emcp/toolset/document"

// Searcher finds documents by words for one call.
type Searcher struct {
	*document.Reader
	vocabularies *Vocabularies
	placing      *Placeholders

	// Paced says that the time of the call must tell nothing of what the view does not show.
	Paced bool
}

// NewSearcher returns a searcher for the call of a reader. What it knows of words and placeholders is shared with other
// calls.
func NewSearcher(r *document.Reader, known *Vocabularies, placing *Placeholders) *Searcher {
	return &Searcher{Reader: r, vocabularies: known, placing: placing}
}
