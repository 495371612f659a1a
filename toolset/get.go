package toolset

import (
	"cmp"
	"context"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/richtext"
	"emcp/toolset/document"
	"emcp/toolset/paging"
	"emcp/toolset/schema"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// Limits of the arguments of evo.content.get.
const (
	maxIDs = 50
	maxURL = 2048 // in characters
	// maxSection is the longest section, in characters.
	maxSection = 200
)

// getInput are the arguments of evo.content.get. Exactly one of them names what to get.
type getInput struct {
	ID  *schema.Int64  `json:"id"`
	IDs []schema.Int64 `json:"ids"`
	URL *string        `json:"url"`
	listInput
}

// extended reports whether a call has arguments beyond the contract.
func (in getInput) extended() bool { return in.ID == nil || in.listInput.extended() }

// check refuses a call that names nothing, or names it twice.
func (in getInput) check() error {
	n := 0
	for _, names := range []bool{in.ID != nil, in.IDs != nil, in.URL != nil} {
		if names {
			n++
		}
	}
	switch {
	case n == 0:
		return fault.Invalid("id", "id, ids or url is required")
	case n > 1:
		return fault.Invalid("id", "give only one of id, ids and url")
	case in.IDs != nil && len(in.IDs) == 0:
		return fault.Invalid("ids", "ids must have at least 1 element")
	case in.Section != "" && in.IDs != nil:
		return fault.Invalid("section", "section is a part of one document; give id or url instead of ids")
	case in.Section != "" && in.Format != "" && in.Format != richtext.Formats[richtext.Markdown] &&
		in.Format != document.PageFormat:
		return fault.Invalid("section", "section is for Markdown; leave format out")
	case in.Format == document.PageFormat && len(in.IDs) > document.MaxPages:
		return fault.Invalid("ids", "with format page, give at most %d ids", document.MaxPages)
	}
	return nil
}

func getDocument(arguments jsontext.Value, _ view.Options) (action, error) {
	var in getInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	if err := in.CheckLang(); err != nil {
		return nil, err
	}
	if in.IDs != nil {
		return in.byIDs, nil
	}
	if in.URL == nil {
		return func(ctx context.Context, c *call) (toolAnswer, error) { return in.byID(ctx, c, int64(*in.ID)) }, nil
	}
	address, err := tree.ParseAddress(*in.URL)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		id, found, err := tree.Find(ctx, c.Site, address)
		if err != nil {
			return nil, err
		}
		if !found {
			if answer, err := in.itemAt(ctx, c, address); answer != nil || err != nil {
				return answer, err
			}
		}
		redirected := ""
		if !found {
			if id, redirected, found, err = tree.Redirected(ctx, c.Site, *in.URL); err != nil {
				return nil, err
			}
		}
		if !found {
			return getAnswer[document.Item]{Meta: c.meta("")}, nil
		}
		answer, err := in.byID(ctx, c, id)
		if answer.Item != nil {
			answer.Meta.RedirectedTo = redirected
		}
		return answer, err
	}, nil
}

// setShape sets the language and the shape of documents. Callers who name a revision of MCP get more than the contract
// has.
func (in getInput) setShape(c *call, length int64) error {
	if err := c.speak(in.Lang); err != nil {
		return err
	}
	c.Shape = in.shape(length, c.Options)
	c.Shape.AlsoIn = true
	if c.Caller.Revised {
		c.Shape.Listing = true
		c.Shape.WithTargets()
	}
	return nil
}

// byID answers with the document that has the id.
func (in getInput) byID(ctx context.Context, c *call, id int64) (getAnswer[document.Item], error) {
	answer := getAnswer[document.Item]{Meta: c.meta("")}
	if err := in.setShape(c, document.GetLength); err != nil {
		return answer, err
	}
	selection, err := c.Selection(ctx, in.WithTVs)
	if err != nil {
		return answer, err
	}
	page := paging.Page{Limit: 1, Whole: !in.extended()}
	items, _, err := c.ByID(ctx, []int64{id}, selection, page.Reading(c.Options))
	if err != nil {
		return answer, err
	}
	if len(items) > 0 {
		answer.Item = items[0]
	}
	return answer, nil
}

// byIDs answers with documents in the order of the ids. If their texts do not fit into the answer, it cuts them, and
// then leaves out documents at the end.
func (in getInput) byIDs(ctx context.Context, c *call) (toolAnswer, error) {
	ids := unique(in.IDs)
	if err := in.setShape(c, document.ListLength); err != nil {
		return nil, err
	}
	selection, err := c.Selection(ctx, in.WithTVs)
	if err != nil {
		return nil, err
	}
	items, more, err := c.ByID(ctx, ids, selection, paging.AnyRows)
	if err != nil {
		return nil, err
	}
	return several(c, ids, items, more, document.Shorten)
}

// unique returns ids as integers, each once.
func unique(all []schema.Int64) (ids []int64) {
	for _, id := range all {
		if !slices.Contains(ids, int64(id)) {
			ids = append(ids, int64(id))
		}
	}
	return ids
}

// several answers with what has been read of the ids, in their order, as far as it fits into an answer. more says that
// the reading ended early. shorten cuts the texts; nil: they cannot be shortened.
func several[T paging.Row](
	c *call, ids []int64, found []T, more bool, shorten func(rows []T, bytes int) error,
) (toolAnswer, error) {
	slices.SortFunc(found, func(a, b T) int {
		return cmp.Compare(slices.Index(ids, a.Position().ID), slices.Index(ids, b.Position().ID))
	})
	fitting, err := paging.Fitting(c.Options, found, shorten)
	if err != nil {
		return nil, err
	}
	answer := severalAnswer[T]{Items: found[:fitting], Meta: severalMeta{Count: fitting, getMeta: c.meta("")}}
	fits := map[int64]bool{} // by id of what was read: whether the answer has room
	end := len(ids)          // index of the first id that the answer does not cover
	for i, row := range found {
		id := row.Position().ID
		fits[id] = i < fitting
		if more {
			end = slices.Index(ids, id) + 1
		}
	}
	for i, id := range ids {
		room, read := fits[id]
		switch {
		case i >= end, read && !room:
			answer.Meta.Rest = append(answer.Meta.Rest, id)
		case !read:
			answer.Meta.Missing = append(answer.Meta.Missing, id)
		}
	}
	return answer, nil
}
