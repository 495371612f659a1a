// Package index finds the documents that a query means. It is an inverted index in memory, made of the texts that one
// view of one site shows. So its weights, corrections and counts depend on nothing that the view does not show.
//
// Documents have a language, by which their words are read (package words), and a text for each Field. Put adds or
// replaces one, Remove removes one. One writer and any number of readers work at the same time. After any changes an
// Index answers as if it had just been built.
//
// Documents also have a kind. A search of some kinds is as one of an index that has no others: its weights, corrections
// and counts depend on these only. So each language has a lexicon for each kind.
//
// Search ranks by BM25F with the usual parameters (score.go), the share of the query that a document has, and the share
// of its title that the query has. A word that the index lacks is corrected, then split, then taken for the beginning
// of words (resolve.go). In a search of all languages, documents in the language of the query come before others that
// are about as good (language.go). The order is exact: equal scores are ordered by id.
//
// Of a word, the index has the documents and how often each field has it, but no positions: for 100,000 documents,
// these would take another 50 MiB. So callers look for phrases (Phrase) and make excerpts (Finder) in the texts of the
// documents that they show.
//
// Graph has the links between the documents: which documents none leads to, and which have links that lead nowhere
// (links.go). A document takes 24 bytes for them, an id two or three more and an address nine.
//
// The package knows nothing of HTML, of SQL and of who may see what. It never decides whether a document is visible.
package index
