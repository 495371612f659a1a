package toolset

import (
	"slices"
	"strings"

	"emcp/allowlist"
	"emcp/richtext"
	"emcp/richtext/evotags"
)

// weblink is the target of a weblink.
type weblink struct {
	ID  int64  `json:"id,omitzero"` // of a document of the site
	URL string `json:"url"`
}

// linkOf returns the weblink in a cell whose text is the address, or nil if there is none.
func linkOf(c cell) *weblink {
	if c.text == nil || *c.text == "" {
		return nil
	}
	return &weblink{c.number, *c.text}
}

// isTarget reports whether a field of the document is the target of a weblink.
func (i *documentItem) isTarget(f fieldOfCall) bool {
	return f.Type == allowlist.Link || f.Name == "content" && i.kind == allowlist.WeblinkTarget
}

// tagTarget turns a target that is a bare id into a link tag, as Evolution does before it redirects. It returns the
// document to which the target links, or 0.
func tagTarget(text **string) int64 {
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

// aim makes the targets of weblinks absolute. A target is empty if the caller may not see the document.
func (i *documentItem) aim(p treePlaces) {
	for n, f := range i.shape.fields {
		c := &i.cells[n]
		if c.text == nil || !i.isTarget(f) {
			continue
		}
		address := richtext.Absolute(p.addresses.base, strings.TrimSpace(*c.text))
		if c.number > 0 && p.url(c.number) == "" {
			address = ""
		}
		c.text = &address
	}
	i.texts = slices.DeleteFunc(i.texts, func(t *richText) bool { return t.target })
}
