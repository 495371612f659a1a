package oauth

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/go-json-experiment/json"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

// oauthError is an error as clients read it (RFC 6749, section 5.2). The description says what to do.
type oauthError struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
	status      int
}

func (r *oauthError) Error() string { return r.Code + ": " + r.Description }

func refuse(code, description string) *oauthError {
	status := http.StatusBadRequest
	if code == invalidClient {
		status = http.StatusUnauthorized
	}
	return &oauthError{code, description, status}
}

// Codes of refusals (RFC 6749, 7009, 7591, 8707).
const (
	invalidRequest  = "invalid_request"
	invalidClient   = "invalid_client"
	invalidGrant    = "invalid_grant"
	invalidScope    = "invalid_scope"
	invalidTarget   = "invalid_target"
	unsupported     = "unsupported_grant_type"
	invalidRedirect = "invalid_redirect_uri"
	invalidMetadata = "invalid_client_metadata"
	unavailable     = "temporarily_unavailable"
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

// queryOf reads the parameters in the address of a request. None is skipped, as URL.Query would do with
// those that it cannot read.
func queryOf(r *http.Request) (url.Values, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, refuse(invalidRequest, "a parameter in the address cannot be read")
	}
	return query, nil
}

// once returns the value of a parameter, or "" if it is missing. A parameter may not occur twice (RFC 6749, section
// 3.1).
func once(values url.Values, name string) (string, error) {
	all := values[name]
	switch len(all) {
	case 0:
		return "", nil
	case 1:
		return all[0], nil
	}
	return "", refuse(invalidRequest, name+" is there more than once")
}

// read stores the values of parameters in their destinations.
func read(values url.Values, into map[string]*string) error {
	for name, place := range into {
		value, err := once(values, name)
		if err != nil {
			return err
		}
		*place = value
	}
	return nil
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
