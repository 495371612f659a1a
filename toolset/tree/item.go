package tree

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"emcp/toolset/view"
)

// ItemURL returns the address of an item of a package with this alias that lies below a document, as sCommerce and
// sArticles make it: they cut the characters of the site's suffix off the document's address, in any order, so that an
// item below boat.html is at boa/kayak.html. It is "" if the caller may not see a document whose alias is in it. A
// deleted document has its id as alias. Document 0 is the start page.
func (p Places) ItemURL(folder int64, alias string) string {
	rules := p.addresses
	base := p.URL(folder)
	switch n, found := p.Nodes[folder]; {
	case folder == 0, folder == rules.start:
		base = rules.base + rules.lang
	case !found || n.deleted:
		base = rules.base + rules.lang + strconv.FormatInt(folder, 10)
	}
	if !rules.friendly || base == "" || strings.Contains(base, "?") {
		return ""
	}
	if base = strings.TrimRight(base, rules.suffix); !strings.HasSuffix(base, "/") {
		base += "/"
	}
	return base + escapedPath(strings.Trim(alias, "/")+rules.suffix)
}

// Printed returns the document itself, or the nearest one above it whose alias is part of addresses.
func (p Places) Printed(id int64) int64 {
	for range p.Nodes {
		n := p.Nodes[id]
		if n.visible || !n.Seen || n.parent == 0 {
			break
		}
		id = n.parent
	}
	return id
}

// Aliases returns the aliases that an item at the address can have. If the address names a language of sLang, the texts
// of the call are then in it. An address of another site is a fault.
func (a Address) Aliases(ctx context.Context, v *view.Site) ([]string, error) {
	s, err := siteAt(ctx, v, a)
	if err != nil {
		return nil, err
	}
	return names(v, s.speak(v, a).path), nil
}

// Is reports whether it is the address that emcp returns for something.
func (a Address) Is(address string) bool {
	u, err := url.Parse(address)
	return err == nil && plainPath(u) == a.path
}
