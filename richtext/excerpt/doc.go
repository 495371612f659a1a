// Package excerpt shows the part of a plain text that has the most of the words that somebody looks for. A Finder says
// where they stand. The package knows nothing of what words are equal, of HTML and of a site. Its times are linear in
// the length of a text.
package excerpt
