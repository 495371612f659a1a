package servertest

import (
	"crypto/sha256"
	"encoding/hex"
	stdjson "encoding/json"
	"fmt"
	"strings"
	"testing"

	"emcp/internal/auth"
	"emcp/internal/test/testdb"
)

// MatrixScopes are the scopes of the tokens that IssueTokens writes, separated by commas.
var MatrixScopes = []string{"", "mcp:read", "mcp:call", "mcp:read,mcp:call", "mcp:admin", "*"}

// NewPersonalToken gives a user of its own, with the right to use emcp, a personal token.
func NewPersonalToken(t *testing.T, d *testdb.Database, user int) (token string) {
	t.Helper()
	token = fmt.Sprintf("emcp_%040d", user)
	for _, statement := range []string{
		"INSERT INTO evo_users (id, username, password) VALUES (%[1]d, 'user %[1]d', '')",
		"INSERT INTO evo_user_attributes (id, internalKey, role) VALUES (%[1]d, %[1]d, 2)",
		"INSERT INTO evo_emcp_tokens (user_id, name, token_prefix, token_hash, scopes)" +
			" VALUES (%[1]d, 'x', 'emcp_', '%[2]s', '[\"*\"]')",
	} {
		Execute(t, d, fmt.Sprintf(statement, user, auth.HashToken(token)))
	}
	return token
}

// PersonalToken returns the plaintext of a token that IssueTokens writes.
func PersonalToken(view, scopes string) string {
	sum := sha256.Sum256([]byte(view + " " + scopes))
	return "emcp_" + hex.EncodeToString(sum[:])[:40]
}

// IssueTokens writes personal tokens into the site: for a user who may edit users (manager), and for one who may not
// (editor), one for each of MatrixScopes.
func IssueTokens(t *testing.T, d *testdb.Database) {
	t.Helper()
	statements := []string{
		"INSERT INTO evo_users (id, username, password) VALUES (21, 'manager', ''), (22, 'writer', '')",
		"INSERT INTO evo_user_attributes (id, internalKey, role) VALUES (21, 21, 5), (22, 22, 6)",
		"INSERT INTO evo_user_roles (id, name) VALUES (5, 'Managers'), (6, 'Writers')",
		"INSERT INTO evo_role_permissions (permission, role_id) VALUES ('emcp', 5), ('edit_user', 5), ('emcp', 6)",
	}
	for view, user := range map[string]int{"manager": 21, "editor": 22} {
		for _, scopes := range MatrixScopes {
			list := []string{}
			if scopes != "" {
				list = strings.Split(scopes, ",")
			}
			text, err := stdjson.Marshal(list)
			if err != nil {
				t.Fatal(err)
			}
			statements = append(statements, fmt.Sprintf(
				"INSERT INTO evo_emcp_tokens (user_id, name, token_prefix, token_hash, scopes)"+
					" VALUES (%d, 'matrix', 'emcp_', '%s', '%s')", user, auth.HashToken(PersonalToken(view, scopes)), text))
		}
	}
	for _, statement := range statements {
		Execute(t, d, statement)
	}
}
