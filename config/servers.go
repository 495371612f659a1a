package config

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"emcp/allowlist"
	"emcp/bundle"
	"emcp/internal/identity"
	"emcp/internal/profile"
)

var handlePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

// servers returns the enabled servers with their effective limits. If none are configured, the only site is served as
// defaultHandle.
func (m *mistakes) servers(f file, upstreams map[string]Upstream, groups map[string]Group) []Server {
	entries := f.Servers
	if len(entries) == 0 && len(f.Sites) == 1 {
		for site := range f.Sites {
			only := withDefaults[fileServer]()
			only.Handle, only.Site = defaultHandle, site
			entries = []fileServer{only}
		}
	}
	models := m.models(f.Domain.Models.Allow)
	scopes := m.scopeMap("auth.scope_map", f.Auth, f.Auth.ScopeMap)
	denied := m.patterns("security.deny_tools", f.Security.DenyTools)
	bundles := m.bundles(f.Bundles)
	handles := map[string]bool{}
	var servers []Server
	for i, entry := range entries {
		path := m.element("servers", i)
		if !handlePattern.MatchString(entry.Handle) {
			m.add("%s.handle: %q can contain only lower-case letters, digits, - and _, at most 64 characters", path,
				entry.Handle)
		}
		if handles[entry.Handle] {
			m.add("%s.handle: %q appears twice", path, entry.Handle)
		}
		handles[entry.Handle] = true
		if _, ok := f.Sites[entry.Site]; !ok {
			m.add("%s.site: there is no site %q", path, entry.Site)
		}
		server := Server{
			Handle: entry.Handle, Site: entry.Site, Limits: f.limits(entry.Limits), Models: models, Scopes: scopes,
			Deny: slices.Concat(denied, m.patterns(path+".security.deny_tools", entry.Security.DenyTools)),
			Rate: f.RateLimit.of(entry.RateLimit), WebSocket: entry.WebSocket,
		}
		m.presentation(path, entry, &server)
		server.Bundle = m.mount(path, bundles, entry.Bundles)
		if server.ErrorCodes == CodesNamespaced {
			m.inNamespaces(server.Bundle)
		}
		server.Upstreams = m.connected(path, upstreams, entry.Upstreams, server.Bundle)
		server.Groups, server.ListGrouped = m.grouped(path, groups, entry.Groups, server.Bundle), entry.ListGrouped
		if entry.Profile == profile.TOMO.Name {
			m.platform(path, &profile.TOMO, &server)
		}
		if len(entry.ScopeMap) > 0 {
			server.Scopes = m.scopeMap(path+".scope_map", f.Auth, entry.ScopeMap)
		}
		if entry.Enabled {
			servers = append(servers, server)
		}
	}
	switch {
	case len(entries) == 0 && len(f.Sites) > 1:
		m.add("servers: with several sites, list what emcp serves, such as\nservers:\n%s",
			exampleServers(slices.Sorted(maps.Keys(f.Sites))))
	case len(servers) == 0:
		m.add("servers: add at least one server that is enabled")
	}
	return servers
}

// exampleServers returns a server for each of the sites. Its handle is the site's name where that is a handle.
func exampleServers(sites []string) string {
	var lines []string
	for i, site := range sites {
		handle := strings.ToLower(site)
		if !handlePattern.MatchString(handle) {
			handle = fmt.Sprintf("site%d", i+1)
		}
		lines = append(lines, fmt.Sprintf("  - {handle: %s, site: %s}", scalar(handle), scalar(site)))
	}
	return strings.Join(lines, "\n")
}

var namePattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// maxInstructions bounds the instructions, which assistants read with every conversation, in bytes.
const maxInstructions = 4_000

// profileChatGPT is the profile of a server for ChatGPT's connectors.
const profileChatGPT = "chatgpt"

// inNamespaces reports codes of declared tools that have no namespace.
func (m *mistakes) inNamespaces(b bundle.Bundle) {
	for _, tool := range b.Tools {
		for key, code := range tool.Codes.All() {
			if !strings.Contains(code, ".") {
				m.add("%s.codes.%s: a server with error_codes: namespaced needs a namespace, such as shop.%s", tool.Place,
					key, code)
			}
		}
	}
}

// platform applies the profile of a platform to a server that is otherwise complete. The server then has only the tools
// of bundles, and clients get results and errors in the forms of the first revisions of MCP.
func (m *mistakes) platform(path string, p *profile.Profile, s *Server) {
	s.Profile, s.Tools = p, []identity.Pattern{}
	switch {
	case len(s.Bundle.Tools) == 0:
		m.add("%s.bundles: the profile %s shows only tools of bundles; mount a bundle with tools", path, p.Name)
	case len(s.Bundle.Prompts) > 0 || len(s.Bundle.Resources) > 0:
		m.add("%s.bundles: the profile %s has no prompts and no resources; move them to another bundle", path, p.Name)
	case len(s.Upstreams) > 0:
		m.add("%s.upstreams: the profile %s shows only tools of bundles; remove upstreams or profile", path, p.Name)
	case len(s.Groups) > 0:
		m.add("%s.groups: the profile %s shows only tools of bundles; remove groups or profile", path, p.Name)
	}
	if s.ToolErrors == ErrorsResult {
		m.add("%s.tool_errors: the profile %s needs rpc; remove tool_errors or profile", path, p.Name)
	}
	if s.Output == OutputStructured {
		m.add("%s.output: the profile %s needs text; remove output or profile", path, p.Name)
	}
	s.ToolErrors, s.Output = ErrorsRPC, OutputText
	for _, err := range p.CheckTools(s.Bundle.Tools) {
		m.add("%s.profile: %w", path, err)
	}
}

