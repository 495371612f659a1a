package fault

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// longest is the length of the longest text that can be a mistyped name, in bytes.
const longest = 100

// Nearest returns up to three known names that are similar to name, best first, for Error.Suggestions. It leaves out names that
// differ in more than two letters and in more than a third of their letters.
func Nearest(name string, known []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	if len(name) > longest {
		return nil
	}
	var near []candidate
	for _, k := range known {
		distance := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(k))
		letters := max(utf8.RuneCountInString(name), utf8.RuneCountInString(k))
		if distance < letters && distance <= max(2, letters/3) {
			near = append(near, candidate{k, distance})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	var nearest []string
	for _, c := range near[:min(3, len(near))] {
		nearest = append(nearest, c.name)
	}
	return nearest
}
