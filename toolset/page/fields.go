package page

import (
	"slices"
	"sync/atomic"

	"emcp/allowlist"
	"emcp/query"
)

// Fields are the fields that placeholders in the site's texts have named so far. Later statements return them together
// with the texts, which saves a statement and the first round of resolving. The zero value is ready for use.
type Fields struct{ names atomic.Pointer[[]string] }

// shortFields are the fields that may be read together with every text. Rich texts are not among them: they count as
// text of a page, which would then end earlier.
var shortFields = slices.DeleteFunc(slices.Clone(query.VariableFields), func(name string) bool {
	return slices.ContainsFunc(allowlist.DocumentFields(),
		func(f allowlist.DocumentField) bool { return f.Name == name && f.Type == allowlist.Markup })
})

// list returns the fields; callers must not change them.
func (n *Fields) list() []string {
	if names := n.names.Load(); names != nil {
		return *names
	}
	return nil
}

// add adds those of the fields that are short.
func (n *Fields) add(fields []string) {
	for {
		before := n.names.Load()
		names := slices.Clone(n.list())
		for _, name := range fields {
			if slices.Contains(shortFields, name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if len(names) == len(n.list()) || n.names.CompareAndSwap(before, &names) {
			return
		}
	}
}
