package toolset

import (
	"context"
	"errors"
	"strings"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/visible"
	"emcp/richtext"
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

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// ended returns the error if no time is left to convert texts, which takes longer than reading them.
func ended(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.Wrap(fault.QueryTimeout, ctx.Err(), "the texts take longer to convert than the site allows; ask for fewer documents")
	}
	return ctx.Err()
}

// plainTitle removes the markup from a title. Callers who may see what the site executes get the title as it is stored.
func (v *siteView) plainTitle(ctx context.Context, title *string) error {
	if !v.hidesTags() || !strings.ContainsAny(*title, "<&") {
		return nil
	}
	plain, err := richtext.Convert(ctx, *title, richtext.Options{Format: richtext.Text, URL: noURL})
	if err != nil {
		return ended(ctx)
	}
	*title = strings.Join(strings.Fields(plain.Text), " ")
	return nil
}

// noURL drops the addresses of links.
func noURL(int64) string { return "" }

// resolves reports whether the caller reads texts with resolved placeholders. The manager view shows what is stored.
func (v *siteView) resolves() bool { return v.caller.View != identity.Manager }

// atSyntax reports whether texts are read without the @-syntax that the site executes.
func (v *siteView) atSyntax() bool { return v.resolves() && v.schema.On("enable_at_syntax") }

// readable returns the plain text. It returns "" if ctx has ended, which the caller reports.
func (v *siteView) readable(ctx context.Context, b beginning) string {
	if b.text == nil {
		return ""
	}
	part, err := richtext.Convert(ctx, *b.text, richtext.Options{
		Format: richtext.Text, URL: noURL, AtSyntax: v.atSyntax(), Outline: true, Cut: b.whole == nil || !*b.whole,
	})
	if err != nil {
		return ""
	}
	return part.Text
}

// beginning is the beginning of a rich text; a nil text is NULL.
type beginning struct {
	text  *string
	whole *bool // whether it is the whole text
}

// size returns the length of the source in bytes.
func (b beginning) size() int { return len(orEmpty(b.text)) }
