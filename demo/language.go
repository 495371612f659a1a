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

// homePage is the id of the English home page.
const homePage = 1

// add adds the translation of a page and returns its id, if there is a translation. English documents stand at the root
// of the site, those of the other languages below their home page.
func (l language) add(site *evosite.Site, p page) (id int64, ok bool) {
	words, ok := l.texts[p.ID]
	if !ok {
		return 0, false
	}
	d := p.Document
	switch {
	case d.Parent != 0:
		d.Parent += l.offset
	case l.offset != 0 && d.ID != homePage:
		d.Parent = l.offset + homePage
	}
	d.ID += l.offset
	d.Title, d.LongTitle, d.MenuTitle, d.Description = words.Title, words.Long, words.Menu, words.Description
	d.IntroText, d.Content, d.Alias = words.Intro, words.Content, &words.Alias
	d.Published = !p.Draft && !p.Deleted
	d.CreatedOn, d.EditedOn, d.PubDate, d.UnpubDate = morning(p.Created), morning(p.Edited), morning(p.From),
		morning(p.Until)
	site.Documents = append(site.Documents, d)
	if l.offset != 0 { // English is the default
		set(site, "lang", d.ID, l.code)
	}
	return d.ID, true
}
