// Package tree is where documents lie in the tree of a site, as one caller sees it: the documents above them, their
// addresses as the site itself makes them, and the sections of its languages.
//
// Titles and aliases of documents that the caller may not see never leave it.
//
// # Addresses
//
// url follows the rules of Evolution's UrlProcessor (3.x) and DocumentParser (1.4), which agree, as do the defaults of
// both for settings that the database does not have. Where Evolution makes an address that it does not serve itself,
// url is index.php?id=ID: friendly_urls without friendly_alias_urls, and a prefix behind folders. Without a row
// use_alias_path is off, whatever the default says, because the site's listing of addresses reads only the database.
// Several documents with one address all have it as url, although the site serves only the last of them in the order of
// parent and menuindex.
//
// An address does not contain what is hidden from its caller. So where addresses have paths, a page below a draft has
// index.php?id=ID, which a site with seostrict redirects. Below a deleted folder the site begins the path anew, and so
// does emcp; the site's own links show that to everybody. Addresses and paths of a page of results take one statement
// for all documents together, or one per level on servers without WITH RECURSIVE. A statement walks up at most 8
// levels. Links are resolved for at most 2,000 different documents per call.
//
// # Languages
//
// Sections in languages are recognized by what the caller sees of them, and kept for a minute for each view: two
// statements, at most 650 rows with the first 1,000 characters of each text. A third statement reads the values of
// template variables. A list in a language looks for the nearest root among a document and the eight above it. A
// stored list of all documents would become stale, and would be too long for a statement. An alias of two letters
// counts unless the texts contradict it, because it can also mean the IT department.
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
