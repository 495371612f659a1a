package method

import (
	"cmp"
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
	"emcp/mcp/reply"
)

// common are the members that results of all methods have beside their own.
type common struct {
	ResultType string     `json:"resultType,omitzero"`
	TTL        *int64     `json:"ttlMs,omitzero"`
	CacheScope string     `json:"cacheScope,omitzero"`
	Meta       resultMeta `json:"_meta,omitzero"`
}

// resultMeta are the members of _meta.
type resultMeta struct {
	ServerInfo *serverInfo `json:"io.modelcontextprotocol/serverInfo,omitzero"`
	Upstream   string      `json:"emcp/upstream,omitzero"` // that the result comes from
	Site       string      `json:"emcp/site,omitzero"`     // likewise
	Error      *failure    `json:"emcp/error,omitzero"`
}

// failure has the code and the details of the fault that a result reports.
type failure struct {
	Code           fault.Kind     `json:"code"`
	NamespacedCode string         `json:"namespaced_code"`
	Retryable      bool           `json:"retryable"`
	Details        *fault.Details `json:"error_details,omitzero"`
}

// Finish adds to a result what the message's revision and the server want every result to have.
func (e *Endpoint) Finish(ctx context.Context, m Message, r reply.Reply) reply.Reply {
	if r.Result == nil {
		return r
	}
	added := e.common(ctx, m, r)
	if added == (common{}) {
		return r
	}
	return r.Add(added)
}

// common returns what Finish adds. Results of a stateless message say whether the client may keep them, for one caller
// only, because callers differ in what they may see.
func (e *Endpoint) common(ctx context.Context, m Message, r reply.Reply) common {
	var c common
	known, _ := e.methodOf(m)
	c.Meta.Upstream = r.Upstream
	if r.Upstream == "" && known.site { // other results show nothing of the site
		c.Meta.Site = e.Site
	}
	if r.Fault != nil && e.Namespaced {
		c.Meta.Error = &failure{r.Fault.Kind, r.Fault.Namespaced(), r.Fault.Kind.Class().Retryable, r.Fault.Details()}
	}
	if !m.Stateless {
		return c
	}
	c.ResultType = "complete"
	if known.cacheable {
		ttl := known.fresh.Milliseconds()
		c.TTL, c.CacheScope = &ttl, "private"
	}
	info := e.info(e.Tools.LastSiteName(ctx))
	c.Meta.ServerInfo = &info
	return c
}

// serverInfo says which program answers, with the members that the contract adds (section 3).
type serverInfo struct {
	mcpgo.Implementation
	Platform        string `json:"platform"`
	PlatformVersion string `json:"platformVersion"`
}

// Metadata of the platform (contract section 3).
const (
	serverName = "emcp"
	platform   = "eMCP"
)

// SiteName returns the name of the site, if it is the title of the server and the database answers.
func (e *Endpoint) SiteName(ctx context.Context) string {
	if e.Title != "" {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, e.SiteTime)
	defer cancel()
	return e.Tools.SiteName(ctx)
}

// info returns the serverInfo of a server whose site has that name.
func (e *Endpoint) info(site string) serverInfo {
	return serverInfo{mcpgo.Implementation{
		Name: cmp.Or(e.Name, serverName), Title: cmp.Or(e.Title, site), Version: e.Version,
	}, platform, e.Version}
}
