package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"emcp/bundle"
)

// maxGroupName bounds the name of a group. With an ending such as _agent it is the name of a tool, which has at most 64 characters.
const maxGroupName = 58

// groups reads the groups of tools.
func (m *mistakes) groups(f map[string]fileGroup) map[string]Group {
	groups := map[string]Group{}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		path, entry := join("groups", name), f[name]
		if utf8.RuneCountInString(entry.Title) > maxTitle || strings.ContainsFunc(entry.Title, unicode.IsControl) {
			m.add("%s.title: must have at most %d characters, on one line", path, maxTitle)
		}
		if err := bundle.CheckDescription(entry.Description); err != nil {
			m.add("%s.description: %w", path, err)
		}
		if len(entry.Tools) == 0 {
			m.add("%s.tools: name at least one tool, such as evo.content.*", path)
		}
		groups[name] = Group{Title: entry.Title, Description: entry.Description, Tools: m.patterns(path+".tools", entry.Tools)}
	}
	return groups
}

// grouped returns the groups that a server has. The names of their own tools begin with that of the group; they must not be those of declared
// tools, of each other, or of tools that emcp may have one day.
func (m *mistakes) grouped(path string, groups map[string]Group, names []string, declared bundle.Bundle) []string {
	taken := map[string]string{}
	for _, t := range declared.Tools {
		taken[strings.ReplaceAll(t.Name, "-", "_")] = t.Place
	}
	for i, name := range names {
		place := m.element(path+".groups", i)
		if _, ok := groups[name]; !ok {
			m.add("%s: there is no group %q%s", place, name, didYouMean(name, slices.Collect(maps.Keys(groups))))
			continue
		}
		switch plain := strings.ReplaceAll(strings.ToLower(name), "-", "_") + "_"; {
		case bundle.CheckName(name) != nil || len(name) > maxGroupName:
			m.add("%s: a group needs a name of letters, digits, _ and -, with a letter first and at most %d characters", place, maxGroupName)
		case strings.HasPrefix(plain, "evo_"):
			m.add("%s: tools that begin with evo are those of emcp; choose another name for the group", place)
		}
		for _, role := range []string{"find", "call"} {
			tool := name + "_" + role
			plain := strings.ReplaceAll(tool, "-", "_")
			if other, ok := taken[plain]; ok {
				m.add("%s: the group has a tool %s, and so has %s; rename one", place, tool, other)
			}
			taken[plain] = fmt.Sprintf("the group %s", name)
		}
	}
	return names
}
