package oauth

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"emcp/internal/identity"
)

// connection is a grant as its owner sees it.
type connection struct{ ID, Name, Host, Redirect, Address, Since, Used, Until, Sees string }

// showConnections lists the grants of the person who is signed in.
func (s *Server) showConnections(v *visit) error {
	v.about = s.Resources[0]
	in, p, err := s.signedIn(v.r.Context(), v.browser, "")
	if errors.Is(err, errSignIn) {
		return v.signInPage("")
	}
	if err != nil {
		return err
	}
	grants, _, err := s.grantsOf(v.r.Context(), in.Source)
	if err != nil {
		return err
	}
	slices.SortFunc(grants, func(a, b Grant) int { return b.Used.Compare(a.Used) })
	var all []connection
	for _, g := range grants {
		shown := sees(p)
		if g.View == identity.Public {
			shown = seesPublic
		}
		all = append(all, connection{
			g.ID, g.ClientName, client{ID: g.Client}.host(), g.Redirect, g.Resource, minute(g.Created), minute(g.Used),
			minute(g.Expires), shown,
		})
	}
	v.show(http.StatusOK, "connections", v.words.ConnectionsTitle, struct {
		Connections []connection
		person
	}{all, v.words.person(in, p)})
	return nil
}

func minute(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

// changeConnections signs the person in or out, or ends one of their grants.
func (s *Server) changeConnections(v *visit) error {
	v.about = s.Resources[0]
	ctx := v.r.Context()
	switch v.r.PostFormValue("do") {
	case "signin":
		return s.enter(v, s.handles(), ConnectionsPath)
	case "signout":
		if err := s.signOut(ctx, v.browser); err != nil {
			return err
		}
	case "revoke":
		in, _, err := s.signedIn(ctx, v.browser, "")
		if errors.Is(err, errSignIn) {
			return v.signInPage("")
		}
		if err != nil {
			return err
		}
		if err := s.endOwn(ctx, in.Source, v.r.PostFormValue("grant")); err != nil {
			return err
		}
	default:
		return refuse(invalidRequest, "the form is not complete")
	}
	return v.redirect(ConnectionsPath)
}

// endOwn ends a grant of a source. It leaves grants of other sources alone.
func (s *Server) endOwn(ctx context.Context, source Source, id string) error {
	g, err := s.grant(ctx, id)
	if errors.Is(err, errEnded) || err == nil && g.Source != source {
		return nil
	}
	if err != nil {
		return err
	}
	return s.end(ctx, g)
}
