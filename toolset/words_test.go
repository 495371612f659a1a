package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/test/evosite"
	"emcp/toolset"
	"emcp/toolset/document"
)

// outfitter is a shop in which a search has much to tell apart.
func outfitter() *evosite.Site {
	page := func(id, parent int64, title, content string) evosite.Document {
		return evosite.Document{ID: id, Parent: parent, Title: title, Content: content, Published: true, Template: 1,
			Alias: evosite.Text(fmt.Sprintf("p%d", id))}
	}
	filler := strings.Repeat("<p>Nothing of interest stands here, but it takes long to read.</p>", 600)
	return &evosite.Site{
		Documents: []evosite.Document{
			page(1, 0, "Home", "<p>We are the shop for all that you need in the open with your friends and the family.</p>"),
			page(2, 0, "Articles", "<p>Articles of our magazine.</p>"),
			page(3, 0, "Gallery", "<p>Some art of our customers.</p>"),
			page(4, 0, "News", "<p>Founded in 2012, moved in 2013.</p>"),
			page(5, 0, "Opening times", "<p>Closed at 12 o'clock.</p>"),
			page(6, 0, "Manual", filler+"<p>A kettle boils.</p>"), page(7, 0, "Kitchen", "<p>A kettle boils.</p>"),
			page(8, 0, "Delivery", "<h2>Abroad</h2><p>It takes a while.</p><table><tr><th>To</th><th>Costs</th></tr>"+
				"<tr><td>Norway</td><td>30 €</td></tr>"+
				"<tr><td>Poland</td><td>9 €</td></tr></table>"+strings.Repeat("<p>More about it on the next page.</p>", 20)+
				"<h2>Pick-up</h2>"+strings.Repeat("<p>The door is on the left side.</p>", 10)+"<p>Ring the bell twice.</p>"),
			page(9, 0, "Norway", "<p>A diary of our trip.</p>"),
			page(10, 0, "Letters", "<p>[[Form? &to=`zeppelin`]] Write to us.</p>"),
			page(100, 0, "Deutsch", "<p>Wir sind der Laden für alles, was man draußen braucht, "+
				"und das mit der Familie und den Freunden.</p>"),
			page(101, 100, "Häuser", "<p>Die H&auml;user und Zelte sind neu. Ein Bürostuhl ist nicht dabei.</p>"),
			page(102, 100, "Übernachten", "<p>Ein Haus oder ein Zelt reicht.</p>"),
			page(103, 100, "Stuhl", "<p>Ein Stuhl für das Lager.</p>"),
			page(104, 100, "Versand", "<p>Lieferung mit Kettlerpost nach Norwegen, kettle.</p>"),
			page(200, 0, "Українською", "<p>Ми магазин для тих, хто любить їздити і їсти надворі.</p>"),
			page(201, 200, "Оплата", "<p>Доставкою займається пошта, ціну дивіться нижче.</p>"),
			page(202, 200, "Розміри", "<p>Куртка розміру М, 20 мм.</p>"),
			page(203, 200, "Довжина", "<p>Дріт 3 мм.</p>"), page(204, 200, "Ціни", "<p>Усі ціни з доставкою.</p>"),
			{ID: 300, Title: "Draft of pterodactyl", Content: "<p>pterodactyl delivery art</p>", Template: 1},
			{ID: 301, Parent: 100, Title: "Entwurf", Content: "<p>magazine</p>", Template: 1},
		},
		TVs:    []evosite.TV{{ID: 1, Name: "note", Type: "text", Templates: []int64{1}}},
		Values: []evosite.Value{{TV: 1, Document: 9, Text: evosite.Text("a kettle")}},
		Records: map[string][]evosite.Record{
			"site_templates":  {{"id": 1, "templatename": "Page"}},
			"system_settings": {{"setting_name": "manager_language", "setting_value": "en"}},
		},
	}
}

// wordAnswer is an answer to a search, reduced to what these tests check.
type wordAnswer struct {
	Items []struct {
		ID      int64                  `json:"id"`
		Excerpt string                 `json:"excerpt"`
		AlsoIn  []document.Counterpart `json:"also_in"`
	} `json:"items"`
	Meta struct {
		Words   map[string]int    `json:"words"`
		Nearest map[string]string `json:"nearest"`
		Others  map[string]int    `json:"other_languages"`
	} `json:"meta"`
}

