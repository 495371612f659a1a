package words

import (
	_ "embed"
	"strings"
)

// stopText has, behind the code of each language, its articles, pronouns, prepositions, conjunctions, auxiliary verbs
// and the words of questions. Words that turn a meaning, such as without, are not among them.
//
//go:embed stop.txt
var stopText string

// stopWords are the words that say nothing of what a text is about, by the codes of languages.
var stopWords = func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	var list map[string]bool
	for word := range strings.FieldsSeq(stopText) {
		if code, ok := strings.CutSuffix(word, ":"); ok {
			list = map[string]bool{}
			all[code] = list
		} else {
			list[word] = true
		}
	}
	all["nb"] = all["no"]
	return all
}()
