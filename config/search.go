package config

import (
	"fmt"
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
