package mcp

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/bundle"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/wire"
	"emcp/toolset"
	"emcp/upstream"
)

// Tools that show the same as resources. A server that denies one does not have its resources.
const (
	documentTool = "evo.content.get"
	rootsTool    = "evo.content.root_tree"
	searchTool   = "evo.content.search"
	siteTool     = "evo.site.describe"
)

// Templates of the URIs of resources.
const (
	documentTemplate = "evo://{server}/content/{id}"
	siteTemplate     = "evo://{server}/site"
)

// Media types of resources.
const (
	markdownType = "text/markdown"
	jsonType     = "application/json"
	textType     = "text/plain"
)

// siteURI returns the URI of the site.
func (e *endpoint) siteURI() string { return strings.Replace(siteTemplate, "{server}", e.Handle, 1) }

// documentURI returns the URI of a document.
func (e *endpoint) documentURI(id int64) string {
	return strings.NewReplacer("{server}", e.Handle, "{id}", strconv.FormatInt(id, 10)).Replace(documentTemplate)
}

// documentID returns the id in the URI of a document. The URI must be as documentURI writes it.
func (e *endpoint) documentID(uri string) (int64, error) {
	id, err := strconv.ParseInt(uri[strings.LastIndexByte(uri, '/')+1:], 10, 64)
	if err == nil && id > 0 && uri == e.documentURI(id) {
		return id, nil
	}
	return 0, noResource()
}

func noResource() error {
	return fault.New(fault.ResourceNotFound,
		"this server has no such resource; resources/templates/list returns its URI templates")
}

// annotations are what a list says about a resource for the use of the client.
type annotations struct {
	LastModified string `json:"lastModified"`
}

type resource struct {
	URI         string       `json:"uri"`
	Name        string       `json:"name"`
	Title       string       `json:"title,omitzero"`
	Description string       `json:"description,omitzero"`
	MIMEType    string       `json:"mimeType,omitzero"`
	Annotations *annotations `json:"annotations,omitzero"`
	Meta        *mcpgo.Meta  `json:"_meta,omitzero"`
}

type resourceList struct {
	Resources  []resource `json:"resources"`
	NextCursor string     `json:"nextCursor,omitzero"`
}

// configuredResources returns what the configuration and upstreams decide of a caller's list of resources: those of
// upstreams, those that the owner has declared, and the kinds of resources and models that the server has.
func (e *endpoint) configuredResources(caller identity.Principal) (list []any) {
	for _, r := range e.upstreamResources(caller) {
		list = append(list, r)
	}
	if e.Tools.Admit(rootsTool) != nil {
		return list
	}
	for _, r := range e.declaredResources() {
		list = append(list, r)
	}
	for _, template := range resourceTemplates {
		if e.admitResource(caller, template) == nil {
			list = append(list, template)
		}
	}
	if e.admitEntry(caller, listTool) == nil {
		list = append(list, e.Tools.ModelsFor(caller))
	}
	return append(list, e.siteURI())
}

// listResources answers resources/list: the site, the documents at its root, templates and models, then those of
// upstreams. Clients reach others of the site through the resource templates. A server without the documents at the
// root has only those of upstreams.
func (e *endpoint) listResources(ctx context.Context, from client, params jsontext.Value) (any, int, error) {
	var in struct {
		Cursor string `json:"cursor"`
		meta
	}
	if err := readParams(params, &in); err != nil {
		return nil, 0, err
	}
	var others []resource
	if in.Cursor == "" {
		e.awaitOffers(ctx, from.caller, (*upstream.Upstream).SharesResources)
		e.noteList(ctx, from, listOfResources)
		others = e.upstreamResources(from.caller)
	}
	var list resourceList
	if err := e.Tools.Admit(rootsTool); err != nil {
		if others == nil {
			return nil, 0, err
		}
		return resourceList{Resources: others}, 0, nil
	}
	if in.Cursor == "" {
		list.Resources = e.declaredResources()
	}
	if in.Cursor == "" && e.Tools.Admit(siteTool) == nil {
		list.Resources = append(list.Resources, resource{
			URI: e.siteURI(), Name: "site", Title: "The site", Description: siteDescription, MIMEType: jsonType,
		})
	}
	var roots toolset.Roots
	if e.Tools.Admit(documentTool) == nil { // otherwise none of them could be read
		var err error
		if roots, err = e.Tools.Roots(ctx, from.caller, in.Cursor); err != nil {
			return nil, 0, err
		}
	}
	for _, root := range roots.Documents {
		r := resource{
			URI: e.documentURI(root.ID), Name: cmp.Or(root.Title, strconv.FormatInt(root.ID, 10)), Description: root.Description,
			MIMEType: markdownType,
		}
		if root.Edited != nil {
			r.Annotations = &annotations{*root.Edited}
		}
		list.Resources = append(list.Resources, r)
	}
	if in.Cursor == "" {
		entries, err := e.catalog(ctx, from.caller, e.Tools.PageBytes()-roots.Size)
		if err != nil {
			return nil, 0, err
		}
		list.Resources = append(list.Resources, entries...)
	}
	list.Resources = append(list.Resources, others...)
	list.NextCursor = roots.Next
	return list, len(roots.Documents), nil
}