func searchWords(t *testing.T, tools *toolset.Toolset, arguments string) (answer wordAnswer, ids []int64) {
	t.Helper()
	if err := json.Unmarshal([]byte(callTool(t, tools, public, "evo.content.search",
		`{"limit":10,"fields":["id"],`+arguments+`}`)), &answer); err != nil {
		t.Fatal(err)
	}
	for _, item := range answer.Items {
		ids = append(ids, item.ID)
	}
	return answer, ids
}

func TestWords(t *testing.T) { onEveryGeneration(t, outfitter(), testWords) }

func testWords(t *testing.T, tools *toolset.Toolset) {
	for _, c := range []struct {
		reason, arguments string
		ids               []int64
		words             map[string]int
		nearest           map[string]string
	}{
		{"all words before some, though some stand in a title", `"query":"Norway costs"`, []int64{8, 9},
			map[string]int{"norway": 2, "costs": 1}, nil},
		{"whole words only", `"query":"art"`, []int64{3}, map[string]int{"art": 1}, nil},
		{"a number", `"query":"12"`, []int64{5}, map[string]int{"12": 1}, nil},
		{"not a part of a longer number", `"query":"301"`, nil, map[string]int{"301": 0}, nil},
		{"a letter", `"query":"м"`, []int64{202}, map[string]int{"м": 1}, nil},
		{"German forms with umlauts", `"query":"Haus"`, []int64{101, 102}, map[string]int{"haus": 2}, nil},
		{"and the other way round", `"query":"Zelte"`, []int64{102, 101}, map[string]int{"zelte": 2}, nil},
		{"Ukrainian endings", `"query":"доставка ціна"`, []int64{204, 201}, map[string]int{"доставка": 2, "ціна": 2}, nil},
		{"a short page before a long one", `"query":"kettle boils"`, []int64{7, 104, 6, 9},
			map[string]int{"kettle": 4, "boils": 2}, nil},
		{"values of a named variable", `"query":"kettle","query_tvs":["note"],"match":"all"`, []int64{7, 104, 9, 6},
			map[string]int{"kettle": 4}, nil},
		{"values of no variable", `"query":"kettle","query_tvs":[]`, []int64{7, 104, 6}, map[string]int{"kettle": 4}, nil},
		{"all of the words", `"query":"kettle boils","match":"all"`, []int64{7, 6}, map[string]int{"kettle": 4, "boils": 2},
			nil},
		{"all of the words, in an order", `"query":"kettle boils","match":"all","order_by":"id"`, []int64{6, 7},
			map[string]int{"kettle": 4, "boils": 2}, nil},
		{"any of the words", `"query":"kettle boils","match":"any"`, []int64{7, 104, 6, 9},
			map[string]int{"kettle": 4, "boils": 2}, nil},
		{"a phrase", `"query":"kettle boils","match":"phrase"`, []int64{7, 6}, map[string]int{"kettle": 4, "boils": 2}, nil},
		{"not that phrase", `"query":"boils kettle","match":"phrase"`, nil, map[string]int{"kettle": 4, "boils": 2}, nil},
		{"an absent word among others", `"query":"kettle airship","match":"all"`, nil,
			map[string]int{"kettle": 4, "airship": 0}, nil},
		{"a mistyped word", `"query":"magaxine"`, []int64{2}, map[string]int{"magazine": 1},
			map[string]string{"magaxine": "magazine"}},
		{"a mistyped Ukrainian word", `"query":"доставкок"`, []int64{204, 201}, map[string]int{"доставкою": 2},
			map[string]string{"доставкок": "доставкою"}},
		{"two words as one", `"query":"kettlenorway"`, []int64{9, 8, 7, 104, 6}, map[string]int{"kettle": 4, "norway": 2},
			map[string]string{"kettlenorway": "kettle norway"}},
		{"the beginning of a word", `"query":"Bürost"`, []int64{101}, map[string]int{"bürostuhl": 1},
			map[string]string{"bürost": "bürostuhl"}},
		{"a word only in a snippet call", `"query":"zeppelin"`, nil, map[string]int{"zeppelin": 0}, nil},
		{"nearly such a word", `"query":"zeppelim"`, nil, map[string]int{"zeppelim": 0}, nil},
		{"a word only in a draft", `"query":"pterodactyl"`, nil, map[string]int{"pterodactyl": 0}, nil},
		{"nearly such a word", `"query":"pterodactil"`, nil, map[string]int{"pterodactil": 0}, nil},
		{"counted on the whole site", `"query":"kettle","parent":100`, []int64{104}, map[string]int{"kettle": 4}, nil},
	} {
		answer, ids := searchWords(t, tools, c.arguments)
		if len(ids)+len(c.ids) > 0 && !cmp.Equal(c.ids, ids) {
			t.Errorf("%s: %s finds %d, want %d", c.reason, c.arguments, ids, c.ids)
		}
		if diff := cmp.Diff(c.words, answer.Meta.Words); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", c.reason, c.arguments, diff)
		}
		if diff := cmp.Diff(c.nearest, answer.Meta.Nearest); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", c.reason, c.arguments, diff)
		}
	}

	for arguments, want := range map[string]string{
		`"query":"Poland costs"`:    "Abroad › …To **Costs** Norway 30 € **Poland** 9 € More",
		`"query":"bell"`:            "Pick-up › …",
		`"query":"Norway diary"`:    "A **diary** of our trip.",
		`"query":"opening"`:         "Closed at 12 o'clock.", // which stands only in the title
		`"query":"доставка оплата"`: "**Доставкою** займається пошта, ціну дивіться нижче.",
	} {
		answer, _ := searchWords(t, tools, arguments)
		if got := answer.Items[0].Excerpt; !strings.HasPrefix(got, want) {
			t.Errorf("%s: excerpt %q, want %q", arguments, got, want)
		}
	}

	versand := []document.Counterpart{{Lang: "de", ID: 104, Title: "Versand"}}
	kitchen := []document.Counterpart{{Lang: "en", ID: 7, Title: "Kitchen"}}
	for _, c := range []struct {
		arguments string
		ids       []int64
		alsoIn    [][]document.Counterpart
		others    map[string]int
	}{
		{`"query":"kettle","lang":"en"`, []int64{7, 9, 6}, [][]document.Counterpart{versand, nil, nil},
			map[string]int{"de": 1}},
		{`"query":"kettle boils","lang":"en"`, []int64{7, 6, 9}, [][]document.Counterpart{nil, nil, versand},
			map[string]int{"de": 1}},
		{`"query":"kettle","lang":"de"`, []int64{104}, [][]document.Counterpart{kitchen}, map[string]int{"en": 3}},
		{`"query":"magazine","lang":"en"`, []int64{2}, [][]document.Counterpart{nil}, nil}, // a German draft has it
		{`"query":"kettle"`, []int64{7, 104, 9, 6}, [][]document.Counterpart{nil, nil, nil, nil}, nil},
	} {
		answer, ids := searchWords(t, tools, c.arguments)
		var alsoIn [][]document.Counterpart
		for _, item := range answer.Items {
			alsoIn = append(alsoIn, item.AlsoIn)
		}
		if !cmp.Equal(c.ids, ids) || !cmp.Equal(c.alsoIn, alsoIn) || !cmp.Equal(c.others, answer.Meta.Others) {
			t.Errorf("%s: %d also in %v, want %d, %v; others %v, want %v", c.arguments, ids, alsoIn, c.ids, c.alsoIn,
				answer.Meta.Others, c.others)
		}
	}

	for arguments, message := range map[string]string{
		`"match":"all"`:               "match needs query: it says which of its words a document must have",
		`"query":"a","match":"exact"`: "match must be one of any, all, phrase",
	} {
		if f := refuse(t, tools, public, "evo.content.search", `{"limit":1,`+arguments+`}`); f.Kind != fault.InvalidParams ||
			!strings.HasPrefix(f.Message, message) {
			t.Errorf("%s: %v", arguments, f)
		}
	}
}

