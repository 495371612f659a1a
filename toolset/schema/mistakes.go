package schema

import "fmt"

// Mistakes collects what is wrong with a declaration, with its place.
type Mistakes struct {
	place string
	found *[]error
}

// NewMistakes returns the collector for the declaration at place. It appends to found.
func NewMistakes(place string, found *[]error) Mistakes { return Mistakes{place, found} }

// At returns the collector for a place inside of this one.
func (m Mistakes) At(path string) Mistakes { return Mistakes{m.place + path, m.found} }

// Add reports a mistake.
func (m Mistakes) Add(format string, args ...any) {
	*m.found = append(*m.found, fmt.Errorf("%s: %w", m.place, fmt.Errorf(format, args...)))
}
