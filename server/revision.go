package server

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
)

// statelessRevision is the revision of MCP without handshake and sessions: every request says for itself of which revision
// it is and what its client can do. It and the earlier ones are served side by side (MCP 2026-07-28, Versioning).
const statelessRevision = mcp.ProtocolVersion20260728

// handshakeRevisions are those on which initialize agrees.
var handshakeRevisions = []string{
	mcp.ProtocolVersion20241105, mcp.ProtocolVersion20250326, mcp.ProtocolVersion20250618, mcp.ProtocolVersion20251125,
}

// revisions are all that emcp speaks, the latest first.
var revisions = []string{
	statelessRevision,
	mcp.ProtocolVersion20251125, mcp.ProtocolVersion20250618, mcp.ProtocolVersion20250326, mcp.ProtocolVersion20241105,
}

// Members of _meta (MCP 2026-07-28, Overview).
const (
	revisionKey     = "io.modelcontextprotocol/protocolVersion"
	capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
	serverInfoKey   = "io.modelcontextprotocol/serverInfo"
	subscriptionKey = "io.modelcontextprotocol/subscriptionId"
)

// Headers that repeat what the body says, for what stands between client and server (MCP 2026-07-28, Request Metadata).
const (
	versionHeader = "MCP-Protocol-Version"
	methodHeader  = "Mcp-Method"
	nameHeader    = "Mcp-Name"
)

// readMetadata takes over what _meta says of the request's revision. A client of an earlier revision says nothing there.
func (m *message) readMetadata(meta jsontext.Value) error {
	if meta == nil || meta.Kind() != '{' {
		return nil
	}
	members := map[string]jsontext.Value{}
	if err := json.Unmarshal(meta, &members); err != nil {
		return fault.Wrap(fault.ParseError, err, "the message is not valid JSON")
	}
	revision, ok := members[revisionKey]
	if !ok {
		return nil
	}
	isText := revision.Kind() == '"' && json.Unmarshal(revision, &m.revision) == nil
	m.stateless = !slices.Contains(handshakeRevisions, m.revision)
	switch {
	case !isText || m.revision == "":
		return metadataFault(revisionKey, "must be a text such as "+statelessRevision)
	case m.revision == statelessRevision && members[capabilitiesKey].Kind() != '{':
		return metadataFault(capabilitiesKey, "must be an object, {} where the client has no capabilities")
	}
	return nil
}

func metadataFault(key, text string) error {
	f := fault.New(fault.InvalidMetadata, "%s in params._meta %s", key, text)
	f.Field = "_meta"
	return f
}

// checkRevision refuses a message that is of no revision that emcp speaks.
func (m *message) checkRevision() error {
	if m.stateless && m.revision != statelessRevision {
		return fault.New(fault.UnsupportedVersion, "emcp does not speak this revision of MCP; it speaks %s", strings.Join(revisions, ", "))
	}
	return nil
}

// checkHeaders compares what a message says of itself with what its HTTP headers say, so that nothing on the way is told
// otherwise (MCP 2026-07-28, Server Validation). Clients of earlier revisions need none, and have the version at most.
func (m *message) checkHeaders(header http.Header) error {
	version := header.Get(versionHeader)
	switch {
	case !m.stateless && version != statelessRevision:
		return checkVersionHeader(version)
	case !m.wantsAnswer():
		return nil
	}
	m.stateless = true
	if m.revision == "" {
		return metadataFault(revisionKey, "is missing, which every request of this revision has")
	}
	if err := checkHeader(header, versionHeader, m.revision); err != nil {
		return err
	}
	if err := m.checkRevision(); err != nil {
		return err
	}
	if err := checkHeader(header, methodHeader, m.method); err != nil {
		return err
	}
	if m.name == "" {
		return nil
	}
	return checkHeader(header, nameHeader, m.name)
}

// checkHeader refuses a request whose header is not there once with the text that the body has.
func checkHeader(header http.Header, name, text string) error {
	values := header.Values(name)
	switch {
	case len(values) == 0:
		return fault.New(fault.HeaderMismatch, "the header %s is missing", name)
	case len(values) > 1:
		return fault.New(fault.HeaderMismatch, "there is more than one header %s", name)
	case strings.ContainsFunc(values[0], unprintable):
		return fault.New(fault.HeaderMismatch, "the header %s has characters that headers cannot have; write it in Base64", name)
	case values[0] != text && (name != nameHeader || decoded(values[0]) != text):
		return fault.New(fault.HeaderMismatch, "the header %s is not what the body says", name)
	}
	return nil
}

func unprintable(r rune) bool { return r > '~' || r < ' ' && r != '\t' }

// checkVersionHeader refuses revisions that emcp does not speak (MCP 2025-11-25, Protocol Version Header). No header is
// fine.
func checkVersionHeader(version string) error {
	if version != "" && !slices.Contains(revisions, version) {
		return fault.New(fault.BadRequest, "emcp does not speak this %s; it speaks %s", versionHeader, strings.Join(revisions, ", "))
	}
	return nil
}

// decoded returns the text of a header's value that is written in Base64 because of what it consists of (MCP 2026-07-28,
// Value Encoding); empty where it is not.
func decoded(value string) string {
	value, marked := strings.CutPrefix(value, "=?base64?")
	value, ended := strings.CutSuffix(value, "?=")
	text, err := base64.StdEncoding.DecodeString(value)
	if !marked || !ended || err != nil {
		return ""
	}
	return string(text)
}

// freshTime is how long clients may keep what only a new configuration changes, in milliseconds.
const freshTime = 60_000

// cacheable says of the methods whose results clients may keep (MCP 2026-07-28, Caching) for how long. Contents of the site
// change at any time.
var cacheable = map[string]int{
	"server/discover": freshTime, "tools/list": freshTime, "prompts/list": freshTime, "resources/templates/list": freshTime,
	"resources/list": 0, "resources/read": 0,
}

// finish adds to a result what every result of a stateless message has. What a caller may see is different from caller
// to caller: private.
func (e *endpoint) finish(m message, r reply) reply {
	if !m.stateless || r.fault != nil || r.member == nil {
		return r
	}
	info, err := json.Marshal(e.info)
	if err != nil {
		panic(err) // texts only
	}
	end := `"resultType":"complete",`
	if ms, ok := cacheable[m.method]; ok {
		end += `"ttlMs":` + strconv.Itoa(ms) + `,"cacheScope":"private",`
	}
	end += `"_meta":{"` + serverInfoKey + `":` + string(info) + `}}`
	open := bytes.TrimSuffix(r.member, []byte("}"))
	if !bytes.HasSuffix(open, []byte("{")) {
		end = "," + end
	}
	r.member = slices.Concat(open, []byte(end))
	return r
}
