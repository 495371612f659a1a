package toolset

import (
	"cmp"
	"slices"
	"strings"

	"emcp/toolset/schema"
)

// Brief returns the tools as assistants read them with every conversation, in the same order. It does not repeat what
// an earlier tool says of an argument, and shows rare arguments in one tool only. It leaves out titles, output schemas,
// and bounds that error messages name. Arguments are still checked against the whole schemas, which accept no more than
// the brief ones.
func Brief(tools []Tool) []Tool {
	b := schema.NewBriefing()
	brief := slices.Clone(tools)
	for i := range brief {
		t := &brief[i]
		if t.declared { // its owner chose every word
			continue
		}
		t.Description, t.Title, t.Output = cmp.Or(t.brief, t.Description), "", nil
		t.Input = b.Shorten(i, t.Input)
	}
	for i := range brief {
		if names := b.OmittedAfter(i); len(names) > 0 {
			brief[i].Description += " Other lists and document tools also take " + strings.Join(names, ", ") + "."
		}
	}
	return brief
}
