package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
	"emcp/internal/sgallery"
)

// maxGalleryFiles is how many files of galleries are read together.
const maxGalleryFiles = 20_000

// GalleryFiles returns parent, id, file and type of the files in galleries, in their order. kind is sgallery.OfDocument
// or a type of items. What has the galleries must have been found through this compiler, and ids must not be empty.
// owner is sgallery.Owner.
func (c Compiler) GalleryFiles(kind string, ids []int64, owner string) (evodb.Statement, error) {
	return statement(newSelect("g.parent", "g.id", "g.file", "g.type").From(c.table(sgallery.Files)+" AS g").
		Where(oneOf("g.parent", ids)).Where("g."+owner+" = ?", kind).
		OrderBy("g.parent", "g.position", "g.id").Limit(maxGalleryFiles))
}

// GalleryTexts returns key, lang, alt, title and description of files in a language and in sgallery.Base. files must
// not be empty. A file can have several texts in a language.
func (c Compiler) GalleryTexts(files []int64, lang string) (evodb.Statement, error) {
	return statement(newSelect("t.`key`", "t.lang", "t.alt", "t.title", "t.description").
		From(c.table(sgallery.Texts) + " AS t").Where(oneOf("t.`key`", files)).
		Where(sq.Eq{"t.lang": []string{lang, sgallery.Base}}).OrderBy("t.id"))
}
