package toolset

import (
	"cmp"
	"slices"
	"strings"
)

// Brief returns the tools as assistants read them with every conversation, in the same order. It does not repeat what
// an earlier tool says of an argument, and shows rare arguments in one tool only. It leaves out titles, output schemas,
// and bounds that error messages name. Arguments are still checked against the whole schemas, which accept no more than
// the brief ones.
func Brief(tools []Tool) []Tool {
	b := briefing{explained: map[string]int{}, omitted: make([][]string, len(tools))}
	brief := slices.Clone(tools)
	for i := range brief {
		if b.tool = i; brief[i].declared { // its owner chose every word
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

// briefing shortens the tools one after the other.
type briefing struct {
	tool      int            // the tool being shortened
	explained map[string]int // the tool that explained an argument, by the argument's name and what its schema says
	omitted   [][]string     // names of the arguments that later tools leave out, by the tool that explained them
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
				p.schema.high = high // every call must meet it
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

// value returns the brief schema of a value that no earlier tool has explained.
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
