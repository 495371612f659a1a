package oauth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/ratelimit"
)

// request is a client's checked request for authorization (RFC 6749, section 4.1.1).
type request struct {
	client    client
	redirect  string
	state     string
	challenge string
	resource  Resource
	address   string // of the resource
	scopes    []string
}

// maxState bounds the parameter state, which the client gets back, in bytes.
const maxState = 4 << 10

// fetchesAMinute is how often per minute an address may name clients whose documents must be fetched.
const fetchesAMinute = 30

var challengePattern = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// parse reads the request of a client. Errors are shown to the person in the browser. Before the person allowed it, the
// browser is not redirected to an address that a stranger has chosen (RFC 9700, section 4.11.2).
func (s *Server) parse(r *http.Request) (request, error) {
	var q request
	query, err := queryOf(r)
	if err != nil {
		return q, err
	}
	var id, kind, method, resource, scope string
	err = read(query, map[string]*string{
		"client_id": &id, "redirect_uri": &q.redirect, "response_type": &kind, "state": &q.state,
		"code_challenge":        &q.challenge,
		"code_challenge_method": &method, "resource": &resource, "scope": &scope,
	})
	if err != nil {
		return q, err
	}
	if s.documents.fetches(id) {
		if err := ratelimit.Check(r.Context(), s.Limiter, "client:"+s.Address(r), fetchesAMinute); err != nil {
			return q, err
		}
	}
	if q.client, err = s.client(r.Context(), id); err != nil {
		return q, err
	}
	if !q.client.redirectsTo(q.redirect) || !goodRedirect(q.redirect) {
		return q, refuse(invalidRequest, "redirect_uri is not one of the client's addresses")
	}
	known := false
	q.resource, q.address, known = s.resource(resource)
	switch {
	case kind != "code":
		return q, refuse("unsupported_response_type", "response_type must be code")
	case method != "S256" || len(q.challenge) != challengeLen || !challengePattern.MatchString(q.challenge):
		return q, refuse(invalidRequest, "code_challenge with code_challenge_method S256 is needed (PKCE)")
	case len(q.state) > maxState:
		return q, refuse(invalidRequest, "state is too long")
	case !known:
		return q, refuse(invalidTarget,
			"there is no MCP server at the address in resource; check the address that was entered in the assistant")
	}
	q.scopes = q.resource.requestedScopes(scope)
	if len(q.scopes) == 0 {
		return q,
			refuse(invalidScope, "none of the scopes is known here; ask for "+strings.Join(q.resource.Scopes.Usual(), " "))
	}
	return q, nil
}

