package tree

import (
	"context"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/smultisite"
	"emcp/toolset/view"
)

// Address is the address of a document as a caller writes it, parsed.
type Address struct {
	host string // empty for a path without a host
	path string // decoded, without a slash at the end
	id   *int64 // of index.php?id=ID
	web  bool   // whether it has the scheme of a page, or none
}

// ParseAddress parses an address such as https://www.example.com/shop/chair.html, or its path. It ignores the query and
// the fragment, except for the id that Evolution itself reads in the query.
func ParseAddress(text string) (Address, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Path == "" && u.Host == "" || u.Opaque != "" {
		return Address{}, fault.Invalid("url",
			"url must be the address of a document, such as https://www.example.com/contact.html, or its path, such as "+
				"/contact.html")
	}
	a := Address{
		host: hostOf(u), path: plainPath(u), web: slices.Contains([]string{"", "http", "https"}, strings.ToLower(u.Scheme)),
	}
	if id, err := strconv.ParseInt(u.Query().Get("id"), 10, 64); err == nil {
		a.id = &id
	}
	return a, nil
}

// hostOf returns the host of an address for comparison: with and without www it is the same site.
func hostOf(u *url.URL) string { return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.") }

// plainPath returns the path of an address for comparison: with and without a slash at its end it is the same.
func plainPath(u *url.URL) string { return path.Clean("/" + u.Path) }

// site is the address of a site, parsed.
type site struct {
	Address

	start int64 // the document at this address; 0: none
}

func siteOf(v *view.Site) site {
	a, err := ParseAddress(v.URL())
	if err != nil {
		a.path = "/"
	}
	return site{a, v.Schema.StartPage()}
}

// siteAt returns the site with the domain of an address: of sMultisite, sites can have several. An address of another
// site is a fault.
func siteAt(ctx context.Context, v *view.Site, a Address) (site, error) {
	s := siteOf(v)
	if a.host == "" || s.host == "" || a.host == s.host {
		return s, nil
	}
	if smultisite.Has(v.Schema) {
		statement, err := v.Compiler().Domain(a.host, "www."+a.host)
		if err != nil {
			return s, err
		}
		err = v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
			s.Address = Address{host: a.host, path: "/"}
			return scan(&s.start)
		})
		if err != nil || s.host == a.host {
			return s, err
		}
	}
	return s, fault.Invalid("url", "this is not an address of this site, whose addresses begin with %s", v.URL())
}

// named returns the document that an address names by its id, or 0 if the address is that of a site without a start
// page. found is false for all other addresses.
func (s site) named(a Address) (id int64, found bool) {
	switch {
	case a.id != nil && (a.path == s.path || path.Base(a.path) == "index.php"): // elsewhere only the path counts
		return *a.id, true
	case a.path == s.path:
		return s.start, true
	}
	return 0, false
}

// speak makes the texts of the call those of the language that an address names, and returns the address without it.
func (s site) speak(v *view.Site, a Address) Address {
	below, inside := strings.CutPrefix(a.path, strings.TrimSuffix(s.path, "/"))
	if !inside {
		return a
	}
	code, rest := v.Translated.Cut(below)
	if rest != below {
		v.Lang = code
		a.path = path.Join(s.path, rest)
	}
	return a
}

// Path returns the path of a document's address for comparison with that of an Address, or "" if the caller may not see
// the document or its address has no aliases. That of the start page is the one with its alias.
func (p Places) Path(id int64) string {
	u, err := url.Parse(p.named(id))
	if err != nil || u.Path == "" || u.RawQuery != "" {
		return ""
	}
	return plainPath(u)
}

// host returns the host of a document's address for comparison with that of an Address.
func (p Places) host(id int64) string {
	u, err := url.Parse(p.domainOf(id).base)
	if err != nil {
		return ""
	}
	return hostOf(u)
}

// Find returns the document at an address. found is false if the caller sees none there. If the address names a
// language of sLang, the texts of the call are then in it. An address of another site is
// a fault.
func Find(ctx context.Context, v *view.Site, a Address) (id int64, found bool, err error) {
	lang := v.Lang
	defer func() {
		if !found {
			v.Lang = lang
		}
	}()
	s, err := siteAt(ctx, v, a)
	if err != nil {
		return 0, false, err
	}
	if id, found := s.named(s.speak(v, a)); found {
		return id, id != 0, nil
	}
	ids, err := called(ctx, v, a.path)
	if err != nil || len(ids) == 0 {
		return 0, false, err
	}
	places, err := PlacesOf(ctx, v, ids)
	if err != nil {
		return 0, false, err
	}
	i := slices.IndexFunc(ids, func(id int64) bool {
		return id != s.start && places.Path(id) == a.path && places.host(id) == s.host
	})
	if i < 0 {
		return 0, false, nil
	}
	return ids[i], true, nil
}

// maxSlashes is how many slashes an alias may contain to be found.
const maxSlashes = 5

// called returns visible documents whose address can end like the path p, as many as query.Named reads.
func called(ctx context.Context, v *view.Site, p string) ([]int64, error) {
	statement, err := v.Compiler().Named(names(v, p))
	if err != nil {
		return nil, err
	}
	var ids []int64
	return ids, v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		err := scan(&id)
		ids = append(ids, id)
		return err
	})
}

// names returns the aliases that something with the path p can have. The site may add a prefix and a suffix to an
// alias, but not to every alias. An alias can contain slashes.
func names(v *view.Site, p string) []string {
	var names []string
	suffix, prefix := v.Schema.Setting("friendly_url_suffix"), v.Schema.Setting("friendly_url_prefix")
	for at, slashes := len(p), 0; at > 0 && slashes <= maxSlashes; slashes++ {
		at = strings.LastIndexByte(p[:at], '/')
		name := p[at+1:]
		without := strings.TrimPrefix(name, prefix)
		names = append(names, name, without, strings.TrimSuffix(without, path.Ext(without)),
			strings.TrimSuffix(without, suffix))
	}
	return names
}
