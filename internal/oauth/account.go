package oauth

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/maypok86/otter/v2"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/openid"
	"emcp/internal/ratelimit"
	"emcp/internal/visible"
)

func accountKey(hash auth.TokenHash) string { return "account:" + hash.String() }

// holder returns whom a source stands for now at the server with that handle. Its errors are
// those of auth.Authenticator.
func (s *Server) holder(ctx context.Context, source Source, handle string) (identity.Principal, error) {
	if source.Kind != OpenID {
		return s.Source(ctx, source, handle)
	}
	if s.OpenID == nil {
		return identity.Principal{}, auth.ErrUnknown
	}
	account, err := s.account(ctx, source)
	if err != nil {
		return identity.Principal{}, fault.Wrap(fault.Unavailable, err,
			"accounts cannot be looked up at the moment; try again later")
	}
	return s.OpenID.Rights(account)
}

// account returns the account that a source stands for; the zero one, which has no rights, if
// it is not stored any more.
func (s *Server) account(ctx context.Context, source Source) (openid.Account, error) {
	return s.accounts.Get(ctx, source.Hash,
		otter.LoaderFunc[auth.TokenHash, openid.Account](
			func(ctx context.Context, hash auth.TokenHash) (openid.Account, error) {
				text, err := s.Store.Get(context.WithoutCancel(ctx), accountKey(hash))
				var account openid.Account
				if err != nil || json.Unmarshal(text, &account) != nil || account.Hash() != hash {
					return openid.Account{}, err
				}
				return account, nil
			}))
}

// grantEnd returns when a grant of a source that is made now ends at the latest.
func (s *Server) grantEnd(ctx context.Context, source Source) (time.Time, error) {
	end := time.Now().Add(s.GrantTime)
	if source.Kind != OpenID || s.OpenID == nil {
		return end, nil
	}
	account, err := s.account(ctx, source)
	if own := s.OpenID.Ends(account); own.Before(end) {
		end = own
	}
	return end, err
}

// enterAccount signs in an account that the provider has just confirmed, and goes on where the person was.
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

// usable returns the handle of a server that somebody may use: the one asked for, or with an empty one the first. It
// is empty if there is none.
func (s *Server) usable(p identity.Principal, asked string) string {
	handles := s.handles()
	if asked != "" {
		handles = []string{asked}
	}
	for _, handle := range handles {
		if p.MayUse(handle) {
			return handle
		}
	}
	return ""
}

// person says on pages who has signed in, and by what.
type person struct{ SignedIn, Person string }

// person returns who has signed in.
func (w words) person(in session, p identity.Principal) person {
	switch in.Source.Kind {
	case Configured:
		return person{w.WithToken, strings.TrimPrefix(p.Subject, "token:")}
	case Personal:
		id, _, _ := strings.Cut(strings.TrimPrefix(p.Subject, "user:"), "@")
		return person{w.WithPersonal, cmp.Or(visible.Line(p.Name), id)}
	}
	return person{w.SignedInAs, cmp.Or(in.Name, p.Subject)} // sessions that were stored long ago have no name
}
