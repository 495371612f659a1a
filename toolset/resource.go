package toolset

import (
	"cmp"
	"context"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/richtext"
	"emcp/toolset/document"
	"emcp/toolset/jsonout"
	"emcp/toolset/paging"
	"emcp/toolset/schema"
)

// roomForResource is how many bytes of a result are kept free for everything but the document's text.
const roomForResource = 300

// Document returns a document as Markdown, with a head that describes it. If the text is too long for a result, it ends
// with a note that says how to continue. If the caller may not see the document, the error is a ResourceNotFound fault.
func (t *Toolset) Document(ctx context.Context, caller identity.Principal, id int64) (string, error) {
	c, err := t.begin(ctx, caller, "resources/read", noArguments)
	if err != nil {
		return "", err
	}
	c.Shape = document.ShapeInput{Fields: []string{
		"parent", "pagetitle", "description", "published", "createdon", "editedon", "introtext", "content", "template_name",
		"url", "path",
	}}.Shape(2*int64(t.options.ResultBytes), t.options.Options) // more than can fit
	items, _, err := c.ByID(ctx, []int64{id}, nil, paging.AnyRows)
	switch {
	case err != nil:
		return "", err
	case len(items) == 0:
		return "", noDocument()
	}
	values, err := c.TemplateValues(ctx, id)
	if err != nil {
		return "", err
	}
	head, err := documentHead(items[0], values)
	if err != nil {
		return "", err
	}
	text := head + "\n"
	if introduction := items[0].Text("introtext"); introduction != "" {
		text += introduction + "\n\n"
	}
	return withContent(text, items[0], t.options.ResultBytes-roomForResource)
}

func noDocument() error {
	return fault.New(fault.ResourceNotFound,
		"there is no such document that you may see; evo.content.search finds documents")
}

// documentHead describes a document, one member per line, with each value in JSON, so that no title can end the head.
func documentHead(i *document.Item, values jsonout.Object) (string, error) {
	var text strings.Builder
	text.WriteString("---\n")
	head := jsonout.Object{
		{Name: "id", Value: i.ID},
		{Name: "parent", Value: i.Cell("parent").Number},
		{Name: "title", Value: i.Cell("pagetitle").Text},
		{Name: "description", Value: i.Cell("description").Text},
		{Name: "url", Value: i.Place.Value("url")},
		{Name: "path", Value: i.Place.Value("path")},
		{Name: "template", Value: i.Cell("template_name").Text},
		{Name: "published", Value: i.Cell("published").Number != 0},
		{Name: "created", Value: document.Moment(i.Cell("createdon").Number)},
		{Name: "edited", Value: document.Moment(i.Cell("editedon").Number)},
	}
	if len(values) > 0 {
		head = append(head, jsonout.Member{Name: "tvs", Value: values})
	}
	if i.Dynamic {
		head = append(head, jsonout.Member{Name: "dynamic", Value: true})
	}
	for _, m := range head {
		// EscapeForJS also escapes the line breaks of Unicode.
		value, err := json.Marshal(m.Value, jsontext.AllowInvalidUTF8(true), jsontext.EscapeForJS(true))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "%s: %s\n", m.Name, value)
	}
	text.WriteString("---\n")
	return text.String(), nil
}

// withContent returns the text followed by the document's content. If both exceed limit bytes as JSON, it cuts the
// content and adds a note.
func withContent(text string, i *document.Item, limit int) (string, error) {
	content := i.Text("content")
	whole := text + content + "\n"
	kept, bounded := i.ContentEnd()
	if bounded {
		whole += "\n[The text goes on. It has more than can be converted.]\n"
	}
	if kept && jsonLength(whole) <= limit {
		return whole, nil
	}
	cut := func(length int) string {
		part := richtext.Cut(content, 0, length)
		next := cmp.Or(part.Next, utf8.RuneCountInString(part.Text))
		arguments := fmt.Sprintf(`{"id":%d,"fields":["content"],"content_offset":%d}`, i.ID, next)
		return text + part.Text + "\n\n[The text is cut here. To read on, call evo.content.get with " + arguments + "]\n"
	}
	// Find the longest content that fits.
	tooLong := sort.Search(min(limit, len(content)), func(length int) bool { return jsonLength(cut(length+1)) > limit })
	if tooLong == 0 {
		return "", fault.New(fault.ResultTooLarge,
			"even without its content this document has more than %d bytes; call evo.content.get with fields and max_chars",
			limit)
	}
	return cut(tooLong), nil
}

// jsonLength returns the length of a text as a JSON string, in bytes.
func jsonLength(text string) int {
	quoted, _ := jsontext.AppendQuote(nil, text) // the error is about invalid UTF-8, which is replaced
	return len(quoted)
}

// Root is a document at the root of the site.
type Root struct {
	ID                 int64
	Title, Description string
	Edited             *string // in RFC 3339; nil if unknown
}

// Roots is a page of documents at the root of the site.
type Roots struct {
	Documents []Root
	Next      string // cursor of the next page; "" on the last page
	Size      int    // of the page in bytes, about
}

const (
	rootsPage   = 50  // documents per page
	roomForRoot = 200 // bytes of a root in a result, without its texts
)

// Roots returns a page of the documents at the root of the site that the caller may see, in menu order. An empty cursor
// means the first page.
func (t *Toolset) Roots(ctx context.Context, caller identity.Principal, cursor string) (Roots, error) {
	in := paging.Input{Limit: schema.Int64(min(rootsPage, t.options.ListLimit)), Cursor: cursor}
	if in.Check() != nil {
		return Roots{}, unknownNext()
	}
	c, err := t.begin(ctx, caller, "resources/list", noArguments)
	if err != nil {
		return Roots{}, err
	}
	c.Shape = document.ShapeInput{Fields: []string{"pagetitle", "description", "editedon"}}.Shape(document.ListLength,
		t.options.Options)
	p, err := in.Page(c.Site, true)
	if err != nil {
		return Roots{}, unknownNext()
	}
	items, more, err := c.ReadPage(ctx, c.ItemCompiler().Children(0), p)
	if err != nil {
		return Roots{}, err
	}
	var roots Roots
	for n, i := range items {
		root := Root{i.ID, i.Text("pagetitle"), i.Text("description"), document.Moment(i.Cell("editedon").Number)}
		length := jsonLength(root.Title) + jsonLength(root.Description) + roomForRoot
		if n > 0 && roots.Size+length > t.PageBytes() {
			more = true
			break
		}
		roots.Size += length
		roots.Documents = append(roots.Documents, root)
	}
	if more {
		n := len(roots.Documents)
		roots.Next, err = p.CursorAfter(c.Site, n, items[n-1])
	}
	return roots, err
}

// PageBytes is the size that a page of resources may have, in bytes.
func (t *Toolset) PageBytes() int {
	return min(t.options.ResultTokens*paging.BytesPerToken, t.options.ResultBytes) - paging.RoomForMeta
}

func unknownNext() error {
	return fault.Invalid("cursor",
		"this cursor does not belong to this list; send nextCursor unchanged, or start again without a cursor")
}
