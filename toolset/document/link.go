package document

import (
	"slices"
	"strings"

	"emcp/allowlist"
	"emcp/richtext"
	"emcp/richtext/evotags"
	"emcp/toolset/tree"
)

// weblink is the target of a weblink.
type weblink struct {
	ID  int64  `json:"id,omitzero"` // of a document of the site
	URL string `json:"url"`
}

// linkOf returns the weblink in a cell whose text is the address, or nil if there is none.
func linkOf(c Cell) *weblink {
	if c.Text == nil || *c.Text == "" {
		return nil
	}
	return &weblink{c.Number, *c.Text}
}

// isTarget reports whether a field of the document is the target of a weblink.
func (i *Item) isTarget(f fieldOfCall) bool {
	return f.Type == allowlist.Link || f.Name == "content" && i.kind == allowlist.WeblinkTarget
}

// TagTarget turns a target that is a bare id into a link tag, as Evolution does before it redirects. It returns the
// document to which the target links, or 0.
func TagTarget(text **string) int64 {
	target := **text
	if evotags.Document(target) > 0 {
		target = "[~" + target + "~]"
		*text = &target
	}
	rest, ok := strings.CutPrefix(target, "[~")
	if !ok {
		return 0
	}
	id, _, _ := strings.Cut(rest, "~]")
	return evotags.Document(id)
}

// setTargets makes the targets of weblinks absolute. A target is empty if the caller may not see the document.
func (i *Item) setTargets(p tree.Places) {
	for n, f := range i.shape.fields {
		c := &i.cells[n]
		if c.Text == nil || !i.isTarget(f) {
			continue
		}
		address := richtext.Absolute(p.Base(), strings.TrimSpace(*c.Text))
		if c.Number > 0 && p.URL(c.Number) == "" {
			address = ""
		}
		c.Text = &address
	}
	i.texts = slices.DeleteFunc(i.texts, func(t *richText) bool { return t.target })
}
