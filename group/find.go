package group

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of what NAME_find returns.
const (
	mostFound = 5   // tools with their arguments
	maxShort  = 140 // of a description in a list without arguments, in characters
)

// findResult is what NAME_find returns.
type findResult struct {
	Tools []foundTool `json:"tools"`
	Found *int        `json:"found,omitzero"` // tools that have one of the words; nil without words
	Total int         `json:"total"`          // tools of the group
}

type foundTool struct {
	Name        string         `json:"name"`
	Title       string         `json:"title,omitzero"`
	Description string         `json:"description"`
	Writes      bool           `json:"writes,omitzero"`
	InputSchema jsontext.Value `json:"inputSchema,omitzero"`
}

// Search returns the result of NAME_find as JSON: the tools that fit the words best, with their arguments. If
// none fits, or without words, it is a list of all tools without arguments. The result has about limit bytes at
// most, and at least one tool.
func Search(tools []Tool, words string, limit int) []byte {
	result := findResult{Total: len(tools), Tools: []foundTool{}}
	matches := rank(tools, words)
	if terms(words) != nil {
		found := len(matches)
		result.Found = &found
	}
	size := 0
	add := func(t foundTool) bool {
		size += len(t.Name) + len(t.Title) + len(t.Description) + len(t.InputSchema) + 60
		if size > limit && len(result.Tools) > 0 {
			return false
		}
		result.Tools = append(result.Tools, t)
		return true
	}
	for _, t := range matches[:min(len(matches), mostFound)] {
		if !add(foundTool{t.Name, t.Title, t.Description, t.Writes, t.Input()}) {
			break
		}
	}
	if len(matches) == 0 {
		for _, t := range tools {
			if !add(foundTool{Name: t.Name, Description: short(t.Description), Writes: t.Writes}) {
				break
			}
		}
	}
	text, err := json.Marshal(result, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // strings, numbers and the JSON of schemas
	}
	return text
}

// short returns the beginning of a description.
func short(description string) string {
	description, _, _ = strings.Cut(description, "\n")
	if utf8.RuneCountInString(description) <= maxShort {
		return description
	}
	return strings.TrimSpace(string([]rune(description)[:maxShort-1])) + "…"
}

// rank returns the tools that have one of the words, those with the most words first.
func rank(tools []Tool, words string) []Tool {
	type match struct {
		tool  Tool
		words int // how many of the words it has
		score int
	}
	var matches []match
	searched := terms(words)
	for _, t := range tools {
		m := match{tool: t}
		name, title, description := strings.ToLower(t.Name), strings.ToLower(t.Title), strings.ToLower(t.Description)
		for _, term := range searched {
			score := weight(name, term, 4) + weight(title, term, 2) + weight(description, term, 1)
			if score > 0 {
				m.words++
				m.score += score
			}
		}
		if strings.EqualFold(t.Name, strings.TrimSpace(words)) {
			m.words = len(searched) + 1
		}
		if m.words > 0 {
			matches = append(matches, m)
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.words, a.words), cmp.Compare(b.score, a.score))
	})
	found := make([]Tool, len(matches))
	for i, m := range matches {
		found[i] = m.tool
	}
	return found
}

// weight returns w if a text has a term, otherwise 0.
func weight(text, term string, w int) int {
	if strings.Contains(text, term) {
		return w
	}
	return 0
}

// terms returns what is looked for: the words in lower case, without a last letter that often only marks the plural.
// Words of one or two letters, which are part of many others, count only if there are no longer ones. Signs of Chinese
// and the like have three bytes.
func terms(words string) (found []string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(words),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if stem, plural := strings.CutSuffix(word, "s"); plural && utf8.RuneCountInString(stem) >= 3 {
			word = stem
		}
		if !slices.Contains(found, word) {
			found = append(found, word)
		}
	}
	if slices.ContainsFunc(found, func(word string) bool { return len(word) > 2 }) {
		found = slices.DeleteFunc(found, func(word string) bool { return len(word) <= 2 })
	}
	return found
}
