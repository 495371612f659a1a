// Package tree is where documents lie in the tree of a site, as one caller sees it: the documents above them, their
// addresses as the site itself makes them, and the sections of its languages.
//
// Titles and aliases of documents that the caller may not see never leave it.
package tree
