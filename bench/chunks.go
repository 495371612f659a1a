package main

import (
	"fmt"
	"strings"

	"emcp/internal/test/evosite"
)

// Names of the cases that compare texts with chunks and placeholders to the same texts without.
const (
	chunkCase = "20 texts with chunks"
	plainCase = "20 texts without chunks"
)

// chunkCost is how many times as long texts with chunks may take.
const chunkCost = 1.3

// plainFolder and chunkFolder are the ids of the folders of these texts, behind all other documents.
func (s *Site) plainFolder() int64 { return int64(s.Documents) + 1 }
func (s *Site) chunkFolder() int64 { return s.plainFolder() + pageLimit + 1 }

// chunkPages adds both folders and the chunks to the site. Visitors read the same words in both.
func (s *Site) chunkPages(site *evosite.Site) {
	words := s.vocabularies[0]
	hours, note := strings.Join(words[:12], " "), strings.Join(words[12:30], " ")
	site.Records["site_htmlsnippets"] = []evosite.Record{
		{"id": 1, "name": "hours", "snippet": "<p>" + hours + "</p>", "disabled": 0},
		{"id": 2, "name": "box", "snippet": "<div><b>[+title+]</b> {{note}}</div>", "disabled": 0},
		{"id": 3, "name": "note", "snippet": note, "disabled": 0},
	}
	for _, folder := range []int64{s.plainFolder(), s.chunkFolder()} {
		site.Documents = append(site.Documents,
			evosite.Document{ID: folder, Template: 1, Title: "Chunks", Published: true, Folder: true})
		for id := folder + 1; id <= folder+pageLimit; id++ {
			title := fmt.Sprint("Page ", id-folder)
			content := fmt.Sprintf("<p>%s</p><p>Bench: %s</p><div><b>Here</b> %s</div>", hours, title, note)
			if folder == s.chunkFolder() {
				content = "{{hours}}<p>[(site_name)]: [*pagetitle*]</p>{{box? &title=`Here`}}"
			}
			for range 8 {
				content += "<p>" + note + " <em>" + hours + "</em></p>"
			}
			site.Documents = append(site.Documents,
				evosite.Document{ID: id, Parent: folder, Template: 1, Title: title, Published: true, Content: content})
		}
	}
}

// pageTexts is the case of the texts of a folder.
func pageTexts(name string, folder func(*Site) int64) testCase {
	return testCase{name: name, tool: "evo.content.children", limit: quick, local: true, args: func(p pick) arguments {
		return arguments{
			"id": folder(p.Site), "limit": pageLimit, "fields": []string{"content"}, "max_chars": 3000 + p.IntN(1000),
		}
	}}
}

// chunks judges the cost of chunks. measured is false if the run did not measure it.
func (s siteResult) chunks() (t target, measured bool) {
	chunked, plain := with(s.of(chunkCase).Gateway, 1), with(s.of(plainCase).Gateway, 1)
	if chunked.Calls == 0 || plain.Calls == 0 {
		return target{}, false
	}
	ratio := chunked.P50 / plain.P50
	return target{
		fmt.Sprintf("20 texts with chunks take at most %g times as long as the same texts without", chunkCost),
		number(ratio) + " times", ratio <= chunkCost,
	}, true
}
