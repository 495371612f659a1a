package oauth

import "net/http"

// Routes returns the handlers by method and path, in the notation of http.ServeMux.
func (s *Server) Routes() map[string]Handler {
	routes := map[string]Handler{
		"GET " + MetadataPath:     unnoted(s.metadata),
		"GET " + AuthorizePath:    s.page(s.showAuthorize),
		"POST " + AuthorizePath:   s.page(s.decide),
		"GET " + ConnectionsPath:  s.page(s.showConnections),
		"POST " + ConnectionsPath: s.page(s.changeConnections),
		"GET " + StylePath:        unnoted(style),
		"POST " + TokenPath:       s.endpoint(s.token),
		"POST " + RevokePath:      s.endpoint(nobody(s.revoke)),
	}
	if s.Registration {
		routes["POST "+RegisterPath] = s.endpoint(nobody(s.register))
	}
	if s.OpenID != nil {
		routes["GET "+OpenIDPath] = s.page(s.beginOpenID)
		routes["GET "+CallbackPath] = s.page(s.finishOpenID)
	}
	for _, path := range []string{MetadataPath, TokenPath, RevokePath, RegisterPath} {
		routes["OPTIONS "+path] = unnoted(Preflight)
	}
	return routes
}

// unnoted returns the handler of what is public and never fails.
func unnoted(handle http.HandlerFunc) Handler {
	return func(w http.ResponseWriter, r *http.Request) Outcome {
		handle(w, r)
		return Outcome{}
	}
}
