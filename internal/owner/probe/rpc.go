package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Error codes of JSON-RPC and MCP.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeVersion        = -32022 // MCP 2026-07-28: unsupported revision
)

// rpc is a JSON-RPC answer: a result or an error.
type rpc struct {
	result  json.RawMessage
	code    int    // error code; 0 for a result
	message string // error message
	data    json.RawMessage
}

// Finding is one thing that is wrong with a server.
type Finding struct {
	What string `json:"what"` // what the server did
	Why  string `json:"why"`  // why it matters and what to do
}

// Error says what the server did.
func (f Finding) Error() string { return f.What }

func wrong(what, why string) error { return Finding{what, why} }

// findingOf returns the finding for the error of a request.
func findingOf(err error) Finding {
	var f Finding
	var silent unansweredError
	switch {
	case errors.As(err, &silent):
		return Finding{sentence(silent.what), "Clients wait as long as that, and then give the server up."}
	case errors.As(err, &f):
		return f
	}
	return Finding{clean(err.Error()), "This program could not send the request."}
}

// sentence capitalizes a text and adds a full stop.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// message reads a JSON-RPC answer to the request with that id. A nil id accepts any id, for requests that the server
// could not read. A malformed answer is a finding.
func (a httpAnswer) message(id *int) (rpc, error) {
	if err := a.refused(); err != nil {
		return rpc{}, err
	}
	return a.parse(id)
}

// parse reads a JSON-RPC answer like message, also if the HTTP status refuses the request.
func (a httpAnswer) parse(id *int) (rpc, error) {
	if media := a.contentType(); media != "application/json" && media != eventStream {
		return rpc{}, wrong(fmt.Sprintf("It answers HTTP %d as %s%s.", a.status, orNothing(media), a.beginning()),
			"Clients read application/json and text/event-stream only. Something else may answer at this address: check the "+
				"URL and the web server in front.")
	}
	var m struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result"`
		Error   *struct {
			Code    json.Number     `json:"code"`
			Message string          `json:"message"`
			Data    json.RawMessage `json:"data"`
		} `json:"error"`
	}
	if err := json.Unmarshal(a.body, &m); err != nil || m.JSONRPC != "2.0" {
		return rpc{}, wrong(fmt.Sprintf("The body of HTTP %d is not a JSON-RPC 2.0 answer%s.", a.status, a.beginning()),
			"A client that gets it reports a broken server, not the reason.")
	}
	if (m.Result == nil) == (m.Error == nil) {
		return rpc{}, wrong("The answer does not have exactly one of result and error.",
			"JSON-RPC requires exactly one. Clients wait for the other, or stop.")
	}
	if m.Error == nil {
		if id != nil && string(m.ID) != strconv.Itoa(*id) {
			return rpc{},
				wrong(fmt.Sprintf("The answer has the id %s, the request had %d.", clean(orNothing(string(m.ID))), *id),
					"Clients find the request to an answer by its id; they go on waiting.")
		}
		if a.status != http.StatusOK {
			return rpc{}, wrong(fmt.Sprintf("A result comes with HTTP %d.", a.status),
				"Clients take any other status than 200 for a failure.")
		}
		return rpc{result: m.Result}, nil
	}
	code, err := strconv.Atoi(string(m.Error.Code))
	if err != nil || code == 0 {
		return rpc{}, wrong("The error has no integer as its code.", "Clients distinguish errors by their code.")
	}
	return rpc{code: code, message: clean(m.Error.Message), data: m.Error.Data}, nil
}

// refused returns a finding if the HTTP status alone already rules the answer out.
func (a httpAnswer) refused() error {
	switch {
	case a.status >= 300 && a.status < 400:
		return wrong(fmt.Sprintf("It redirects to %s.", clean(orNothing(a.header.Get("Location")))),
			"Clients do not follow redirects with a token, nor does this program: give the final address.")
	case a.status == http.StatusUnauthorized:
		return a.unauthorized()
	case a.status == http.StatusTooManyRequests:
		return wrong("It answers 429: the rate limit is used up.",
			"A client's first contact needs about as many requests. Raise the limit, or wait if others use the same token.")
	case a.status >= 500:
		return wrong(fmt.Sprintf("It answers HTTP %d%s.", a.status, a.beginning()),
			"The server, or the web server in front of it, failed. Its log has the reason.")
	case a.status >= 400 && !json.Valid(a.body):
		return wrong(fmt.Sprintf("It answers HTTP %d%s.", a.status, a.beginning()),
			"The request is one that MCP has; check the URL and the web server in front.")
	}
	return nil
}

// Parameters of a bearer challenge (RFC 6750, section 3).
var (
	challengeError  = regexp.MustCompile(`(?:^|[ ,])error="([^"]*)"`)
	challengeReason = regexp.MustCompile(`(?:^|[ ,])error_description="([^"]*)"`)
)

// unauthorized explains a 401: the token is missing, or the server refuses it for a reason, or it did not look at the
// token.
func (a httpAnswer) unauthorized() error {
	if !a.token {
		return wrong("It answers 401: it needs a token, and none was sent.", "Pass one with --token or EMCP_TOKEN.")
	}
	challenge := strings.Join(a.header.Values("WWW-Authenticate"), ", ")
	if challengeError.FindString(challenge) == "" {
		return wrong("It answers 401 as if no token had been sent.",
			"Check that the web server in front passes on the header Authorization. A server that refuses a token says so in "+
				"WWW-Authenticate (RFC 6750).")
	}
	reason := "without a reason"
	if match := challengeReason.FindStringSubmatch(challenge); match != nil {
		reason = clean(match[1])
	}
	return wrong("It answers 401 and refuses the token: "+reason+".", "Pass another one with --token or EMCP_TOKEN.")
}

// beginning returns the beginning of the body for a message.
func (a httpAnswer) beginning() string {
	text := clean(string(a.body[:min(len(a.body), 4*maxShown)]))
	if text == "" {
		return " with nothing in it"
	}
	return fmt.Sprintf(", beginning with %q", text)
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

// maxShown bounds the server's texts in a report, in characters.
const maxShown = 100

// clean makes a text from the server safe to print: one short line without control characters.
func clean(text string) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "?"), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if runes := []rune(text); len(runes) > maxShown {
		return string(runes[:maxShown]) + "..."
	}
	return text
}

// isObject reports whether the text is a JSON object.
func isObject(text json.RawMessage) bool {
	return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{"))
}
