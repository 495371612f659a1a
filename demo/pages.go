package main

import (
	"time"

	"emcp/internal/test/evosite"
)

// page has what the translations of a page share. Its words are in the texts of each language.
type page struct {
	evosite.Document `yaml:",inline"`
	Draft            bool
	Created, Edited  time.Time         // days
	From, Until      time.Time         // the days on which it is published and unpublished, if there are such days
	Author           string            // of a post; empty: the default
	Tags             []string          // of a post
	Values           map[string]string // by the name of the template variable
}

func addPages(site *evosite.Site, l language, pages []page) {
	for _, p := range pages {
		id, ok := l.add(site, p)
		if !ok {
			continue
		}
		if p.HideMenu {
			set(site, "noindex", id, "1")
		}
		if p.Author != "" {
			set(site, "author", id, p.Author)
		}
		if p.Tags != nil {
			tag(site, id, p.Tags...)
		}
	}
}

// addValues stores the values of template variables that pages have in all languages.
func addValues(site *evosite.Site, l language, pages []page) {
	for _, p := range pages {
		if _, translated := l.texts[p.ID]; !translated {
			continue
		}
		for _, tv := range site.TVs {
			if value, ok := p.Values[tv.Name]; ok {
				set(site, tv.Name, p.ID+l.offset, value)
			}
		}
	}
}
