package toolset

import (
	"emcp/internal/identity"
	"emcp/internal/visible"
	"emcp/richtext/evotags"
)

// untag drops what is hidden from a text that is not rich: characters that nobody sees and, if the caller has the public
// view, Evolution's tags; nil stays nil. Every text of the site in an answer goes through it, except for rich texts, whose
// conversion does the same.
func (v *siteView) untag(text **string) {
	if *text == nil {
		return
	}
	if plain := v.untagged(**text); plain != **text { // most texts have nothing to drop, and need no new string
		*text = new(plain)
	}
}

// untagged is untag for a string.
func (v *siteView) untagged(text string) string { return visible.Text(v.withoutTags(text)) }

// withoutTags cuts Evolution's tags out of a text if the caller has the public view.
func (v *siteView) withoutTags(text string) string {
	if v.hidesTags() {
		return evotags.Strip(text)
	}
	return text
}

func (v *siteView) hidesTags() bool { return v.caller.View != identity.Manager }
