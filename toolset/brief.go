package toolset

import (
	"cmp"
	"slices"

	"emcp/toolset/schema"
)

// Brief returns tools of the toolset as assistants read them with every conversation, in the same order. Unless the
// options name the tools, those whose documents another tool finds as well are left out; they can still be called. It
// does not repeat what an earlier tool says of an argument. It leaves out titles, output schemas, and lengths that
// error messages name. Arguments are still checked against the whole schemas, which accept no more than the brief ones.
func (t *Toolset) Brief(tools []Tool) []Tool {
	b := schema.Briefing{}
	brief := slices.Clone(tools)
	if t.options.Only == nil {
		brief = slices.DeleteFunc(brief, func(tool Tool) bool { return tool.besides })
	}
	for i := range brief {
		t := &brief[i]
		if t.declared { // its owner chose every word
			continue
		}
		t.Description, t.Title, t.Output = cmp.Or(t.brief, t.Description), "", nil
		t.Input = b.Shorten(t.Input)
	}
	return brief
}
