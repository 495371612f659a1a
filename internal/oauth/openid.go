package oauth

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"time"

	"github.com/go-json-experiment/json"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/openid"
	"emcp/internal/ratelimit"
)

// flow is a sign-in at the provider that a browser has begun. The browser keeps it, in a cookie that only this server
// can make: nothing is stored for people who never come back.
type flow struct {
	Secret []byte `json:"secret"` // of which the secrets of the attempt are made
	// what the client asks for, of AuthorizePath; empty: the person wants to see ConnectionsPath
	Query  string    `json:"query"`
	Handle string    `json:"handle"` // of the server that the client asks for; empty: any
	Began  time.Time `json:"began"`
}

// Bounds of sign-ins at the provider.
const (
	flowTime      = 10 * time.Minute
	maxFlow       = 3500 // bytes of its cookie; browsers take 4096 with name and attributes
	beginsAMinute = 30   // sign-ins that somebody at an address can begin
	maxCode       = 4 << 10
)

// attempt returns the secrets of a flow. Each says nothing about the others.
func (f flow) attempt() openid.Attempt {
	of := func(name string) string {
		mac := hmac.New(sha256.New, f.Secret)
		_, _ = mac.Write([]byte(name))
		return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	}
	return openid.Attempt{State: of("state"), Nonce: of("nonce"), Verifier: of("verifier")}
}

// next returns the page of this server where the person goes on.
func (f flow) next() string {
	if f.Query == "" {
		return ConnectionsPath
	}
	return AuthorizePath + "?" + f.Query
}

func (s *Server) flowCookie() string { return s.cookieName() + "-openid" }

// setFlow has the browser keep a flow.
func (s *Server) setFlow(v *visit, f flow) error {
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	value, err := s.sealed(v.r.Context(), flowSeal, text)
	if err != nil {
		return err
	}
	if len(value) > maxFlow {
		return refuse(invalidRequest,
			"the assistant's request is too long to sign in with another provider; sign in with a token")
	}
	s.writeFlowCookie(v.w, value, int(flowTime.Seconds()))
	return nil
}

// writeFlowCookie sets the cookie of a flow; a negative age removes it.
func (s *Server) writeFlowCookie(w http.ResponseWriter, value string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: s.flowCookie(), Value: value, Path: "/", MaxAge: age, Secure: s.secure(), HttpOnly: true,
		SameSite: http.SameSiteLaxMode, // the provider sends the browser back from another site
	})
}

// errNotBegun means that a browser came back from the provider that this server did not send there, or too late.
var errNotBegun = errors.New("no such sign-in")

// flowOf returns the flow that a browser has begun here.
func (s *Server) flowOf(r *http.Request) (flow, error) {
	cookies := r.CookiesNamed(s.flowCookie())
	if len(cookies) != 1 {
		return flow{}, errNotBegun
	}
	text, err := s.unsealed(r.Context(), flowSeal, cookies[0].Value)
	if err != nil {
		return flow{}, err
	}
	var f flow
	if json.Unmarshal(text, &f) != nil || !time.Now().Before(f.Began.Add(flowTime)) {
		return flow{}, errNotBegun
	}
	return f, nil
}

// beginOpenID sends a browser to the provider.
func (s *Server) beginOpenID(v *visit) error {
	ctx := v.r.Context()
	if site := v.r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return fault.New(fault.Forbidden, "%s", v.words.ForeignForm)
	}
	if err := ratelimit.Check(ctx, s.Limiter, "openid:"+s.Address(v.r), beginsAMinute); err != nil {
		return err
	}
	f := flow{Secret: randomBytes(32), Query: v.r.URL.RawQuery, Began: time.Now()}
	if f.Query != "" {
		q, err := s.parse(v.r)
		if err != nil {
			return err
		}
		f.Handle = q.resource.Handle
	}
	address, err := s.OpenID.Address(ctx, f.attempt())
	if err != nil {
		return err
	}
	if err := s.setFlow(v, f); err != nil {
		return err
	}
	return v.redirect(address)
}

