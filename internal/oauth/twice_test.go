package oauth_test

import (
	"context"
	"strings"
	"testing"

	"emcp/internal/oauth"
	"emcp/internal/state"
)

// interrupted is a store that calls meanwhile once, just before a key with the prefix changes.
type interrupted struct {
	state.Store
	prefix    string
	meanwhile func()
}

func (s *interrupted) Update(ctx context.Context, key string, change state.Change) error {
	if meanwhile := s.meanwhile; meanwhile != nil && strings.HasPrefix(key, s.prefix) {
		s.meanwhile = nil
		meanwhile()
	}
	return s.Store.Update(ctx, key, change)
}

// TestCodeTwiceAtOnce uses a code for the second time while the first use is being answered:
// nothing made of it stays alive.
func TestCodeTwiceAtOnce(t *testing.T) {
	for _, prefix := range []string{"code:", "grant:", "grants:"} {
		t.Run(prefix, func(t *testing.T) {
			store := &interrupted{prefix: prefix}
			i := installWithClients(t, func(o *oauth.Options) { store.Store, o.Store = o.Store, store })
			client := i.client(t, "/claude.json", nil)
			code := i.browser(t).allow(i.asks(client), adasToken).Query().Get("code")
			var second answer
			store.meanwhile = func() { second = i.post(t, oauth.TokenPath, i.exchanges(client, code)) }
			first := i.post(t, oauth.TokenPath, i.exchanges(client, code))
			if store.meanwhile != nil {
				t.Fatal("there was no second use")
			}
			for _, a := range []answer{first, second} {
				if a.Access == "" {
					continue
				}
				if who := i.caller(t, a.Access, "content"); who != "invalid_token" {
					t.Errorf("a grant is alive: %s", who)
				}
				if again := i.post(t, oauth.TokenPath, refreshes(client, a.Refresh)); again.Error != "invalid_grant" {
					t.Error(again.text)
				}
			}
		})
	}
}