// requestedScopes returns the requested scopes that a server has, or the usual ones if none are requested. Other
// scopes, such as those for refresh tokens, are ignored.
func (r Resource) requestedScopes(scope string) []string {
	if scope == "" {
		return r.Scopes.Usual()
	}
	var known []string
	for _, name := range strings.Fields(scope) {
		if r.Scopes.Has(name) && !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	return known
}

// showAuthorize shows what a client asks for. Somebody who is not signed in sees the sign-in page first.
func (s *Server) showAuthorize(v *visit) error {
	q, err := s.parse(v.r)
	if err != nil {
		return err
	}
	v.about = q.resource
	in, p, err := s.signedIn(v.r.Context(), v.browser, q.resource.Handle)
	if errors.Is(err, errSignIn) {
		return v.signInPage("")
	}
	if err != nil {
		return err
	}
	return v.consentPage(q, in, p)
}

// decide handles the form of the page: sign in, allow, or deny.
func (s *Server) decide(v *visit) error {
	q, err := s.parse(v.r)
	if err != nil {
		return err
	}
	v.about = q.resource
	if v.r.PostFormValue("do") == "signin" {
		return s.enter(v, []string{q.resource.Handle}, v.r.URL.RequestURI())
	}
	in, p, err := s.signedIn(v.r.Context(), v.browser, q.resource.Handle)
	if errors.Is(err, errSignIn) {
		return v.signInPage("")
	}
	if err != nil {
		return err
	}
	answer := url.Values{"iss": {s.Issuer}}
	if q.state != "" {
		answer.Set("state", q.state)
	}
	switch v.r.PostFormValue("do") {
	case "allow":
		scopes, err := grantable(q, p)
		if err != nil {
			return err
		}
		text, err := s.makeCode(v.r.Context(), authorizationCode{
			Client: q.client.ID, ClientName: q.client.Name, Assertion: q.client.Assertion, Redirect: q.redirect,
			Challenge: q.challenge,
			Resource:  q.address, Handle: q.resource.Handle, Scopes: scopes, View: p.View, Source: in.Source,
		})
		if err != nil {
			return err
		}
		answer.Set("code", text)
	case "deny":
		answer.Set("error", "access_denied")
		answer.Set("error_description", "the access was not allowed")
	case "signout":
		if err := s.signOut(v.r.Context(), v.browser); err != nil {
			return err
		}
		return v.redirect(v.r.URL.RequestURI())
	default:
		return refuse(invalidRequest, "the form is not complete")
	}
	return v.redirect(withQuery(q.redirect, answer))
}

// grantable returns the requested scopes that somebody has.
func grantable(q request, p identity.Principal) ([]string, error) {
	scopes := common(q.scopes, p.Scopes)
	if len(scopes) == 0 {
		return nil, refuse(invalidScope, "the person who signed in has none of the requested scopes")
	}
	return scopes, nil
}

// withQuery adds parameters to the query of an address.
func withQuery(address string, values url.Values) string {
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + values.Encode()
}

// makeCode stores a new authorization code and returns it.
func (s *Server) makeCode(ctx context.Context, c authorizationCode) (string, error) {
	c.Expires = time.Now().Add(codeTime)
	text, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	secret := codePrefix + random(32)
	err = s.Store.Update(ctx, "code:"+hashOf(secret),
		func([]byte) ([]byte, time.Duration, error) { return text, codeTime, nil })
	return secret, err
}

// enter signs somebody in with the token in the form, and redirects to a page of this server.
func (s *Server) enter(v *visit, handles []string, next string) error {
	err := s.signIn(v.w, v.r, strings.TrimSpace(v.r.PostFormValue("token")), handles)
	if err == nil {
		return v.redirect(next)
	}
	if kind := fault.From(err).Kind; kind.Class().Party == fault.Server && !isUnknown(err) || kind == fault.RateLimited {
		return err
	}
	return v.signInPage(v.words.refusal(err))
}

// seesPublic stands for what visitors see.
const seesPublic = "public"

// sees says what somebody sees, for the pages.
func sees(p identity.Principal) string {
	switch {
	case p.View == identity.Public:
		return seesPublic
	case p.Member != nil && !p.Member.Administrator():
		return "member"
	}
	return "manager"
}

// consentPage shows what a client asks for and what it would get.
func (v *visit) consentPage(q request, in session, p identity.Principal) error {
	scopes, err := grantable(q, p)
	if err != nil {
		return err
	}
	end, err := v.s.grantEnd(v.r.Context(), in.Source)
	if err != nil {
		return err
	}
	v.allowed = formTarget(q.redirect)
	v.show(http.StatusOK, "consent", v.words.ConsentTitle, struct {
		Name, Host, Redirect, Address, Sees, Until string
		Writes                                     bool
		person
	}{
		q.client.Name, q.client.host(), hostOf(q.redirect), q.address, sees(p), end.UTC().Format(time.DateOnly),
		identity.Principal{Scopes: scopes}.MayWrite(), v.words.person(in, p),
	})
	return nil
}

// formTarget returns the source of a content security policy that lets a form lead to an address. Such a source cannot
// name IPv6 addresses.
func formTarget(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return ""
	case u.Scheme != "http" && u.Scheme != "https" || strings.Contains(u.Host, "["):
		return u.Scheme + ":"
	}
	return u.Scheme + "://" + u.Host
}
