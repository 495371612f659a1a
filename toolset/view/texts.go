package view

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

// Untag drops what is hidden from a text that is not rich: characters that nobody sees and, if the caller has the
// public view, Evolution's tags; nil stays nil. Every text of the site in an answer goes through it, except for rich
// texts, whose conversion does the same.
func (v *Site) Untag(text **string) {
	if *text == nil {
		return
	}
	if plain := v.Untagged(**text); plain != **text { // most texts have nothing to drop, and need no new string
		*text = new(plain)
	}
}

// Untagged is Untag for a string.
func (v *Site) Untagged(text string) string { return visible.Text(v.WithoutTags(text)) }

// WithoutTags cuts Evolution's tags out of a text if the caller has the public view.
func (v *Site) WithoutTags(text string) string {
	if v.AsVisitor() {
		return evotags.Strip(text)
	}
	return text
}

// AsVisitor reports whether the caller reads texts as visitors do: without Evolution's tags, and with placeholders
// resolved. The manager view shows what is stored.
func (v *Site) AsVisitor() bool { return v.Caller.View != identity.Manager }

// OrEmpty returns a text, or "" for nil.
func OrEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// Ended returns the error of a conversion that ctx has stopped. After the deadline it is a QueryTimeout fault.
func Ended(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.Wrap(fault.QueryTimeout, ctx.Err(),
			"the texts take longer to convert than the site allows; ask for fewer documents")
	}
	return ctx.Err()
}

// PlainTitle removes the markup from a title. Callers who may see what the site executes get the title as it is stored.
func (v *Site) PlainTitle(ctx context.Context, title *string) error {
	if !v.AsVisitor() || !strings.ContainsAny(*title, "<&") {
		return nil
	}
	plain, err := richtext.Convert(ctx, *title, richtext.Options{Format: richtext.Text, URL: NoURL})
	if err != nil {
		return Ended(ctx)
	}
	*title = strings.Join(strings.Fields(plain.Text), " ")
	return nil
}

// NoURL drops the addresses of links.
func NoURL(int64) string { return "" }

// AtSyntax reports whether the @-syntax is removed from texts, because the site executes it.
func (v *Site) AtSyntax() bool { return v.AsVisitor() && v.Schema.On("enable_at_syntax") }

// Readable returns the plain text of a rich text. It returns "" if ctx has ended; the caller reports that.
func (v *Site) Readable(ctx context.Context, b Beginning) string {
	if b.Text == nil {
		return ""
	}
	part, err := richtext.Convert(ctx, *b.Text, richtext.Options{
		Format: richtext.Text, URL: NoURL, AtSyntax: v.AtSyntax(), Outline: true, Cut: b.Whole == nil || !*b.Whole,
	})
	if err != nil {
		return ""
	}
	return part.Text
}

// Beginning is the beginning of a rich text; a nil text is NULL.
type Beginning struct {
	Text  *string
	Whole *bool // whether it is the whole text
}

// Size returns the length of the source in bytes.
func (b Beginning) Size() int { return len(OrEmpty(b.Text)) }
