package toolset

import (
	"context"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/paging"
	"emcp/toolset/schema"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// listInput are the arguments of the content lists. Each tool has some of them.
type listInput struct {
	ID      schema.Int64  `json:"id"`
	Depth   *schema.Int64 `json:"depth"`
	From    schema.Int64  `json:"from"`
	To      *schema.Int64 `json:"to"`
	WithTVs []string      `json:"with_tvs"`
	paging.Input

	document.ShapeInput

	beyond bool // whether the tool's own arguments use extensions of the contract
}

// extended reports whether a call uses arguments that only emcp has.
func (in listInput) extended() bool {
	return in.beyond || slices.Contains(in.WithTVs, document.EveryTV) || in.ShapeInput.Extended() || in.Input.Extended()
}

// shape returns the requested shape of documents. length is the default length of rich texts.
func (in listInput) shape(length int64, o view.Options) document.Shape {
	s := in.Shape(length, o)
	s.Sparse = in.OmitEmpty
	return s
}

func (in listInput) menuRange() query.Range {
	return query.Range{From: int64(in.From), To: (*int64)(in.To)}
}

// parseList parses the arguments of a content tool other than search. length is the default length of rich texts. run
// gets the arguments and the template variables that with_tvs selects.
func parseList(
	arguments jsontext.Value, length int64,
	run func(ctx context.Context, c *call, in listInput, selection []tvfilter.Selection) (toolAnswer, error),
) (action, error) {
	var in listInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	if in.To != nil && *in.To < in.From {
		return nil, fault.Invalid("to", "to must be greater than or equal to from")
	}
	if err := in.Check(); err != nil {
		return nil, err
	}
	if err := in.CheckLang(); err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		if err := c.speak(in.Lang); err != nil {
			return nil, err
		}
		c.Shape = in.shape(length, c.Options)
		selection, err := c.Selection(ctx, in.WithTVs)
		if err != nil {
			return nil, err
		}
		return run(ctx, c, in, selection)
	}, nil
}

// speak makes texts those of a language; "" leaves them as they are.
func (c *call) speak(lang string) error {
	if lang == "" {
		return nil
	}
	return c.Speak(lang)
}

// list answers with a page of a list of documents.
func (c *call) list(
	ctx context.Context, l query.Listing, in listInput, selection []tvfilter.Selection,
) (toolAnswer, error) {
	p, err := in.Page(c.Site, in.extended())
	if err != nil {
		return nil, err
	}
	items, more, err := c.ReadPage(ctx, l, p)
	if err != nil {
		return nil, err
	}
	total, err := p.Count(ctx, c.DB, l)
	if err != nil {
		return nil, err
	}
	return c.listed(ctx, p, items, more, total, selection)
}

// listed answers with the documents of a page.
func (c *call) listed(
	ctx context.Context, p paging.Page, items []*document.Item, more bool, total *int64, selection []tvfilter.Selection,
) (toolAnswer, error) {
	if err := c.Complete(ctx, items, selection); err != nil {
		return nil, err
	}
	return listOf(c, p, items, more, total, "", document.Shorten)
}
