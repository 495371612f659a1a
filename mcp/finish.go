package mcp

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
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

// finish adds to a result what the message's revision and the server want every result to have.
func (e *endpoint) finish(ctx context.Context, m message, r reply) reply {
	if r.result == nil {
		return r
	}
	added := e.common(ctx, m, r)
	if added == (common{}) {
		return r
	}
	text, err := json.Marshal(added, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // strings and numbers only
	}
	r.common = withoutEnd(text)[len("{"):]
	return r
}

// common returns what finish adds. Results of a stateless message say whether the client may keep them, for one caller
// only, because callers differ in what they may see.
func (e *endpoint) common(ctx context.Context, m message, r reply) common {
	known, c := methodNamed(m.Method), common{}
	c.Meta.Upstream = r.upstream
	if r.upstream == "" && known.site { // other results show nothing of the site
		c.Meta.Site = e.Site
	}
	if r.fault != nil && e.Namespaced {
		c.Meta.Error = &failure{r.fault.Kind, r.fault.Namespaced(), r.fault.Kind.Class().Retryable, r.fault.Details()}
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
