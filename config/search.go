package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of sites.NAME.synonyms.
const (
	maxSynonyms    = 500 // groups
	minSynonym     = 2   // words of a group
	maxSynonym     = 20
	maxSynonymWord = 100 // characters
)

// synonyms reads the groups of words that mean the same to a search.
func (m *mistakes) synonyms(path string, groups [][]string) (read [][]string) {
	if len(groups) > maxSynonyms {
		m.add("%s: has %d groups; at most %d are allowed", path, len(groups), maxSynonyms)
		return nil
	}
	for i, words := range groups {
		below := fmt.Sprintf("%s[%d]", path, i)
		if len(words) < minSynonym || len(words) > maxSynonym {
			m.add("%s: has %d words; a group has %d to %d, such as [tent, shelter]", below, len(words), minSynonym, maxSynonym)
		}
		group := make([]string, len(words))
		for j, word := range words {
			group[j] = strings.TrimSpace(word)
			if n := utf8.RuneCountInString(group[j]); n == 0 || n > maxSynonymWord {
				m.add("%s[%d]: must have 1 to %d characters", below, j, maxSynonymWord)
			}
		}
		read = append(read, group)
	}
	return read
}

// fileSize is a number of bytes as people write it, such as 128MiB.
type fileSize string

// sizeUnits are the units of sizes, in bytes.
var sizeUnits = []struct {
	name  string
	bytes int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}}

// parseSize returns the bytes of a size.
func parseSize(text string) (int64, error) {
	for _, unit := range sizeUnits {
		if digits, ok := strings.CutSuffix(text, unit.name); ok {
			n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 63)
			if err != nil || int64(n) > math.MaxInt64/unit.bytes { //nolint:gosec // 63 bits
				break
			}
			return int64(n) * unit.bytes, nil //nolint:gosec // 63 bits
		}
	}
	return 0, fmt.Errorf("%q is not a size such as 128MiB", text)
}

// size returns the bytes of a size. Its bounds were checked before, so an invalid size is already reported.
func size(text fileSize) int64 {
	n, _ := parseSize(string(text))
	return n
}
