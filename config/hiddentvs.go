package config

import (
	"slices"

	"emcp/internal/identity"
)

// HidesTV reports whether the owner hides template variables of that name from visitors.
func (s Site) HidesTV(name string) bool {
	return slices.ContainsFunc(s.HiddenTVs, func(p identity.Pattern) bool { return p.Matches(name) })
}

// hiddenTVs reads the names of template variables that visitors do not see.
func (m *mistakes) hiddenTVs(path string, names []string) []identity.Pattern {
	var hidden []identity.Pattern
	for i, name := range names {
		p, err := identity.ParseTVPattern(name)
		if err != nil {
			m.add("%s[%d]: %w", path, i, err)
			continue
		}
		hidden = append(hidden, p)
	}
	return hidden
}