const (
	siteDescription     = "The site, its templates and template variables"
	documentDescription = "A document of the site: a head with its fields, then its text as Markdown"
)

type resourceTemplate struct {
	URITemplate string                  `json:"uriTemplate"`
	Name        string                  `json:"name"`
	Title       string                  `json:"title"`
	Description string                  `json:"description"`
	MIMEType    string                  `json:"mimeType"`
	tool        string                  // that shows the same
	variables   map[string]argumentKind // beside server
}

// resourceTemplates are the templates of every server.
var resourceTemplates = []resourceTemplate{
	{documentTemplate, "content", "Document", documentDescription, markdownType, documentTool,
		map[string]argumentKind{"id": documentID}},
	{siteTemplate, "site", "The site", siteDescription, jsonType, siteTool, nil},
	{templateTemplate, "template", "Template", templateDescription, jsonType, siteTool,
		map[string]argumentKind{"id": templateID}},
	{modelTemplate, "model", "Model", modelDescription, jsonType, listTool, map[string]argumentKind{"model": modelName}},
	{rowTemplate, "row", "Row of a model", rowDescription, jsonType, rowTool,
		map[string]argumentKind{"model": modelName, "id": freeText}},
}

// listTemplates answers resources/templates/list.
func (e *endpoint) listTemplates(_ context.Context, from client, params jsontext.Value) (any, int, error) {
	if err := readOnePage(params); err != nil {
		return nil, 0, err
	}
	var list struct {
		ResourceTemplates []resourceTemplate `json:"resourceTemplates"`
	}
	for _, template := range resourceTemplates {
		if e.admitResource(from.caller, template) == nil {
			list.ResourceTemplates = append(list.ResourceTemplates, template)
		}
	}
	return list, 0, nil
}

// resourceParams are the params of methods about one resource.
type resourceParams struct {
	URI string `json:"uri"`
	meta
}

func uriOf(params jsontext.Value) (uri string, err error) {
	var in resourceParams
	if err := readParams(params, &in); err != nil {
		return "", err
	}
	return in.URI, required("uri", in.URI)
}

// read answers resources/read.
func (e *endpoint) read(ctx context.Context, from client, m message) (reply, error) {
	uri, err := uriOf(m.Params)
	if err != nil {
		return reply{}, err
	}
	if r, ok := e.upstreamResource(from.caller, uri); ok {
		return e.readUpstream(ctx, from, uri, r)
	}
	return encoded((*endpoint).readResource)(e, ctx, from, m)
}

// readResource answers resources/read of a resource of the server.
func (e *endpoint) readResource(ctx context.Context, from client, params jsontext.Value) (any, int, error) {
	uri, err := uriOf(params)
	if err != nil {
		return nil, 0, err
	}
	contents := func(mimeType, text string) mcpgo.ReadResourceResult {
		return mcpgo.ReadResourceResult{Contents: []mcpgo.ResourceContents{
			mcpgo.TextResourceContents{URI: uri, MIMEType: mimeType, Text: text},
		}}
	}
	if uri == e.siteURI() {
		if err := e.Tools.Admit(siteTool); err != nil {
			return nil, 0, err
		}
		site, err := e.Tools.Call(ctx, from.caller, siteTool, jsontext.Value(`{"detail":"summary"}`))
		return contents(jsonType, string(site.JSON)), site.Rows, err
	}
	if r, ok := e.declaredResource(uri); ok {
		if err := e.Tools.Admit(r.Tool); err != nil {
			return nil, 0, err
		}
		result, err := e.Tools.Call(ctx, from.caller, r.Tool, r.Arguments)
		return contents(typeOf(r), wire.Unquoted(result.JSON)), result.Rows, err
	}
	if entry, ok := e.catalogEntry(uri); ok {
		result, err := e.readEntry(ctx, from.caller, entry)
		return contents(jsonType, string(result.JSON)), result.Rows, err
	}
	id, err := e.documentID(uri)
	if err != nil {
		return nil, 0, err
	}
	if err := e.Tools.Admit(documentTool); err != nil {
		return nil, 0, err
	}
	text, err := e.Tools.Document(ctx, from.caller, id)
	return contents(markdownType, text), 1, err
}

// declaredResource returns the resource that the owner has declared under a URI.
func (e *endpoint) declaredResource(uri string) (bundle.Resource, bool) {
	i := slices.IndexFunc(e.Resources, func(r bundle.Resource) bool { return r.URI == uri })
	if i < 0 {
		return bundle.Resource{}, false
	}
	return e.Resources[i], true
}

// typeOf returns the media type of a declared resource.
func typeOf(r bundle.Resource) string {
	if r.Text {
		return textType
	}
	return jsonType
}

// declaredResources returns those that can be read.
func (e *endpoint) declaredResources() []resource {
	var list []resource
	for _, r := range e.Resources {
		if e.Tools.Admit(r.Tool) == nil {
			list = append(list, resource{URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Description,
				MIMEType: typeOf(r)})
		}
	}
	return list
}
