package upstream

import (
	"bytes"
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/redact"
)

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

// leaks reports whether valid JSON has a credential in one of its strings, or in a blob in Base64, which clients decode. A string can be JSON
// again. It takes time in proportion to the length of the text.
func (u *Upstream) leaks(text jsontext.Value, personal string) bool {
	var forms [][]byte
	for _, c := range u.credentials(personal) {
		for _, form := range written(c) {
			forms = append(forms, []byte(form))
		}
	}
	has := func(text []byte) bool {
		return slices.ContainsFunc(forms, func(form []byte) bool { return bytes.Contains(text, form) })
	}
	if len(forms) == 0 || has(text) {
		return len(forms) > 0
	}
	if bytes.IndexByte(text, '\\') < 0 && !bytes.Contains(text, []byte(`"blob"`)) && !bytes.Contains(text, []byte(`"data"`)) {
		return false
	}
	var decoded, blob []byte // of one string; the next is written over it
	name := ""               // of the member that a string belongs to
	d := jsontext.NewDecoder(bytes.NewBuffer(text))
	for {
		if d.PeekKind() != '"' {
			if _, err := d.ReadToken(); err != nil {
				return false // it is the end
			}
			continue
		}
		quoted, err := d.ReadValue()
		if err != nil {
			return false
		}
		if decoded, err = jsontext.AppendUnquote(decoded[:0], quoted); err != nil || has(decoded) {
			return true
		}
		if kind, read := d.StackIndex(d.StackDepth()); kind == '{' && read%2 == 1 {
			name = string(decoded)
			continue
		}
		if name == "blob" || name == "data" {
			if blob, _ = base64.StdEncoding.AppendDecode(blob[:0], decoded); has(blob) { // what is before a mistake, too
				return true
			}
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