// finishOpenID takes a browser that comes back from the provider, and signs its owner in.
func (s *Server) finishOpenID(v *visit) error {
	ctx := v.r.Context()
	if err := ratelimit.Check(ctx, s.Limiter, "signin:"+s.Address(v.r), attempts); err != nil {
		return err
	}
	var code, state, issuer, wrong string
	query, err := queryOf(v.r)
	if err != nil {
		return err
	}
	err = read(query, map[string]*string{"code": &code, "state": &state, "iss": &issuer, "error": &wrong})
	if err != nil {
		return err
	}
	f, err := s.flowOf(v.r)
	if err == nil && !hmac.Equal([]byte(state), []byte(f.attempt().State)) {
		err = errNotBegun
	}
	if errors.Is(err, errNotBegun) {
		return fault.New(fault.Forbidden, "%s", v.words.NotBegun)
	}
	if err != nil {
		return err
	}
	s.writeFlowCookie(v.w, "", -1)
	if err := s.OpenID.FromProvider(ctx, issuer); err != nil {
		return s.notConfirmed(v, err)
	}
	if code == "" || len(code) > maxCode || wrong != "" {
		return s.notConfirmed(v, fault.New(fault.InvalidToken, "the provider answers error %.100q", wrong))
	}
	account, err := s.OpenID.Redeem(ctx, code, f.attempt())
	if err != nil {
		return s.notConfirmed(v, err)
	}
	if err := s.useFlow(ctx, state); errors.Is(err, errNotBegun) {
		return fault.New(fault.Forbidden, "%s", v.words.NotBegun)
	} else if err != nil {
		return err
	}
	return s.enterAccount(v, f, account)
}

// notConfirmed shows that somebody has not signed in at the provider. The cause is for the log.
func (s *Server) notConfirmed(v *visit, err error) error {
	if fault.From(err).Kind == fault.Unavailable {
		return err
	}
	s.Log.WarnContext(v.r.Context(), "sign-in at the provider failed", "error", cmp.Or(errors.Unwrap(err), err))
	return fault.New(fault.Forbidden, v.words.NotConfirmed, s.OpenID.ShownName())
}

// useFlow remembers that a flow has ended, so that it cannot be used again by a copy of the cookie. Only what the
// provider has confirmed gets here, so that strangers cannot fill the store.
func (s *Server) useFlow(ctx context.Context, state string) error {
	return s.Store.Update(ctx, "flow:"+hashOf(state), func(value []byte) ([]byte, time.Duration, error) {
		if value != nil {
			return nil, 0, errNotBegun
		}
		return []byte("used"), flowTime, nil
	})
}

// enterAccount signs in an account that the provider has just confirmed, and redirects the person to
// the page where they were.
func (s *Server) enterAccount(v *visit, f flow, account openid.Account) error {
	ctx := v.r.Context()
	p, err := s.OpenID.Rights(account)
	if err == nil {
		err = ratelimit.Check(ctx, s.Limiter, "signin:"+p.Subject, attempts)
		if err != nil {
			return err
		}
	}
	handle := s.usable(p, f.Handle)
	if err != nil || handle == "" {
		s.Log.WarnContext(ctx, "an account of the provider has no rights here", "subject", p.Subject)
		return fault.New(fault.Forbidden, "%s", v.words.NoAccount)
	}
	text, err := json.Marshal(account)
	if err != nil {
		return err
	}
	source := Source{Kind: OpenID, Hash: account.Hash()}
	keep := func([]byte) ([]byte, time.Duration, error) { return text, time.Until(s.OpenID.Ends(account)), nil }
	if err := s.Store.Update(ctx, accountKey(source.Hash), keep); err != nil {
		return err
	}
	s.accounts.Invalidate(source.Hash)
	s.Log.InfoContext(ctx, "signed in", "subject", p.Subject, "server", handle)
	if err := s.enterSession(ctx, v.w, session{source, handle, account.ShownName()}); err != nil {
		return err
	}
	return v.redirect(f.next())
}

// usable returns requested if somebody may use this server, or for an empty handle the first server that they may use.
// It is empty if there is none.
func (s *Server) usable(p identity.Principal, requested string) string {
	handles := s.handles()
	if requested != "" {
		handles = []string{requested}
	}
	for _, handle := range handles {
		if p.MayUse(handle) {
			return handle
		}
	}
	return ""
}
