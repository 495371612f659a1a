package toolset

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/tvfilter"
)

// item is a document in an answer: these members in this order. Times are Unix seconds, 0 where there is none.
type item struct {
	ID          int64     `json:"id"`
	Parent      int64     `json:"parent"`
	PageTitle   *string   `json:"pagetitle"`
	LongTitle   *string   `json:"longtitle"`
	Description *string   `json:"description"`
	Alias       *string   `json:"alias"`
	Published   int64     `json:"published"`
	Deleted     int64     `json:"deleted"`
	HideMenu    bool      `json:"hidemenu"`
	MenuIndex   int64     `json:"menuindex"`
	Template    int64     `json:"template"`
	CreatedOn   int64     `json:"createdon"`
	EditedOn    int64     `json:"editedon"`
	PubDate     int64     `json:"pub_date"`
	UnpubDate   int64     `json:"unpub_date"`
	IsFolder    int64     `json:"isfolder"`
	Type        *string   `json:"type"`
	TVs         *tvValues `json:"tvs,omitzero"` // nil without with_tvs
}

// scan reads the columns of query.ItemColumns.
func (i *item) scan(scan evodb.Scan) error {
	var hidden int64
	err := scan(&i.ID, &i.Parent, &i.PageTitle, &i.LongTitle, &i.Description, &i.Alias, &i.Published, &i.Deleted,
		&hidden, &i.MenuIndex, &i.Template, &i.CreatedOn, &i.EditedOn, &i.PubDate, &i.UnpubDate, &i.IsFolder, &i.Type)
	i.HideMenu = hidden != 0
	return err
}

// tvValues is the object of a document's selected template variables, in the order of the selection.
type tvValues struct {
	selection []tvfilter.Selection
	stored    []*string // as long as selection
}

// MarshalJSONTo writes the values by name: the stored text, else the default where that was asked for, else null.
func (v *tvValues) MarshalJSONTo(e *jsontext.Encoder) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for i, s := range v.selection {
		text := v.stored[i]
		if text == nil {
			text = s.Operand().Default()
		}
		if err := e.WriteToken(jsontext.String(s.Name())); err != nil {
			return err
		}
		if err := json.MarshalEncode(e, text); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}

// items runs a statement that returns documents, and fetches their template variables in a second one.
func (c *call) items(ctx context.Context, s evodb.Statement, selection []tvfilter.Selection) ([]*item, error) {
	var items []*item
	err := c.db.Query(ctx, s, func(scan evodb.Scan) error {
		next := new(item)
		items = append(items, next)
		return next.scan(scan)
	})
	if err != nil || len(selection) == 0 || len(items) == 0 {
		return items, err
	}
	return items, c.fetchTVs(ctx, items, selection)
}

func (c *call) fetchTVs(ctx context.Context, items []*item, selection []tvfilter.Selection) error {
	byID := make(map[int64]*item, len(items))
	ids := make([]int64, len(items))
	for i, item := range items {
		item.TVs = &tvValues{selection, make([]*string, len(selection))}
		byID[item.ID] = item
		ids[i] = item.ID
	}
	statement, err := c.compiler().Values(ids, selection)
	if err != nil {
		return err
	}
	size := 0
	return c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var document, tv int64
		var text *string
		if err := scan(&document, &tv, &text); err != nil {
			return err
		}
		if text != nil {
			size += len(*text)
		}
		if size > c.options.ResultBytes {
			return tooLarge(c.options.ResultBytes)
		}
		for i, s := range selection {
			if s.Operand().TV() == tv {
				byID[document].TVs.stored[i] = text
			}
		}
		return nil
	})
}
