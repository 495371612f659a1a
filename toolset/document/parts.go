package document

import (
	"github.com/go-json-experiment/json/jsontext"

	"emcp/toolset/media"
	"emcp/tvfilter"
)

// tvValues is the object of a document's selected template variables, in the order of the selection.
type tvValues struct {
	selection []tvfilter.Selection
	stored    []*string        // as long as selection
	typed     []jsontext.Value // typed values, each nil if the stored one stays; nil: no value is typed
	defaults  []string         // names of the values that are defaults, if the call asks for all template variables
	// public reports whether a visitor sees a template variable; nil: the answer does not say it.
	public func(tv int64) bool
}

// staffOnly returns the names of the template variables that visitors do not see.
func (v *tvValues) staffOnly() (names []string) {
	for _, s := range v.selection {
		if v.public != nil && !v.public(s.Operand().TV()) {
			names = append(names, s.Name())
		}
	}
	return names
}

// Counterpart is a document in another language that has the words of a hit.
type Counterpart struct {
	Lang  string `json:"lang"`
	ID    int64  `json:"id"`
	Title string `json:"pagetitle"`
}

// visitorPage says where the content of a document comes from. If the site did not serve the page, content is the
// stored text.
type visitorPage struct {
	Served bool   `json:"served"`
	Reason string `json:"reason,omitzero"` // why it was not served: a sitepage.Reason, or notAPage
	Status int    `json:"status,omitzero"` // HTTP status of the site's answer, only with the reason status
	base   string
}

// baseOf returns the address that relative addresses in a served page refer to.
func (p *visitorPage) baseOf() string {
	if p == nil || !p.Served {
		return ""
	}
	return p.base
}

// heading is a heading of the content. Its offset is one for content_offset.
type heading struct {
	Level  int    `json:"level"`
	Title  string `json:"title"`
	Offset int    `json:"offset"`
}

// mediaOfItem are the media of a document: those that its content shows or links to, and those that are values of
// template variables.
type mediaOfItem struct {
	list    []media.Medium
	total   int
	bounded bool // whether a text ends at a bound, so that there may be more
}

// add adds media, as far as there is room for them.
func (m *mediaOfItem) add(more ...media.Medium) {
	m.total += len(more)
	m.list = append(m.list, more[:min(len(more), max(0, media.Most-len(m.list)))]...)
}

func (m mediaOfItem) cut() bool { return m.total > len(m.list) || m.bounded }

// nearby are the documents around another one that the caller sees, in menu order.
type nearby struct {
	previous, next *related
	children       []related
	more           bool // whether more children follow
}

// member returns a field whose value is documents around the item.
func (n *nearby) member(field string) any {
	switch {
	case n == nil:
		return nil
	case field == "previous":
		return n.previous
	case field == "next":
		return n.next
	}
	return n.children
}

// related is a document that another document refers to: a sibling or a child.
type related struct {
	ID    int64   `json:"id"`
	Title *string `json:"pagetitle"`
}
