package upstream

import (
	"bytes"
	"errors"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"emcp/internal/redact"
)

// quotesPerMinute bounds the lines of the log in which an upstream is quoted, however often it is started.
const quotesPerMinute = 20

// quotes admits as many lines.
type quotes struct {
	limiter *rate.Limiter
	now     func() time.Time
}

func newQuotes() *quotes {
	return &quotes{rate.NewLimiter(rate.Every(time.Minute/quotesPerMinute), quotesPerMinute), time.Now}
}

func (q *quotes) admit() bool { return q.limiter.AllowN(q.now(), 1) }

// quote logs a line that the program has written to its standard error.
func (u *Upstream) quote(line string) {
	if text := cleanLine(u.withoutCredentials(line, ""), maxStderrLine); text != "" && u.stderr.admit() {
		u.options.Log.Info("an upstream writes to standard error", "upstream", u.options.Name, "text", text)
	}
}

// shortestCredential is the shortest value of a variable that is looked for in what a program sends, in bytes. Shorter ones occur by accident.
const shortestCredential = 8

// credentials returns what must not be passed on or logged: the token, that of the caller, and of the variables of a program those whose
// names are names of secrets.
func (u *Upstream) credentials(personal string) (all []string) {
	for _, c := range []string{u.options.Token.Reveal(), personal} {
		if c != "" {
			all = append(all, c)
		}
	}
	for name, value := range u.options.Env {
		if len(value) >= shortestCredential && redact.NamesSecret(name) {
			all = append(all, value)
		}
	}
	return all
}

// leaks reports whether a text has a credential in it.
func (u *Upstream) leaks(text []byte, personal string) bool {
	for _, c := range u.credentials(personal) {
		if bytes.Contains(text, []byte(c)) {
			return true
		}
	}
	return false
}

// withoutCredentials returns a text for the log.
func (u *Upstream) withoutCredentials(text, personal string) string {
	for _, c := range u.credentials(personal) {
		text = strings.ReplaceAll(text, c, "[credential]")
	}
	return text
}

// redacted returns an error for the log. An upstream may repeat in its message what it was sent.
func (u *Upstream) redacted(err error, personal string) error {
	var own *rpcError
	if errors.As(err, &own) {
		own.message = u.withoutCredentials(own.message, personal)
	}
	return err
}
