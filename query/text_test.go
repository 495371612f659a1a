package query_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/query"
	"emcp/tvfilter"
)

// hitSite has the word in every place, and in documents that visitors do not see.
func hitSite() *evosite.Site {
	s := &evosite.Site{
		Documents: []evosite.Document{
			{ID: 1, Title: "word"}, {ID: 2, LongTitle: "a word"}, {ID: 3, MenuTitle: "Words"},
			{ID: 4, Alias: evosite.Text("my-word")},
			{ID: 5, Description: "sword"}, {ID: 6, IntroText: "<p>word</p>"}, {ID: 7}, {ID: 8, Content: "<p>a word</p>"},
			{ID: 9, IntroText: "word", Content: "word and other"}, {ID: 10, Title: "word", Content: "word other"},
			{ID: 11, Content: "[[word? &a=`other`]]"}, {ID: 12, Content: "nothing"},
			{ID: 13, Description: "other", IntroText: "other"},
		},
		TVs: []evosite.TV{{ID: 1, Name: "a", Type: "text"}, {ID: 2, Name: "b", Type: "text"}},
		Values: []evosite.Value{
			{TV: 1, Document: 7, Text: evosite.Text("word")}, {TV: 2, Document: 8, Text: evosite.Text("word")},
			{TV: 2, Document: 9, Text: evosite.Text("word")},
			{TV: 1, Document: 12, Text: evosite.Text("@EVAL word")},
		},
	}
	for i := range s.Documents {
		s.Documents[i].Published = true
	}
	s.Documents = append(s.Documents, evosite.Document{ID: 14, Title: "word, a draft"},
		evosite.Document{ID: 15, Title: "word", Published: true, Deleted: true})
	return s
}

// The bits of Found, one for each place.
const (
	pagetitle query.Found = 1 << iota
	longtitle
	alias
	menutitle
	description
	introtext
	foundValues
	content
)

func TestWeight(t *testing.T) {
	for found, want := range map[query.Found]int{
		0: 0, pagetitle | content: 8, longtitle: 4, menutitle: 4, alias | introtext: 4, description: 2,
		introtext | foundValues: 2, foundValues: 1, content: 1,
	} {
		if got := found.Weight(); got != want {
			t.Errorf("%b weighs %d, want %d", found, got, want)
		}
	}
}

// words are the words of a query.Text.
func words(texts ...string) []query.Word {
	all := make([]query.Word, len(texts))
	for i, text := range texts {
		all[i].Text = text
	}
	return all
}

// foundWords are the rows of Hits by id.
type foundWords map[int64][]query.Found

