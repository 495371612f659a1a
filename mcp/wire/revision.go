package wire

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
)

// StatelessRevision is the revision of MCP without handshake and sessions: every request says of which revision it is
// and what its client can do. emcp serves it and the earlier ones side by side (MCP 2026-07-28, Versioning).
const StatelessRevision = mcpgo.ProtocolVersion20260728

// EventIDRevision is the revision of MCP whose streams begin with an event that has an id.
const EventIDRevision = mcpgo.ProtocolVersion20251125

// handshakeRevisions are those on which initialize agrees.
var handshakeRevisions = []string{
	mcpgo.ProtocolVersion20241105, mcpgo.ProtocolVersion20250326, mcpgo.ProtocolVersion20250618,
	mcpgo.ProtocolVersion20251125,
}

// Revisions are the revisions that emcp speaks, the latest first.
var Revisions = []string{
	StatelessRevision,
	mcpgo.ProtocolVersion20251125, mcpgo.ProtocolVersion20250618, mcpgo.ProtocolVersion20250326,
	mcpgo.ProtocolVersion20241105,
}

// Members of _meta (MCP 2026-07-28, Overview).
const (
	revisionKey     = "io.modelcontextprotocol/protocolVersion"
	clientInfoKey   = mcpgo.MetaKeyClientInfo
	capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
	progressKey     = "progressToken"
	tokenKey        = "emcp/token" // emcp's own: the token of a client that cannot send headers
)

// Headers that repeat what the body says, for proxies between client and server (MCP 2026-07-28, Request Metadata).
const (
	VersionHeader = "MCP-Protocol-Version"
	MethodHeader  = "Mcp-Method"
	NameHeader    = "Mcp-Name"
)

// readMetadata reads what _meta says about the revision of the request, of which clients of earlier revisions say
// nothing, and the token for its progress.
func (m *Message) readMetadata(metadata jsontext.Value) error {
	if metadata == nil || metadata.Kind() != '{' {
		return nil
	}
	members := map[string]jsontext.Value{}
	if err := json.Unmarshal(metadata, &members); err != nil {
		return fault.Wrap(fault.ParseError, err, "the message is not valid JSON")
	}
	m.ClientInfo = members[clientInfoKey]
	m.Progress = readProgressToken(members[progressKey])
	revision, ok := members[revisionKey]
	if !ok {
		return nil
	}
	isText := revision.Kind() == '"' && json.Unmarshal(revision, &m.Revision) == nil
	m.Stateless = !slices.Contains(handshakeRevisions, m.Revision)
	switch {
	case !isText || m.Revision == "":
		return metadataFault(revisionKey, "must be a string such as "+StatelessRevision)
	case m.Revision == StatelessRevision && members[capabilitiesKey].Kind() != '{':
		return metadataFault(capabilitiesKey, "must be an object, {} where the client has no capabilities")
	}
	return nil
}

func metadataFault(key, text string) error {
	f := fault.New(fault.InvalidMetadata, "%s in params._meta %s", key, text)
	f.Field = "_meta"
	return f
}

// checkRevision refuses requests of revisions that emcp does not speak.
func (m *Message) checkRevision() error {
	if m.Stateless && m.Revision != StatelessRevision {
		return fault.New(fault.UnsupportedVersion, "emcp does not speak this revision of MCP; it speaks %s",
			strings.Join(Revisions, ", "))
	}
	return nil
}

// Check refuses revisions that emcp does not speak. Over HTTP it compares the message with its headers, so that a proxy
// that reads only these is not deceived (MCP 2026-07-28, Server Validation). Clients of earlier revisions need none of
// them, and send the version at most. header is nil on transports without headers.
func (m *Message) Check(header http.Header) error {
	version := header.Get(VersionHeader)
	switch {
	case !m.Stateless && version != StatelessRevision:
		return CheckVersion(version)
	case !m.WantsAnswer():
		return nil
	case header == nil:
		return m.checkRevision()
	}
	m.Stateless = true
	if m.Revision == "" {
		return metadataFault(revisionKey, "is missing, which every request of this revision has")
	}
	if err := checkHeader(header, VersionHeader, m.Revision); err != nil {
		return err
	}
	if err := m.checkRevision(); err != nil {
		return err
	}
	if err := checkHeader(header, MethodHeader, m.Method); err != nil {
		return err
	}
	if m.Subject == "" {
		return nil
	}
	return checkHeader(header, NameHeader, m.Subject)
}

// checkHeader refuses a request that does not have the header exactly once, or whose header differs from the body.
func checkHeader(header http.Header, name, text string) error {
	values := header.Values(name)
	switch {
	case len(values) == 0:
		return fault.New(fault.HeaderMismatch, "the header %s is missing", name)
	case len(values) > 1:
		return fault.New(fault.HeaderMismatch, "the header %s appears more than once", name)
	case strings.ContainsFunc(values[0], unprintable):
		return fault.New(fault.HeaderMismatch, "the header %s has characters that headers cannot have; encode it in Base64",
			name)
	case values[0] != text && (name != NameHeader || decodeHeader(values[0]) != text):
		return fault.New(fault.HeaderMismatch, "the header %s differs from the body", name)
	}
	return nil
}

func unprintable(r rune) bool { return r > '~' || r < ' ' && r != '\t' }

// CheckVersion refuses a VersionHeader with a revision that emcp does not speak (MCP 2025-11-25, Protocol Version
// Header). The header may be absent.
func CheckVersion(version string) error {
	if version != "" && !slices.Contains(Revisions, version) {
		return fault.New(fault.BadRequest, "emcp does not speak this %s; it speaks %s", VersionHeader,
			strings.Join(Revisions, ", "))
	}
	return nil
}

// decodeHeader returns the text of a header that is written in Base64, because headers cannot have all characters (MCP
// 2026-07-28, Value Encoding). It is empty if the header is not in Base64.
func decodeHeader(value string) string {
	value, marked := strings.CutPrefix(value, "=?base64?")
	value, ended := strings.CutSuffix(value, "?=")
	text, err := base64.StdEncoding.DecodeString(value)
	if !marked || !ended || err != nil {
		return ""
	}
	return string(text)
}
