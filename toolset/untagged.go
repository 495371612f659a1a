package toolset

import (
	"emcp/internal/identity"
	"emcp/richtext"
)

// untag cuts Evolution's tags out of a text that is not rich, if the caller has the public view; nil stays nil. Every
// text of the site in an answer goes through it, except for rich texts, whose conversion does the same.
func (c *call) untag(text **string) {
	if *text == nil || !c.hidesTags() {
		return
	}
	if plain := richtext.WithoutTags(**text); plain != **text { // most texts have no tags, and need no new string
		*text = new(plain)
	}
}

// untagged is untag for a string.
func (c *call) untagged(text string) string {
	if c.hidesTags() {
		return richtext.WithoutTags(text)
	}
	return text
}

func (c *call) hidesTags() bool { return c.caller.View != identity.Manager }
