package toolset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/seed"
	"emcp/richtext"
	"emcp/toolset"
)

// textSite is a site in several languages. Visitors do not see the words hidden and secret.
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
			{TV: 1, Document: 12, Text: evosite.Text("ask for the return form")},
			{TV: 2, Document: 11, Text: evosite.Text("return")},
			{TV: 1, Document: 3, Text: evosite.Text("@EVAL return 'policy';")},
		},
	}
	for i := range s.Documents {
		d := &s.Documents[i]
		switch d.ID {
		case 3:
			d.Description = "All about data"
		case 12:
			d.IntroText, d.MenuTitle, d.LongTitle, d.Alias = "<p>intro word</p>", "menu word", "long word",
				evosite.Text("alias-word")
		}
	}
	s.Documents = append(s.Documents, evosite.Document{ID: 13, Title: "Draft of a policy", Content: "return"})
	return s
}

// foundIDs is an answer to a search, reduced to what these tests check.
type foundIDs struct {
	Items []struct {
		ID int64 `json:"id"`
	} `json:"items"`
	Next string `json:"next_cursor"`
	Meta struct {
		More  bool `json:"has_more"`
		Total *int `json:"total"`
	} `json:"meta"`
}

// searchIDs returns the answer to a search and the ids in it.
func searchIDs(
	t *testing.T, tools *toolset.Toolset, who identity.Principal, arguments string,
) (answer foundIDs, ids []int64) {
	t.Helper()
	text := callTool(t, tools, who, "evo.content.search", `{"fields":["id"],`+arguments+`}`)
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatal(err)
	}
	for _, i := range answer.Items {
		ids = append(ids, i.ID)
	}
	return answer, ids
}

// hits returns the ids of the documents that a search finds, in order. It reads them at once, page by page, and
// counted.
func hits(t *testing.T, tools *toolset.Toolset, who identity.Principal, arguments string) []int64 {
	t.Helper()
	read := func(more string) (foundIDs, []int64) { return searchIDs(t, tools, who, arguments+more) }
	whole, ids := read(`,"limit":100,"include_total":true`)
	if *whole.Meta.Total != len(ids) {
		t.Errorf("%s: a total of %d with the hits %d", arguments, *whole.Meta.Total, ids)
	}
	var paged []int64
	for more := `,"limit":2`; ; {
		page, some := read(more)
		paged = append(paged, some...)
		if page.Next == "" {
			break
		}
		more = fmt.Sprintf(`,"limit":2,"cursor":%q`, page.Next)
	}
	if diff := cmp.Diff(ids, paged, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s, page by page (-want +got):\n%s", arguments, diff)
	}
	if _, some := read(`,"limit":100,"offset":1`); len(ids) > 0 && !cmp.Equal(ids[1:], some, cmpopts.EquateEmpty()) {
		t.Errorf("%s, from the second on: %d, want %d", arguments, some, ids[1:])
	}
	return ids
}

