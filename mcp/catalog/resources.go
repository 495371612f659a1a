package catalog

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/bundle"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/wire"
	"emcp/toolset"
	"emcp/upstream"
)

// Templates of the URIs of resources.
const (
	documentTemplate = "evo://{server}/content/{id}"
	siteTemplate     = "evo://{server}/site"
	templateTemplate = "evo://{server}/template/{id}"
	modelTemplate    = "evo://{server}/model/{model}"
	rowTemplate      = "evo://{server}/model/{model}/{id}"
	itemTemplate     = "evo://{server}/item/{type}/{id}"
)

// Descriptions of resources.
const (
	SiteDescription     = "The site, its templates and template variables"
	documentDescription = "A document of the site: a head with its fields, then its text as Markdown"
	templateDescription = "A template of the site with its template variables, as evo.site.describe returns it"
	modelDescription    = "Rows of a model by id, as evo.model.list returns them with dates: rfc3339"
	rowDescription      = "A row of a model, as evo.model.get returns it with dates: rfc3339"
	itemDescription     = "A product or article, as evo.items.get returns it"
)

// Media types of resources.
const (
	MarkdownType = "text/markdown"
	JSONType     = "application/json"
	textType     = "text/plain"
)

// ResourceTemplate is a template of URIs, as resources/templates/list shows it.
type ResourceTemplate struct {
	URITemplate string                  `json:"uriTemplate"`
	Name        string                  `json:"name"`
	Title       string                  `json:"title"`
	Description string                  `json:"description"`
	MIMEType    string                  `json:"mimeType"`
	tool        string                  // that shows the same
	Variables   map[string]ArgumentKind `json:"-"` // beside server
}

// ResourceTemplates are the templates of every server.
var ResourceTemplates = []ResourceTemplate{
	{documentTemplate, "content", "Document", documentDescription, MarkdownType, DocumentTool,
		map[string]ArgumentKind{"id": DocumentID}},
	{siteTemplate, "site", "The site", SiteDescription, JSONType, SiteTool, nil},
	{templateTemplate, "template", "Template", templateDescription, JSONType, SiteTool,
		map[string]ArgumentKind{"id": TemplateID}},
	{modelTemplate, "model", "Model", modelDescription, JSONType, ListTool, map[string]ArgumentKind{"model": ModelName}},
	{rowTemplate, "row", "Row of a model", rowDescription, JSONType, RowTool,
		map[string]ArgumentKind{"model": ModelName, "id": FreeText}},
	{itemTemplate, "item", "Product or article", itemDescription, JSONType, ItemTool,
		map[string]ArgumentKind{"type": ItemType, "id": ItemID}},
}

// SiteURI returns the URI of the site.
func (c *Catalog) SiteURI() string { return strings.Replace(siteTemplate, "{server}", c.Handle, 1) }

// DocumentURI returns the URI of a document.
func (c *Catalog) DocumentURI(id int64) string {
	return strings.NewReplacer("{server}", c.Handle, "{id}", strconv.FormatInt(id, 10)).Replace(documentTemplate)
}

// DocumentID returns the id in the URI of a document. The URI must be as DocumentURI writes it.
func (c *Catalog) DocumentID(uri string) (int64, error) {
	id, err := strconv.ParseInt(uri[strings.LastIndexByte(uri, '/')+1:], 10, 64)
	if err == nil && id > 0 && uri == c.DocumentURI(id) {
		return id, nil
	}
	return 0, NoResource()
}

// NoResource returns the fault for a URI that the server does not have.
func NoResource() error {
	return fault.New(fault.ResourceNotFound,
		"this server has no such resource; resources/templates/list returns its URI templates")
}

// Annotations are what a list says about a resource for the use of the client.
type Annotations struct {
	LastModified string `json:"lastModified"`
}

// Resource is a resource as resources/list shows it.
type Resource struct {
	URI         string       `json:"uri"`
	Name        string       `json:"name"`
	Title       string       `json:"title,omitzero"`
	Description string       `json:"description,omitzero"`
	MIMEType    string       `json:"mimeType,omitzero"`
	Annotations *Annotations `json:"annotations,omitzero"`
	Meta        *mcpgo.Meta  `json:"_meta,omitzero"`
}

