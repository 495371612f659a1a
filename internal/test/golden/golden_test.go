package golden_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/internal/sitepage"
	"emcp/internal/test/evosite"
	"emcp/internal/test/golden"
	"emcp/internal/test/testdb"
	"emcp/toolset"
	"emcp/toolset/view"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// read returns the recorded site.
func read(t *testing.T) *golden.Site {
	t.Helper()
	site, err := golden.Read()
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// load returns the database of the recorded site, with the settings of its first visit.
func load(t *testing.T, site *golden.Site) *testdb.Database {
	t.Helper()
	d := testdb.Open(t)
	if err := evosite.Load(t.Context(), d.DB, site.Evosite(site.Visits[0]),
		evosite.Options{Prefix: "evo_", Generation: "3.1"}); err != nil {
		t.Fatal(err)
	}
	return d
}

// over returns the toolset over the recorded site, which has not read its settings yet.
func over(t *testing.T, d *testdb.Database) *toolset.Toolset {
	t.Helper()
	return toolset.New(database(t, d), options())
}

func database(t *testing.T, d *testdb.Database) *evodb.DB {
	t.Helper()
	db, err := evodb.Open(evodb.Options{DSN: d.DSN, MaxOpenConns: 2, StatementTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func options() toolset.Options {
	return toolset.Options{Options: view.Options{
		ListLimit: 100, ContentOffset: 5000, ModelOffset: 5000, Depth: 6, ResultTokens: 100_000, ResultBytes: 1 << 20,
		TVFilters: 10, TVOrder: 5, WithTVs: 20,
		CursorKey: []byte("a key of these tests"), Models: allowlist.Models(), BaseURL: golden.Base,
	}}
}

// call returns the answer of a tool to a visitor.
func call(t *testing.T, tools *toolset.Toolset, tool, arguments string) []byte {
	t.Helper()
	answer, err := tools.Call(context.Background(), identity.Principal{Subject: "visitor", View: identity.Public}, tool,
		jsontext.Value(arguments))
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	return answer.JSON
}

// settle stores the settings of a visit and no others that vary.
func settle(t *testing.T, d *testdb.Database, v golden.Visit) {
	t.Helper()
	for _, name := range golden.Varied {
		if _, err := d.DB.ExecContext(t.Context(), "DELETE FROM evo_system_settings WHERE setting_name = ?",
			name); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range v.Settings {
		if _, err := d.DB.ExecContext(t.Context(), "INSERT INTO evo_system_settings VALUES (?, ?)", name, value); err != nil {
			t.Fatal(err)
		}
	}
}

// belowDraft is a document in a folder that visitors do not see. Where addresses have paths, its is index.php?id=ID, so
// that it does not contain what is hidden.
const belowDraft = "below-draft"

// The address of a document is where the site serves it without a redirect, and documents that it does
// not serve are not listed.
func TestAddresses(t *testing.T) {
	site := read(t)
	d := load(t, site)
	aliases := column(site, "site_content", "alias")
	for _, visit := range site.Visits {
		t.Run(fmt.Sprint(visit.Settings), func(t *testing.T) {
			settle(t, d, visit)
			last := visit.Pages[len(visit.Pages)-1].ID
			want := map[int64]string{}
			for _, page := range visit.Pages {
				plain := fmt.Sprintf("index.php?id=%d", page.ID)
				address := (&url.URL{Path: page.Made}).EscapedPath()
				switch {
				case page.Status == 200 || page.Status == 302: // 302: a weblink
					if page.Made == plain || visit.Settings["use_alias_path"] == "1" && aliases[page.ID] == belowDraft {
						address = plain
					}
				case page.Status == 404 && (page.Plain == 200 || page.Plain == 302):
					address = plain
				case page.Status == 404 && page.Plain == 301 && aliases[page.ID] == "list.txt":
					// The site makes files.txtlist.txt of this one, and redirects all others to it.
					address = "files.txt/list.txt"
				default:
					continue
				}
				want[page.ID] = golden.Base + address
			}
			got := map[int64]string{}
			for id, found := range list(t, over(t, d), `"fields":["url"]`) {
				if id <= last {
					got[id] = found.URL
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// item is a document of the recorded site in an answer.
type item struct {
	ID        int64  `json:"id"`
	Title     string `json:"pagetitle"`
	URL       string `json:"url"`
	IntroText string `json:"introtext"`
	Content   string `json:"content"`
	Link      link   `json:"link"`
	Media     []struct{ Kind, URL, Where string }
	Page      struct {
		Served bool   `json:"served"`
		Reason string `json:"reason"`
	} `json:"page"`
}

// list returns all documents of the site that visitors see.
func list(t *testing.T, tools *toolset.Toolset, arguments string) map[int64]item {
	t.Helper()
	all := map[int64]item{}
	for cursor := ""; ; {
		var page struct {
			Items []item `json:"items"`
			Next  string `json:"next_cursor"`
		}
		answer := call(t, tools, "evo.content.search", `{"limit":100,`+arguments+cursor+`}`)
		if err := json.Unmarshal(answer, &page); err != nil {
			t.Fatal(err)
		}
		for _, i := range page.Items {
			all[i.ID] = i
		}
		if page.Next == "" {
			return all
		}
		cursor = `,"cursor":"` + page.Next + `"`
	}
}

// column returns a column of a table of the recorded site by the number in its first one.
func column(site *golden.Site, table, name string) map[int64]string {
	at := slices.Index(golden.Tables[table], name)
	all := map[int64]string{}
	for _, row := range site.Tables[table] {
		var id int64
		_, _ = fmt.Sscan(*row[0], &id)
		all[id] = *row[at]
	}
	return all
}

// differing are pages on which visitors read other words than emcp returns, and why. A page that
// agrees must leave the list.
var differing = map[string]string{
	"text-snippet":          "only the site runs snippets",
	"text-snippet-uncached": "only the site runs snippets",
	"tv-computed":           "only the site runs @EVAL",
}

// Visitors read the same words on a page as emcp returns: title, content, and the template variables that the template
// prints. emcp writes whole addresses where the site writes the path.
func TestTexts(t *testing.T) {
	site := read(t)
	tools := over(t, load(t, site))
	items := list(t, tools, `"fields":["pagetitle","introtext","content"],"format":"text","max_chars":100000`)
	aliases, templates, products := column(site, "site_content", "alias"), column(site, "site_content", "template"), ""
	for id, name := range column(site, "site_templates", "templatename") {
		if name == "Product" {
			products = strconv.FormatInt(id, 10)
		}
	}
	var differ []string
	compared := 0
	for _, page := range site.Visits[0].Pages {
		_, main, ok := strings.Cut(page.Body, "<main>")
		if page.Status != 200 || !ok {
			continue
		}
		compared++
		main, _, _ = strings.Cut(main, "</main>")
		found := items[page.ID]
		text := found.Title + " " + found.IntroText + " " + found.Content
		if templates[page.ID] == products {
			tvs := printedTVs(t, tools, page.ID)
			text = fmt.Sprint(found.Title, " ", tvs["price"], " ", tvs["size"], " ", found.Content)
		}
		if diff := cmp.Diff(wordsOf(shownText(main)), wordsOf(strings.ReplaceAll(text, golden.Base, ""))); diff != "" {
			differ = append(differ, aliases[page.ID])
			if differing[aliases[page.ID]] == "" {
				t.Errorf("%s (-visitors +emcp):\n%s", aliases[page.ID], diff)
			}
		}
	}
	for alias := range differing {
		if !slices.Contains(differ, alias) {
			t.Errorf("%s agrees: take it off the list", alias)
		}
	}
	if compared < 100 {
		t.Errorf("only %d pages were compared", compared)
	}
	t.Logf("%d of %d pages agree", compared-len(differ), compared)
}

// printedTVs are the template variables at the beginning of a document's resource.
func printedTVs(t *testing.T, tools *toolset.Toolset, id int64) (tvs map[string]string) {
	t.Helper()
	text, err := tools.Document(t.Context(), identity.Principal{Subject: "visitor", View: identity.Public}, id)
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(text, "\ntvs: ")
	line, _, _ = strings.Cut(line, "\n")
	if err := json.Unmarshal([]byte(line), &tvs); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return tvs
}

// The media that a page of the site shows or links to are those that emcp lists.
func TestMedia(t *testing.T) {
	site := read(t)
	items := list(t, over(t, load(t, site)), `"fields":["media"]`)
	compared := 0
	for _, page := range site.Visits[0].Pages {
		_, main, ok := strings.Cut(page.Body, "<main>")
		if page.Status != 200 || !ok {
			continue
		}
		main, _, _ = strings.Cut(main, "</main>")
		z := html.NewTokenizer(strings.NewReader(main))
		var shown []string // addresses of images and players, as a browser finds them
		for z.Next() != html.ErrorToken {
			token := z.Token()
			if token.Type != html.EndTagToken && slices.Contains([]string{"img", "video", "source"}, token.Data) {
				for _, a := range token.Attr {
					if a.Key == "src" {
						address, err := url.Parse(golden.Base)
						if err == nil {
							address, err = address.Parse(strings.ReplaceAll(a.Val, " ", "%20"))
						}
						if err != nil {
							t.Fatal(err)
						}
						shown = append(shown, address.String())
					}
				}
			}
		}
		var listed []string
		for _, medium := range items[page.ID].Media {
			if medium.Where == "content" && medium.Kind != "file" {
				listed = append(listed, medium.URL)
			}
		}
		if diff := cmp.Diff(shown, listed); diff != "" {
			t.Errorf("document %d (-visitors +emcp):\n%s", page.ID, diff)
		}
		compared += len(shown)
	}
	if compared < 6 {
		t.Errorf("only %d media were compared", compared)
	}
}

// Where pages are switched on, visitors read the same words on every page as emcp returns: also
// what only the site knows.
func TestPages(t *testing.T) {
	site := read(t)
	d := load(t, site)
	var base string
	served := map[string]golden.Page{} // by address below the base
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := served[strings.TrimPrefix(r.URL.RequestURI(), "/")]
		w.Header().Set("Content-Type", page.Type)
		_, _ = io.WriteString(w, strings.ReplaceAll(page.Body, golden.Base, base))
	}))
	defer web.Close()
	base = web.URL + "/"
	items := list(t, over(t, d), `"fields":["url"]`)
	wanted := map[int64]string{}
	for _, page := range site.Visits[0].Pages {
		address, shown := strings.CutPrefix(items[page.ID].URL, golden.Base)
		if _, main, ok := strings.Cut(page.Body, "<main>"); ok && shown && page.Status == http.StatusOK {
			main, _, _ = strings.Cut(main, "</main>")
			served[address], wanted[page.ID] = page, main
		}
	}
	o := options()
	o.BaseURL = base
	for group := range slices.Chunk(slices.Sorted(maps.Keys(wanted)), 10) { // a new one each, because there is a rate
		var err error
		if o.Pages, err = sitepage.New(base, "test"); err != nil {
			t.Fatal(err)
		}
		ids, err := json.Marshal(group)
		if err != nil {
			t.Fatal(err)
		}
		var answer struct{ Items []item }
		if err := json.Unmarshal(call(t, toolset.New(database(t, d), o), "evo.content.get",
			fmt.Sprintf(`{"ids":%s,"format":"page","fields":["content"],"max_chars":100000}`, ids)), &answer); err != nil {
			t.Fatal(err)
		}
		for _, found := range answer.Items {
			if !found.Page.Served {
				t.Errorf("document %d is not served: %s", found.ID, found.Page.Reason)
			}
			if diff := cmp.Diff(wordsOf(shownText(wanted[found.ID])), wordsOf(plain(found.Content))); diff != "" {
				t.Errorf("document %d (-visitors +emcp):\n%s", found.ID, diff)
			}
			delete(wanted, found.ID)
		}
	}
	if len(wanted) > 0 {
		t.Errorf("%d pages are missing", len(wanted))
	}
}

// notText is what Markdown has in addition to the words of a page: alternative texts of images,
// addresses, and numbers of lists.
var notText = regexp.MustCompile(`!\[[^]]*\]\([^)]*\)|\]\([^)]*\)|(?m:^ *\d+\. )`)

// plain drops from Markdown what is no word of the page.
func plain(markdown string) string {
	return html.UnescapeString(notText.ReplaceAllString(markdown, " "))
}

// wordsOf are those of a text, without marks.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// shownText is the text of HTML that a browser shows.
func shownText(source string) string {
	var text strings.Builder
	z, hidden, until := html.NewTokenizer(strings.NewReader(source)), 0, ""
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return text.String()
		case html.TextToken:
			if until == "" {
				text.WriteString(z.Token().Data)
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if !slices.Contains([]string{"a", "b", "em", "strong", "i", "span"}, t.Data) {
				text.WriteString(" ")
			}
			switch {
			case until == "" && kind == html.StartTagToken && isHidden(t):
				until, hidden = t.Data, 1
			case until == t.Data && kind == html.StartTagToken:
				hidden++
			case until == t.Data && kind == html.EndTagToken:
				if hidden--; hidden == 0 {
					until = ""
				}
			}
		}
	}
}

// isHidden reports whether a browser does not show an element.
func isHidden(t html.Token) bool {
	return slices.Contains([]string{"script", "style", "template"}, t.Data) ||
		slices.ContainsFunc(t.Attr, func(a html.Attribute) bool {
			return a.Key == "hidden" || a.Key == "style" && strings.Contains(a.Val, "display:none")
		})
}

// Weblinks lead where the site redirects to, if visitors may see that, and other media than HTML are
// returned as the site serves them.
func TestOtherKinds(t *testing.T) {
	site := read(t)
	d := load(t, site)
	tools := over(t, d)
	aliases, contents := column(site, "site_content", "alias"), column(site, "site_content", "content")
	compared := 0
	for _, format := range []string{"markdown", "text", "html"} {
		for id, found := range list(t, tools, `"fields":["url","link","content"],"format":"`+format+`"`) {
			at := slices.IndexFunc(site.Visits[0].Pages, func(p golden.Page) bool { return p.ID == id })
			page := site.Visits[0].Pages[at]
			alias := aliases[id]
			switch {
			case page.Status == 302:
				compared++
				want := golden.Base + strings.TrimPrefix(page.Location, golden.Base)
				if strings.Contains(page.Location, ":") && !strings.HasPrefix(page.Location, golden.Base) {
					want = page.Location
				}
				if alias == "to-draft" || alias == "to-missing" {
					want = "" // there is no such page for visitors
				}
				if found.Link.URL != want || found.Content != want {
					t.Errorf("%s leads to %q with the content %q, want %q", alias, found.Link.URL, found.Content, want)
				}
				if inside := slices.Contains([]string{"to-id", "to-tag", "to-part"},
					alias); inside != (aliases[found.Link.ID] == "target") {
					t.Errorf("%s leads to the document %d", alias, found.Link.ID)
				}
			case !strings.HasPrefix(page.Type, "text/html"):
				compared++
				if found.Content != page.Body || found.Content != contents[id] {
					t.Errorf("%s is %q, visitors get %q", alias, found.Content, page.Body)
				}
			case found.Link != (link{}):
				t.Errorf("%s leads to %v", alias, found.Link)
			}
		}
	}
	if compared != 3*(8+4) {
		t.Errorf("%d documents were compared", compared)
	}
}

// link is that of a weblink.
type link struct {
	ID  int64  `json:"id"`
	URL string `json:"url"`
}
