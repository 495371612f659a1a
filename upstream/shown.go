package upstream

import (
	"errors"
	"strings"

	"emcp/internal/redact"
)

// credentials returns the credentials of an upstream: its token, the personal token of the caller, and the environment
// variables that have names of secrets.
func (u *Upstream) credentials(personal string) (all credentials) {
	for _, c := range []string{u.options.Token.Reveal(), personal} {
		if c != "" {
			all = all.with(c)
		}
	}
	for name, value := range u.options.Env {
		if len(value) >= shortestCredential && redact.NamesSecret(name) {
			all = all.with(value)
		}
	}
	return all
}

// refuseLeak notes that an entry of a list is not used because it contains a credential.
func (u *Upstream) refuseLeak(refused []Refusal, name string) []Refusal {
	return refuse(refused, u.withoutCredentials(name, ""), "it has the credential in it")
}

// withoutCredentials replaces credentials in a text for the log.
func (u *Upstream) withoutCredentials(text, personal string) string {
	for _, c := range u.credentials(personal) {
		text = strings.ReplaceAll(text, string(c), "[credential]")
	}
	return text
}

// redacted removes credentials from an error for the log. An upstream may repeat in its message what emcp sent.
func (u *Upstream) redacted(err error, personal string) error {
	var own *rpcError
	if errors.As(err, &own) {
		own.message = u.withoutCredentials(own.message, personal)
	}
	return err
}

// marked returns a text on one line, with the name of the upstream before it.
func (u *Upstream) marked(text string, limit int) string {
	return cleanLine("["+u.options.Name+"] "+text, limit)
}

// describe returns a title and a description that begin with the name of the upstream; the title
// is empty if there is none.
func (u *Upstream) describe(title, description string) (string, string) {
	if title = cleanLine(title, maxTitle); title != "" {
		title = u.marked(title, maxTitle)
	}
	return title, clean("["+u.options.Name+"] "+description, maxDescription)
}
