package mcp

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/wire"
	"emcp/toolset"
)

// Tools whose results are resources, too.
const (
	listTool = "evo.model.list"
	rowTool  = "evo.model.get"
)

// Templates of the URIs of templates and models.
const (
	templateTemplate = "evo://{server}/template/{id}"
	modelTemplate    = "evo://{server}/model/{model}"
	rowTemplate      = "evo://{server}/model/{model}/{id}"
)

const (
	templateDescription = "A template of the site with its template variables, as evo.site.describe returns it"
	modelDescription    = "Rows of a model by id, as evo.model.list returns them with dates: rfc3339"
	rowDescription      = "A row of a model, as evo.model.get returns it with dates: rfc3339"
)

// catalogEntry is a resource that is the result of a call.
type catalogEntry struct {
	tool      string
	arguments jsontext.Value
}

// catalogEntry returns the template, model or row of a URI. The URI must be as the resource templates write it.
func (e *endpoint) catalogEntry(uri string) (catalogEntry, bool) {
	path, own := strings.CutPrefix(uri, "evo://"+e.Handle+"/")
	if !own {
		return catalogEntry{}, false
	}
	kind, rest, _ := strings.Cut(path, "/")
	switch kind {
	case "template":
		id, ok := parseID(rest)
		return catalogEntry{siteTool, fmt.Appendf(nil, `{"template":%d}`, id)}, ok
	case "model":
		model, row, isRow := strings.Cut(rest, "/")
		if !e.Tools.HasModel(model) {
			return catalogEntry{}, false
		}
		if !isRow {
			return catalogEntry{listTool, fmt.Appendf(nil, `{"model":%q,"dates":"rfc3339","limit":%d}`, model,
				e.Tools.ListLimit())}, true
		}
		id, ok := parseID(row)
		return catalogEntry{rowTool, fmt.Appendf(nil, `{"model":%q,"id":%d,"dates":"rfc3339"}`, model, id)}, ok
	}
	return catalogEntry{}, false
}

// parseID parses an id that is written in the shortest form.
func parseID(text string) (int64, bool) {
	id, err := strconv.ParseInt(text, 10, 64)
	return id, err == nil && id > 0 && text == strconv.FormatInt(id, 10)
}

// admitResource refuses callers and servers that cannot call the tool of a resource template. Documents and the site
// need no scope for tools.
func (e *endpoint) admitResource(caller identity.Principal, t resourceTemplate) error {
	switch t.URITemplate {
	case documentTemplate, siteTemplate:
		return e.Tools.Admit(t.tool)
	}
	return e.admitEntry(caller, t.tool)
}

// admitEntry refuses callers and servers that cannot call the tool of a catalogEntry.
func (e *endpoint) admitEntry(caller identity.Principal, tool string) error {
	if !e.Scopes.Allows(caller, wire.CallMethod) {
		return fault.New(fault.ScopeDenied, "this token has no scope for %s, which this resource needs", wire.CallMethod)
	}
	return e.Tools.Admit(tool)
}

// readEntry returns the result that a catalogEntry stands for.
func (e *endpoint) readEntry(
	ctx context.Context, caller identity.Principal, entry catalogEntry,
) (toolset.Result, error) {
	if err := e.admitEntry(caller, entry.tool); err != nil {
		return toolset.Result{}, err
	}
	result, err := e.Tools.Call(ctx, caller, entry.tool, entry.arguments)
	switch {
	case err != nil && (fault.From(err).Kind == fault.InvalidParams || fault.From(err).Kind == fault.UnknownModel):
		return toolset.Result{}, noResource()
	case err == nil && result.Rows == 0 && entry.tool == rowTool:
		return toolset.Result{}, fault.New(fault.ResourceNotFound, "there is no such row that you may see; %s finds rows",
			listTool)
	}
	return result, err
}

// roomForEntry is the size of a template or model in a list beside its name, in bytes.
const roomForEntry = 250

// catalog returns the templates and models that the caller may read, as many as fit into that many bytes.
func (e *endpoint) catalog(ctx context.Context, caller identity.Principal, room int) ([]resource, error) {
	templates, models := e.admitEntry(caller, siteTool) == nil, e.admitEntry(caller, listTool) == nil
	if !templates && !models {
		return nil, nil
	}
	known, err := e.Tools.Catalog(ctx, caller)
	if err != nil {
		return nil, err
	}
	var all []resource
	add := func(path, name, title string) {
		if room -= roomForEntry + len(e.Handle) + 3*len(name); room >= 0 {
			all = append(all, resource{URI: "evo://" + e.Handle + "/" + path, Name: name, Title: title, MIMEType: jsonType})
		}
	}
	if templates {
		for _, t := range known.Templates {
			id := strconv.FormatInt(t.ID, 10)
			name := cmp.Or(t.Name, id)
			add("template/"+id, name, "Template "+name)
		}
	}
	if models {
		for _, name := range known.Models {
			add("model/"+name, name, "Model "+name)
		}
	}
	return all, nil
}
