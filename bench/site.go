package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"emcp/internal/test/evosite"
)

// Shape describes a generated site. Two sites of one shape are identical.
type Shape struct {
	Seed      uint64
	Documents int
	Depth     int     // levels of the tree
	TVs       int     // number of template variables, at least those with their own names
	Valued    float64 // share of the template variables of its template for which a document has a value
	Languages int     // languages of the texts, at most as many as alphabets
}

// shape is the shape of the measured sites.
func shape(documents int) Shape {
	return Shape{Seed: 5, Documents: documents, Depth: 8, TVs: 24, Valued: 0.5, Languages: 3}
}

// Ids of template variables that calls name.
const (
	tvPrice  = iota + 1 // number with two decimals
	tvColor             // one of colors, or rareColor
	tvStock             // whole number
	tvTopics            // documents have tags for it
	tvNote              // text
	namedTVs
)

// Words and values of documents.
const (
	rareColor = "aubergine" // in one document of 5,000
	bigBody   = 1 << 20     // length of the content of the biggest document, in bytes
)

var colors = []string{"red", "green", "blue", "black", "white", "yellow", "orange", "violet"}

// templates is how many templates there are; the first is that of folders.
const templates = 5

// Site is the tree of a site, with everything that is needed to make any row by itself.
type Site struct {
	Shape
	parents, positions []int32 // by id: parent, menuindex
	below              []int32 // by id: number of documents below
	levels             []uint8 // by id: number of documents above
	folders            []int32 // ids, the smallest first
	vocabularies       []vocabulary
	templateTVs        [templates + 1][]int64 // ids of the template variables of every template
}

// newsChildren is the most children of a news folder. Every language has one.
const newsChildren = 2000

// NewSite makes the tree of a site: languages at its root, and below each the news and sections. A document's parent
// has a smaller id, as is usual on real sites.
func NewSite(s Shape) *Site {
	n := s.Documents + 1
	site := &Site{
		Shape: s, parents: make([]int32, n), positions: make([]int32, n), below: make([]int32, n), levels: make([]uint8, n),
	}
	for language := range s.Languages {
		site.vocabularies = append(site.vocabularies, newVocabulary(s.Seed, language))
	}
	for _, tv := range site.tvs() {
		for _, template := range tv.Templates {
			site.templateTVs[template] = append(site.templateTVs[template], tv.ID)
		}
	}
	random := rand.New(rand.NewPCG(s.Seed, 0))
	children := make([]int32, n)
	for id := 1; id < n; id++ {
		parent := site.grow(random, int32(id), children)
		site.parents[id], site.positions[id] = parent, children[parent]
		children[parent]++
		if parent != 0 {
			site.levels[id] = site.levels[parent] + 1
		}
		if id <= 2*s.Languages || random.IntN(12) == 0 && int(site.levels[id]) < s.Depth-1 {
			site.folders = append(site.folders, int32(id))
		}
	}
	for id := n - 1; id > 0; id-- {
		site.below[site.parents[id]] += site.below[id] + 1
	}
	return site
}

// grow returns the parent of the next document.
func (s *Site) grow(random *rand.Rand, id int32, children []int32) int32 {
	languages := int32(s.Languages)
	switch {
	case id <= languages || random.IntN(2000) == 0:
		return 0
	case id <= 2*languages:
		return id - languages
	}
	if news := s.News(random); random.IntN(5) == 0 && children[news] < newsChildren {
		return news
	}
	return s.folders[random.IntN(len(s.folders))]
}

// News returns one of the folders with the most children.
func (s *Site) News(random *rand.Rand) int32 {
	return int32(s.Languages + 1 + random.IntN(s.Languages))
}

// Big is the document with the biggest content.
func (s *Site) Big() int32 { return int32(2*s.Languages + 1) }

// language returns the language of a document: that of its ancestor at the root.
func (s *Site) language(id int32) int {
	for s.parents[id] != 0 {
		id = s.parents[id]
	}
	return int(id-1) % s.Languages
}

