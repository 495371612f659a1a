// Package find finds documents and items by words. It keeps an index (package index) of what each view of a site shows,
// and follows the site with it (package follow). Of what the index proposes, the database decides what the caller sees
// and what the other conditions of a search keep.
//
// It knows documents and items, and what the caller's view shows of them. It knows no tools: their arguments come to it
// as Words and Sources, and pages of hits leave it as Rows.
//
// # What is indexed
//
// The index has what the readers of a view read: titles, introduction, description, text with its headings, the values
// of template variables with the labels of options, the titles of the documents above, the alias and the template's
// name. Placeholders are resolved as the site does. Tags and markup are no words; users of the manager find what tags
// say, too. So the order, the corrections, the counts and the time of a search depend on nothing that the view does not
// show: a caller cannot guess the parameters of a snippet letter by letter. Views of different rights have an index
// each, and the trash has one.
//
// # Items
//
// Items of packages are in the same index, so that their scores compare. They have the texts that package itemtype
// names. The index counts documents and each type of items apart: a search for documents answers as if there were no
// items. A search has a Source for each kind, with the conditions of the call. The items of a package
// whose tables cannot be read any more leave the index at the next look, and searches find documents.
//
// # A search
//
// If the search has other conditions and at most 1,000 documents meet them, the index ranks these. Otherwise it ranks
// all documents with a word, and the database keeps those that meet the conditions, four times as many in each
// statement until the page is full. A page is read by id, under the view again: what was hidden a second ago is not
// shown. Another order than by rank is the database's, over the ids of the hits.
//
// A cursor names the state of the index and the last hit. The order of the first page is kept for ten minutes, 8 MiB
// for all, so that further pages continue it while the site changes. Another process continues behind the score of the
// last hit.
//
// The index has no positions. Phrases are looked for in the texts of the documents with all their words, 8 MiB in a
// call. Excerpts are made of the texts of the page's documents.
//
// # Links
//
// The index also has the links in texts (links.go). One pass over them finds the documents that no other links to, and
// those with links that lead nowhere. A link leads to a document by its id, or by the path of its address, which the
// index knows of each document. A link leads to what the view shows. So a hidden document looks like one that does not
// exist.
//
// # Freshness
//
// A search looks at the site first if the last look is older than 5 seconds, or a minute on a site with 100,000
// documents, and waits for that at most a second. So nothing is read while nobody searches. A look reads narrow columns
// of all documents and items, and then the texts of those that have changed. All texts are read again when chunks,
// templates, settings or template variables change, and once an hour, because a change in the database by hand need not
// change editedon. That takes at most a twentieth of the time.
//
// The first search of a view waits until its texts have been read, as long as its call may take. If the indexes take
// more memory than they may, those that were not used for longest are dropped; of one that alone is too large, texts
// are shortened.
package find
