package document

import (
	"context"
	"slices"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/tvfilter"
)

// EveryTV in with_tvs stands for all template variables that the document's template has.
const EveryTV = "*"

// selectEvery selects all template variables that the caller sees, with their defaults. A document
// has those of its template.
func (r *Reader) selectEvery(ctx context.Context, names []string) ([]tvfilter.Selection, error) {
	if len(names) > 1 {
		return nil, fault.Invalid("with_tvs", "* already stands for all template variables; remove the other elements")
	}
	r.everyTV = true
	known := r.TVNames()
	slices.Sort(known)
	selection := make([]tvfilter.Selection, len(known))
	for i, name := range known {
		var err error
		if selection[i], err = tvfilter.ParseSelection(name+":d", r.Returned(ctx)); err != nil {
			return nil, err
		}
	}
	return selection, nil
}

// ownSelections returns, by id of a document, the selected template variables that its template has.
func (r *Reader) ownSelections(
	ctx context.Context, documents []int64, selection []tvfilter.Selection,
) (map[int64][]tvfilter.Selection, error) {
	if len(selection) == 0 {
		return nil, nil
	}
	statement, err := r.Compiler().TVsOf(documents, tvIDs(selection))
	if err != nil {
		return nil, err
	}
	has := map[[2]int64]bool{} // by document and template variable
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var document, tv int64
		err := scan(&document, &tv)
		has[[2]int64{document, tv}] = true
		return err
	})
	selections := map[int64][]tvfilter.Selection{}
	for _, document := range documents {
		selections[document] = slices.DeleteFunc(slices.Clone(selection), func(s tvfilter.Selection) bool {
			return !has[[2]int64{document, s.Operand().TV()}]
		})
	}
	return selections, err
}

func tvIDs(selection []tvfilter.Selection) []int64 {
	ids := make([]int64, len(selection))
	for i, s := range selection {
		ids[i] = s.Operand().TV()
	}
	return ids
}
