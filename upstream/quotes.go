package upstream

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
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

// written returns the ways in which a text may have a credential in it: as it is, or in a JSON string, with a backslash before / or not.
func written(credential string) []string {
	quoted, _ := jsontext.AppendQuote(nil, credential) // the error is one of UTF-8
	inJSON := string(quoted[1 : len(quoted)-1])
	return []string{credential, inJSON, strings.ReplaceAll(inJSON, "/", `\/`)}
}

// leaks reports whether valid JSON has a credential in one of its strings. A string can be JSON again.
func (u *Upstream) leaks(text jsontext.Value, personal string) bool {
	all := u.credentials(personal)
	has := func(text []byte) bool {
		return slices.ContainsFunc(all, func(c string) bool {
			return slices.ContainsFunc(written(c), func(form string) bool { return bytes.Contains(text, []byte(form)) })
		})
	}
	if len(all) == 0 || has(text) {
		return len(all) > 0
	}
	if bytes.IndexByte(text, '\\') < 0 {
		return false
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(text))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return false // it is the end
		}
		if token.Kind() == '"' && has([]byte(token.String())) {
			return true
		}
	}
}

// refuseLeak notes that something of a list is not used, because it has a credential in it.
func (u *Upstream) refuseLeak(refused []Refusal, name string) []Refusal {
	return refuse(refused, u.withoutCredentials(name, ""), "it has the credential in it")
}

// withoutCredentials returns a text for the log.
func (u *Upstream) withoutCredentials(text, personal string) string {
	for _, c := range u.credentials(personal) {
		for _, form := range written(c) {
			text = strings.ReplaceAll(text, form, "[credential]")
		}
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