// ConfiguredResources returns what the configuration and upstreams decide of a caller's list of resources: those of
// upstreams, those that the owner has declared, and the kinds of resources and models that the server has.
func (c *Catalog) ConfiguredResources(caller identity.Principal) (list []any) {
	for _, r := range c.UpstreamResources(caller) {
		list = append(list, r)
	}
	if c.Tools.Admit(RootsTool) != nil {
		return list
	}
	for _, r := range c.DeclaredResources() {
		list = append(list, r)
	}
	for _, template := range ResourceTemplates {
		if c.AdmitResource(caller, template) == nil {
			list = append(list, template)
		}
	}
	if c.AdmitEntry(caller, ListTool) == nil {
		list = append(list, c.Tools.ModelsFor(caller))
	}
	return append(list, c.SiteURI())
}

// DeclaredResource returns the resource that the owner has declared under a URI.
func (c *Catalog) DeclaredResource(uri string) (bundle.Resource, bool) {
	i := slices.IndexFunc(c.Resources, func(r bundle.Resource) bool { return r.URI == uri })
	if i < 0 {
		return bundle.Resource{}, false
	}
	return c.Resources[i], true
}

// TypeOf returns the media type of a declared resource.
func TypeOf(r bundle.Resource) string {
	if r.Text {
		return textType
	}
	return JSONType
}

// DeclaredResources returns those that can be read.
func (c *Catalog) DeclaredResources() []Resource {
	var list []Resource
	for _, r := range c.Resources {
		if c.Tools.Admit(r.Tool) == nil {
			list = append(list, Resource{URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Description,
				MIMEType: TypeOf(r)})
		}
	}
	return list
}

// AdmitResource refuses callers and servers that cannot call the tool of a resource template. Documents and the site
// need no scope for tools.
func (c *Catalog) AdmitResource(caller identity.Principal, t ResourceTemplate) error {
	switch t.URITemplate {
	case documentTemplate, siteTemplate:
		return c.Tools.Admit(t.tool)
	case itemTemplate:
		if !c.Lists(t.tool) {
			return NoResource()
		}
	}
	return c.AdmitEntry(caller, t.tool)
}

// Lists reports whether the server has a tool of emcp, as far as the site is known.
func (c *Catalog) Lists(tool string) bool {
	return slices.ContainsFunc(c.Tools.Tools(), func(t toolset.Tool) bool { return t.Name == tool })
}

// AdmitEntry refuses callers and servers that cannot call the tool of an Entry.
func (c *Catalog) AdmitEntry(caller identity.Principal, tool string) error {
	if !c.Scopes.Allows(caller, wire.CallMethod) {
		return fault.New(fault.ScopeDenied, "this token has no scope for %s, which this resource needs", wire.CallMethod)
	}
	return c.Tools.Admit(tool)
}

// offered returns the resources of upstreams that a caller may read, by URI. A declared resource, also one that is
// denied, is never replaced by one of an upstream.
func (c *Catalog) offered(caller identity.Principal) iter.Seq2[string, upstream.Resource] {
	return func(yield func(string, upstream.Resource) bool) {
		if len(c.Upstreams) == 0 || !c.Scopes.Allows(caller, wire.CallMethod) {
			return
		}
		lists := make([]*upstream.List, len(c.Upstreams))
		for i, u := range c.Upstreams {
			lists[i] = u.List()
		}
		for uri, r := range upstream.Resources(lists) {
			if _, own := c.DeclaredResource(r.URI); !own && !yield(uri, r) {
				return
			}
		}
	}
}

// UpstreamResource returns the resource of an upstream that a caller may read by a URI.
func (c *Catalog) UpstreamResource(caller identity.Principal, uri string) (upstream.Resource, bool) {
	for known, r := range c.offered(caller) {
		if known == uri {
			return r, true
		}
	}
	return upstream.Resource{}, false
}

// UpstreamResources returns those that a caller may read as resources/list shows them, each with the name of its
// upstream.
func (c *Catalog) UpstreamResources(caller identity.Principal) (list []Resource) {
	for uri, r := range c.offered(caller) {
		list = append(list, Resource{
			URI: uri, Name: r.Name, Title: r.Title, Description: r.Description, MIMEType: r.MIMEType,
			Meta: upstreamMeta(r.Upstream),
		})
	}
	return list
}
