package mcp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/toolset"
)

// argumentKind says what an argument of a prompt or a variable of a resource template stands for.
type argumentKind uint8

const (
	freeText argumentKind = iota
	documentID
	templateID
	tvName
	modelName
	serverHandle
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
	} `json:"context"` // ignored: no argument depends on another
	meta
}

// complete answers completion/complete.
func (e *endpoint) complete(ctx context.Context, from client, params jsontext.Value) (any, int, error) {
	var in completeParams
	if err := readParams(params, &in); err != nil {
		return nil, 0, err
	}
	if err := bounded("argument.value", in.Argument.Value); err != nil {
		return nil, 0, err
	}
	kind, err := e.kindOf(from.caller, in)
	if err != nil {
		return nil, 0, err
	}
	c, err := e.completion(ctx, from, kind, in.Argument.Value)
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
func (e *endpoint) kindOf(caller identity.Principal, in completeParams) (argumentKind, error) {
	switch in.Ref.Type {
	case "ref/prompt":
		p, err := e.findPrompt(caller, "ref.name", in.Ref.Name)
		if err != nil {
			return freeText, err
		}
		if a, ok := p.argument(in.Argument.Name); ok {
			return a.kind, nil
		}
		return freeText, fault.Invalid("argument.name", "the prompt %s has no such argument", p.name)
	case "ref/resource":
		for _, template := range resourceTemplates {
			if template.URITemplate != in.Ref.URI {
				continue
			}
			if in.Argument.Name == "server" {
				return serverHandle, e.admitResource(caller, template)
			}
			if kind, ok := template.variables[in.Argument.Name]; ok {
				return kind, e.admitResource(caller, template)
			}
			return freeText, fault.Invalid("argument.name", "the template %s has no such variable", template.URITemplate)
		}
		return freeText, fault.Invalid("ref.uri", "there is no such URI template; resources/templates/list returns them")
	}
	return freeText, fault.Invalid("ref.type", "ref.type must be ref/prompt or ref/resource")
}

// completion returns the values of an argument of that kind that match what the user typed.
func (e *endpoint) completion(
	ctx context.Context, from client, kind argumentKind, typed string,
) (toolset.Completion, error) {
	switch kind {
	case documentID:
		if err := e.Tools.Admit(searchTool); err != nil { // both find the same
			return toolset.Completion{}, err
		}
		return e.Tools.CompleteID(ctx, from.caller, typed)
	case templateID:
		return e.Tools.CompleteTemplate(ctx, from.caller, typed)
	case tvName:
		return e.Tools.CompleteTV(ctx, from.caller, typed)
	case modelName:
		return e.Tools.CompleteModel(ctx, from.caller, typed)
	case serverHandle:
		return toolset.CompleteName([]string{e.Handle}, typed), nil
	case freeText:
	}
	return toolset.Completion{}, nil
}
