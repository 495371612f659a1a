package server

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"time"

	"github.com/labstack/echo/v4"

	"emcp/internal/auth"
	"emcp/internal/auth/personal"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/middleware"
)

// openGate prepares the ways in which callers over HTTP prove who they are. Key sets stay those of the front before if
// their settings are the same. Otherwise no caller would be known until the keys are fetched again.
func (f *front) openGate(before *front) (err error) {
	accepted := f.config.Auth
	f.gate = auth.Gate{Open: accepted.Open}
	if accepted.Tokens != nil {
		f.gate.Kinds, f.gate.Certificates = append(f.gate.Kinds, accepted.Tokens), accepted.Tokens
	}
	if accepted.OAuth != nil && accepted.OAuth.Builtin != nil {
		f.oauth = f.authority()
		f.gate.Kinds = append(f.gate.Kinds, f.oauth)
	}
	if signIn := accepted.OAuth; signIn != nil && signIn.Issuer != nil { // before jwt, which refuses tokens of others
		if before != nil && before.issuer != nil && reflect.DeepEqual(signIn.Issuer, before.config.Auth.OAuth.Issuer) {
			f.issuer = before.issuer
		} else {
			f.issuer = auth.NewIssuer(*signIn.Issuer)
		}
		f.gate.Kinds = append(f.gate.Kinds, f.issuer.For(f.resourceURLs))
	}
	if accepted.JWT != nil {
		if before != nil && accepted.JWT.KeyFile == "" && reflect.DeepEqual(accepted.JWT, before.config.Auth.JWT) {
			f.jwt = before.jwt
		} else if f.jwt, err = auth.NewJWT(*accepted.JWT); err != nil {
			return fmt.Errorf("auth.jwt: %w", err)
		}
		f.gate.Kinds = append(f.gate.Kinds, f.jwt)
	}
	if accepted.Personal == nil {
		return nil
	}
	sites := map[string]*personal.Tokens{}
	for name := range f.config.Sites {
		sites[name] = personal.New(name, f.base.lookups[name], *accepted.Personal)
	}
	kind := auth.ByServer{"": sites[f.config.Servers[0].Site]}
	f.personal = map[string]*personal.Tokens{}
	for _, server := range f.config.Servers {
		kind[server.Handle], f.personal[server.Handle] = sites[server.Site], sites[server.Site]
	}
	f.gate.Kinds = append(f.gate.Kinds, kind)
	return nil
}

// streamCaller is the caller of a stream, with what it takes to authenticate it again.
type streamCaller struct {
	server      string // handle
	caller      identity.Principal
	credentials auth.Credentials
}

// streamCaller returns the caller of an authenticated request.
func (f *front) streamCaller(c echo.Context) streamCaller {
	return streamCaller{f.handle(c), middleware.CallerOf(c), auth.CredentialsOf(c.Request())}
}

// forever is longer than any stream.
const forever = time.Duration(math.MaxInt64)

// recheck authenticates the caller of a stream again and again, as for every call. It returns a fault when the token
// has expired, was revoked, or gives other rights; the client then connects again, or learns why it cannot. While emcp
// cannot find out, such as when the database is down, the stream stays for the time of doubt; then recheck returns a
// fault of the kind Unavailable. It returns nil when the context ends.
func (f *front) recheck(ctx context.Context, a streamCaller, doubt time.Duration) error {
	ticker := time.NewTicker(f.base.options.Streams.Recheck)
	defer ticker.Stop()
	certain := time.Now()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		err := f.accept(a)
		switch {
		case err == nil:
			certain = time.Now()
		case fault.From(err).Kind != fault.Unavailable, time.Since(certain) > doubt:
			return err
		}
	}
}

// accept returns a fault unless a caller still has the same rights.
func (f *front) accept(a streamCaller) error {
	caller, err := f.caller(a.credentials, a.server)
	if err == nil && !caller.Equal(a.caller) {
		return fault.New(fault.InvalidToken, "the rights of the token have changed")
	}
	return err
}

// caller authenticates the caller of a stream again. Its statements are not in the trace of the request. A panic, which
// in a goroutine of its own would end the process, becomes an error.
func (f *front) caller(presented auth.Credentials, handle string) (_ identity.Principal, err error) {
	defer fault.Recovered(&err)
	return f.gate.Caller(f.base.running, presented, handle)
}
