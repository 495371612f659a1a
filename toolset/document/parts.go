package document

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/richtext"
	"emcp/toolset/jsonout"
	"emcp/toolset/view"
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

// metadata is what the page of a document prints for search engines. Members are nil if the owner has left them empty.
type metadata struct {
	Title       *string `json:"title"`
	Description *string `json:"description"`
	Keywords    *string `json:"keywords"`
	Canonical   *string `json:"canonical"`
	Robots      *string `json:"robots"`
}

// excluded reports whether search engines are asked not to list the page.
func (m *metadata) excluded() bool {
	return m != nil && strings.Contains(strings.ToLower(view.OrEmpty(m.Robots)), "noindex")
}

// with returns the metadata with what template variables say instead, or m if they say nothing.
func (m *metadata) with(robots, canonical string) *metadata {
	if robots == "" && canonical == "" {
		return m
	}
	if m == nil {
		m = &metadata{}
	}
	if robots != "" {
		m.Robots = &robots
	}
	if canonical != "" && strings.TrimSpace(view.OrEmpty(m.Canonical)) == "" {
		m.Canonical = &canonical
	}
	return m
}

// mediaOfItem are the media of a document: those that its content shows or links to, and those that are values of
// template variables.
type mediaOfItem struct {
	list    []medium
	total   int
	bounded bool // whether a text ends at a bound, so that there may be more
}

func (m mediaOfItem) cut() bool { return m.total > len(m.list) || m.bounded }

// medium is an image, a video, a sound or another file.
type medium struct {
	richtext.Medium
	where string // content, or the template variable with tvs. before it
}

// MarshalJSONTo writes the medium. alt of an image in the content is null if it has no alternative text.
func (m medium) MarshalJSONTo(e *jsontext.Encoder) error {
	all := jsonout.Object{{Name: "kind", Value: m.Kind}, {Name: "url", Value: m.URL}}
	if m.Alt != nil || m.Kind == richtext.ImageMedium && m.where == "content" {
		all = append(all, jsonout.Member{Name: "alt", Value: m.Alt})
	}
	if m.Caption != "" {
		all = append(all, jsonout.Member{Name: "caption", Value: m.Caption})
	}
	return append(all, jsonout.Member{Name: "where", Value: m.where}).MarshalJSONTo(e)
}

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
