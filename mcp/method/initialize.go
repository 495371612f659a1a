package method

import (
	"context"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
	"emcp/mcp/reply"
	"emcp/mcp/session"
	"emcp/mcp/wire"
	"emcp/toolset"
)

// surfaces are the extensions of the contract other than tools and arguments, by the names of MCP's capabilities.
var surfaces = []string{"resources", "prompts", "completions"}

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
func (e *Endpoint) capabilities() capabilities {
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
func (e *Endpoint) initialize(ctx context.Context, from Sender, m Message) (reply.Reply, error) {
	var in struct {
		ProtocolVersion string         `json:"protocolVersion"`
		ClientInfo      jsontext.Value `json:"clientInfo"`
	}
	if m.Params != nil {
		if err := json.Unmarshal(m.Params, &in); err != nil {
			return reply.Reply{}, fault.Wrap(fault.InvalidParams, err, wire.WrongParams)
		}
	}
	p := session.Program{
		Revision: mcpgo.NegotiateLegacyVersion(in.ProtocolVersion), RefusesDots: session.RefusesDots(in.ClientInfo),
	}
	from.Connection.Introduce(p)
	about := e.introduce(ctx, from)
	r, err := reply.Of(struct {
		ProtocolVersion string       `json:"protocolVersion"`
		Capabilities    capabilities `json:"capabilities"`
		ServerInfo      serverInfo   `json:"serverInfo"`
		Instructions    string       `json:"instructions"`
	}{p.Revision, e.capabilities(), e.info(about.name), about.instructions})
	r.Session = p.NewID()
	return r, err
}

// discover answers server/discover, which replaces initialize in the revision without a handshake. As in every result
// of that revision, _meta has serverInfo.
func (e *Endpoint) discover(ctx context.Context, from Sender, params jsontext.Value) (any, int, error) {
	if err := wire.ReadParams(params, &wire.Meta{}); err != nil {
		return nil, 0, err
	}
	return struct {
		SupportedVersions []string     `json:"supportedVersions"`
		Capabilities      capabilities `json:"capabilities"`
		Instructions      string       `json:"instructions"`
	}{wire.Revisions, e.capabilities(), e.introduce(ctx, from).instructions}, 0, nil
}

// ping answers ping.
func (*Endpoint) ping(context.Context, Sender, jsontext.Value) (result any, rows int, err error) {
	return struct{}{}, 0, nil
}
