package method

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/catalog"
	"emcp/mcp/wire"
	"emcp/toolset"
)

// completeParams are the params of completion/complete.
type completeParams struct {
	Ref struct {
		Type  string `json:"type"`
		Name  string `json:"name"`  // of ref/prompt
		Title string `json:"title"` // likewise
		URI   string `json:"uri"`   // of ref/resource: a template
	} `json:"ref"`
	Argument struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"argument"`
	Context struct {
		Arguments map[string]string `json:"arguments"`
	} `json:"context"` // only the id of an item depends on another argument, its type
	wire.Meta
}

// complete answers completion/complete.
func (e *Endpoint) complete(ctx context.Context, from Sender, params jsontext.Value) (any, int, error) {
	var in completeParams
	if err := wire.ReadParams(params, &in); err != nil {
		return nil, 0, err
	}
	if err := wire.Bounded("argument.value", in.Argument.Value); err != nil {
		return nil, 0, err
	}
	kind, err := e.kindOf(from.Caller, in)
	if err != nil {
		return nil, 0, err
	}
	c, err := e.completion(ctx, from, kind, in)
	if err != nil {
		return nil, 0, err
	}
	type completion struct {
		Values  []string `json:"values"`
		HasMore bool     `json:"hasMore"`
	}
	return struct {
		Completion completion `json:"completion"`
	}{completion{c.Values, c.More}}, len(c.Values), nil
}

// kindOf returns what the argument in the params stands for.
func (e *Endpoint) kindOf(caller identity.Principal, in completeParams) (catalog.ArgumentKind, error) {
	switch in.Ref.Type {
	case "ref/prompt":
		p, err := e.FindPrompt(caller, "ref.name", in.Ref.Name)
		if err != nil {
			return catalog.FreeText, err
		}
		if a, ok := p.Argument(in.Argument.Name); ok {
			return a.Kind, nil
		}
		return catalog.FreeText, fault.Invalid("argument.name", "the prompt %s has no such argument", p.Name)
	case "ref/resource":
		for _, template := range catalog.ResourceTemplates {
			if template.URITemplate != in.Ref.URI {
				continue
			}
			if in.Argument.Name == "server" {
				return catalog.ServerHandle, e.AdmitResource(caller, template)
			}
			if kind, ok := template.Variables[in.Argument.Name]; ok {
				return kind, e.AdmitResource(caller, template)
			}
			return catalog.FreeText, fault.Invalid("argument.name", "the template %s has no such variable", template.URITemplate)
		}
		return catalog.FreeText, fault.Invalid("ref.uri",
			"there is no such URI template; resources/templates/list returns them")
	}
	return catalog.FreeText, fault.Invalid("ref.type", "ref.type must be ref/prompt or ref/resource")
}

// completion returns the values of an argument of that kind that match what the user typed.
func (e *Endpoint) completion(
	ctx context.Context, from Sender, kind catalog.ArgumentKind, in completeParams,
) (toolset.Completion, error) {
	typed := in.Argument.Value
	switch kind {
	case catalog.DocumentID:
		if err := e.Tools.Admit(catalog.SearchTool); err != nil { // both find the same
			return toolset.Completion{}, err
		}
		return e.Tools.CompleteID(ctx, from.Caller, typed)
	case catalog.TemplateID:
		return e.Tools.CompleteTemplate(ctx, from.Caller, typed)
	case catalog.TVName:
		return e.Tools.CompleteTV(ctx, from.Caller, typed)
	case catalog.ModelName:
		return e.Tools.CompleteModel(ctx, from.Caller, typed)
	case catalog.ItemType:
		return e.Tools.CompleteItemType(ctx, from.Caller, typed)
	case catalog.ItemID:
		return e.Tools.CompleteItem(ctx, from.Caller, in.Context.Arguments["type"], typed)
	case catalog.ServerHandle:
		return toolset.CompleteName([]string{e.Handle}, typed), nil
	case catalog.FreeText:
	}
	return toolset.Completion{}, nil
}
