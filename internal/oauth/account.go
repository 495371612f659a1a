package oauth

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/maypok86/otter/v2"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/openid"
)

func accountKey(hash auth.TokenHash) string { return "account:" + hash.String() }

// holder returns the caller that a source currently stands for at the server with that handle. Its errors are
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

// account returns the account that a source stands for. If it is no longer stored, the result is the zero
// account, which has no rights.
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

// grantEnd returns the latest end of a grant that is made now.
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
