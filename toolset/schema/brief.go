package schema

import (
	"slices"
	"strings"
)

// Briefing shortens the arguments of tools, one tool after the other. A brief schema does not repeat what an earlier
// one says of an argument, and leaves out the lengths that error messages name. It accepts all that the whole schema
// accepts. It is a set of the arguments that have been explained, by their names and what their schemas say.
type Briefing map[string]bool

// Shorten returns the brief schema of an object: of the arguments of a tool, or of a value in them.
func (b Briefing) Shorten(s *Schema) *Schema {
	brief := &Schema{kinds: s.kinds, description: s.briefly(), open: true}
	for _, p := range s.properties {
		key := p.Name + " " + p.schema.says()
		switch {
		case p.idle:
			continue
		case b[key]:
			p.schema = p.schema.types()
		default:
			b[key] = true
			p.schema = b.value(p.schema)
		}
		brief.properties = append(brief.properties, p)
	}
	return brief
}

// mostNamed is the highest end of a range that brief lists name: models do not come near the others.
const mostNamed = 1000

// value returns the brief schema of a value that no earlier tool has explained.
func (b Briefing) value(s *Schema) *Schema {
	if len(s.properties) > 0 && !s.folded {
		return b.Shorten(s)
	}
	brief := s.types()
	brief.description = s.briefly()
	if !s.described {
		brief.enum = s.enum
	}
	if s.items != nil {
		brief.items = b.value(s.items)
	}
	return brief
}

// says returns what a brief list says of the schema; for an object, of the whole schema.
func (s *Schema) says() string {
	if s.properties != nil || s.items != nil {
		return string(s.JSON())
	}
	return strings.Join(slices.Concat(s.kinds, s.enum, []string{s.briefly()}), "\n")
}

// types returns only the types of a value and the end of its range. Some clients refuse the whole list if an argument
// has no type, or an array has no type for its elements (https://github.com/1jehuang/jcode/issues/713).
func (s *Schema) types() *Schema {
	brief := &Schema{kinds: s.kinds}
	if s.high != nil && *s.high <= mostNamed {
		brief.high = s.high
	}
	if s.items != nil {
		brief.items = s.items.types()
	}
	return brief
}
