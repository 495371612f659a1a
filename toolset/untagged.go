package toolset

import (
	"emcp/internal/identity"
	"emcp/richtext"
)

// untag cuts Evolution's tags out of a text that is not rich, where the caller has the view of visitors; nil stays nil. Every text
// of the site that an answer has goes through it, but for rich texts, whose conversion does the same.
func (c *call) untag(text **string) {
	if *text != nil && c.hidesTags() {
		*text = new(richtext.WithoutTags(**text))
	}
}

// untagged is untag for a text that is there.
func (c *call) untagged(text string) string {
	if c.hidesTags() {
		return richtext.WithoutTags(text)
	}
	return text
}

func (c *call) hidesTags() bool { return c.caller.View != identity.Manager }