// of returns the source of all random facts about a document.
func (s *Site) of(id int32) *rand.Rand { return rand.New(rand.NewPCG(s.Seed, uint64(id))) }

// flags decide who sees a document.
type flags struct{ published, deleted, private bool }

func (s *Site) flags(random *rand.Rand, id int32) flags {
	draw := random.IntN(1000)
	if s.isFolder(id) || id == s.Big() {
		return flags{published: true} // the closure table ignores flags, so this keeps both trees equal
	}
	return flags{published: draw >= 30, deleted: draw >= 980, private: draw >= 970 && draw < 980}
}

// Visible reports whether a visitor sees the document.
func (s *Site) Visible(id int32) bool {
	f := s.flags(s.of(id), id)
	return f.published && !f.deleted && !f.private
}

func (s *Site) isFolder(id int32) bool { return s.below[id] > 0 || int(id) <= 2*s.Languages }

func (s *Site) template(id int32) int {
	if s.isFolder(id) {
		return 1
	}
	return 2 + int(id)%(templates-1)
}

// tvs are the template variables. A template has about half of them.
func (s *Site) tvs() []evosite.TV {
	all := make([]evosite.TV, s.TVs)
	for i := range all {
		id := int64(i + 1)
		all[i] = evosite.TV{ID: id, Name: "tv" + strconv.Itoa(i+1), Caption: "Variable " + strconv.Itoa(i+1), Type: "text"}
		for template := int64(1); template <= templates; template++ {
			if id < namedTVs && template > 1 || (id+template)%2 == 0 {
				all[i].Templates = append(all[i].Templates, template)
			}
		}
	}
	name := func(id int, name, kind string, standard *string) {
		all[id-1].Name, all[id-1].Type, all[id-1].Default = name, kind, standard
	}
	name(tvPrice, "price", "number", evosite.Text("0"))
	name(tvColor, "color", "dropdown", evosite.Text("none"))
	name(tvStock, "stock", "number", nil)
	name(tvTopics, "topics", "custom_tv", nil)
	name(tvNote, "note", "text", nil)
	all[tvColor-1].Elements = strings.Join(colors, "||")
	return all
}

// value returns what a document stores for a template variable.
func (s *Site) value(random *rand.Rand, id int32, tv int64) string {
	switch tv {
	case tvPrice:
		return fmt.Sprintf("%d.%02d", random.IntN(2000), random.IntN(100))
	case tvColor:
		if id%5000 == 77 {
			return rareColor
		}
		return colors[random.IntN(len(colors))]
	case tvStock:
		return strconv.Itoa(random.IntN(500))
	}
	return s.vocabularies[s.language(id)].words(random, 3)
}

// small is the part of the site that does not grow with it.
func (s *Site) small() *evosite.Site {
	site := &evosite.Site{TVs: s.tvs(), Records: map[string][]evosite.Record{
		"system_settings": {
			{"setting_name": "site_name", "setting_value": "Bench"}, {"setting_name": "site_start", "setting_value": "1"},
			{"setting_name": "site_url", "setting_value": "https://www.example.com/"},
			{"setting_name": "friendly_urls", "setting_value": "1"}, {"setting_name": "use_alias_path", "setting_value": "1"},
			{"setting_name": "friendly_url_suffix", "setting_value": ".html"},
		},
	}}
	for id := range templates {
		site.Records["site_templates"] = append(site.Records["site_templates"],
			evosite.Record{"id": id + 1, "templatename": "Template " + strconv.Itoa(id+1)})
	}
	for id := range 200 {
		site.Records["site_snippets"] = append(site.Records["site_snippets"],
			evosite.Record{
				"id": id + 1, "name": "Snippet" + strconv.Itoa(id+1), "description": "Does " + strconv.Itoa(id),
				"snippet": "return;",
			})
	}
	s.chunkPages(site)
	site.DocumentGroups = []evosite.DocumentGroup{{ID: 1, Name: "Members", PrivateWeb: true}}
	return site
}
