// Package tree is where documents lie in the tree of a site, as one caller sees it: the documents above them, their
// addresses as the site itself makes them, and the sections of its languages.
//
// Titles and aliases of documents that the caller may not see never leave it.
//
// # Languages
//
// The root of a section is a document at the root of the site, or a child of one, that begins a language. The first of
// these marks counts:
//
//  1. the value of a template variable named lang, language or locale;
//  2. the alias, if it is a code such as de or the name of a language, unless the texts are clearly in another one;
//  3. the title, if it is the name of a language;
//  4. at the root of the site: the language of the texts of the document and its children.
//
// All other documents are in the language of the rest of the site: that of the default of such a template variable,
// otherwise of the texts at the root, otherwise the first language of the settings.
package tree
