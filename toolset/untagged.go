package toolset

import (
	"emcp/internal/identity"
	"emcp/internal/visible"
	"emcp/richtext/evotags"
)

// untag drops what is hidden from a text that is not rich: characters that nobody sees and, if the caller has the public
// view, Evolution's tags; nil stays nil. Every text of the site in an answer goes through it, except for rich texts, whose
// conversion does the same.
func (c *call) untag(text **string) {
	if *text == nil {
		return
	}
	if plain := c.untagged(**text); plain != **text { // most texts have nothing to drop, and need no new string
		*text = new(plain)
	}
}

// untagged is untag for a string.
func (c *call) untagged(text string) string { return visible.Text(c.withoutTags(text)) }

// withoutTags cuts Evolution's tags out of a text if the caller has the public view.
func (c *call) withoutTags(text string) string {
	if c.hidesTags() {
		return evotags.Strip(text)
	}
	return text
}

func (c *call) hidesTags() bool { return c.caller.View != identity.Manager }
