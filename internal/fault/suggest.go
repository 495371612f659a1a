package fault

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest returns up to three of the known names that are most like name, best first, for Error.Suggestions.
// Names that differ in more than half of their letters are no help and are left out.
func Nearest(name string, known []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	var near []candidate
	for _, k := range known {
		distance := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(k))
		if 2*distance <= max(len(name), len(k)) {
			near = append(near, candidate{k, distance})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	var names []string
	for _, c := range near[:min(3, len(near))] {
		names = append(names, c.name)
	}
	return names
}
