package server

import (
	"context"
	"net/http"
	"reflect"

	"emcp/internal/auth"
	"emcp/internal/toolconfig"
	"emcp/upstream"
)

// startUpstreams starts the upstreams that servers of the configuration show. Those of the front before go on if their
// settings are the same.
func (f *front) startUpstreams(before *front) {
	f.upstreams = map[string]*upstream.Upstream{}
	for _, server := range f.config.Servers {
		for _, name := range server.Upstreams {
			if f.upstreams[name] != nil {
				continue
			}
			settings := f.config.Upstreams[name]
			if before != nil && before.upstreams[name] != nil && reflect.DeepEqual(settings, before.config.Upstreams[name]) {
				f.upstreams[name] = before.upstreams[name]
				continue
			}
			options := toolconfig.Upstream(name, settings, f.base.options.Version)
			options.Log, options.Changed = f.base.log, f.base.changes.Announce
			f.upstreams[name] = upstream.Start(options)
		}
	}
}

// closeUpstreams ends the upstreams of f that another front does not have; nil: all.
func (f *front) closeUpstreams(other *front) {
	for name, u := range f.upstreams {
		if other == nil || other.upstreams[name] != u {
			u.Close()
		}
	}
}

// personalToken returns the token of a request if it is a personal token of the site, which is accepted.
func (f *front) personalToken(ctx context.Context, header http.Header, handle string) string {
	tokens := f.personal[handle]
	token, err := auth.PresentedToken(header)
	if tokens == nil || err != nil {
		return ""
	}
	if _, err := tokens.Authenticate(ctx, token, handle); err != nil {
		return ""
	}
	return token
}