func TestHits(t *testing.T) {
	database, db, schema := loadDatabase(t, hitSite(), "3.5")
	if schema.FullText() == nil {
		t.Fatal("the FULLTEXT index was not found")
	}
	word := query.Text{Words: words("word")}
	both := query.Text{Words: words("word", "other"), TVs: []int64{1, 2}}
	requests := []struct {
		name            string
		search          query.Search
		text            query.Text
		manager, public foundWords
	}{
		{
			// Places after the first one that certainly has the word are not searched.
			"a word", query.Search{}, word,
			foundWords{
				1: {pagetitle}, 2: {longtitle}, 3: {menutitle}, 4: {alias}, 5: {description}, 6: {introtext}, 8: {content},
				9: {introtext}, 10: {pagetitle}, 11: {content}, 14: {pagetitle},
			},
			foundWords{
				1: {pagetitle}, 2: {longtitle}, 3: {menutitle}, 4: {alias}, 5: {description}, 6: {introtext}, 8: {content},
				9: {introtext | content}, 10: {pagetitle}, 11: {content},
			},
		}, {
			"words in values, too", query.Search{}, both,
			foundWords{
				1: {pagetitle, 0}, 2: {longtitle, 0}, 3: {menutitle, 0}, 4: {alias, 0}, 5: {description, 0}, 6: {introtext, 0},
				7: {foundValues, 0},
				8: {foundValues, 0}, 9: {introtext, content}, 10: {pagetitle, content}, 11: {content, content},
				12: {foundValues, 0}, 13: {0, description}, 14: {pagetitle, 0},
			},
			foundWords{
				1: {pagetitle, 0}, 2: {longtitle, 0}, 3: {menutitle, 0}, 4: {alias, 0}, 5: {description, 0}, 6: {introtext, 0},
				7: {foundValues, 0},
				8: {foundValues, 0}, 9: {introtext | foundValues, content}, 10: {pagetitle, content}, 11: {content, content},
				13: {0, description},
			},
		},
		{"a word that nobody has", query.Search{}, query.Text{Words: words("nobody")}, foundWords{}, foundWords{}},
		{
			"with other conditions", query.Search{Among: []int64{1, 2, 14}, Filters: []tvfilter.Filter{
				must(tvfilter.ParseFilter(tvfilter.FilterInput{TV: "price", Op: "null"}, lookup)),
			}}, word, foundWords{1: {pagetitle}, 2: {longtitle}, 14: {pagetitle}}, foundWords{1: {pagetitle}, 2: {longtitle}},
		},
		{"in the trash", query.Search{Deleted: new(true)}, word, foundWords{15: {pagetitle}}, foundWords{}},
		{
			"below a document", query.Search{Parent: new(int64(0)), Depth: new(query.NewDepth(1)), Among: []int64{6}}, word,
			foundWords{6: {introtext}}, foundWords{6: {introtext}},
		},
	}
	var compiled []request
	for _, r := range requests[:2] {
		compiled = append(compiled,
			request{name: r.name, compile: func(c query.Compiler) (evodb.Statement, error) { return c.Hits(r.search, r.text) }})
	}
	compiled = append(compiled,
		request{name: "not in the index", compile: func(c query.Compiler) (evodb.Statement, error) {
			return c.Hits(query.Search{}, query.Text{Words: words("м'ята")})
		}}, request{name: "a whole word in sections", compile: func(c query.Compiler) (evodb.Statement, error) {
			return c.Hits(query.Search{Sections: &query.Sections{Roots: []int64{3, 5}, Among: []int64{5}}},
				query.Text{Words: []query.Word{{Text: "2012", Whole: true}}})
		}}, request{name: "words in sections", compile: func(c query.Compiler) (evodb.Statement, error) {
			return c.Hits(query.Search{Sections: &query.Sections{Roots: []int64{3}, Among: []int64{3}}},
				query.Text{Words: words("word", "other")})
		}}, request{name: "through placeholders", compile: func(c query.Compiler) (evodb.Statement, error) {
			through := map[string][]query.Placeholder{"word": {{Begin: "{{opening-hours"}, {Begin: "[*price", TV: 1}}}
			return c.Hits(query.Search{}, query.Text{Words: words("word"), Placeholders: through})
		}})
	t.Run("SQL", func(t *testing.T) {
		goldenOf(t, "text.sql", schema, []named{{"manager", query.Manager()}, {"public", query.Public(now)}}, compiled)
	})
	run := func(t *testing.T, schema *evodb.Schema) {
		for _, r := range requests {
			for _, v := range []struct {
				named
				want foundWords
			}{{named{"manager", query.Manager()}, r.manager}, {named{"public", query.Public(now)}, r.public}} {
				got := foundWords{}
				columns := 1 + len(r.text.Words)
				for _, row := range readRows(t, db, must(query.For(schema, v.view).Hits(r.search, r.text)), columns+1) {
					id := row[0].(int64)
					for _, f := range row[1:columns] {
						got[id] = append(got[id], query.Found(f.(int64))) //nolint:gosec // of eight bits
					}
				}
				if diff := cmp.Diff(v.want, got); diff != "" {
					t.Errorf("%s, %s (-want +got):\n%s", r.name, v.name, diff)
				}
			}
		}
	}
	t.Run("with a FULLTEXT index", func(t *testing.T) { run(t, schema) })
	t.Run("without", func(t *testing.T) {
		if _, err := database.DB.ExecContext(t.Context(),
			"ALTER TABLE evo_site_content DROP INDEX content_ft_idx"); err != nil {
			t.Fatal(err)
		}
		plain, err := open(t, database).Schema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		run(t, plain)
	})
}

// linear matches the functions and operators with which text searches read texts, apart from the patterns for tags and
// bindings. Each of them takes linear time.
var linear = regexp.MustCompile(`LIKE \? ESCAPE '\|'|LOCATE\(\?, [a-z0-9.]+\) > 0|AGAINST \(\? IN BOOLEAN MODE\)`)

// checkLinear checks that a statement does nothing else with texts.
func checkLinear(t *testing.T, s evodb.Statement) {
	t.Helper()
	rest := linear.ReplaceAllString(strings.ReplaceAll(s.SQL, noBinding, ""), "")
	patterns := 0
	for _, arg := range s.Args {
		if text, ok := arg.(string); ok && slices.Contains(tagTexts, text) {
			patterns++
		}
	}
	if rest = strings.Replace(rest, " NOT REGEXP ?", "", patterns); patterns > strings.Count(s.SQL, " NOT REGEXP ?") {
		t.Errorf("%d patterns of tags in %s", patterns, s.SQL)
	}
	for _, word := range []string{"REGEXP", "RLIKE", "LIKE", "LOCATE", "INSTR", "SUBSTR", "AGAINST"} {
		if strings.Contains(rest, word) {
			t.Errorf("%s in %s", word, s.SQL)
		}
	}
}
