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
		for _, value := range valuesIn(byID[id].kind, stored) {
			counts[id][value] += documents
		}
		return nil
	})
	for id, count := range counts {
		byID[id].Values = byID[id].mostFrequent(count)
	}
	return err
}

// valuesIn returns the values in a stored text, each once.
func valuesIn(kind, stored string) []string {
	if !view.Chosen[kind] {
		return []string{stored}
	}
	parts := strings.Split(stored, view.Separator)
	slices.Sort(parts)
	return slices.Compact(parts)
}

// mostFrequent returns the most frequent values, and marks those that the options do not offer.
func (tv *variable) mostFrequent(counts map[string]int64) []valueCount {
	all := make([]valueCount, 0, len(counts))
	for value, documents := range counts {
		offered := tv.Options == nil || value == "" ||
			slices.ContainsFunc(tv.Options, func(o view.TVOption) bool { return o.Value == value })
		all = append(all, valueCount{value, documents, !offered})
	}
	slices.SortFunc(all, func(a, b valueCount) int {
		return cmp.Or(cmp.Compare(b.Documents, a.Documents), cmp.Compare(a.Value, b.Value))
	})
	return all[:min(mostValues, len(all))]
}
