package mcp

import (
	"cmp"
	"context"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
	"emcp/mcp/wire"
	"emcp/toolset"
)

// Metadata of the platform (contract section 3).
const (
	serverName = "emcp"
	platform   = "eMCP"
)

// surfaces are the extensions of the contract other than tools and arguments, by the names of MCP's capabilities.
var surfaces = []string{"resources", "prompts", "completions"}

// serverInfo says which program answers, with the members that the contract adds (section 3).
type serverInfo struct {
	mcpgo.Implementation
	Platform        string `json:"platform"`
	PlatformVersion string `json:"platformVersion"`
}

// siteName returns the name of the site, if it is the title of the server and the database answers.
func (e *endpoint) siteName(ctx context.Context) string {
	if e.Title != "" {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, e.siteTime)
	defer cancel()
	return e.Tools.SiteName(ctx)
}

// Title returns the name of a server for people: its title, otherwise the name of its site. It is empty if there is no
// such server, or if the database does not answer within half a second.
func (s *Service) Title(ctx context.Context, handle string) string {
	e := s.endpoints[handle]
	if e == nil {
		return ""
	}
	return cmp.Or(e.Title, e.siteName(ctx))
}

// info returns the serverInfo of a server whose site has that name.
func (e *endpoint) info(site string) serverInfo {
	return serverInfo{mcpgo.Implementation{
		Name: cmp.Or(e.Name, serverName), Title: cmp.Or(e.Title, site), Version: e.version,
	}, platform, e.version}
}

// capabilities are what the server offers, with the member that the contract adds (section 3).
type capabilities struct {
	Prompts   *listCapabilities     `json:"prompts,omitzero"`
	Resources *resourceCapabilities `json:"resources,omitzero"`
	Tools     listCapabilities      `json:"tools"`
	Completed *struct{}             `json:"completions,omitzero"`
	Evo       *evoCapabilities      `json:"evo,omitzero"`
}

// listCapabilities say that clients are notified of changes of a list.
type listCapabilities struct {
	ListChanged bool `json:"listChanged"`
}

type resourceCapabilities struct {
	Subscribe bool `json:"subscribe"`
	listCapabilities
}

type evoCapabilities struct {
	ToolsetVersion string   `json:"toolsetVersion"`
	Extensions     []string `json:"extensions"`
}

// capabilities returns what the server offers. A server with only search and fetch does not serve the contract's
// toolset.
func (e *endpoint) capabilities() capabilities {
	notified := listCapabilities{ListChanged: true}
	if e.ToolsOnly {
		return capabilities{Tools: notified}
	}
	return capabilities{
		Tools: notified, Prompts: &notified, Resources: &resourceCapabilities{true, notified}, Completed: &struct{}{},
		Evo: &evoCapabilities{toolset.Version, slices.Concat(e.Tools.Extensions(), surfaces)},
	}
}

// initialize answers initialize. It agrees on the revision that the client asks for if emcp speaks it, otherwise on the
// latest with a handshake.
func (e *endpoint) initialize(ctx context.Context, from client, m message) (reply, error) {
	var in struct {
		ProtocolVersion string         `json:"protocolVersion"`
		ClientInfo      jsontext.Value `json:"clientInfo"`
	}
	if m.Params != nil {
		if err := json.Unmarshal(m.Params, &in); err != nil {
			return reply{}, fault.Wrap(fault.InvalidParams, err, wrongParams)
		}
	}
	began := program{mcpgo.NegotiateLegacyVersion(in.ProtocolVersion), refusesDots(in.ClientInfo)}
	from.connection.introduce(began)
	about := e.introduce(ctx, from)
	r, err := resultOf(struct {
		ProtocolVersion string       `json:"protocolVersion"`
		Capabilities    capabilities `json:"capabilities"`
		ServerInfo      serverInfo   `json:"serverInfo"`
		Instructions    string       `json:"instructions"`
	}{began.revision, e.capabilities(), e.info(about.name), about.instructions})
	r.session = newSession(began)
	return r, err
}

// discover answers server/discover, which replaces initialize in the revision without a handshake. As in every result
// of that revision, _meta has serverInfo.
func (e *endpoint) discover(ctx context.Context, from client, params jsontext.Value) (any, int, error) {
	if err := readParams(params, &meta{}); err != nil {
		return nil, 0, err
	}
	return struct {
		SupportedVersions []string     `json:"supportedVersions"`
		Capabilities      capabilities `json:"capabilities"`
		Instructions      string       `json:"instructions"`
	}{wire.Revisions, e.capabilities(), e.introduce(ctx, from).instructions}, 0, nil
}
