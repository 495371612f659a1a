package oauth

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/maypok86/otter/v2"

	"emcp/internal/publicnet"
)

// documents fetches the metadata documents of clients (draft-ietf-oauth-client-id-metadata-document), and keeps them
// for a while.
type documents struct {
	fetcher *publicnet.Fetcher
	kept    *otter.Cache[string, document]
}

// document is a text, and how long it may be used.
type document struct {
	text []byte
	age  time.Duration
}

// Limits of the kept documents. A document has at most 64 KiB; most have one.
const (
	maxDocuments    = 256
	shortestAge     = time.Minute
	usualAge        = 10 * time.Minute
	longestAge      = 24 * time.Hour
	methodAssertion = "private_key_jwt"
)

func newDocuments(f *publicnet.Fetcher) *documents {
	return &documents{f, otter.Must(&otter.Options[string, document]{
		MaximumSize: maxDocuments,
		ExpiryCalculator: otter.ExpiryCreatingFunc(func(e otter.Entry[string, document]) time.Duration {
			return e.Value.age
		}),
	})}
}

// get returns the document at an address. A failed fetch is not kept.
func (d *documents) get(ctx context.Context, address string) ([]byte, error) {
	found, err := d.kept.Get(ctx, address,
		otter.LoaderFunc[string, document](func(ctx context.Context, address string) (document, error) {
			text, header, err := d.fetcher.Get(context.WithoutCancel(ctx), address) // all waiting calls share it
			return document{text, maxAge(header)}, err
		}))
	return found.text, err
}

// fetches reports whether the document of a client must be fetched. Clients that registered themselves have none.
func (d *documents) fetches(id string) bool {
	_, kept := d.kept.GetIfPresent(id)
	return !kept && strings.HasPrefix(id, "https://") && goodClientID(id)
}

// maxAge returns how long a document may be used according to its headers (RFC 9111), within limits.
func maxAge(header http.Header) time.Duration {
	age := usualAge
	for directive := range strings.SplitSeq(strings.ToLower(strings.Join(header.Values("Cache-Control"), ",")), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		switch name {
		case "no-store", "no-cache":
			return shortestAge
		case "max-age":
			if seconds, err := strconv.Atoi(strings.Trim(value, `"`)); err == nil && seconds >= 0 {
				age = time.Duration(min(seconds, int(longestAge.Seconds()))) * time.Second
			}
		}
	}
	return min(max(age, shortestAge), longestAge)
}

// clientDocument is the metadata that a client publishes about itself.
type clientDocument struct {
	ID             string         `json:"client_id"`
	Name           string         `json:"client_name"`
	Redirects      []string       `json:"redirect_uris"`
	Authentication string         `json:"token_endpoint_auth_method"`
	Secret         jsontext.Value `json:"client_secret"`
	Keys           jsontext.Value `json:"jwks"`
	KeysURL        string         `json:"jwks_uri"`
}

// client returns the client whose id is the address of its document.
func (d *documents) client(ctx context.Context, id string) (client, error) {
	if !goodClientID(id) {
		return client{}, refuse(invalidClient,
			"client_id must be an https address in ASCII, its host too, with a path, without a fragment, a user or dots as "+
				"steps")
	}
	text, err := d.get(ctx, id)
	if err != nil {
		return client{}, refuse(invalidClient,
			"the client's metadata document cannot be fetched: it must be at a public https address and answer with JSON, "+
				"without a redirect, within 5 seconds, of at most 64 KB")
	}
	var said clientDocument
	if err := json.Unmarshal(text, &said); err != nil {
		return client{}, refuse(invalidClient,
			"the client's metadata document is not a JSON object with the members that it needs")
	}
	if said.ID != id {
		return client{}, refuse(invalidClient, "the client's metadata document names another client_id")
	}
	if said.Secret != nil {
		return client{}, refuse(invalidClient, "the client's metadata document has a client_secret, which everybody can read")
	}
	if wrong := checkRedirects(said.Redirects); wrong != nil {
		return client{}, refuse(invalidClient, "the client's metadata document: "+wrong.Description)
	}
	c := client{ID: id, Name: cleanName(said.Name), Redirects: said.Redirects, keys: clientKeys{said.Keys, said.KeysURL}}
	switch said.Authentication {
	case "", "none":
	case methodAssertion:
		c.Assertion = true
	default:
		return client{}, refuse(invalidClient,
			"the client's metadata document asks for a way of authentication other than none and private_key_jwt")
	}
	return c, nil
}

// goodClientID reports whether an address can be the id of a client. Its host is what people read on the page of
// consent, so it has its form in ASCII (RFC 5890): a letter of another alphabet, or a sign that looks like a slash,
// could pass for a host that they trust.
func goodClientID(id string) bool {
	u, err := url.Parse(id)
	return err == nil && u.Scheme == "https" && plainHost.MatchString(u.Host) && isPrintableASCII(id) && u.User == nil &&
		u.Fragment == "" && !strings.Contains(id, "#") &&
		strings.Trim(u.Path, "/") != "" && path.Clean(u.Path) == strings.TrimSuffix(u.Path, "/")
}
