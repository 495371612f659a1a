package tree

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"emcp/evodb"
)

// addresses are the rules by which a site makes the addresses of its documents. They are those of UrlProcessor in
// Evolution 3.x, which agree with DocumentParser in 1.4.
type addresses struct {
	base  string // of the site; ends in a slash
	start int64  // id of the document at base
	// friendly says that addresses consist of aliases. With friendly_urls but without friendly_alias_urls, Evolution
	// writes addresses with ids, but does not find a document at such an address.
	friendly       bool
	paths          bool   // whether they contain the aliases of the folders
	folders        bool   // whether addresses of folders end in a slash
	strict         bool   // whether the site redirects from all other addresses of a document
	prefix, suffix string // around the alias of the document
	lang           string // what stands before the path in the language of the call: en/, or nothing
}

func newAddresses(schema *evodb.Schema, base, lang string) addresses {
	return addresses{
		base: base, lang: lang, start: schema.StartPage(),
		friendly: schema.On("friendly_urls") && schema.On("friendly_alias_urls"),
		paths:    schema.On("use_alias_path"), folders: schema.On("make_folders"), strict: schema.On("seostrict"),
		prefix: schema.Setting("friendly_url_prefix"), suffix: schema.Setting("friendly_url_suffix"),
	}
}

// URL returns the address at which the site serves a document, or "" if the caller may not see the document. If a
// document in the path is hidden from the caller, it is the address without aliases: an address with aliases would
// contain what is hidden.
func (p Places) URL(id int64) string {
	if at := p.domainOf(id); (id == at.start || p.Nodes[id].domain != nil) && p.Nodes[id].Seen {
		return at.base + p.addresses.lang
	}
	return p.named(id)
}

// domainOf returns the domain that a document has its address at.
func (p Places) domainOf(id int64) domain {
	at := id
	for range p.Nodes { // bounds circles on a damaged site
		if d := p.Nodes[at].domain; d != nil {
			return *d
		}
		if at = p.Nodes[at].parent; at == 0 {
			break
		}
	}
	return domain{p.addresses.base, p.addresses.start}
}

// named returns the address of a document, also of the start page, which the site serves at two addresses.
func (p Places) named(id int64) string {
	n, rules := p.Nodes[id], p.addresses
	if !n.Seen {
		return ""
	}
	path, known := p.folders(id)
	base := p.domainOf(id).base
	// Evolution looks for the prefix at the beginning of the whole path. It does not find the prefix that it writes
	// behind folders.
	if !rules.friendly || !known || rules.prefix != "" && path != "" {
		return base + "index.php?id=" + strconv.FormatInt(id, 10)
	}
	return base + escapedPath(rules.lang+path+rules.prefix+n.name(id)+rules.ending(n, id))
}

// folders returns the part of a document's address before its name, and whether the caller may see all documents in the
// path. The path begins below a document that is deleted or does not exist: Evolution's listing of addresses has
// neither.
func (p Places) folders(id int64) (path string, known bool) {
	if !p.addresses.paths {
		return "", true
	}
	passed := map[int64]bool{id: true}
	for at := p.Nodes[id].parent; at != 0; at = p.Nodes[at].parent {
		n, found := p.Nodes[at]
		switch {
		case n.deleted || !found:
			return path, true
		case passed[at] || !n.Seen:
			return "", false
		case n.visible:
			path = n.name(at) + "/" + path
		}
		passed[at] = true
	}
	return path, true
}

// ending returns the part of a document's address after its alias.
func (a addresses) ending(n Node, id int64) string {
	if n.folder && a.folders {
		return "/"
	}
	if a.strict && slices.ContainsFunc(files, func(end string) bool { return strings.HasSuffix(n.name(id), end) }) {
		return ""
	}
	return a.suffix
}

// files are file extensions. Evolution adds no suffix to aliases that end in one if seostrict is set.
var files = []string{".xml", ".rss", ".js", ".css", ".txt", ".json", ".pdf"}

// name returns the name of a document in addresses.
func (n Node) name(id int64) string {
	if n.alias != "" {
		return n.alias
	}
	return strconv.FormatInt(id, 10)
}

// escapedPath escapes a path for a URL. Slashes stay.
func escapedPath(path string) string { return (&url.URL{Path: "/" + path}).EscapedPath()[1:] }

// Base returns the address of the site, which ends in a slash.
func (p Places) Base() string { return p.addresses.base }
