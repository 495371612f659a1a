package main

import "emcp/internal/test/evosite"

// language is one of the site's languages. The id of a translation is that of the English document plus an offset,
// which makes them easy to recognize.
type language struct {
	code   string
	offset int64
	texts  map[int64]text // by the id of the English document; missing documents are not translated
}

// text is the text of a document.
type text struct {
	Title, Long, Menu, Description, Alias, Intro, Content string
}

func languages() []language {
	return []language{
		{code: "en", offset: 0, texts: load[map[int64]text]("en.yaml")},
		{code: "de", offset: 100, texts: load[map[int64]text]("de.yaml")},
		{code: "uk", offset: 200, texts: load[map[int64]text]("uk.yaml")},
	}
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
	d.Title, d.LongTitle, d.MenuTitle, d.Description = words.Title, words.Long, words.Menu, words.Description
	d.IntroText, d.Content, d.Alias = words.Intro, words.Content, &words.Alias
	return d, true
}

// mark stores the language of a document; English is the default.
func (l language) mark(site *evosite.Site, document int64) {
	if l.offset != 0 {
		set(site, tvLang, document, l.code)
	}
}
