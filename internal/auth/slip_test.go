package auth_test

import (
	"testing"

	"emcp/internal/auth"
)

// TestSlip names what was copied along with a token.
func TestSlip(t *testing.T) {
	const quotes, twice, brackets, name = "there are quotes around the token; send it without them",
		"the word Bearer stands before the token twice; send it once",
		"there are brackets around the token; send it without them",
		"this is the name of a token; put the token itself in its place"
	for token, want := range map[string]string{
		"": "", "emcp_0123": "", "a.b.c": "", "tokens": "", "a b": "",
		`"emcp_0123"`: quotes, "'emcp_0123": quotes, "“emcp_0123”": quotes, "`x`": quotes,
		"Bearer emcp_0123": twice, "bearer x": twice,
		"<emcp_0123>": brackets, "{x}": brackets, "<x": "",
		"TOKEN": name, "your_token": name, "$EMCP_TOKEN": name, "${EMCP_TOKEN}": name,
	} {
		if got := auth.Slip(token); got != want {
			t.Errorf("%s: %q, want %q", token, got, want)
		}
	}
}
