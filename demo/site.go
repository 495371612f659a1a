package main

import (
	"strings"
	"time"

	"emcp/internal/test/evosite"
)

// Site returns the sample site: the shop, blog, news and events of Mossgate Outdoor, which sells tents and stoves that do not exist,
// in English and German, with some of the pages in Ukrainian. It is the same on every call.
func Site() *evosite.Site {
	site := &evosite.Site{
		TVs:            templateVariables(),
		DocumentGroups: documentGroups(),
		Records:        elements(),
	}
	addUsers(site)
	addSettings(site)
	for _, l := range languages() {
		addPages(site, l)
		addProducts(site, l)
		addJournalValues(site, l)
	}
	markFolders(site.Documents)
	return site
}

// markFolders sets the flag that Evolution keeps on documents with children.
func markFolders(documents []evosite.Document) {
	parents := map[int64]bool{}
	for _, d := range documents {
		parents[d.Parent] = true
	}
	for i := range documents {
		documents[i].Folder = parents[documents[i].ID]
	}
}

// set stores the value of a template variable.
func set(site *evosite.Site, tv, document int64, value string) {
	site.Values = append(site.Values, evosite.Value{TV: tv, Document: document, Text: &value})
}

// tag gives a document tags as the tagging add-on does: in its tables, and as a value of its template variable.
func tag(site *evosite.Site, document int64, words ...string) {
	set(site, tvTags, document, strings.Join(words, ","))
	for _, word := range words {
		site.Tags = append(site.Tags, evosite.Tag{TV: tvTags, Document: document, Name: word})
	}
}

// day returns nine in the morning of a day, in Unix seconds.
func day(year int, month time.Month, dayOfMonth int) int64 {
	return morning(time.Date(year, month, dayOfMonth, 0, 0, 0, 0, time.UTC))
}

// morning returns nine in the morning of the day that begins at t, in Unix seconds.
func morning(t time.Time) int64 { return t.Add(9 * time.Hour).Unix() }
