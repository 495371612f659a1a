package query_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"emcp/allowlist"
	"emcp/internal/test/evosite"
	"emcp/internal/test/seed"
	"emcp/query"
	"emcp/richtext/evotags"
	"emcp/tvfilter"
)

// taggedTexts are texts, and whether one of Evolution's tags begins in them. Links to documents do not count.
var taggedTexts = []struct {
	text   string
	tagged bool
}{
	{"[[Form? &to=`me@example.com`]]", true},
	{"Welcome [!Form!]", true},
	{"{{chunk}}", true},
	{"[*pagetitle*]", true},
	{"of [(site_name)]", true},
	{"[+x+]", true},
	{"[^t^]", true},
	{"\x00[*x*]", true},
	{"日本 [*x*] 🌍", true},
	{"line\n[*x*]", true},
	{"[[ never closed", true},
	{"[~[*x*]~]", true},
	{"[~secret~]", true},
	{"[~1 secret~]", true},
	{"[~1~ secret~]", true},
	{"[~~]", true},
	{"[~0~]", true},
	{"[~ 12 ~]", true},
	{"[~12~][~x~]", true},
	{"[~" + strings.Repeat("9", 19) + "~]", true},

	{"[~12~]", false},
	{`<a href="[~12~]">a</a> [~1~][~2~]`, false},
	{"[~" + strings.Repeat("9", 18) + "~]", false},
	{"[~12", false},
	{"[~", false},
	{"[1] {2} ]] }} ~] *] )]", false},
	{`{"a":[1,{"b":2}]}`, false},
	{`[ [ { { [\[ [a[`, false},
	{"", false},
	{"Grüße 日本 🌍", false},
}

// link matches the only tag that visitors read as it is stored.
var link = regexp.MustCompile(`\[~[1-9][0-9]{0,17}~\]`)

var begunLink = regexp.MustCompile(`^[1-9][0-9]{0,17}~?$`)

// beginsTag reports whether a tag begins in a text. It works differently from the product.
func beginsTag(text string) bool {
	for _, opening := range []string{"[[", "[!", "{{", "[*", "[(", "[+", "[^"} {
		if strings.Contains(text, opening) {
			return true
		}
	}
	for rest := link.ReplaceAllString(text, " "); ; {
		_, behind, found := strings.Cut(rest, "[~")
		if !found {
			return false
		}
		// A link that the end of the text cuts off cannot be closed.
		if behind != "" && !begunLink.MatchString(behind) {
			return true
		}
		rest = behind
	}
}

