package toolset

import (
	"context"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"emcp/evodb"
	"emcp/internal/fault"
)

// pageAddress is the address of a document as a caller writes it.
type pageAddress struct {
	host string // empty where the caller gives a path only
	path string // decoded, without a slash at the end
	id   *int64 // of index.php?id=ID
}

// parseAddress reads an address such as https://www.example.com/shop/chair.html, or its path. What stands behind ? and # is
// ignored, but for the id that Evolution itself reads there.
func parseAddress(text string) (pageAddress, error) {
	wanted, err := url.Parse(strings.TrimSpace(text))
	if err != nil || wanted.Path == "" && wanted.Host == "" || wanted.Opaque != "" {
		return pageAddress{}, fault.Invalid("url", "url must be the address of a document, such as https://www.example.com/contact.html, or its path, such as /contact.html")
	}
	a := pageAddress{host: hostOf(wanted), path: plainPath(wanted)}
	if id, err := strconv.ParseInt(wanted.Query().Get("id"), 10, 64); err == nil {
		a.id = &id
	}
	return a, nil
}

// hostOf returns the host of an address as hosts are compared: with and without www it is the same site.
func hostOf(u *url.URL) string { return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.") }

// plainPath returns the path of an address as paths are compared: that of a folder with and without its slash is the same.
func plainPath(u *url.URL) string { return path.Clean("/" + u.Path) }

// at returns the document with an address; false where the caller sees none. An address of another site is a fault.
func (c *call) at(ctx context.Context, wanted pageAddress) (id int64, found bool, err error) {
	site, err := url.Parse(c.siteURL())
	if err != nil {
		site = &url.URL{Path: "/"}
	}
	if here := hostOf(site); wanted.host != "" && here != "" && wanted.host != here {
		return 0, false, fault.Invalid("url", "this is not an address of this site, whose addresses begin with %s", c.siteURL())
	}
	if wanted.id != nil {
		return *wanted.id, true, nil
	}
	if wanted.path == plainPath(site) {
		start := c.schema.StartPage()
		return start, start != 0, nil
	}
	ids, err := c.called(ctx, path.Base(wanted.path))
	if err != nil || len(ids) == 0 {
		return 0, false, err
	}
	places, err := c.places(ctx, ids)
	if err != nil {
		return 0, false, err
	}
	i := slices.IndexFunc(ids, func(id int64) bool {
		known, err := url.Parse(places.url(id))
		return err == nil && known.RawQuery == "" && plainPath(known) == wanted.path
	})
	if i < 0 {
		return 0, false, nil
	}
	return ids[i], true, nil
}

// called returns the visible documents whose address can end in a name, as many as query.Named reads. The site puts a prefix before
// the alias and a suffix behind it, but not to all aliases.
func (c *call) called(ctx context.Context, name string) ([]int64, error) {
	without := strings.TrimPrefix(name, c.schema.Setting("friendly_url_prefix"))
	names := []string{name, without}
	for _, suffix := range []string{path.Ext(without), c.schema.Setting("friendly_url_suffix")} {
		names = append(names, strings.TrimSuffix(without, suffix))
	}
	statement, err := c.compiler().Named(names)
	if err != nil {
		return nil, err
	}
	var ids []int64
	return ids, c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		err := scan(&id)
		ids = append(ids, id)
		return err
	})
}