func TestHits(t *testing.T) {
	cases := []struct {
		arguments       string
		manager, public []int64
	}{
		{`"query":"return policy"`, []int64{13, 3, 2, 1, 11, 12}, []int64{2, 3, 1, 11, 12}},
		{`"query":"policy"`, []int64{3, 13, 2}, []int64{3, 2}},
		{`"query":"return","query_tvs":["note","code"]`, []int64{1, 13, 11, 2, 3, 12}, []int64{1, 11, 2, 12}},
		{`"query":"return","query_tvs":["note"]`, []int64{1, 13, 2, 3, 12}, []int64{1, 2, 12}},
		{`"query":"return policy","query_tvs":["note"],"order_by":"pagetitle","order_dir":"desc"`, []int64{2, 1, 3, 12, 13},
			[]int64{2, 1, 3, 12}},
		{`"query":"return policy","order_by":"id"`, []int64{1, 2, 3, 11, 12, 13}, []int64{1, 2, 3, 11, 12}},
		{`"query":"hidden word open","order_by":"id","order_dir":"desc"`, []int64{12, 10, 8, 7}, []int64{12, 10, 7}},
		{`"query":"return policy","template":2`, []int64{2, 11}, []int64{2, 11}},
		{`"query":"\"return policy\""`, []int64{3, 2}, []int64{2}},
		{`"query":"nothing matches zzz"`, []int64{3}, []int64{3}},
		{`"query":"zzz"`, nil, nil},
		{`"query":"zzz","order_by":"id"`, nil, nil},
		{`"query":"when"`, []int64{3}, []int64{3}}, // a stop word
		{`"query":"whe"`, []int64{3}, []int64{3}},  // begins a stop word
		{`"query":"größe"`, []int64{4}, []int64{4}}, {`"query":"GRÖSSE"`, []int64{4}, []int64{4}},
		{`"query":"rückgabe"`, []int64{4}, []int64{4}},
		{`"query":"Farbe"`, []int64{4}, []int64{4}},
		{`"query":"м'ята"`, []int64{5}, []int64{5}}, {`"query":"М'ЯТА"`, []int64{5}, []int64{5}},
		{`"query":"їжак"`, []int64{5}, []int64{5}},
		{`"query":"достав"`, []int64{5}, []int64{5}},
		{`"query":"返品"`, []int64{6}, []int64{6}}, {`"query":"ポリシー"`, []int64{6}, []int64{6}},
		{`"query":"menu"`, []int64{12}, []int64{12}}, {`"query":"long"`, []int64{12}, []int64{12}},
		{`"query":"intro"`, []int64{12}, []int64{12}},
		{`"query":"alias-word"`, []int64{12, 7}, []int64{12, 7}}, {`"query":"word"`, []int64{12, 7}, []int64{12, 7}},
		{`"query":"100%"`, []int64{11}, []int64{11}}, {`"query":"_sure"`, []int64{11}, []int64{11}},
		{`"query":"AT&T"`, []int64{9}, []int64{9}}, {`"query":"cell"`, []int64{9}, []int64{9}},
		// Words in tags are for managers only, even in tags within tags.
		{`"query":"secret"`, []int64{7}, nil}, {`"query":"hidden"`, []int64{10, 7, 8}, []int64{10}},
		{`"query":"open behind"`, []int64{7}, []int64{7}}, {`"query":"outside"`, []int64{8}, []int64{8}},
		{`"query":"closed"`, []int64{10}, []int64{10}},
		// Nobody finds markup and the names of character references.
		{`"query":"table"`, nil, nil}, {`"query":"look"`, nil, nil}, {`"query":"uuml"`, nil, nil},
	}
	tools := open(t, textSite(), standard)
	for _, c := range cases {
		if diff := cmp.Diff(c.manager, hits(t, tools, manager, c.arguments), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s, manager (-want +got):\n%s", c.arguments, diff)
		}
		if diff := cmp.Diff(c.public, hits(t, tools, public, c.arguments), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s, visitor (-want +got):\n%s", c.arguments, diff)
		}
	}
}

// TestHitsAreReadable checks that visitors find a word exactly if the converted text contains it, whatever tags and
// markup, broken or nested, are around it.
func TestHitsAreReadable(t *testing.T) {
	pieces := []string{
		"[[", "]]", "[!", "!]", "{{", "}}", "[*", "*]", "[(", ")]", "[+", "+]", "[^", "^]", "[~", "~]", "[~1~]", "[", "]",
		"{", "}", "<b>", "</b>", "<", ">",
		"<p title=\"", "\">", "<p title='>", "'>", "<!--", "-->", "<script>", "</script>", "<style>", "</style>",
		"<textarea>", "</textarea>", "&amp;", "&", "<?", "<a href=[~1~]>",
		" ", "\n", "?&a=`", "`",
	}
	random := seed.Rand(t, 3)
	const words = 12
	readable := map[string][]int64{} // by word
	site := &evosite.Site{}
	for id := range int64(400) {
		var content strings.Builder
		for n := range 1 + random.IntN(words) {
			fmt.Fprintf(&content, "%s word%cx ", pieces[random.IntN(len(pieces))], 'a'+n)
		}
		site.Documents = append(site.Documents, evosite.Document{ID: id + 1, Published: true, Content: content.String()})
		text, err := richtext.Convert(t.Context(), content.String(),
			richtext.Options{Format: richtext.Text, URL: func(int64) string { return "" }})
		if err != nil {
			t.Fatal(err)
		}
		for n := range words {
			if word := fmt.Sprintf("word%cx", 'a'+n); strings.Contains(text.Text, word) {
				readable[word] = append(readable[word], id+1)
			}
		}
	}
	tools := open(t, site, standard)
	for n := range words {
		word := fmt.Sprintf("word%cx", 'a'+n)
		var found []int64
		for offset := 0; offset == len(found); offset += 100 {
			_, ids := searchIDs(t, tools, public, fmt.Sprintf(`"query":%q,"limit":100,"offset":%d`, word, offset))
			found = append(found, ids...)
		}
		slices.Sort(found)
		if diff := cmp.Diff(readable[word], found, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", word, diff)
		}
	}
	if len(readable["worddx"]) < 50 {
		t.Errorf("worddx is read in %d documents only", len(readable["worddx"]))
	}
}