// TestCounterparts checks that a hit has at most three documents in other languages, and none that has been hidden
// since the search last looked at the site.
func TestCounterparts(t *testing.T) {
	tools, d := openDatabase(t, polyglot(), standard)
	for _, c := range []struct{ statement, want string }{
		{"SELECT 1", `[{"lang":"de","id":11,"pagetitle":"Lieferung"},{"lang":"uk","id":21,"pagetitle":"Доставка"},` +
			`{"lang":"fr","id":31,"pagetitle":"Tentes"}]`},
		{"UPDATE evo_site_content SET published = 0 WHERE id IN (11, 31)",
			`[{"lang":"uk","id":21,"pagetitle":"Доставка"}]`},
		{"UPDATE evo_site_content SET published = 0 WHERE id <> 70", `[]`},
	} {
		change(t, d, c.statement)
		answer := callTool(t, tools, public, "evo.content.search",
			`{"query":"Nova Post","lang":"en","limit":1,"fields":["id"]}`)
		want := `"also_in":` + c.want + `}]`
		if c.want == "[]" {
			want = `"excerpt":"**Nova** **Post** and […]"}]`
		}
		if !strings.Contains(answer, want) {
			t.Errorf("%s: %s, want %s", c.statement, answer, want)
		}
	}
}

// TestCountsOfWords checks that all documents that the caller sees are counted, and only on the first page.
func TestCountsOfWords(t *testing.T) {
	site := &evosite.Site{}
	for id := range int64(60) {
		site.Documents = append(site.Documents,
			evosite.Document{ID: id + 1, Title: "Page", Content: "<p>needle</p>", Published: id < 50})
	}
	tools := open(t, site, standard)
	for arguments, want := range map[string]map[string]int{
		`"query":"needle page","parent":7`:           {"needle": 50, "page": 50},
		`"query":"needle page","include_total":true`: {"needle": 50, "page": 50},
		`"query":"needle","offset":1`:                nil,
	} {
		if answer, _ := searchWords(t, tools, arguments); !cmp.Equal(want, answer.Meta.Words) {
			t.Errorf("%s: %v, want %v", arguments, answer.Meta.Words, want)
		}
	}
}

