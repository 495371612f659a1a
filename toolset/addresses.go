package toolset

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"emcp/evodb"
)

// siteURL returns what stands before the addresses of documents; it ends in a slash.
func (c *call) siteURL() string {
	return strings.TrimSuffix(cmp.Or(c.options.BaseURL, c.schema.URL()), "/") + "/"
}

// addresses are the rules by which a site makes the addresses of its documents: those of UrlProcessor in Evolution 3.x, which
// are those of DocumentParser in 1.4.
type addresses struct {
	base  string // of the site; ends in a slash
	start int64  // the document at base
	// friendly says that addresses are made of aliases. With friendly_urls and without friendly_alias_urls Evolution makes them
	// of ids, but does not find a document by such an address.
	friendly       bool
	paths          bool   // whether the aliases of the folders above stand in them
	folders        bool   // whether those of folders end in a slash
	strict         bool   // whether the site redirects from all addresses of a document but one
	prefix, suffix string // of the last part
}

func newAddresses(schema *evodb.Schema, base string) addresses {
	return addresses{
		base: base, start: schema.StartPage(),
		friendly: schema.On("friendly_urls") && schema.On("friendly_alias_urls"),
		paths:    schema.On("use_alias_path"), folders: schema.On("make_folders"), strict: schema.On("seostrict"),
		prefix: schema.Setting("friendly_url_prefix"), suffix: schema.Setting("friendly_url_suffix"),
	}
}

// url returns the address at which the site serves a document, or nothing where the caller may not see the document. Where the path
// has a document that the caller may not see, it is the one without aliases: another would depend on what is hidden.
func (p treePlaces) url(id int64) string {
	n, rules := p.nodes[id], p.addresses
	switch {
	case !n.seen:
		return ""
	case id == rules.start:
		return rules.base
	}
	path, known := p.folders(id)
	// Evolution looks for the prefix at the beginning of the whole path, and so does not find what it writes behind folders.
	if !rules.friendly || !known || rules.prefix != "" && path != "" {
		return rules.base + "index.php?id=" + strconv.FormatInt(id, 10)
	}
	return rules.base + escapedPath(path+rules.prefix+n.name(id)+rules.ending(n, id))
}

// folders returns what stands before the last part of a document's address, and whether the caller may see all documents of the path.
func (p treePlaces) folders(id int64) (path string, known bool) {
	if !p.addresses.paths {
		return "", true
	}
	above, known := p.above(id)
	for _, folder := range above {
		if n := p.nodes[folder]; n.visible {
			path += n.name(folder) + "/"
		}
	}
	return path, known
}

// ending returns what stands behind the alias of a document.
func (a addresses) ending(n treeNode, id int64) string {
	if n.folder && a.folders {
		return "/"
	}
	if a.strict && slices.ContainsFunc(files, func(end string) bool { return strings.HasSuffix(n.name(id), end) }) {
		return ""
	}
	return a.suffix
}

// files are the ends of aliases to which Evolution, with seostrict, adds no suffix.
var files = []string{".xml", ".rss", ".js", ".css", ".txt", ".json", ".pdf"}

// name returns by what a document is called in addresses.
func (n treeNode) name(id int64) string {
	if n.alias != "" {
		return n.alias
	}
	return strconv.FormatInt(id, 10)
}

// escapedPath returns a path as it can stand in a URL; slashes stay.
func escapedPath(path string) string { return (&url.URL{Path: "/" + path}).EscapedPath()[1:] }
