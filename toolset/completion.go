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
	"emcp/internal/itemtype"
	"emcp/toolset/items"
)

// maxCompletions is how many values a completion may have (MCP 2025-11-25, Completion).
const maxCompletions = 100

// Completion are the values that complete what a user has typed so far.
type Completion struct {
	Values []string
	More   bool // there are more values
}

var digitsOnly = regexp.MustCompile(`^[0-9]+$`)

// CompleteID completes the id of a document that the caller may see. Digits match the beginning of ids, any other text
// matches titles that contain it.
func (t *Toolset) CompleteID(ctx context.Context, caller identity.Principal, text string) (Completion, error) {
	c, err := t.begin(ctx, caller, "completion/complete", noArguments)
	if err != nil {
		return Completion{}, err
	}
	find := c.Compiler().Titled
	if digitsOnly.MatchString(text) {
		find = c.Compiler().Numbered
	}
	statement, err := find(text, maxCompletions+1)
	if err != nil {
		return Completion{}, err
	}
	var values []string
	err = c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		err := scan(&id)
		values = append(values, strconv.FormatInt(id, 10))
		return err
	})
	return completionOf(values), err
}

// CompleteTemplate completes the id of a template. Digits match the beginning of ids, any other text matches names that
// contain it. It finds only templates of the Catalog.
func (t *Toolset) CompleteTemplate(ctx context.Context, caller identity.Principal, text string) (Completion, error) {
	catalog, err := t.Catalog(ctx, caller)
	var ids []string
	for _, template := range catalog.Templates {
		id := strconv.FormatInt(template.ID, 10)
		if strings.HasPrefix(id, text) || strings.Contains(strings.ToLower(template.Name), strings.ToLower(text)) {
			ids = append(ids, id)
		}
	}
	return completionOf(ids), err
}

// CompleteTV completes the name of a template variable that the caller may see.
func (t *Toolset) CompleteTV(ctx context.Context, caller identity.Principal, text string) (Completion, error) {
	c, err := t.begin(ctx, caller, "completion/complete", noArguments)
	if err != nil {
		return Completion{}, err
	}
	return CompleteName(c.TVNames(), text), nil
}

// CompleteModel completes the name of a model that the caller may read.
func (t *Toolset) CompleteModel(ctx context.Context, caller identity.Principal, text string) (Completion, error) {
	c, err := t.begin(ctx, caller, "completion/complete", noArguments)
	if err != nil {
		return Completion{}, err
	}
	return CompleteName(c.modelNames(), text), nil
}

// CompleteItemType completes the name of a type of items that the site has.
func (t *Toolset) CompleteItemType(ctx context.Context, caller identity.Principal, text string) (Completion, error) {
	c, err := t.begin(ctx, caller, "completion/complete", noArguments)
	if err != nil {
		return Completion{}, err
	}
	return CompleteName(itemtype.NamesOf(itemtype.Of(c.Schema)), text), nil
}

// CompleteItem completes the id of an item that the caller may see, by a part of its title. Without a type that the
// site has, nothing completes it.
func (t *Toolset) CompleteItem(ctx context.Context, caller identity.Principal, kind, text string) (Completion, error) {
	c, err := t.begin(ctx, caller, "completion/complete", noArguments)
	if err != nil {
		return Completion{}, err
	}
	if !slices.Contains(itemtype.NamesOf(itemtype.Of(c.Schema)), kind) {
		return Completion{}, nil
	}
	r, err := items.NewReader(c.Site, kind, "")
	if err != nil {
		return Completion{}, err
	}
	ids, err := r.Titled(ctx, text, maxCompletions+1)
	var values []string
	for _, id := range ids {
		values = append(values, strconv.FormatInt(id, 10))
	}
	return completionOf(values), err
}

// CompleteName returns the names that contain the text in any case, those that begin with it first.
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
