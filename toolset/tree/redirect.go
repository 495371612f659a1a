package tree

import (
	"context"
	"net/url"
	"strings"

	"emcp/evodb"
	"emcp/internal/sseo"
	"emcp/toolset/view"
)

// maxRedirects is how many redirects in a row are followed. It ends loops, too.
const maxRedirects = 5

// Redirected returns the document to which the site redirects from an address that no document has, and the address
// there. found is false if there is none, or if the way leads to another site. If the last address names a language of
// sLang, the texts of the call are then in it.
func Redirected(ctx context.Context, v *view.Site, address string) (id int64, final string, found bool, err error) {
	site, lang := siteOf(v), v.Lang
	at, err := url.Parse(v.URL())
	if err != nil || !sseo.Has(v.Schema, sseo.Redirects) {
		return 0, "", false, nil
	}
	for hop := 0; ; hop++ {
		reference, err := url.Parse(strings.TrimSpace(address))
		if err != nil {
			return 0, "", false, nil
		}
		at = at.ResolveReference(reference)
		a, err := ParseAddress(at.String())
		if err != nil || !a.web || a.host != site.host {
			return 0, "", false, nil
		}
		if hop > 0 {
			if id, found, err = Find(ctx, v, a); found || err != nil {
				return id, at.String(), found, err
			}
		}
		if hop == maxRedirects {
			return 0, "", false, nil
		}
		path := site.speak(v, a).path
		v.Lang = lang
		if address, err = redirectFrom(ctx, v, path); address == "" || err != nil {
			return 0, "", false, err
		}
	}
}

// redirectFrom returns where the site redirects from a path, as it is stored, or "".
func redirectFrom(ctx context.Context, v *view.Site, path string) (target string, err error) {
	statement, err := v.Compiler().Redirect(escapedPath(strings.Trim(path, "/")))
	if err != nil {
		return "", err
	}
	err = v.DB.Query(ctx, statement, func(scan evodb.Scan) error { return scan(&target) })
	return strings.TrimSpace(target), err
}
