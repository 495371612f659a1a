// Package find finds documents by words: it ranks the hits of a search, decides which of the words their readers can
// see, and makes excerpts. What it does and why is in the section Search of package toolset.
//
// It knows documents and what the caller's view shows of them. It knows no tools: their arguments come to it as Words
// and a query.Search, and pages of hits leave it as documents.
package find
