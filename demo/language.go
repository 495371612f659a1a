package main

import (
	"maps"

	"emcp/internal/test/evosite"
)

// language is one of the site's languages. The id of a translation is that of the English document plus an offset,
// which makes them easy to recognize.
type language struct {
	code   string
	offset int64
	texts  map[int64]text // by the id of the English document; missing documents are not translated
}

// text is the text of a document.
type text struct {
	title, long, menu, description, alias, intro, content string
}

func languages() []language {
	return []language{
		{code: "en", offset: 0, texts: merged(english(), englishShelves(), englishJournal(), englishAnswers(), englishGuides())},
		{code: "de", offset: 100, texts: merged(german(), germanShelves(), germanJournal(), germanAnswers(), germanGuides())},
		{code: "uk", offset: 200, texts: merged(ukrainian(), ukrainianShop(), ukrainianShelves(), ukrainianJournal())},
	}
}

// merged joins the texts of several parts of the site.
func merged(parts ...map[int64]text) map[int64]text {
	all := map[int64]text{}
	for _, part := range parts {
		maps.Copy(all, part)
	}
	return all
}

// translate returns the translation of an English document, if there is one. English documents stand at the root of
// the site, those of the other languages below their home page.
func (l language) translate(d evosite.Document) (evosite.Document, bool) {
	words, ok := l.texts[d.ID]
	if !ok {
		return evosite.Document{}, false
	}
	switch {
	case d.Parent != 0:
		d.Parent += l.offset
	case l.offset != 0 && d.ID != homePage:
		d.Parent = l.offset + homePage
	}
	d.ID += l.offset
	d.Title, d.LongTitle, d.MenuTitle, d.Description = words.title, words.long, words.menu, words.description
	d.IntroText, d.Content, d.Alias = words.intro, words.content, &words.alias
	return d, true
}

// mark stores the language of a document; English is the default.
func (l language) mark(site *evosite.Site, document int64) {
	if l.offset != 0 {
		set(site, tvLang, document, l.code)
	}
}
