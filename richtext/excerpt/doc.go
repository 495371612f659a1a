// Package excerpt shows the part of a plain text that has the most of the words searched for. A Finder finds the words,
// and decides which are equal. The package knows nothing of HTML or of a site. It takes linear time.
package excerpt
