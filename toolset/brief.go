package toolset

import (
	"cmp"
	"slices"
	"strings"
)

// Brief returns tools, in their order, as assistants read them with every conversation. What an earlier tool has said of an argument
// is not said again, rare arguments are shown by one tool only, and bounds that errors name are left out, as are titles and output
// schemas. Arguments are checked against the whole schemas all the same; a brief one takes all that these take.
func Brief(tools []Tool) []Tool {
	b := briefing{explained: map[string]int{}, omitted: make([][]string, len(tools))}
	brief := slices.Clone(tools)
	for i := range brief {
		if b.tool = i; brief[i].declared { // its owner has chosen every word
			continue
		}
		brief[i].Description, brief[i].Title, brief[i].Input, brief[i].Output = cmp.Or(brief[i].brief, brief[i].Description), "", b.object(brief[i].Input), nil
	}
	for i, names := range b.omitted {
		if len(names) > 0 {
			brief[i].Description += " Other lists and document tools also take " + strings.Join(names, ", ") + "."
		}
	}
	return brief
}

// briefing goes through tools.
type briefing struct {
	tool      int            // the one that is written
	explained map[string]int // tools that have explained an argument, by its name and what its schema says
	omitted   [][]string     // names of arguments that later tools leave out, by the tool that has explained them
}

// object returns the brief schema of an object.
func (b *briefing) object(s *Schema) *Schema {
	brief := &Schema{kinds: s.kinds, description: s.briefly(), open: true}
	for _, p := range s.properties {
		key := p.name + " " + p.schema.says()
		by, again := b.explained[key]
		switch {
		case p.idle:
			continue
		case !again:
			b.explained[key] = b.tool
			high := p.schema.high
			p.schema = b.value(p.schema)
			if p.required && high != nil && *high < anyID {
				p.schema.high = high // every call must keep to it
			}
		case p.rare:
			if !slices.Contains(b.omitted[by], p.name) {
				b.omitted[by] = append(b.omitted[by], p.name)
			}
			continue
		default:
			p.schema = p.schema.types()
		}
		brief.properties = append(brief.properties, p)
	}
	return brief
}

// value returns the brief schema of a value that no tool has explained.
func (b *briefing) value(s *Schema) *Schema {
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

// says returns what a brief list would say of the schema; of an object the schema as a whole.
func (s *Schema) says() string {
	if s.properties != nil || s.items != nil {
		return string(s.JSON())
	}
	return strings.Join(slices.Concat(s.kinds, s.enum, []string{s.briefly()}), "\n")
}

// types returns the types of a value and nothing else. Some clients refuse the whole list where an argument has no type, or an array no
// type of its elements (https://github.com/1jehuang/jcode/issues/713).
func (s *Schema) types() *Schema {
	brief := &Schema{kinds: s.kinds}
	if s.items != nil {
		brief.items = s.items.types()
	}
	return brief
}
