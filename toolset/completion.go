package toolset

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"emcp/evodb"
	"emcp/internal/identity"
)

// maxCompletions is how many values a completion has at most (MCP 2025-11-25, Completion).
const maxCompletions = 100

// Completion is what a text that somebody begins to type can become.
type Completion struct {
	Values []string
	More   bool // there are more than that
}

var digitsOnly = regexp.MustCompile(`^[0-9]+$`)

// CompleteID completes the id of a document that the caller may see: digits to ids that begin with them, any other text to
// the ids of documents that have it in their title.
func (t *Toolset) CompleteID(ctx context.Context, caller identity.Principal, text string) (Completion, error) {
	c, err := t.begin(ctx, caller, "completion/complete", noArguments)
	if err != nil {
		return Completion{}, err
	}
	find := c.compiler().Titled
	if digitsOnly.MatchString(text) {
		find = c.compiler().Numbered
	}
	statement, err := find(text, maxCompletions+1)
	if err != nil {
		return Completion{}, err
	}
	var values []string
	err = c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		err := scan(&id)
		values = append(values, strconv.FormatInt(id, 10))
		return err
	})
	return completionOf(values), err
}

// CompleteTV completes the name of a template variable that the caller may see.
func (t *Toolset) CompleteTV(ctx context.Context, caller identity.Principal, text string) (Completion, error) {
	c, err := t.begin(ctx, caller, "completion/complete", noArguments)
	if err != nil {
		return Completion{}, err
	}
	return CompleteName(c.tvNames(), text), nil
}

// CompleteModel completes the name of a model that the caller may read.
func (t *Toolset) CompleteModel(ctx context.Context, caller identity.Principal, text string) (Completion, error) {
	c, err := t.begin(ctx, caller, "completion/complete", noArguments)
	if err != nil {
		return Completion{}, err
	}
	var names []string
	for _, m := range t.options.Models {
		if _, err := c.admit(m); err == nil {
			names = append(names, m.Name)
		}
	}
	return CompleteName(names, text), nil
}

// CompleteName completes a text to those of the names in which it stands, whatever the case, those first that begin with it.
func CompleteName(names []string, text string) Completion {
	text = strings.ToLower(text)
	at := func(name string) int { return strings.Index(strings.ToLower(name), text) }
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return at(name) < 0 })
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(at(a), at(b)), cmp.Compare(a, b)) })
	return completionOf(names)
}

func completionOf(values []string) Completion {
	if len(values) > maxCompletions {
		return Completion{values[:maxCompletions], true}
	}
	return Completion{Values: values}
}
