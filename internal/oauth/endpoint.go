package oauth

import (
	"errors"
	"net/http"

	"github.com/go-json-experiment/json"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

// maxForm bounds the body of a request, in bytes.
const maxForm = 64 << 10

// endpoint answers a client's request with JSON. answer also returns who gets tokens, as far as that is known.
func (s *Server) endpoint(answer func(r *http.Request) (body any, to identity.Principal, err error)) Handler {
	return func(w http.ResponseWriter, r *http.Request) (o Outcome) {
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		body, to, err := answer(r)
		o.Caller = to
		status := http.StatusOK
		if err != nil {
			known := s.known(r, err)
			body, status, o.Code = known, known.status, known.Code
		} else if r.URL.Path == RegisterPath {
			status = http.StatusCreated
		}
		w.Header().Set("Cache-Control", "no-store")
		writeJSON(w, status, body)
		return o
	}
}

// nobody is the answer of an endpoint from which nobody gets tokens.
func nobody(answer func(r *http.Request) (any, error)) func(r *http.Request) (any, identity.Principal, error) {
	return func(r *http.Request) (any, identity.Principal, error) {
		body, err := answer(r)
		return body, identity.Principal{}, err
	}
}

// known returns the error for the client. Any error that is neither a refusal nor a logged fault is a failure of the
// store, and goes to the log.
func (s *Server) known(r *http.Request, err error) *oauthError {
	var known *oauthError
	if errors.As(err, &known) {
		return known
	}
	var busy *fault.Error
	if errors.As(err, &busy) && busy.Logged {
		return &oauthError{unavailable, busy.Message, busy.Kind.Class().HTTP}
	}
	s.Log.ErrorContext(r.Context(), "sign-in failed", "path", r.URL.Path, "error", err)
	return &oauthError{unavailable, "emcp cannot answer at the moment; try again later", http.StatusServiceUnavailable}
}

// writeJSON writes a document that pages of any origin may read. It contains nothing that depends on the browser's
// cookies.
func writeJSON(w http.ResponseWriter, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		status, text = http.StatusInternalServerError, nil
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// Preflight lets pages of any origin call the endpoints for clients and read the published metadata.
func Preflight(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
	w.Header().Set("Access-Control-Allow-Headers", "Content-Type, Authorization, MCP-Protocol-Version")
	w.WriteHeader(http.StatusNoContent)
}

// metadata answers with the metadata of the authorization server (RFC 8414).
func (s *Server) metadata(w http.ResponseWriter, _ *http.Request) {
	m := auth.Metadata{
		Issuer: s.Issuer, AuthorizationEndpoint: s.Issuer + AuthorizePath, TokenEndpoint: s.Issuer + TokenPath,
		RevocationEndpoint: s.Issuer + RevokePath, Scopes: s.Resources[0].Scopes.Usual(),
		ResponseTypes: []string{"code"}, ResponseModes: []string{"query"},
		GrantTypes:           []string{"authorization_code", "refresh_token"},
		ClientAuthentication: []string{"none", methodAssertion}, AssertionAlgorithms: auth.IssuerAlgorithms,
		RevocationAuth: []string{"none", methodAssertion}, RevocationAlgorithms: auth.IssuerAlgorithms,
		ChallengeMethods: []string{"S256"}, ClientIDDocuments: true, IssuerInResponse: true, UILocales: languages(),
	}
	if s.Registration {
		m.RegistrationEndpoint = s.Issuer + RegisterPath
	}
	w.Header().Set("Cache-Control", "max-age=300")
	writeJSON(w, http.StatusOK, m)
}
