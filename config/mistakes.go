package config

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

// mistakes collects the errors of a configuration.
type mistakes struct {
	list []error
	// names of list elements in messages, by path of the list; only for lists that can have several files
	elements map[string][]string
}

func (m *mistakes) add(format string, args ...any) { m.must(fmt.Errorf(format, args...)) }

// must adds err to the mistakes, unless it is nil.
func (m *mistakes) must(err error) {
	if err != nil {
		m.list = append(m.list, err)
	}
}

// element returns the name of an element of the list at a path, for messages.
func (m *mistakes) element(path string, i int) string {
	if names := m.elements[path]; i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s[%d]", path, i)
}

// maxTitle bounds the title of a server or a group, in characters.
const maxTitle = 100

// title checks the key title below a path.
func (m *mistakes) title(path, text string) {
	if utf8.RuneCountInString(text) > maxTitle || strings.ContainsFunc(text, unicode.IsControl) {
		m.add("%s.title: must have at most %d characters, on one line", path, maxTitle)
	}
}

// patterns reads patterns of names.
func (m *mistakes) patterns(path string, texts []string) []identity.Pattern {
	var patterns []identity.Pattern
	for i, text := range texts {
		pattern, err := identity.ParsePattern(text)
		if err != nil {
			m.add("%s[%d]: %w", path, i, err)
		}
		patterns = append(patterns, pattern)
	}
	return patterns
}

// join returns the path of a key below a path, which can be empty.
func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

// didYouMean returns the end of a message about an unknown name: the known name that is nearest, if any is near.
func didYouMean(name string, known []string) string {
	if near := fault.Nearest(name, known); len(near) > 0 {
		return "; did you mean " + near[0] + "?"
	}
	return ""
}
