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

// shortest is the length of the shortest name that is looked for within others, in bytes.
const shortest = 4

// Nearest returns up to three known names that are similar to name, best first, for Error.Suggestions. Similar are
// names that contain name, and names that differ in at most two letters or in at most a third of their letters.
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
		contains := len(name) >= shortest && strings.Contains(strings.ToLower(k), strings.ToLower(name))
		if distance < letters && (distance <= max(2, letters/3) || contains) {
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
