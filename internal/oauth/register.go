package oauth

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"emcp/internal/fault"
)

// registration is what a client says about itself (RFC 7591). Other members are ignored.
type registration struct {
	Name      string   `json:"client_name,omitzero"`
	Redirects []string `json:"redirect_uris"`
}

// registered is the content of a registered client's id.
type sealedClient struct {
	Name      string   `json:"n,omitzero"`
	Redirects []string `json:"r"`
}

// registrationAnswer is the answer to the client (RFC 7591, section 3.2.1).
type registrationAnswer struct {
	registration
	ID             string   `json:"client_id"`
	Issued         int64    `json:"client_id_issued_at"`
	GrantTypes     []string `json:"grant_types"`
	ResponseTypes  []string `json:"response_types"`
	Authentication string   `json:"token_endpoint_auth_method"`
}

// idPrefix marks the ids of registered clients.
const idPrefix = "emcp_client_"

// maxRegistered bounds the content of a registered client's id, in bytes, because the id is part of addresses.
const maxRegistered = 1500

// register gives a client an id. Nothing is stored: the id contains the registration under a seal.
func (s *Server) register(r *http.Request) (any, error) {
	text, err := io.ReadAll(r.Body)
	var busy *fault.Error // of the transport, which bounds bodies
	switch {
	case errors.As(err, &busy):
		return nil, busy
	case err != nil:
		return nil, refuse(invalidMetadata, "the registration is too large, or has not arrived")
	}
	var asked registration
	if err := json.Unmarshal(text, &asked); err != nil {
		return nil, refuse(invalidMetadata, "send the client's metadata as one JSON object (RFC 7591)")
	}
	if wrong := checkRedirects(asked.Redirects); wrong != nil {
		return nil, wrong
	}
	asked.Name = cleanName(asked.Name)
	id, err := s.clientID(r.Context(), sealedClient(asked))
	if err != nil {
		return nil, err
	}
	return registrationAnswer{
		registration: asked, ID: id, Issued: time.Now().Unix(), GrantTypes: []string{"authorization_code", "refresh_token"},
		ResponseTypes: []string{"code"}, Authentication: "none",
	}, nil
}

// clientID returns the id of a client.
func (s *Server) clientID(ctx context.Context, c sealedClient) (string, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	if len(text) > maxRegistered {
		return "", refuse(invalidMetadata, "the names and addresses of the client are too long")
	}
	sealed, err := s.sealed(ctx, clientSeal, text)
	return idPrefix + sealed, err
}

// registered returns the client that was registered here under an id.
func (s *Server) registered(ctx context.Context, id string) (client, error) {
	unknown := refuse(invalidClient,
		"this client is not known here; remove the connection in the assistant and add it again")
	text, ours := strings.CutPrefix(id, idPrefix)
	if !ours || !s.Registration {
		return client{}, unknown
	}
	opened, err := s.unsealed(ctx, clientSeal, text)
	if err != nil {
		return client{}, err
	}
	var known sealedClient
	if json.Unmarshal(opened, &known) != nil {
		return client{}, unknown
	}
	return client{ID: id, Name: known.Name, Redirects: known.Redirects}, nil
}

// client returns the client with that id. An id that is an address names the client's metadata document; other ids
// contain a registration.
func (s *Server) client(ctx context.Context, id string) (client, error) {
	switch {
	case id == "":
		return client{}, refuse(invalidRequest, "client_id is missing")
	case len(id) > maxClientID:
		return client{}, refuse(invalidClient, "client_id is too long")
	case strings.HasPrefix(id, "https://"):
		return s.documents.client(ctx, id)
	}
	return s.registered(ctx, id)
}
