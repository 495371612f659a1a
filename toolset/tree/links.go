package tree

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"emcp/toolset/view"
)

// Links finds out where the links in texts lead. It looks at no document, so the target need not exist.
type Links struct {
	site

	base   string
	suffix string // file extension of the addresses of documents, with its dot
}

// LinksOf returns the Links of a site.
func LinksOf(v *view.Site) Links {
	return Links{siteOf(v), v.URL(), path.Ext(v.Schema.Setting("friendly_url_suffix"))}
}

// Base returns the address of the site, to which relative addresses refer.
func (l Links) Base() string { return l.base }

// URL returns an address of a document from which Target knows the id.
func (l Links) URL(id int64) string { return l.base + "index.php?id=" + strconv.FormatInt(id, 10) }

// Target returns the document to which an absolute address leads: its id, or the path of its address, as Places.Path
// returns it. inside is false for addresses at which the site has no documents: other sites, parts of the same page,
// files, the manager.
func (l Links) Target(address string) (id int64, at string, inside bool) {
	if strings.HasPrefix(address, "#") {
		return 0, "", false
	}
	a, err := ParseAddress(address)
	if err != nil || !a.web || a.host != "" && a.host != l.host {
		return 0, "", false
	}
	if id, found := l.named(a); found {
		return id, "", id > 0
	}
	below, found := strings.CutPrefix(a.path, strings.TrimSuffix(l.path, "/")+"/")
	folder, _, _ := strings.Cut(below, "/")
	if !found || slices.Contains([]string{"assets", "manager"}, folder) ||
		!slices.Contains([]string{"", ".html", ".htm", l.suffix}, path.Ext(a.path)) {
		return 0, "", false
	}
	return 0, a.path, true
}
