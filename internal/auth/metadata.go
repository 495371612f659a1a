package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json"
)

// Metadata is what an authorization server publishes about itself (RFC 8414; OpenID Connect Discovery
// 1.0 has the same members).
type Metadata struct {
	Issuer                string   `json:"issuer"`
	AuthorizationEndpoint string   `json:"authorization_endpoint"`
	TokenEndpoint         string   `json:"token_endpoint"`
	RevocationEndpoint    string   `json:"revocation_endpoint,omitzero"`
	RegistrationEndpoint  string   `json:"registration_endpoint,omitzero"`  // RFC 7591
	IntrospectionEndpoint string   `json:"introspection_endpoint,omitzero"` // RFC 7662
	JWKSURI               string   `json:"jwks_uri,omitzero"`
	Scopes                []string `json:"scopes_supported,omitzero"`
	ResponseTypes         []string `json:"response_types_supported"`
	ResponseModes         []string `json:"response_modes_supported,omitzero"`
	GrantTypes            []string `json:"grant_types_supported,omitzero"`
	ClientAuthentication  []string `json:"token_endpoint_auth_methods_supported,omitzero"`
	AssertionAlgorithms   []string `json:"token_endpoint_auth_signing_alg_values_supported,omitzero"`
	RevocationAuth        []string `json:"revocation_endpoint_auth_methods_supported,omitzero"`
	RevocationAlgorithms  []string `json:"revocation_endpoint_auth_signing_alg_values_supported,omitzero"`
	ChallengeMethods      []string `json:"code_challenge_methods_supported,omitzero"` // RFC 7636
	ClientIDDocuments     bool     `json:"client_id_metadata_document_supported,omitzero"`
	IssuerInResponse      bool     `json:"authorization_response_iss_parameter_supported,omitzero"` // RFC 9207
	UILocales             []string `json:"ui_locales_supported,omitzero"`
	ServiceDocumentation  string   `json:"service_documentation,omitzero"`
}

// Discover fetches the metadata of an authorization server. It looks in the places that MCP names, in their order (MCP
// 2026-07-28, Authorization Server Metadata Discovery). The document must name the same issuer.
func Discover(ctx context.Context, issuer string) (Metadata, error) {
	base, err := url.Parse(issuer)
	if err != nil {
		return Metadata{}, fmt.Errorf("the issuer is not a URL: %w", err)
	}
	var failures []error
	for _, place := range metadataPlaces(base) {
		m, err := metadataAt(ctx, place, issuer)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		return m, nil
	}
	return Metadata{}, fmt.Errorf("the metadata of the issuer cannot be read: %w", errors.Join(failures...))
}

// metadataAt fetches the metadata at an address, which must be those of the issuer.
func metadataAt(ctx context.Context, place, issuer string) (m Metadata, err error) {
	if err := fetchJSON(ctx, place, &m); err != nil {
		return Metadata{}, err
	}
	if m.Issuer != issuer {
		return Metadata{}, fmt.Errorf("%s names the issuer %q; auth.oauth.issuer must be the same to the letter", place,
			m.Issuer)
	}
	return m, nil
}

// metadataPlaces returns where the metadata of an issuer can be.
func metadataPlaces(issuer *url.URL) []string {
	const oauth, openID = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
	at := func(path string) string {
		return (&url.URL{Scheme: issuer.Scheme, Host: issuer.Host, Path: path}).String()
	}
	path := strings.TrimSuffix(issuer.Path, "/")
	if path == "" {
		return []string{at(oauth), at(openID)}
	}
	return []string{at(oauth + path), at(openID + path), at(path + openID)}
}

// fetchJSON reads a JSON document of an address that the operator has configured. Redirects are not followed.
func fetchJSON(ctx context.Context, address string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, keyFetchTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "application/json")
	return doJSON(request, into)
}

// doJSON sends a request and reads the JSON document of its answer.
func doJSON(request *http.Request, into any) error {
	response, err := keyClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", request.URL, response.Status)
	}
	text, err := io.ReadAll(response.Body)
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return fmt.Errorf("%s answers more than %d bytes", request.URL, tooLarge.Limit)
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s does not answer with the JSON document that is expected: %w", request.URL, err)
	}
	return nil
}
