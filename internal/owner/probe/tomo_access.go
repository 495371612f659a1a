package probe

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// tryOtherTokens calls a tool without a token, with a wrong one, and with the token in the older header (section 3).
func (r *tomoRun) tryOtherTokens(ctx context.Context) {
	nobody, other := "", unknownToken
	r.check("no token", func(*Check) error { return r.tryToken(ctx, question{token: &nobody}) })
	r.check("wrong token", func(*Check) error { return r.tryToken(ctx, question{token: &other}) })
	const header = "X-Partner-Auth"
	accepted := false
	r.check(header, func(c *Check) error {
		if r.token == "" {
			c.leaveUnchecked("no token is used")
			return nil
		}
		a, reply, err := r.askAs(ctx, question{token: &nobody, header: map[string]string{header: r.token}})
		switch {
		case a.status == http.StatusUnauthorized || reply.code == codeInvalidAuth:
			c.leaveUnchecked("the server does not take the token from it; it need not")
			return nil
		case err != nil:
			return err
		}
		accepted = true
		return nil
	})
	r.check("wrong "+header, func(c *Check) error {
		if !accepted {
			c.leaveUnchecked("the server does not take the token from it")
			return nil
		}
		return r.tryToken(ctx, question{token: &nobody, header: map[string]string{header: unknownToken}})
	})
}

// tryToken expects the server to refuse a call of a tool with 401.
func (r *tomoRun) tryToken(ctx context.Context, q question) error {
	a, reply, err := r.askAs(ctx, q)
	const advice = "Refuse the request with HTTP 401 and the JSON-RPC error -32000 with INVALID_AUTH as " +
		"error.data.tomo_error_code."
	switch {
	case err == nil && reply.code == 0:
		return wrong("It answers anyway.", advice)
	case a.status == http.StatusUnauthorized && err != nil:
		return wrong("The body of HTTP 401 is not a JSON-RPC error"+a.beginning()+".", advice)
	case err != nil:
		return err
	case a.status != http.StatusUnauthorized:
		return wrong("It answers HTTP "+strconv.Itoa(a.status)+" with "+answered(reply)+".", advice)
	}
	return refusedWith(reply, codeInvalidAuth)
}

// askAs calls a tool that only reads, or else one that does not exist, with the token and header of q.
func (r *tomoRun) askAs(ctx context.Context, q question) (httpAnswer, rpc, error) {
	call, kind := toolCall(unknownTool, map[string]any{}), ""
	if i := slices.IndexFunc(r.tools, func(t tomoTool) bool { return t.sent != nil && t.reads() }); i >= 0 {
		call, kind = toolCall(r.tools[i].Name, r.tools[i].sent), r.tools[i].kind()
	}
	q.method, q.params = call.method, call.params
	return r.askSpaced(ctx, kind, q)
}

// uncheckable are requirements that cannot be checked from outside, and why.
var uncheckable = []struct{ name, why string }{
	{"INTERNAL_ERROR", "this program does not make servers fail"},
	{"PARTNER_MAINTENANCE", "this program does not make servers fail"},
	{"mutual TLS", "optional, and this program has no certificate of TOMO"},
	{"intent catalog", "not public: compare the intents and widgets with it"},
	{"intent specifications", "not public: compare arguments, results and error codes with §3, §4 and §10"},
	{"cached results", "a client cannot see how old a result is; search tools may keep it for 60 s"},
	{"webhook signing", "the server calls TOMO, which this program cannot see"},
}

// concludeLater concludes what all answers have shown.
func (r *tomoRun) concludeLater() {
	for _, c := range []*Check{r.forbidden, r.expiry, r.codes} {
		if r.blocked != "" && c.Verdict != Failed {
			c.leaveUnchecked("%s", r.blocked)
		}
	}
	r.list.Checks = append(r.list.Checks, r.forbidden, r.expiry, r.codes)
	r.check("RATE_LIMITED", r.rateLimited)
	r.check("JSON or events", func(c *Check) error {
		for _, media := range slices.Sorted(maps.Keys(r.media)) {
			if media != "application/json" && media != eventStream {
				c.fail("It answers HTTP 200 as "+orNothing(media)+".",
					"Answer with application/json, or with text/event-stream for tools that take long.")
			}
		}
		if c.Verdict == Passed {
			c.Seen = strings.Join(slices.Sorted(maps.Keys(r.media)), ", ")
		}
		return nil
	})
	for _, u := range uncheckable {
		r.list.Checks = append(r.list.Checks, &Check{Name: u.name, Verdict: Unchecked, Seen: u.why})
	}
}

// rateLimited checks the answer that refused a request because of the rate limit, if there was one.
func (r *tomoRun) rateLimited(c *Check) error {
	if r.limited == nil {
		c.leaveUnchecked("the server did not limit this program")
		return nil
	}
	const advice = "Refuse the request with HTTP 429, the header Retry-After in seconds, and the JSON-RPC error -32001 " +
		"with RATE_LIMITED as error.data.tomo_error_code."
	if _, err := strconv.ParseUint(r.limited.header.Get("Retry-After"), 10, 32); err != nil {
		return wrong("The answer 429 has no Retry-After in seconds.", advice)
	}
	reply, err := r.limited.parse(nil)
	if err != nil {
		return wrong("The body of HTTP 429 is not a JSON-RPC error"+r.limited.beginning()+".", advice)
	}
	return refusedWith(reply, codeRateLimited)
}
