// Package sgallery knows how sGallery, a package for Evolution CMS, keeps the galleries of documents: in which tables,
// and at which addresses files are. It reads names of tables and columns, and no rows.
//
// Read from its versions 1.0.0 to 1.5.0. Tables and columns tell what a site has, not versions, which no table names.
//
// A file has a text for each language. Visitors get the whole text of their language, otherwise that of the language
// base.
package sgallery

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"emcp/evodb"
	"emcp/richtext"
)

// Tables of sGallery.
const (
	// Files has the files of a gallery by parent, which is a document or something else, as the column that Owner names
	// says.
	Files = "s_galleries"
	// Texts has the texts of files by key, which is the id of the file, and lang.
	Texts = "s_gallery_fields"
)

// Columns are those that emcp reads of each table, besides Owner.
var Columns = map[string][]string{
	Files: {"id", "parent", "position", "file", "type"},
	Texts: {"id", "key", "lang", "alt", "title", "description"},
}

// Owners are the names of the column of Files that says whose the gallery is: since sGallery 1.3.0, and before.
var Owners = []string{"item_type", "resource_type"}

// OfDocument is the value of that column for documents. That of items is their type.
const OfDocument = "resource"

// Base is the language of texts that count where there is none in the language of the page.
const Base = "base"

// Owner returns that column. It is "" if the site has no galleries, or if the database user may not read them.
func Owner(schema *evodb.Schema) string {
	if !schema.HasColumns(Files, Columns[Files]) || !schema.HasColumns(Texts, Columns[Texts]) {
		return ""
	}
	for _, column := range Owners {
		if schema.HasColumn(Files, column) {
			return column
		}
	}
	return ""
}

// video matches the ids of videos of YouTube.
var video = regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)

// kinds are the kinds of media by the types of files. Others follow from the name of the file.
var kinds = map[string]string{
	"image": richtext.ImageMedium, "video": richtext.VideoMedium, "audio": richtext.AudioMedium,
	"youtube": richtext.VideoMedium,
}

// Medium returns a file in a gallery, without texts. kind and owner say whose it is, site is the address of the site.
// Whether the file exists is not known. ok is false if there is no such address.
func Medium(site, kind string, owner int64, file, fileType string) (m richtext.Medium, ok bool) {
	file = strings.TrimSpace(file)
	switch {
	case file == "" || fileType == "youtube" && !video.MatchString(file):
		return richtext.Medium{}, false
	case fileType == "youtube":
		file = "https://www.youtube.com/watch?v=" + file
	case strings.Contains(file, "://"):
	case strings.Contains(file, "/"): // a path from the root of the site
		file = escaped(strings.TrimLeft(file, "/"))
	default:
		file = escaped("assets/sgallery/" + kind + "/" + strconv.FormatInt(owner, 10) + "/" + file)
	}
	m, ok = richtext.FileAt(site, file)
	if known := kinds[fileType]; known != "" {
		m.Kind = known
	}
	return m, ok
}

// escaped escapes a path for a URL.
func escaped(path string) string { return (&url.URL{Path: "/" + path}).EscapedPath()[1:] }
