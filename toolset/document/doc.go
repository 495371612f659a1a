// Package document reads the documents (resources, in Evolution's words) of one call and writes them as JSON: their
// fields, template variables, rich texts, links and media, the documents around them, and the pages that visitors see.
//
// A Reader belongs to one call. Its Shape says what the documents of the answer contain; what the shape does not need
// is not read. Statements are counted by page, not by document: one for the documents, and at most one for each kind of
// thing that they need in addition. An Item and its parts are data: read.go reads the rows, a file for each part reads
// that part, and Complete puts them together.
//
// The package decides neither which documents a call is about (its callers bring the statement) nor who may see them
// (package query compiles that into every statement). It knows no tools.
package document