// presentation reads how a server appears to clients.
func (m *mistakes) presentation(path string, f fileServer, s *Server) {
	if f.Profile == "compact" { // of earlier versions
		m.add("%s.profile: assistants get a short list of tools without it; remove the key, or name the tools in tools", path)
	} else if !slices.Contains([]string{"", profileChatGPT, profile.TOMO.Name}, f.Profile) {
		m.add("%s.profile: %q is not one of chatgpt, tomo; remove the key to serve all tools", path, f.Profile)
	}
	if f.Profile != "" && len(f.Tools) > 0 {
		m.add("%s.tools: the profile %s says which tools the server has; remove tools or profile", path, f.Profile)
	}
	if f.Name != "" && !namePattern.MatchString(f.Name) {
		m.add("%s.name: %q can contain only letters, digits, ., _ and -, at most 64 characters", path, f.Name)
	}
	m.title(path, f.Title)
	s.Name, s.Title = f.Name, f.Title
	s.ToolNames = oneOf(m, path+".tool_names", f.ToolNames, NamesAuto, NamesDotted, NamesUnderscore)
	s.Brief = oneOf(m, path+".brief", f.Brief, BriefAuto, BriefAlways, BriefNever)
	s.ToolErrors = oneOf(m, path+".tool_errors", f.ToolErrors, ErrorsAuto, ErrorsRPC, ErrorsResult)
	s.Dates = oneOf(m, path+".dates", f.Dates, DatesUnix, DatesRFC3339)
	s.ErrorCodes = oneOf(m, path+".error_codes", f.ErrorCodes, CodesPlain, CodesNamespaced)
	s.Output = oneOf(m, path+".output", f.Output, OutputBoth, OutputStructured, OutputText)
	if len(f.Instructions) > maxInstructions {
		m.add("%s.instructions: has more than %d bytes; assistants read it in every conversation, so shorten it", path,
			maxInstructions)
	}
	s.Tools = m.patterns(path+".tools", f.Tools)
	s.ChatGPT, s.Elements = f.Profile == profileChatGPT, f.Elements
	if f.Profile != "" && s.Elements {
		m.add("%s.elements: the profile %s has no tools for elements; remove elements or profile", path, f.Profile)
	}
	s.Instructions = f.Instructions
}

// oneOf returns the known value with that name. An empty name means the first.
func oneOf[T ~string](m *mistakes, path, text string, known ...T) T {
	if text == "" {
		return known[0]
	}
	if !slices.Contains(known, T(text)) {
		m.add("%s: %q is not one of %s", path, text, enumeration(known))
	}
	return T(text)
}

// enumeration joins values for a message.
func enumeration[T ~string](values []T) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
	}
	return strings.Join(texts, ", ")
}

// scopeMap reads a scope map. An empty one means the built-in map.
func (m *mistakes) scopeMap(path string, auth fileAuth, texts map[string][]string) identity.ScopeMap {
	if len(texts) == 0 {
		texts = identity.BuiltinScopes()
	}
	scopes, err := identity.ParseScopeMap(texts)
	if err != nil {
		m.add("%s.%w", path, err)
	}
	if !auth.RequireScopes {
		return scopes.Free()
	}
	return scopes
}

// scopes returns the scopes that a caller can have: those of all maps in use.
func (f file) scopes() []string {
	used := maps.Clone(f.Auth.ScopeMap)
	if len(used) == 0 {
		used = identity.BuiltinScopes()
	}
	for _, server := range f.Servers {
		maps.Copy(used, server.ScopeMap)
	}
	if len(f.Upstreams) > 0 {
		used[identity.ScopeWrite] = nil
	}
	return append(slices.Sorted(maps.Keys(used)), identity.AllScopes)
}

// of returns the rate of a server with its own settings, which may be nil.
func (f fileRateLimit) of(own fileServerRate) Rate {
	if !*cmp.Or(own.Enabled, &f.Enabled) {
		return Rate{}
	}
	return Rate{int(*cmp.Or(own.PerMinute, &f.PerMinute)), own != fileServerRate{}}
}

// limits returns the bounds of a server with its own settings, which may be nil.
func (f file) limits(own fileLimits) Limits {
	global := f.Limits
	return Limits{
		PayloadBytes:  *cmp.Or(own.MaxPayloadKB, global.MaxPayloadKB) << 10,
		ResultTokens:  int(*cmp.Or(own.MaxResultTokens, global.MaxResultTokens)),
		ResultBytes:   int(*cmp.Or(own.MaxResultBytes, global.MaxResultBytes)),
		ListLimit:     *cmp.Or(own.MaxResultItems, global.MaxResultItems),
		ContentOffset: f.Domain.Content.MaxOffset,
		ModelOffset:   f.Domain.Models.MaxOffset,
	}
}

func (m *mistakes) models(allow []fileModel) []allowlist.Model {
	known := allowlist.Models()
	if len(allow) == 0 {
		return known
	}
	var models []allowlist.Model
	for i, entry := range allow {
		path := m.element("domain.models.allow", i)
		at := slices.IndexFunc(known, func(k allowlist.Model) bool { return k.Name == entry.Model })
		if at < 0 {
			m.add("%s.model: there is no model %q", path, entry.Model)
			continue
		}
		if slices.ContainsFunc(models, func(k allowlist.Model) bool { return k.Name == entry.Model }) {
			m.add("%s.model: %s appears twice", path, entry.Model)
		}
		model := known[at]
		model.Internal = false // the owner has chosen to show it
		if len(entry.Fields) > 0 {
			narrowed, err := model.Narrow(entry.Fields)
			if err != nil {
				m.add("%s.fields: %w", path, err)
			}
			model = narrowed
		}
		models = append(models, model)
	}
	return models
}
