package schema

import (
	"math"
	"slices"
	"strings"
)

// Briefing shortens the arguments of tools, one tool after the other. A brief schema does not repeat what an earlier
// one says of an argument, has rare arguments once only, and leaves out the bounds that error messages name. It accepts
// all that the whole schema accepts.
type Briefing struct {
	tool      int              // the tool being shortened
	explained map[string]int   // the tool that explained an argument, by the argument's name and what its schema says
	omitted   map[int][]string // names of the arguments that later tools leave out, by the tool that explained them
}

// NewBriefing returns a Briefing that has explained no argument.
func NewBriefing() *Briefing {
	return &Briefing{explained: map[string]int{}, omitted: map[int][]string{}}
}

// Shorten returns the brief schema of the arguments of a tool. Tools are numbered in their order.
func (b *Briefing) Shorten(tool int, arguments *Schema) *Schema {
	b.tool = tool
	return b.object(arguments)
}

// OmittedAfter returns the names of the arguments that a tool explains and later tools leave out.
func (b *Briefing) OmittedAfter(tool int) []string { return b.omitted[tool] }

// object returns the brief schema of an object.
func (b *Briefing) object(s *Schema) *Schema {
	brief := &Schema{kinds: s.kinds, description: s.briefly(), open: true}
	for _, p := range s.properties {
		key := p.Name + " " + p.schema.says()
		by, again := b.explained[key]
		switch {
		case p.idle:
			continue
		case !again:
			b.explained[key] = b.tool
			high := p.schema.high
			p.schema = b.value(p.schema)
			if p.required && high != nil && *high < math.MaxInt64 {
				p.schema.high = high // every call must meet it
			}
		case p.rare:
			if !slices.Contains(b.omitted[by], p.Name) {
				b.omitted[by] = append(b.omitted[by], p.Name)
			}
			continue
		default:
			p.schema = p.schema.types()
		}
		brief.properties = append(brief.properties, p)
	}
	return brief
}

// value returns the brief schema of a value that no earlier tool has explained.
func (b *Briefing) value(s *Schema) *Schema {
	if len(s.properties) > 0 && !s.folded {
		return b.object(s)
	}
	brief := &Schema{kinds: s.kinds, description: s.briefly()}
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

// types returns only the types of a value. Some clients refuse the whole list if an argument has no type, or an array
// has no type for its elements (https://github.com/1jehuang/jcode/issues/713).
func (s *Schema) types() *Schema {
	brief := &Schema{kinds: s.kinds}
	if s.items != nil {
		brief.items = s.items.types()
	}
	return brief
}
