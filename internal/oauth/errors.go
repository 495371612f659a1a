package oauth

import "net/http"

// oauthError is an error as clients read it (RFC 6749, section 5.2). The description says what to do.
type oauthError struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
	status      int
}

func (r *oauthError) Error() string { return r.Code + ": " + r.Description }

// refuse returns an error with the status of its code.
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
