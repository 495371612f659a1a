package oauth_test

import (
	"strings"
	"testing"
	"time"

	"emcp/internal/oauth"
	"emcp/internal/state"
)

// overwrite replaces what is stored under the keys with a prefix; it fails if no key has it.
func (i *installation) overwrite(t *testing.T, prefix, text string) {
	t.Helper()
	found := false
	for _, key := range i.counted.keys() {
		if !strings.HasPrefix(key, prefix) {
			continue
		}
		found = true
		write := func([]byte) ([]byte, time.Duration, error) { return []byte(text), time.Hour, nil }
		if err := i.counted.Store.Update(t.Context(), key, write); err != nil {
			t.Fatal(err)
		}
	}
	if !found {
		t.Fatalf("nothing is stored under %s", prefix)
	}
}

// TestUnreadableGrants has records of another version in the store. What they stood for has ended:
// clients sign in again, and can.
func TestUnreadableGrants(t *testing.T) {
	for name, text := range map[string]string{
		"other types":   `{"id": 7, "scopes": "mcp:read", "secret": {}}`,
		"other members": `{"grant_id": "x", "version": 0}`,
		"no object":     `[]`,
		"cut off":       `{"id": "`,
	} {
		t.Run(name, func(t *testing.T) {
			store := state.NewMemory()
			i := installOver(t, []state.Store{store}, registering)
			client := i.register(t)
			got := i.connect(t, client, adasToken)
			b := i.browser(t)
			b.signIn(i.asks(client), adasToken)
			used := b.allow(i.asks(client), adasToken).Query().Get("code")
			i.post(t, oauth.TokenPath, i.exchanges(client, used))
			open := i.browser(t).allow(i.asks(client), adasToken).Query().Get("code")
			for _, prefix := range []string{"grant:", "grants:", "code:"} {
				i.overwrite(t, prefix, text)
			}
			again := installOver(t, []state.Store{store}, registering)
			if who := again.caller(t, got.Access, "content"); who != "invalid_token" {
				t.Errorf("the access token: %s", who)
			}
			for _, code := range []string{used, open} {
				if a := again.post(t, oauth.TokenPath, again.exchanges(client, code)); a.Error != "invalid_grant" {
					t.Errorf("a code: %d %s", a.status, a.text)
				}
			}
			if a := again.post(t, oauth.TokenPath, refreshes(client, got.Refresh)); a.Error != "invalid_grant" {
				t.Errorf("the refresh token: %d %s", a.status, a.text)
			}
			if a := again.post(t, oauth.RevokePath, values(refreshes(client, ""), "token", got.Refresh)); a.status != 200 {
				t.Errorf("revoking: %d %s", a.status, a.text)
			}
			b.i = again
			if p := b.get(oauth.ConnectionsPath); p.status != 200 ||
				!strings.Contains(p.text, "You have not connected an assistant") {
				t.Errorf("the connections: %d %s", p.status, p.text)
			}
			if who := again.caller(t, again.connect(t, client, adasToken).Access, "content"); who != isAda {
				t.Errorf("signing in again: %s", who)
			}
		})
	}
}

// TestUnreadableKeys has a list of keys that cannot be read. Access tokens signed with them are refused, and
// refresh tokens still work.
func TestUnreadableKeys(t *testing.T) {
	store := state.NewMemory()
	i := installOver(t, []state.Store{store}, registering)
	client := i.register(t)
	got := i.connect(t, client, adasToken)
	i.overwrite(t, "keys", `{"kid": "x"}`)
	again := installOver(t, []state.Store{store}, registering)
	if who := again.caller(t, got.Access, "content"); who != "invalid_token" {
		t.Errorf("the access token: %s", who)
	}
	next := again.post(t, oauth.TokenPath, refreshes(client, got.Refresh))
	if who := again.caller(t, next.Access, "content"); who != isAda {
		t.Errorf("the refreshed token: %s, %s", who, next.text)
	}
}
