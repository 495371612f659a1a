// Package find finds documents by words: it ranks the hits of a search, decides which of the words their readers can
// see, and makes excerpts. What it does and why is in the section Search of package toolset.
//
// It knows documents and what the caller's view shows of them. It knows no tools: their arguments come to it as Words
// and a query.Search, and pages of hits leave it as documents.
//
// Hits with equally many words, and equally many whole words, are ranked by places. Each word counts by its best place:
// 8 in pagetitle; 4 in longtitle, menutitle and alias; 2 in description and introtext; 1 in content and values. A place
// with the whole word is better than a place with a part.
package find
