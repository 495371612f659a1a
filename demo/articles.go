package main

import (
	"fmt"
	"strings"

	"emcp/internal/itemtype"
	"emcp/internal/test/evosite"
)

// articles is what articles are made of.
type articles struct {
	Authors []struct {
		Name, Lastname string
		Office         words
	}
	Categories, Tags []choice
	Subjects         []struct {
		Category           int64
		Alias              string
		Title, Intro, Text words
	}
}

// blog is the document below which articles lie.
const blog = 30

// addArticles adds an article of each subject about each shelf. The last one is a draft.
func addArticles(site *evosite.Site) {
	a, shelves := load[articles]("articles.yaml"), load[shop]("shop.yaml").Shelves
	for n, author := range a.Authors {
		add(site, "s_articles_authors", evosite.Record{"autid": n + 1, "alias": strings.ToLower(author.Name),
			"base_name": author.Name, "base_lastname": author.Lastname, "base_office": author.Office[0],
			"de_office": author.Office[1]})
	}
	addTerms(site, "s_articles_categories", "catid", a.Categories)
	addTerms(site, "s_articles_tags", "tagid", a.Tags)
	last := len(a.Subjects) * len(shelves)
	for id := range last {
		subject, shelf, id := a.Subjects[id%len(a.Subjects)], shelves[id/len(a.Subjects)], id+1
		add(site, "s_articles", evosite.Record{"id": id, "published": bit(id != last), "parent": blog,
			"author_id": 1 + id%len(a.Authors), "alias": strings.ReplaceAll(subject.Alias+" "+shelf.Noun[0], " ", "-"),
			"relevants": fmt.Sprintf(`["%d"]`, 1+id%last), "tmplvars": "[]", "votes": "[]",
			"published_at": fmt.Sprintf("2025-%02d-%02d 09:00:00", 1+id%12, 1+id)})
		for l, code := range []string{itemtype.Base, "de", "uk"} {
			text := func(w words) string { return strings.ReplaceAll(w[l], "{noun}", shelf.Noun[l]) }
			add(site, "s_article_translates", evosite.Record{"article": id, "lang": code, "pagetitle": text(subject.Title),
				"introtext": "<p>" + text(subject.Intro) + "</p>", "description": "", "builder": "[]", "constructor": "[]",
				"content": "<p>" + text(subject.Text) + "</p>\n<p>" + shelf.Sentences[id%len(shelf.Sentences)][l] + "</p>"})
		}
		add(site, "s_article_categories", evosite.Record{"article": id, "category": subject.Category})
		add(site, "s_article_tags", evosite.Record{"article": id, "tag": 1 + id%len(a.Tags)})
		add(site, "s_article_comments", evosite.Record{"article_id": id, "approved": bit(id%4 != 0), "comment": "Thanks!"})
	}
}

// addTerms adds what articles can have, such as tags.
func addTerms(site *evosite.Site, table, key string, terms []choice) {
	for n, t := range terms {
		add(site, table, evosite.Record{key: n + 1, "position": n, "alias": t.Alias, "base": t.Name[0], "de": t.Name[1],
			"uk": t.Name[2], "base_content": ""})
	}
}
