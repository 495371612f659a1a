package oauth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"emcp/internal/identity"
)

// Grant is the access of a client to a server on behalf of a source.
type Grant struct {
	ID         string        `json:"id"`
	Client     string        `json:"client"` // its id
	ClientName string        `json:"client_name"`
	Redirect   string        `json:"redirect"` // host to which the code was sent
	Assertion  bool          `json:"assertion"`
	Resource   string        `json:"resource"` // address of the server
	Handle     string        `json:"handle"`
	Scopes     []string      `json:"scopes"`
	View       identity.View `json:"view"` // the view that the person consented to
	Source     Source        `json:"source"`
	Created    time.Time     `json:"created"`
	Expires    time.Time     `json:"expires"`
	Used       time.Time     `json:"used"`       // when it was last used for a token
	Generation int           `json:"generation"` // number of the valid refresh token
	Secret     []byte        `json:"secret"`     // signs its refresh tokens
}

// idsTime is how long the list of a source's grants is kept. It is longer than any grant lasts.
const idsTime = 366 * 24 * time.Hour

// maxOwnGrants is the highest number of grants of a source. Above it, the least recently used grant ends.
const maxOwnGrants = 50

func grantKey(id string) string { return "grant:" + id }

// grantsKey is the key of the list of a source's grants.
func grantsKey(source Source) string { return "grants:" + source.Hash.String() }

// errEnded means that the grant does not exist (any more).
var errEnded = refuse(invalidGrant, "the access has ended; connect again")

// grant reads a grant.
func (s *Server) grant(ctx context.Context, id string) (Grant, error) {
	text, err := s.Store.Get(ctx, grantKey(id))
	if err != nil {
		return Grant{}, err
	}
	return readGrant(id, text)
}

// readGrant decodes a stored grant. One that cannot be read, such as that of another version of emcp, has
// ended: its client signs in again. Without its id and secret a grant must not be used, because its
// refresh tokens could be forged.
func readGrant(id string, text []byte) (Grant, error) {
	var g Grant
	if json.Unmarshal(text, &g) != nil || g.ID != id || len(g.Secret) == 0 {
		return Grant{}, errEnded
	}
	return g, nil
}

// readIDs decodes a stored list of grants; one that cannot be read is empty.
func readIDs(text []byte) []string {
	var ids []string
	if json.Unmarshal(text, &ids) != nil {
		return nil
	}
	return ids
}

// open stores a new grant and adds it to the grants of its source.
func (s *Server) open(ctx context.Context, g Grant) error {
	text, err := json.Marshal(g)
	if err != nil {
		return err
	}
	keep := time.Until(g.Expires)
	if err := s.Store.Update(ctx, grantKey(g.ID),
		func([]byte) ([]byte, time.Duration, error) { return text, keep, nil }); err != nil {
		return err
	}
	others, gone, err := s.grantsOf(ctx, g.Source)
	if err != nil {
		return err
	}
	slices.SortFunc(others, func(a, b Grant) int { return b.Used.Compare(a.Used) })
	for len(others) >= maxOwnGrants {
		if err := s.end(ctx, others[len(others)-1]); err != nil {
			return err
		}
		others = others[:len(others)-1]
	}
	return s.changeIDs(ctx, g.Source, func(ids []string) []string {
		return append(slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(gone, id) }), g.ID)
	})
}

// changeIDs changes the list of the grants of a source.
func (s *Server) changeIDs(ctx context.Context, source Source, change func([]string) []string) error {
	return s.Store.Update(ctx, grantsKey(source), func(value []byte) ([]byte, time.Duration, error) {
		ids := change(readIDs(value))
		if len(ids) == 0 {
			return nil, 0, nil
		}
		next, err := json.Marshal(ids)
		return next, idsTime, err
	})
}

// grantsOf returns the grants of a source that have not ended. gone has the ids in its list whose grants have expired.
func (s *Server) grantsOf(ctx context.Context, source Source) (grants []Grant, gone []string, err error) {
	text, err := s.Store.Get(ctx, grantsKey(source))
	if err != nil {
		return nil, nil, err
	}
	for _, id := range readIDs(text) {
		switch g, err := s.grant(ctx, id); {
		case errors.Is(err, errEnded):
			gone = append(gone, id)
		case err != nil:
			return nil, nil, err
		default:
			grants = append(grants, g)
		}
	}
	return grants, gone, nil
}

// end ends a grant, with all its tokens.
func (s *Server) end(ctx context.Context, g Grant) error {
	err := s.Store.Update(ctx, grantKey(g.ID), func([]byte) ([]byte, time.Duration, error) { return nil, 0, nil })
	if err != nil {
		return err
	}
	s.grants.Invalidate(g.ID)
	s.Log.InfoContext(ctx, "access ended", "grant", g.ID, "client", g.Client, "server", g.Handle)
	return s.changeIDs(ctx, g.Source, func(ids []string) []string {
		return slices.DeleteFunc(ids, func(id string) bool { return id == g.ID })
	})
}

// refreshPrefix marks refresh tokens.
const refreshPrefix = "emcp_refresh_"

// refreshToken returns the valid refresh token of a grant.
func (g Grant) refreshToken() string {
	text := g.ID + "." + strconv.Itoa(g.Generation)
	return refreshPrefix + text + "." + base64.RawURLEncoding.EncodeToString(g.mark(text))
}

func (g Grant) mark(text string) []byte {
	mac := hmac.New(sha256.New, g.Secret)
	_, _ = mac.Write([]byte(text))
	return mac.Sum(nil)
}

// parseRefresh splits a refresh token into its parts.
func parseRefresh(token string) (id, generation, mark string, ok bool) {
	text, ours := strings.CutPrefix(token, refreshPrefix)
	parts := strings.Split(text, ".")
	if !ours || len(parts) != 3 {
		return "", "", "", false
	}
	return parts[0], parts[1], parts[2], true
}

// rotate invalidates the refresh token of a generation and returns the grant with the next one. If the token was used
// before, two parties have it, and the grant ends.
func (s *Server) rotate(ctx context.Context, g Grant, generation int) (Grant, error) {
	reused := refuse(invalidGrant, "the refresh token was used before; the access has ended, connect again")
	next := g
	err := s.Store.Update(ctx, grantKey(g.ID), func(value []byte) (_ []byte, _ time.Duration, err error) {
		if next, err = readGrant(g.ID, value); err != nil {
			return nil, 0, err
		}
		if next.Generation != generation {
			return nil, 0, reused
		}
		next.Generation++
		next.Used = time.Now()
		text, err := json.Marshal(next)
		return text, time.Until(next.Expires), err
	})
	if errors.Is(err, reused) {
		if err := s.end(ctx, g); err != nil {
			return Grant{}, err
		}
	}
	return next, err
}

// common returns the requested scopes that were also granted.
func common(requested, granted []string) []string {
	if slices.Contains(granted, identity.AllScopes) {
		return requested
	}
	var both []string
	for _, scope := range requested {
		if slices.Contains(granted, scope) {
			both = append(both, scope)
		}
	}
	return both
}
