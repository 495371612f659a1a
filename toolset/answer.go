package toolset

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/toolset/find"
	"emcp/toolset/jsonout"
	"emcp/toolset/paging"
)

// listAnswer is the result of a list tool.
type listAnswer struct {
	items paging.List
	next  string // cursor of the next page; "" on the last page
	meta  listMeta
}

type listMeta struct {
	Limit          int64  `json:"limit"`
	Offset         int64  `json:"offset"`
	Count          int    `json:"count"` // items on this page
	HasMore        bool   `json:"has_more"`
	Total          *int64 `json:"total,omitzero"` // items on all pages
	ToolsetVersion string `json:"toolsetVersion"`
	Model          string `json:"model,omitzero"`  // only of evo.model.*
	Server         string `json:"server,omitzero"` // only with several sites
	// Uncounted are the defaults that the filters of a search meet and do not count, by template variable.
	Uncounted jsonout.Object `json:"defaults_not_counted,omitzero"`
	find.WordMeta
}

// listOf answers with a page of documents or of a model's rows; model is "" for documents. shorten cuts the texts of
// rows; nil: they cannot be shortened.
func listOf[T paging.Row](
	c *call, p paging.Page, rows []T, more bool, total *int64, model string, shorten func(rows []T, bytes int) error,
) (listAnswer, error) {
	encoded, err := paging.Encode(c.Site, p, rows, more, shorten)
	if err != nil {
		return listAnswer{}, err
	}
	return listAnswer{items: encoded.Items, next: encoded.Next, meta: listMeta{
		Limit: p.Limit, Offset: p.Offset, Count: encoded.Items.Len(), HasMore: encoded.More, Total: total,
		ToolsetVersion: Version, Model: model, Server: c.Options.Server,
	}}, nil
}

func (a listAnswer) rows() int { return a.items.Len() }

// json completes the items with the rest of the answer.
func (a listAnswer) json() ([]byte, error) {
	meta, err := json.Marshal(a.meta, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, err
	}
	text := a.items.Text
	text = append(text, ']')
	if a.next != "" { // the cursor needs no escaping: letters, digits, - and _
		text = append(text, `,"next_cursor":"`+a.next+`"`...)
	}
	text = append(text, `,"meta":`...)
	return append(append(text, meta...), '}'), nil
}

// getAnswer is the result of a get tool. Item is nil if there is none.
type getAnswer[T any] struct {
	Item *T      `json:"item"`
	Meta getMeta `json:"meta"`
}

// severalAnswer is the result of a get tool for several ids.
type severalAnswer[T any] struct {
	Items []T         `json:"items"`
	Meta  severalMeta `json:"meta"`
}

type severalMeta struct {
	Count   int     `json:"count"`
	Missing []int64 `json:"missing,omitempty"` // ids of what does not exist or the caller may not see
	Rest    []int64 `json:"rest,omitempty"`    // ids of what did not fit into the answer
	getMeta
}

func (a severalAnswer[T]) rows() int { return len(a.Items) }

func (a severalAnswer[T]) json() ([]byte, error) {
	return json.Marshal(a, jsontext.AllowInvalidUTF8(true))
}

type getMeta struct {
	ToolsetVersion string `json:"toolsetVersion"`
	Model          string `json:"model,omitzero"`  // only of evo.model.*
	Server         string `json:"server,omitzero"` // only with several sites
	RedirectedTo   string `json:"redirected_to,omitzero"`
}

// meta returns the meta of an answer without pages. model is "" except for evo.model.*.
func (c *call) meta(model string) getMeta {
	return getMeta{ToolsetVersion: Version, Model: model, Server: c.Options.Server}
}

func (a getAnswer[T]) rows() int {
	if a.Item == nil {
		return 0
	}
	return 1
}

func (a getAnswer[T]) json() ([]byte, error) { return json.Marshal(a, jsontext.AllowInvalidUTF8(true)) }
