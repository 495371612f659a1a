package upstream

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"iter"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/visible"
)

// Contents are a part of what is in a resource. Either Text or Blob is set.
type Contents struct {
	MIMEType string // empty: unknown
	Text     *string
	Blob     *string // in Base64
}

// Bounds of resources.
const (
	mostResources = 200
	maxURI        = 1024
	maxMIMEType   = 100
	mostContents  = 100
)

// ownScheme is the scheme of emcp's own resources.
const ownScheme = "evo"

// Resource returns the resource of a URI.
func (l *List) Resource(uri string) (Resource, bool) {
	i := slices.IndexFunc(l.Resources.Used, func(r Resource) bool { return r.URI == uri })
	if i < 0 {
		return Resource{}, false
	}
	return l.Resources.Used[i], true
}

// Resources returns the resources of several upstreams with the URIs that clients see. If two have the same URI, the
// second gets a URI with the name of its upstream.
func Resources(lists []*List) iter.Seq2[string, Resource] {
	return func(yield func(string, Resource) bool) {
		taken := map[string]bool{}
		for _, l := range lists {
			for _, r := range l.Resources.Used {
				uri := r.URI
				if taken[uri] {
					uri = "upstream:" + url.PathEscape(r.Upstream.Name()) + "/" + r.URI
				}
				if taken[uri] { // only where an upstream has given one of its own resources this name
					continue
				}
				if taken[uri] = true; !yield(uri, r) {
					return
				}
			}
		}
	}
}

// SharesResources reports whether the owner has chosen resources of the upstream.
func (u *Upstream) SharesResources() bool { return u.options.Resources != nil }

// readResources reads the list of resources.
func (u *Upstream) readResources(ctx context.Context, l link) (o Offer[Resource], err error) {
	secrets := u.credentials("")
	err = u.eachListed(ctx, l, "resources/list", "resources", func(text jsontext.Value) {
		o.Listed++
		var listed struct {
			URI         string `json:"uri"`
			Name        string `json:"name"`
			Title       string `json:"title"`
			Description string `json:"description"`
			MIMEType    string `json:"mimeType"`
		}
		if err := json.Unmarshal(text, &listed); err != nil {
			o.Refused = refuse(o.Refused, "", "it is not a resource as MCP has them")
			return
		}
		if !matches(u.options.Resources, listed.URI) {
			return // the owner knows
		}
		if secrets.inJSON(text) {
			o.Refused = u.refuseLeak(o.Refused, listed.URI)
			return
		}
		r := Resource{
			URI: listed.URI, Name: u.marked(listed.Name, maxTitle), MIMEType: cleanLine(listed.MIMEType, maxMIMEType),
			Upstream: u,
		}
		r.Title, r.Description = u.describe(listed.Title, listed.Description)
		reason := wrongURI(r.URI)
		if slices.ContainsFunc(o.Used, func(other Resource) bool { return other.URI == r.URI }) {
			reason = "another resource of the upstream has the same URI"
		}
		o.add(r, r.URI, mostResources, reason, r.URI, r.Name, r.Title, r.Description, r.MIMEType)
	})
	return o, err
}

// wrongURI returns why emcp does not use resources with a URI, or an empty string if it does.
func wrongURI(uri string) string {
	if len(uri) > maxURI {
		return "its URI has more than 1024 bytes"
	}
	parsed, err := url.Parse(uri)
	invisible := func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }
	switch {
	case err != nil || strings.ContainsFunc(uri, invisible) || !strings.HasPrefix(uri, parsed.Scheme+":"):
		return "its URI is not an absolute one with a scheme in small letters"
	case parsed.Scheme == ownScheme:
		return "its URI has the scheme evo, which is that of emcp's own resources"
	}
	return ""
}

// Read returns the contents of the resource. personal returns the personal token of the caller, as
// in Call. Errors are faults.
func (r Resource) Read(ctx context.Context, personal func(ctx context.Context) string) ([]Contents, error) {
	o := operation{about: "resource", method: "resources/read", params: map[string]any{"uri": r.URI}, personal: personal}
	return perform(ctx, r.Upstream, o, readContents)
}

var errContents = errors.New("its answer is not the contents of a resource as MCP has them")

// readContents reads the result of resources/read. What it says about URIs is not used: the contents are those of the
// URI that was asked for. Members that emcp does not know are left out.
func readContents(text jsontext.Value) ([]Contents, error) {
	var in struct {
		Contents []struct {
			MIMEType string  `json:"mimeType"`
			Text     *string `json:"text"`
			Blob     *string `json:"blob"`
		} `json:"contents"`
	}
	if json.Unmarshal(text, &in) != nil || in.Contents == nil || len(in.Contents) > mostContents {
		return nil, errContents
	}
	contents := make([]Contents, len(in.Contents))
	for i, c := range in.Contents {
		if (c.Text == nil) == (c.Blob == nil) || c.Blob != nil && !isBase64(*c.Blob) {
			return nil, errContents
		}
		if c.Text != nil {
			*c.Text = visible.Text(*c.Text)
		}
		contents[i] = Contents{cleanLine(c.MIMEType, maxMIMEType), c.Text, c.Blob}
	}
	return contents, nil
}

// isBase64 reports whether a text is Base64. It does not keep the decoded bytes.
func isBase64(text string) bool {
	if strings.ContainsAny(text, "\r\n") { // which the decoder ignores
		return false
	}
	_, err := io.Copy(io.Discard, base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
	return err == nil
}