// TestTags stores texts as titles. Visitors must be able to find only those in which no tag begins. Cutting out tags
// does not change these texts, so that a search reveals nothing about a tag.
func TestTags(t *testing.T) {
	site := evosite.Fixture()
	site.Documents = nil
	add := func(text string) {
		site.Documents = append(site.Documents, evosite.Document{ID: int64(len(site.Documents) + 1), Title: text, Published: true})
	}
	for _, c := range taggedTexts {
		if got := beginsTag(c.text); got != c.tagged {
			t.Fatalf("the test says %t of %q", got, c.text)
		}
		add(c.text)
	}
	random := seed.Rand(t, 0)
	for range 2000 {
		var text strings.Builder
		for range random.IntN(12) {
			text.WriteString([]string{"[", "[", "{", "]", "}", "~", "[~", "~]", "1", "20", "0", " ", "*", "(", "!", "+", "^", "a", `\`, "ü"}[random.IntN(20)])
		}
		add(text.String())
	}
	var all, plain []int64
	for _, d := range site.Documents {
		all = append(all, d.ID)
		if beginsTag(d.Title) {
			continue
		}
		plain = append(plain, d.ID)
		if cut := evotags.Strip(d.Title); cut != d.Title {
			t.Errorf("%q can be looked for, but reads %q", d.Title, cut)
		}
	}
	database, db, schema := loadDatabase(t, site, "3.5")
	for _, collation := range bindingCollations {
		// The columns of the FULLTEXT index must have the same collation.
		change := fmt.Sprintf("MODIFY pagetitle varchar(255) COLLATE %s, MODIFY description varchar(255) COLLATE %[1]s, MODIFY content mediumtext COLLATE %[1]s", collation)
		if _, err := database.DB.ExecContext(t.Context(), "ALTER TABLE evo_site_content "+change); err != nil {
			t.Fatal(err)
		}
		for _, v := range []struct {
			named
			want []int64
		}{{named{"public", query.Public(now)}, plain}, {named{"manager", query.Manager()}, all}} {
			var got []int64
			for _, row := range readRows(t, db, must(query.For(schema, v.view).Titled("", 10_000)), 1) {
				got = append(got, row[0].(int64))
			}
			slices.Sort(got)
			equalIDs(t, fmt.Sprint(collation, ", ", v.name), v.want, got)
		}
	}
}

// TestTagsInOrders sorts by texts with tags. For visitors they must all be equal; otherwise the order would reveal the
// second letter of a tag.
func TestTagsInOrders(t *testing.T) {
	site := &evosite.Site{TVs: []evosite.TV{{ID: 1, Name: "a"}, {ID: 2, Name: "b"}}}
	for id, texts := range map[int64][3]string{ // id: title, a, b
		1: {"m", "[*z*]", "1"}, 2: {"[*b*]", "m", "[*b*]"}, 3: {"[*a*]", "m", "[*a*]"}, 4: {"k", "k", "3"},
		5: {"z [[c]]", "@EVAL x", "2"}, 6: {"z", "z", "2"}, 7: {"[~1~]", "[~1~]", "2"}, 8: {"a [", "a [[", "2"},
	} {
		site.Documents = append(site.Documents, evosite.Document{ID: id, Title: texts[0], Published: true})
		site.Values = append(site.Values,
			evosite.Value{TV: 1, Document: id, Text: &texts[1]}, evosite.Value{TV: 2, Document: id, Text: &texts[2]})
	}
	slices.SortFunc(site.Documents, func(a, b evosite.Document) int { return int(a.ID - b.ID) })
	titles := func(d allowlist.Direction) query.Search {
		field, _ := allowlist.ParseOrderField("pagetitle")
		return query.Search{Order: query.Order{Field: field, Dir: d}}
	}
	byValues := func(orders ...tvfilter.OrderInput) query.Search {
		var s query.Search
		for _, in := range orders {
			tv := map[string]int{"a": 1, "b": 2}[in.TV]
			s.Order.TVs = append(s.Order.TVs, must(tvfilter.ParseOrder(in, variable(tv, nil))))
		}
		return s
	}
	db, schema := load(t, site, "3.5")
	for _, r := range []request{
		search("titles", titles(allowlist.Ascending), []int64{3, 2, 7, 8, 4, 1, 6, 5}, []int64{7, 8, 4, 1, 6, 2, 3, 5}),
		search("titles, descending", titles(allowlist.Descending), []int64{5, 6, 1, 4, 8, 7, 2, 3}, []int64{6, 1, 4, 8, 7, 2, 3, 5}),
		search("values", byValues(tvfilter.OrderInput{TV: "a"}), []int64{1, 7, 5, 8, 4, 2, 3, 6}, []int64{1, 5, 8, 7, 4, 2, 3, 6}),
		search("values, descending", byValues(tvfilter.OrderInput{TV: "a", Dir: "desc"}),
			[]int64{6, 2, 3, 4, 8, 5, 7, 1}, []int64{6, 2, 3, 4, 7, 1, 5, 8}),
		search("as numbers, descending", byValues(tvfilter.OrderInput{TV: "b", Dir: "desc", Cast: "DECIMAL(5,1)"}),
			[]int64{4, 5, 6, 7, 8, 1, 2, 3}, []int64{4, 5, 6, 7, 8, 1, 2, 3}),
		search("two variables", byValues(tvfilter.OrderInput{TV: "a", Dir: "desc"}, tvfilter.OrderInput{TV: "b"}),
			[]int64{6, 3, 2, 4, 8, 5, 7, 1}, []int64{6, 2, 3, 4, 7, 1, 5, 8}),
		search("two variables, the second first", byValues(tvfilter.OrderInput{TV: "b"}, tvfilter.OrderInput{TV: "a", Dir: "desc"}),
			[]int64{3, 2, 1, 6, 8, 5, 7, 4}, []int64{2, 3, 1, 6, 7, 5, 8, 4}),
	} {
		t.Run(r.name, func(t *testing.T) {
			r.finds(t, "manager", r.manager, db, query.For(schema, query.Manager()))
			r.finds(t, "public", r.public, db, query.For(schema, query.Public(now)))
		})
	}
}
