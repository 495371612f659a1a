package oauth

import "testing"

// TestClientIDs has hosts that look like others.
func TestClientIDs(t *testing.T) {
	for id, good := range map[string]bool{
		"https://claude.ai/client.json":                true,
		"https://xn--laude-2of.ai/client.json":         true, // people see it as it stands here
		"https://claude.ai:8443/client.json":           true,
		"https://\u0441laude.ai/client.json":           false, // a Cyrillic letter
		"https://%D1%81laude.ai/client.json":           false, // the same, escaped
		"https://claude.ai\u2044x.example/client.json": false, // a sign that looks like a slash
		"https://claude.ai\u2215x.example/client.json": false,
		"https://claude\uff0eai/client.json":           false, // a full-width point
		"https://claude.ai/\u202egpj.json":             false,
		"https://claude.ai /client.json":               false,
		"https://claude.ai\\@evil.example/client.json": false,
	} {
		if goodClientID(id) != good {
			t.Errorf("%q: %t", id, !good)
		}
	}
}
