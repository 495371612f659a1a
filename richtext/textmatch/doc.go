// Package textmatch finds words and their other forms in plain texts, whatever their case, width and accents, and makes
// excerpts. It knows nothing of HTML and nothing of a site; its times are linear in the length of a text.
//
// The forms of a word are recognized by a table of endings (form.go). Snowball has no Ukrainian, and its stems are no
// beginnings that SQL can look for. The table finds too few forms rather than other words.
package textmatch
