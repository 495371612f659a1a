package document

import (
	"context"

	"emcp/evodb"
	"emcp/toolset/view"
)

// translations says for documents of a translated site in which language their texts are, and for calls that get
// documents or search for words, in which languages they are as well.
func (r *Reader) translations(ctx context.Context, items []*Item) error {
	named := r.Shape.has("lang")
	if r.Translated == nil || r.Lang == "" || len(items) == 0 || !named && !r.Shape.AlsoIn {
		return nil
	}
	statement, err := r.Compiler().TitlesIn(idsOf(items), r.Translated.Codes())
	if err != nil {
		return err
	}
	titles := map[int64]map[string]string{} // by document and language
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var code string
		var title *string
		if err := scan(&id, &code, &title); err != nil {
			return err
		}
		if titles[id] == nil {
			titles[id] = map[string]string{}
		}
		r.Untag(&title)
		plain := view.OrEmpty(title)
		err := r.PlainTitle(ctx, &plain)
		titles[id][code] = plain
		return err
	})
	if err != nil {
		return err
	}
	for _, item := range items {
		own := r.Lang
		if _, translated := titles[item.ID][own]; !translated { // it has the texts of the default language
			own = r.Translated.Default()
		}
		if named && item.Place != nil {
			item.Place.Lang = &own
		}
		if !r.Shape.AlsoIn {
			continue
		}
		for _, code := range r.Translated.Codes() {
			if title, translated := titles[item.ID][code]; translated && code != own {
				item.AlsoIn = append(item.AlsoIn, Counterpart{Lang: code, ID: item.ID, Title: title})
			}
		}
	}
	return nil
}
