package oauth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"time"

	"github.com/go-json-experiment/json"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/ratelimit"
)

// session is a browser in which somebody is signed in.
type session struct {
	Source Source `json:"source"`
	Handle string `json:"handle"` // handle of the server for which the source was checked
	Name   string `json:"name"`   // name of the person on pages
}

// sessionTime is how long a browser stays signed in.
const sessionTime = time.Hour

// cookieName is the name of the cookie that identifies a browser. With this prefix, browsers accept it only over HTTPS
// and only from this host.
func (s *Server) cookieName() string {
	if s.secure() {
		return "__Host-emcp"
	}
	return "emcp"
}

// browser returns the secret of the browser that sends a request, or "" if it has none yet.
func (s *Server) browser(r *http.Request) string {
	cookie, err := r.Cookie(s.cookieName())
	if err != nil || len(cookie.Value) != base64.RawURLEncoding.EncodedLen(browserBytes) {
		return ""
	}
	return cookie.Value
}

// browserBytes is the length of a browser's secret.
const browserBytes = 32

// meet gives a browser a new secret.
func (s *Server) meet(w http.ResponseWriter) string {
	secret := random(browserBytes)
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(), Value: secret, Path: "/", Secure: s.secure(), HttpOnly: true,
		// clients open the page from other sites, which only Lax allows; forms come from this server
		SameSite: http.SameSiteLaxMode,
	})
	return secret
}

// formToken returns a token for the forms of a browser. Only pages made for this browser contain it, so other sites
// cannot send its forms.
func formToken(browser string) string {
	mac := hmac.New(sha256.New, []byte(browser))
	_, _ = mac.Write([]byte("form"))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// fromHere reports whether a form comes from a page of this server in the same browser.
func (s *Server) fromHere(r *http.Request, browser string) bool {
	origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
	switch {
	case origin != "" && origin != "null" && origin != s.Issuer: // null: without referrer, browsers send no origin
		return false
	case site != "" && site != "same-origin":
		return false
	}
	return browser != "" && hmac.Equal([]byte(r.PostFormValue("form")), []byte(formToken(browser)))
}

func sessionKey(browser string) string { return "session:" + hashOf(browser) }

// errSignIn means that the person must sign in (again).
var errSignIn = errors.New("sign in")

// signedIn returns the person who is signed in, as a caller of the server with that handle. An empty handle means the
// server at which they signed in.
func (s *Server) signedIn(ctx context.Context, browser, handle string) (session, identity.Principal, error) {
	if browser == "" {
		return session{}, identity.Principal{}, errSignIn
	}
	text, err := s.Store.Get(ctx, sessionKey(browser))
	if err != nil {
		return session{}, identity.Principal{}, err
	}
	var in session
	if text == nil || json.Unmarshal(text, &in) != nil {
		return session{}, identity.Principal{}, errSignIn
	}
	if handle == "" {
		handle = in.Handle
	}
	p, err := s.holder(ctx, in.Source, handle)
	switch {
	case err == nil && p.MayUse(handle):
		return in, p, nil
	case err != nil && fault.From(err).Kind == fault.Unavailable:
		return session{}, identity.Principal{}, err
	}
	return session{}, identity.Principal{}, errSignIn
}

// attempts is how often per minute an address may try to sign in, and how often a token may be tried.
const attempts = 10

// signIn checks a token that somebody entered for one of the servers with these handles. The error is a fault that says
// what is wrong.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request, token string, handles []string) error {
	ctx := r.Context()
	if err := ratelimit.Check(ctx, s.Limiter, "signin:"+s.Address(r), attempts); err != nil {
		return err
	}
	source := Source{Hash: auth.HashToken(token)}
	refusal := auth.ErrUnknown
	for _, handle := range handles {
		p, err := s.Source(ctx, source, handle)
		if err == nil && !p.MayUse(handle) {
			err = fault.New(fault.ServerDenied, "this token is not for the server %s", handle)
		}
		if err != nil {
			if !errors.Is(err, auth.ErrUnknown) {
				refusal = err
			}
			continue
		}
		if err := ratelimit.Check(ctx, s.Limiter, "signin:"+p.Subject, attempts); err != nil {
			return err
		}
		source.Kind = kindOf(p)
		s.Log.InfoContext(ctx, "signed in", "subject", p.Subject, "server", handle)
		return s.enterSession(ctx, w, session{source, handle, p.Subject})
	}
	return refusal
}

// enterSession stores who is signed in, and gives the browser a new secret. The old secret is not reused, because
// somebody else may know it.
func (s *Server) enterSession(ctx context.Context, w http.ResponseWriter, in session) error {
	text, err := json.Marshal(in)
	if err != nil {
		return err
	}
	browser := s.meet(w)
	return s.Store.Update(ctx, sessionKey(browser),
		func([]byte) ([]byte, time.Duration, error) { return text, sessionTime, nil })
}

// signOut ends the session of a browser.
func (s *Server) signOut(ctx context.Context, browser string) error {
	return s.Store.Update(ctx, sessionKey(browser), func([]byte) ([]byte, time.Duration, error) { return nil, 0, nil })
}
