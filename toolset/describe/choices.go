package describe

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/view"
)

const (
	// mostValues is how many values a description lists for a template variable.
	mostValues = 20
	// mostTallied is how many stored texts are read for that. A text with several chosen values counts once.
	mostTallied = 50_000
)

// countChoices adds the most frequent values where values are chosen.
func (d Describer) countChoices(ctx context.Context, tvs []*variable, sample query.Sample) error {
	byID, counts := map[int64]*variable{}, map[int64]map[string]int64{}
	var choices []int64
	for _, tv := range tvs {
		if view.IsChoice(tv.kind) {
			choices = append(choices, tv.id)
			byID[tv.id], counts[tv.id] = tv, map[string]int64{}
		}
	}
	if len(choices) == 0 {
		return nil
	}
	statement, err := d.Compiler().TVTally(choices, mostTallied, sample)
	if err != nil {
		return err
	}
	err = d.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id, documents int64
		var stored string
		if err := scan(&id, &stored, &documents); err != nil {
			return err
		}
		for _, value := range byID[id].valuesIn(stored) {
			counts[id][value] += documents
		}
		return nil
	})
	for id, count := range counts {
		byID[id].Values = byID[id].mostFrequent(count)
	}
	return err
}

// valuesIn returns the values in a stored text, each once. A text with commas is a list if all its parts are options.
func (tv *variable) valuesIn(stored string) []string {
	parts := []string{stored}
	if view.Chosen[tv.kind] {
		parts = strings.Split(stored, view.Separator)
	}
	if listed := strings.Split(stored, ","); len(listed) > 1 && !tv.offers(stored) {
		for i := range listed {
			listed[i] = strings.TrimSpace(listed[i])
		}
		if !slices.ContainsFunc(listed, func(part string) bool { return !tv.offers(part) }) {
			if parts, tv.Separator = listed, ","; tv.Options != nil {
				tv.Choose = severalOptions
			}
		}
	}
	slices.Sort(parts)
	return slices.Compact(parts)
}

// offers reports whether a value is one of the options.
func (tv *variable) offers(value string) bool {
	return slices.ContainsFunc(tv.offered, func(o view.TVOption) bool { return o.Value == value })
}

// mostFrequent returns the most frequent values, and marks those that the options do not offer.
func (tv *variable) mostFrequent(counts map[string]int64) []valueCount {
	all := make([]valueCount, 0, len(counts))
	for value, documents := range counts {
		known := tv.Options == nil || value == "" || tv.offers(value)
		all = append(all, valueCount{value, documents, !known})
	}
	slices.SortFunc(all, func(a, b valueCount) int {
		return cmp.Or(cmp.Compare(b.Documents, a.Documents), cmp.Compare(a.Value, b.Value))
	})
	return all[:min(mostValues, len(all))]
}
