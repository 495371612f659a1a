package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"emcp/internal/auth"
	"emcp/internal/identity"
)

// newToken is emcp token new: it prints a token and the configuration line that allows it. The token is stored nowhere.
func newToken(_ context.Context, args []string, env environment) error {
	if len(args) == 0 || args[0] != "new" {
		_, _ = fmt.Fprintln(env.stderr, "usage: emcp token new --name NAME")
		return errUsage
	}
	set := flags("token new", env)
	name := set.String("name", "", "name of the token, for the log")
	scopes := set.String("scopes", identity.ScopeRead+","+identity.ScopeCall, "scopes of the token, separated by commas")
	view := set.String("view", string(identity.Public), "what its callers see: public or manager")
	servers := set.String("servers", "", "handles of the servers that it may use, separated by commas (default all)")
	expires := set.String("expires", "", "when it expires, such as 2027-01-31T00:00:00Z (default never)")
	if err := parse(set, args[1:]); err != nil {
		return err
	}
	if *name == "" {
		return errors.New("token new: --name must not be empty")
	}
	if _, ok := identity.ParseView(*view); !ok {
		return errors.New("token new: --view must be public or manager")
	}
	list := strings.Split(*scopes, ",")
	for _, scope := range list {
		if !slices.Contains(identity.Scopes, scope) {
			return fmt.Errorf("token new: --scopes: %q is not one of %s", scope, strings.Join(identity.Scopes, ", "))
		}
	}
	rest := ""
	if *servers != "" {
		rest += ", servers: [" + strings.Join(quote(strings.Split(*servers, ",")), ", ") + "]"
	}
	if *expires != "" {
		end, err := time.Parse(time.RFC3339, *expires)
		if err != nil {
			return fmt.Errorf("token new: --expires: %q is not a time such as 2027-01-31T00:00:00Z", *expires)
		}
		if !time.Now().Before(end) {
			return fmt.Errorf("token new: --expires: %s is in the past, so nobody could use the token", *expires)
		}
		rest += fmt.Sprintf(", expires: %q", *expires)
	}
	plaintext := auth.NewToken()
	_, err := fmt.Fprintf(env.stdout,
		"%s\n\nemcp shows this token only now. Put this line under auth.tokens in emcp.yaml:\n\n"+
			"    - {name: %q, sha256: %q, scopes: [%s], view: %s%s}\n",
		plaintext, *name, auth.HashToken(plaintext), strings.Join(quote(list), ", "), *view, rest)
	return err
}

func quote(texts []string) []string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = fmt.Sprintf("%q", t)
	}
	return quoted
}
