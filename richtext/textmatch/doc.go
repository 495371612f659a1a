// Package textmatch finds words and their other forms in plain texts, whatever their case, width and accents, and makes
// excerpts. It knows nothing of HTML and nothing of a site; its times are linear in the length of a text.
package textmatch
