package toolset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/paging"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

const (
	maxElements     = 200 // on a page
	defaultElements = 50
	maxSearch       = 100 // in characters
)

// elementTools are evo.elements.*.
func elementTools(o view.Options) []Tool {
	var types, needs []string
	for _, e := range allowlist.Elements() {
		types, needs = append(types, e.Type), append(needs, e.Permission)
	}
	kind := schema.Required("type", schema.Choice("Type of element", types...))
	pages := slices.DeleteFunc(paging.Arguments(o, o.ModelOffset),
		func(p schema.Property) bool { return p.Name == "limit" })
	return []Tool{
		{
			Name: "evo.elements.list", Title: "List elements",
			Description: "List templates, template variables (TVs), chunks, snippets or plugins by name, searched in names " +
				"and descriptions, paged.",
			Input: schema.Object("", append([]schema.Property{
				kind,
				schema.Optional("search", schema.Text("Text in the name or the description", maxSearch)),
				schema.Optional("category", schema.Integer("Only elements of the category with this id; 0: of none", 0, anyID)),
				schema.Optional("limit", schema.Integer("Items a page, 50 if absent", 1, maxElements)),
			}, pages...)...),
			Output: listOutput(elementOutput()),
			needs:  needs,
			parse:  listElements,
		},
		{
			Name: "evo.elements.get", Title: "Get an element with its code",
			Description: "Get a template, TV, chunk, snippet or plugin by id or name, with its code; keys and passwords in it " +
				"are replaced.",
			Input: schema.Object("",
				kind,
				schema.Optional("id", schema.Integer("Id of the element", 0, anyID)),
				schema.Optional("name", schema.Name("Name of the element, in place of id")),
				schema.Optional("max_chars", schema.Integer("Longest text, in characters; 20000 if absent", 1, document.MaxLength)),
				schema.Optional("code_offset", schema.Integer("Where to read code on, in characters", 0, anyID))),
			Output: getOutput(elementOutput()),
			needs:  needs,
			parse:  getElement,
		},
	}
}

type elementInput struct {
	Type       string        `json:"type"`
	Search     string        `json:"search"`
	Category   *schema.Int64 `json:"category"`
	ID         *schema.Int64 `json:"id"`
	Name       *string       `json:"name"`
	MaxChars   *schema.Int64 `json:"max_chars"`
	CodeOffset schema.Int64  `json:"code_offset"`
	paging.Input
}

// element returns the type of element that the arguments name. The schema has checked the name.
func (in elementInput) element() allowlist.Element {
	all := allowlist.Elements()
	return all[slices.IndexFunc(all, func(e allowlist.Element) bool { return e.Type == in.Type })]
}

// admitElement refuses a type of element that the caller may not see or that emcp may not read.
func (c *call) admitElement(e allowlist.Element) error {
	if !c.Caller.Has(e.Permission) {
		return fault.New(fault.Forbidden,
			"elements of the type %s need a caller with the manager view; the owner of a personal token also needs the "+
				"permission %s", e.Type, e.Permission)
	}
	categories, columns := allowlist.Categories()
	missing := append(c.missing(e.Table, e.Columns()), c.missing(categories, columns)...)
	if len(missing) > 0 {
		return fault.Wrap(fault.Internal, fmt.Errorf("missing or not readable for the database account: %s",
			strings.Join(missing, ", ")),
			"emcp may not read elements of the type "+e.Type+" in the site's database; ask the site's owner to run "+
				"emcp check, which prints the statements that allow it")
	}
	return nil
}

// missing returns the columns that a table lacks or that emcp may not read.
func (c *call) missing(table string, columns []string) []string {
	var missing []string
	for _, column := range columns {
		if !c.Schema.HasColumn(table, column) {
			missing = append(missing, c.Schema.Prefix+table+"."+column)
		}
	}
	return missing
}

func listElements(arguments jsontext.Value, _ view.Options) (action, error) {
	var in elementInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	if err := in.Check(); err != nil {
		return nil, err
	}
	if in.Limit == 0 {
		in.Limit = defaultElements
	}
	kind := in.element()
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		if err := c.admitElement(kind); err != nil {
			return nil, err
		}
		p, err := in.Page(c.Site, true)
		if err != nil {
			return nil, err
		}
		l := c.Compiler().Elements(kind, query.ElementList{Search: in.Search, Category: (*int64)(in.Category)})
		statement, err := l.Page(p.Compiled())
		if err != nil {
			return nil, err
		}
		elements, more, err := paging.Gather(ctx, c.DB, statement, paging.AnyRows,
			func(scan evodb.Scan) (*elementItem, int, error) {
				next := &elementItem{kind: kind, keys: make([]*string, l.Keys())}
				err := next.scan(scan)
				return next, next.size(), err
			})
		if err != nil {
			return nil, err
		}
		elements, more = paging.CutToPage(p, elements, more)
		total, err := p.Count(ctx, c.DB, l)
		if err != nil {
			return nil, err
		}
		return listOf(c, p, elements, more, total, "", nil)
	}, nil
}

func getElement(arguments jsontext.Value, _ view.Options) (action, error) {
	var in elementInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	switch {
	case in.ID == nil && in.Name == nil:
		return nil, fault.Invalid("id", "give id or name; evo.elements.list returns both")
	case in.ID != nil && in.Name != nil:
		return nil, fault.Invalid("name", "id already names the element; remove name")
	}
	kind := in.element()
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		if err := c.admitElement(kind); err != nil {
			return nil, err
		}
		found, err := c.element(ctx, kind, in)
		return getAnswer[elementItem]{Item: found, Meta: c.meta("")}, err
	}, nil
}

// maxCode bounds how much text of an element is read, in bytes. The whole text is searched for keys, even if only a
// part is requested.
const maxCode = 2 << 20

// element reads the element that the arguments name. It returns nil if there is none.
func (c *call) element(ctx context.Context, kind allowlist.Element, in elementInput) (*elementItem, error) {
	var statement evodb.Statement
	var err error
	if in.ID != nil {
		statement, err = c.Compiler().ElementByID(kind, int64(*in.ID))
	} else {
		statement, err = c.Compiler().ElementByName(kind, *in.Name)
	}
	if err != nil {
		return nil, err
	}
	var found *elementItem
	err = c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		found = &elementItem{kind: kind, texts: make([]*string, len(kind.Texts))}
		return found.scan(scan)
	})
	if err != nil || found == nil {
		return nil, err
	}
	if found.size() > maxCode {
		return nil, fault.New(fault.ResultTooLarge,
			"the element has more than %d bytes of code, which is more than emcp reads", maxCode)
	}
	return found, found.finish(ctx, int(in.MaxChars.Or(document.GetLength)), int(in.CodeOffset))
}
