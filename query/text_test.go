package query_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/test/evosite"
	"emcp/query"
	"emcp/richtext"
)

func TestParseWords(t *testing.T) {
	for text, want := range map[string][]string{
		"return policy":                        {"return", "policy"},
		"  What's the (return) policy?! ":      {"What's", "the", "return", "policy"},
		`"return policy" in "Kyiv" "  a   b "`: {"return policy", "in", "Kyiv", "a b"},
		`an "open quote`:                       {"an", "open quote"},
		"Word word WORD":                       {"Word"},
		"100% C++ #1 foo_bar a.b":              {"100%", "C++", "#1", "foo_bar", "a.b"},
		"„Größe“ «м'ята», 返品ポリシー。":             {"Größe", "м'ята", "返品ポリシー"},
		"50 % off": {"50", "%", "off"},
	} {
		w, err := query.ParseWords(text)
		if diff := cmp.Diff(want, w.List()); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", text, err, diff)
		}
	}
	for text, want := range map[string]string{
		"":                                  "query must have a word to look for",
		" ?! ":                              "query must have a word to look for",
		`""`:                                "query must have a word to look for",
		"a b c d e f g h i j k l m n o p q": "query must have at most 16 words; name those that matter, or put phrases in double quotes",
	} {
		_, err := query.ParseWords(text)
		if f := fault.From(err); err == nil || f.Kind != fault.InvalidParams || f.Field != "query" || f.Message != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// textSite is a site in several languages, whose visitors do not see the words hidden and secret.
func textSite() *evosite.Site {
	page := func(id int64, title, content string) evosite.Document {
		return evosite.Document{ID: id, Title: title, Content: content, Published: true, Template: id % 3}
	}
	s := &evosite.Site{
		Documents: []evosite.Document{
			page(1, "Returns and repairs", "<p>Send it back within 30 days.</p>"),
			page(2, "Shipping", "<p>Our return policy is on another page.</p>"),
			page(3, "Privacy policy", "<p>We keep <b>nothing</b> when asked.</p>"),
			page(4, "Größe und Farbe", "<p>R&uuml;ckgabe in 30 Tagen, Bürostuhl</p>"),
			page(5, "Чай", "<p>М'ята та їжак, доставка</p>"),
			page(6, "返品", "<p>返品ポリシーをご覧ください。</p>"),
			page(7, "Snippets", "<p>open [[Form? &to=`secret@example.com` &tpl=`{{hidden}}`]] words [~2~] behind</p>"),
			page(8, "Nested", "a [[b? &c=`[[d? &e=`[[f? &g=`[[deep? &h=`hidden`]]`]]`]]`]] outside"),
			page(9, "Markup", `<table class="hidden-look"><tr><td>cell</td></tr></table> 5 &lt; 6, AT&amp;T`),
			page(10, "Broken [[ hidden", "<p>[[never closed hidden"),
			page(11, "100%_sure", "percent | pipe"),
			page(12, "Empty", ""),
		},
		TVs: []evosite.TV{{ID: 1, Name: "note", Type: "text"}, {ID: 2, Name: "code", Type: "text"}},
		Values: []evosite.Value{
			{TV: 1, Document: 12, Text: evosite.Text("ask for the return form")}, {TV: 2, Document: 11, Text: evosite.Text("return")},
			{TV: 1, Document: 3, Text: evosite.Text("@EVAL return 'policy';")},
		},
	}
	for i := range s.Documents {
		d := &s.Documents[i]
		switch d.ID {
		case 3:
			d.Description = "All about data"
		case 12:
			d.IntroText, d.MenuTitle, d.LongTitle, d.Alias = "<p>intro word</p>", "menu word", "long word", evosite.Text("alias-word")
		}
	}
	s.Documents = append(s.Documents, evosite.Document{ID: 13, Title: "Draft of a policy", Content: "return"})
	return s
}

func TestText(t *testing.T) {
	database, db, schema := loadDatabase(t, textSite(), "3.5")
	if schema.FullText() == nil {
		t.Fatal("the FULLTEXT index was not found")
	}
	text := func(words string, tvs ...int64) query.Search {
		return query.Search{Text: &query.Text{Words: must(query.ParseWords(words)), TVs: tvs}}
	}
	same := func(words string, ids ...int64) request { return search(words, text(words), ids, ids) }
	requests := []request{
		// Title before content; two words before one, wherever they are.
		search("return policy", text("return policy"), []int64{13, 2, 1, 3}, []int64{2, 1, 3}),
		search("a word in a title", text("policy"), []int64{3, 13, 2}, []int64{3, 2}),
		search("in values, too", text("return", 1, 2), []int64{1, 2, 3, 11, 12, 13}, []int64{1, 2, 11, 12}),
		search("in values of one variable", text("return", 1), []int64{1, 2, 3, 12, 13}, []int64{1, 2, 12}),
		search("in the order that was asked for", with(text("return policy", 1), func(s *query.Search) {
			s.Order.Field, _ = query.ParseOrderField("pagetitle")
			s.Order.Dir = query.Descending
		}), []int64{2, 1, 3, 12, 13}, []int64{2, 1, 3, 12}),
		search("of a template", with(text("return policy"), func(s *query.Search) { s.Template = new(int64(2)) }), []int64{2}, []int64{2}),
		same(`"return policy"`, 2),
		same("nothing matches zzz", 3),
		same("zzz"),
		same("when", 3), same("whe", 3), // a stop word, and what begins one
		same("größe", 4), same("GRÖSSE"), same("rückgabe", 4), same("Farbe", 4),
		same("м'ята", 5), same("М'ЯТА", 5), same("їжак", 5), same("достав", 5),
		same("返品", 6), same("ポリシー", 6),
		same("menu", 12), same("long", 12), same("intro", 12), same("alias-word", 12), same("word", 12, 7),
		same("100%", 11), same("%", 11), same("_sure", 11), same("|", 11), same("AT&T", 9), same("cell", 9),
		search("tags are for managers", text("secret"), []int64{7}, nil),
		search("also nested ones, and in titles", text("hidden"), []int64{10, 7, 8, 9}, nil),
		same("open behind", 7),
		search("what stands around tags that are nested deeper than is looked", text("outside"), []int64{8}, nil),
		search("a character of markup", text("<"), []int64{12, 1, 2, 3, 4, 5, 6, 7, 9, 10}, []int64{9}),
		search("markup is for managers", text("table"), []int64{9}, nil),
	}
	publicOnOlderServers := map[string][]int64{ // without REGEXP_REPLACE
		"also nested ones, and in titles": {9}, "open behind": nil, "a character of markup": {12, 1, 2, 3, 4, 5, 6, 9}, "word": {12}, "markup is for managers": {9},
	}
	if !schema.Replaces {
		for i, r := range requests {
			if ids, differs := publicOnOlderServers[r.name]; differs {
				requests[i].public = ids
			}
		}
	}
	run := func(t *testing.T, schema *evodb.Schema, own request) {
		for _, r := range append(requests, own) {
			t.Run(r.name, func(t *testing.T) {
				r.finds(t, "manager", r.manager, db, query.For(schema, query.Manager()))
				r.finds(t, "public", r.public, db, query.For(schema, query.Public(now)))
			})
		}
	}
	t.Run("SQL", func(t *testing.T) {
		s := *schema
		s.Replaces = true
		views := []named{{"manager", query.Manager()}, {"public", query.Public(now)}}
		goldenOf(t, "text.sql", &s, views, []request{requests[0], requests[1], requests[2], search("not in the index", text("м'ята"), nil, nil)})
	})
	t.Run("with a FULLTEXT index", func(t *testing.T) {
		run(t, schema, search("only at the begin of words of the content", text("stuhl"), nil, nil))
	})
	t.Run("without", func(t *testing.T) {
		if _, err := database.DB.ExecContext(t.Context(), "ALTER TABLE evo_site_content DROP INDEX content_ft_idx"); err != nil {
			t.Fatal(err)
		}
		plain, err := open(t, database).Schema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		run(t, plain, same("stuhl", 4))
	})
}

// A visitor finds a word in a text with tags in it only where the word stands outside of them, as richtext reads the text.
func TestTextOutsideTags(t *testing.T) {
	pieces := []string{
		"[[", "]]", "[!", "!]", "{{", "}}", "[*", "*]", "[(", ")]", "[+", "+]", "[^", "^]", "[~", "~]", "[", "]", "{", "}", "<b>", "</b>", "<", ">",
		" ", "\n", "\x00", "?&a=`", "`",
	}
	random := rand.New(rand.NewPCG(1, 2))
	site := &evosite.Site{}
	for id := range int64(400) {
		var content strings.Builder
		for n := range 1 + random.IntN(12) {
			fmt.Fprintf(&content, "%s word%dx ", pieces[random.IntN(len(pieces))], n)
		}
		site.Documents = append(site.Documents, evosite.Document{ID: id + 1, Published: true, Content: content.String()})
	}
	db, schema := load(t, site, "3.1")
	found := 0
	for n := range 12 {
		word := fmt.Sprintf("word%dx", n)
		r := search(word, query.Search{Text: &query.Text{Words: must(query.ParseWords(word))}}, nil, nil)
		for _, id := range r.run(t, db, query.For(schema, query.Public(now))) {
			content := site.Documents[id-1].Content
			text, err := richtext.Convert(t.Context(), content, richtext.Options{Format: richtext.HTML, URL: func(int64) string { return "" }})
			if err != nil || !strings.Contains(text.Text, word) {
				t.Errorf("%s is found in %q, which reads %q, %v", word, content, text.Text, err)
			}
			found++
		}
	}
	if found < 100 {
		t.Errorf("only %d words were found", found)
	}
}
