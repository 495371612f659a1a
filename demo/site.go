package main

import (
	"slices"
	"strings"
	"time"

	"emcp/internal/test/evosite"
)

// Site returns the sample site: the shop, blog, news and events of Mossgate Outdoor, which sells tents and stoves that
// do not exist, in English and German, with some of the pages in Ukrainian. It is the same on every call.
func Site() *evosite.Site {
	site := load[*evosite.Site]("site.yaml")
	setTimes(site.Records)
	pages, products := load[[]page]("pages.yaml"), load[[]product]("products.yaml")
	for _, l := range languages() {
		addPages(site, l, pages)
		addProducts(site, l, products)
		addValues(site, l, pages)
	}
	addShop(site)
	addArticles(site)
	markFolders(site.Documents)
	return site
}

// setTimes replaces the days of records with Unix seconds.
func setTimes(tables map[string][]evosite.Record) {
	for _, rows := range tables {
		for _, row := range rows {
			for column, value := range row {
				if day, ok := value.(time.Time); ok {
					row[column] = morning(day)
				}
			}
		}
	}
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
func set(site *evosite.Site, tv string, document int64, value string) {
	site.Values = append(site.Values, evosite.Value{TV: tvID(site, tv), Document: document, Text: &value})
}

// tvID returns the id of a template variable of the site.
func tvID(site *evosite.Site, name string) int64 {
	return site.TVs[slices.IndexFunc(site.TVs, func(tv evosite.TV) bool { return tv.Name == name })].ID
}

// tag gives a document tags as the tagging add-on does: in its tables, and as a value of its template variable.
func tag(site *evosite.Site, document int64, words ...string) {
	set(site, "tags", document, strings.Join(words, ","))
	for _, word := range words {
		site.Tags = append(site.Tags, evosite.Tag{TV: tvID(site, "tags"), Document: document, Name: word})
	}
}

// morning returns nine in the morning of the day that begins at t, in Unix seconds. It is 0 for no day.
func morning(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Add(9 * time.Hour).Unix()
}
