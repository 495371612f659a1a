package method

import (
	"cmp"
	"context"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/catalog"
	"emcp/mcp/reply"
	"emcp/mcp/session"
	"emcp/mcp/wire"
	"emcp/toolset"
	"emcp/upstream"
)

type resourceList struct {
	Resources  []catalog.Resource `json:"resources"`
	NextCursor string             `json:"nextCursor,omitzero"`
}

// listResources answers resources/list: the site, the documents at its root, templates and models, then those of
// upstreams. Clients reach others of the site through the resource templates. A server without the documents at the
// root has only those of upstreams.
func (e *Endpoint) listResources(ctx context.Context, from Sender, params jsontext.Value) (any, int, error) {
	var in struct {
		Cursor string `json:"cursor"`
		wire.Meta
	}
	if err := wire.ReadParams(params, &in); err != nil {
		return nil, 0, err
	}
	var others []catalog.Resource
	if in.Cursor == "" {
		e.AwaitOffers(ctx, from.Caller, (*upstream.Upstream).SharesResources)
		e.noteList(ctx, from, session.Resources)
		others = e.UpstreamResources(from.Caller)
	}
	var list resourceList
	if err := e.Tools.Admit(catalog.RootsTool); err != nil {
		if others == nil {
			return nil, 0, err
		}
		return resourceList{Resources: others}, 0, nil
	}
	if in.Cursor == "" {
		list.Resources = e.DeclaredResources()
	}
	if in.Cursor == "" && e.Tools.Admit(catalog.SiteTool) == nil {
		list.Resources = append(list.Resources, catalog.Resource{
			URI: e.SiteURI(), Name: "site", Title: "The site", Description: catalog.SiteDescription, MIMEType: catalog.JSONType,
		})
	}
	var roots toolset.Roots
	if e.Tools.Admit(catalog.DocumentTool) == nil { // otherwise none of them could be read
		var err error
		if roots, err = e.Tools.Roots(ctx, from.Caller, in.Cursor); err != nil {
			return nil, 0, err
		}
	}
	for _, root := range roots.Documents {
		r := catalog.Resource{
			URI: e.DocumentURI(root.ID), Name: cmp.Or(root.Title, strconv.FormatInt(root.ID, 10)), Description: root.Description,
			MIMEType: catalog.MarkdownType,
		}
		if root.Edited != nil {
			r.Annotations = &catalog.Annotations{LastModified: *root.Edited}
		}
		list.Resources = append(list.Resources, r)
	}
	if in.Cursor == "" {
		entries, err := e.Entries(ctx, from.Caller, e.Tools.PageBytes()-roots.Size)
		if err != nil {
			return nil, 0, err
		}
		list.Resources = append(list.Resources, entries...)
	}
	list.Resources = append(list.Resources, others...)
	list.NextCursor = roots.Next
	return list, len(roots.Documents), nil
}

// listTemplates answers resources/templates/list.
func (e *Endpoint) listTemplates(ctx context.Context, from Sender, params jsontext.Value) (any, int, error) {
	if err := wire.ReadOnePage(params); err != nil {
		return nil, 0, err
	}
	e.awaitSite(ctx)
	var list struct {
		ResourceTemplates []catalog.ResourceTemplate `json:"resourceTemplates"`
	}
	for _, template := range catalog.ResourceTemplates {
		if e.AdmitResource(from.Caller, template) == nil {
			list.ResourceTemplates = append(list.ResourceTemplates, template)
		}
	}
	return list, 0, nil
}

// resourceParams are the params of methods about one resource.
type resourceParams struct {
	URI string `json:"uri"`
	wire.Meta
}

func uriOf(params jsontext.Value) (uri string, err error) {
	var in resourceParams
	if err := wire.ReadParams(params, &in); err != nil {
		return "", err
	}
	return in.URI, wire.Required("uri", in.URI)
}

// read answers resources/read.
func (e *Endpoint) read(ctx context.Context, from Sender, m Message) (reply.Reply, error) {
	uri, err := uriOf(m.Params)
	if err != nil {
		return reply.Reply{}, err
	}
	if r, ok := e.UpstreamResource(from.Caller, uri); ok {
		return e.readUpstream(ctx, from, uri, r)
	}
	return encoded((*Endpoint).readResource)(e, ctx, from, m)
}

// readResource answers resources/read of a resource of the server.
func (e *Endpoint) readResource(ctx context.Context, from Sender, params jsontext.Value) (any, int, error) {
	uri, err := uriOf(params)
	if err != nil {
		return nil, 0, err
	}
	contents := func(mimeType, text string) mcpgo.ReadResourceResult {
		return mcpgo.ReadResourceResult{Contents: []mcpgo.ResourceContents{
			mcpgo.TextResourceContents{URI: uri, MIMEType: mimeType, Text: text},
		}}
	}
	if uri == e.SiteURI() {
		if err := e.Tools.Admit(catalog.SiteTool); err != nil {
			return nil, 0, err
		}
		site, err := e.Tools.Call(ctx, from.Caller, catalog.SiteTool, jsontext.Value(`{"detail":"summary"}`))
		return contents(catalog.JSONType, string(site.JSON)), site.Rows, err
	}
	if r, ok := e.DeclaredResource(uri); ok {
		if err := e.Tools.Admit(r.Tool); err != nil {
			return nil, 0, err
		}
		result, err := e.Tools.Call(ctx, from.Caller, r.Tool, r.Arguments)
		return contents(catalog.TypeOf(r), wire.Unquoted(result.JSON)), result.Rows, err
	}
	if entry, ok := e.EntryOf(uri); ok {
		result, err := e.readEntry(ctx, from.Caller, entry)
		return contents(catalog.JSONType, string(result.JSON)), result.Rows, err
	}
	id, err := e.DocumentID(uri)
	if err != nil {
		return nil, 0, err
	}
	if err := e.Tools.Admit(catalog.DocumentTool); err != nil {
		return nil, 0, err
	}
	text, err := e.Tools.Document(ctx, from.Caller, id)
	return contents(catalog.MarkdownType, text), 1, err
}

// readEntry returns the result that an entry of the catalog stands for.
func (e *Endpoint) readEntry(
	ctx context.Context, caller identity.Principal, entry catalog.Entry,
) (toolset.Result, error) {
	err := e.AdmitEntry(caller, entry.Tool)
	var result toolset.Result
	if err == nil {
		result, err = e.Tools.Call(ctx, caller, entry.Tool, entry.Arguments)
	}
	switch {
	case err != nil && fault.From(err).Kind == fault.UnknownTool: // the site has no items
		return toolset.Result{}, catalog.NoResource()
	case err != nil && (fault.From(err).Kind == fault.InvalidParams || fault.From(err).Kind == fault.UnknownModel):
		return toolset.Result{}, catalog.NoResource()
	case err == nil && result.Rows == 0 && entry.Tool == catalog.RowTool:
		return toolset.Result{}, fault.New(fault.ResourceNotFound, "there is no such row that you may see; %s finds rows",
			catalog.ListTool)
	case err == nil && result.Rows == 0 && entry.Tool == catalog.ItemTool:
		return toolset.Result{}, fault.New(fault.ResourceNotFound, "there is no such item that you may see; %s finds items",
			catalog.ItemsTool)
	}
	return result, err
}