// TestApostrophes checks that a word is found whatever character its apostrophe is, in the query and on the site.
func TestApostrophes(t *testing.T) {
	site := &evosite.Site{Records: map[string][]evosite.Record{
		"site_templates":  {{"id": 1, "templatename": "Page"}},
		"system_settings": {{"setting_name": "manager_language", "setting_value": "uk"}},
	}}
	for i, word := range []string{"комп'ютер", "комп’ютери", "компʼютером", "комп‘ютер", "комп&rsquo;ютер",
		"комп&#8217;ютера", "комп&#39;ютер", "комп&#039;ютер"} {
		site.Documents = append(site.Documents, evosite.Document{
			ID: int64(i) + 1, Title: fmt.Sprintf("Page %d", i+1), Content: "<p>Новий " + word + " тут.</p>", Published: true,
			Template: 1, Alias: evosite.Text(fmt.Sprintf("p%d", i+1)),
		})
	}
	site.Documents = append(site.Documents,
		evosite.Document{ID: 20, Title: "М’яч", Content: "<p>{{ball}}</p>", Published: true, Template: 1,
			Alias: evosite.Text("p20")},
		evosite.Document{ID: 21, Title: "М'яч", Content: "<p>Won&rsquo;t break.</p>", Published: true, Template: 1,
			Alias: evosite.Text("p21")},
		evosite.Document{ID: 22, Title: "Мояч", Content: "<p>Wonder, wonted.</p>", Published: true, Template: 1,
			Alias: evosite.Text("p22")},
	)
	site.Records["site_htmlsnippets"] = []evosite.Record{{"id": 1, "name": "ball",
		"snippet": "Шкіряний, м’який, п'ять кольорів"}}
	_, d := openDatabase(t, site, standard)
	tools := toolset.New(database(t, d.DSN), bounds())
	for _, c := range []struct {
		words []string
		ids   []int64
	}{
		{[]string{"комп'ютер", "комп’ютер", "компʼютер", "комп‘ютера", "комп`ютери"}, []int64{1, 2, 3, 4, 5, 6, 7, 8}},
		{[]string{"м'яч", "м’ячі", "мʼячами"}, []int64{20, 21}},
		{[]string{"м'яка", "мʼяка"}, []int64{20}}, {[]string{"п’ять"}, []int64{20}},
		{[]string{"won't", "Won’t", `\"won’t break\"`}, []int64{21}},
	} {
		for _, word := range c.words {
			if _, ids := searchWords(t, tools, `"order_by":"id","query":"`+word+`"`); !cmp.Equal(ids, c.ids) {
				t.Errorf("%s: %d, want %d", word, ids, c.ids)
			}
		}
	}
	answer, _ := searchWords(t, tools, `"query":"м'які"`)
	if len(answer.Items) != 1 || !strings.Contains(answer.Items[0].Excerpt, "**м’який**") {
		t.Errorf("%+v: the excerpt must show the word", answer.Items)
	}
}
