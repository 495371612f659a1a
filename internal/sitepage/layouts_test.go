package sitepage

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// layouts are templates as sites have them. TITLE and CONTENT stand for those of a document.
var layouts = map[string]string{
	"ids": `<div id="wrapper"><div id="header">Bike shop</div><div id="content"><h1>TITLE</h1>CONTENT</div>
		<div id="footer">FRAME, open from nine to five, call us on weekdays, terms and conditions of our shop</div></div>`,
	"main":       `<header>Bike shop FRAME</header><main><h1>TITLE</h1>CONTENT</main><footer>FRAME</footer>`,
	"role":       `<div role="banner">FRAME</div><div role="main"><h1>TITLE</h1>CONTENT</div><div role="contentinfo">FRAME</div>`,
	"article":    `<nav>FRAME</nav><article><header><h1>TITLE</h1></header>CONTENT</article><aside>FRAME</aside><footer>FRAME</footer>`,
	"bootstrap":  `<nav class="navbar navbar-dark">FRAME</nav><div class="container"><div class="row"><div class="col-md-8"><h1>TITLE</h1>CONTENT</div><div class="col-md-4 sidebar">FRAME</div></div></div><footer class="py-5">FRAME</footer>`,
	"table":      `<table><tr><td colspan=2 class="header">FRAME</td></tr><tr><td class="nav">FRAME</td><td><h1>TITLE</h1>CONTENT</td></tr><tr><td colspan=2 id="footer">FRAME</td></tr></table>`,
	"old table":  `<table><tr><td id=header>FRAME<tr><td><h1>TITLE</h1>CONTENT<tr><td id=footer>FRAME</table>`,
	"builder":    `<div class="elementor"><div class="site-header">FRAME</div><div class="e-con"><div class="e-con-inner"><div class="widget"><h1>TITLE</h1></div></div></div><div class="e-con"><div class="e-con-inner"><div class="widget">CONTENT</div></div></div><div class="site-footer">FRAME</div></div>`,
	"sections":   `<div class="page"><div class="top-navigation">FRAME</div><section><h1>TITLE</h1></section><section>CONTENT</section></div><div class="footer">FRAME</div>`,
	"two mains":  `<main><h1>TITLE</h1>CONTENT</main><div class="footer"><main>FRAME</main></div>`,
	"wrong main": `<div class="text"><h1>TITLE</h1>CONTENT</div><footer><main>FRAME</main></footer>`,
	"nested":     `<div><div><div class="header"><div>FRAME</div></div><div><div><h1>TITLE</h1><div>CONTENT</div></div></div><div class="copyright">FRAME</div></div></div>`,
	"wrapper":    `<div class="layout with-sidebar"><div class="col"><h1>TITLE</h1>CONTENT</div></div><div class="footer">FRAME</div>`,
	"bare":       `<h1>TITLE</h1>CONTENT<div class="footer">FRAME</div>`,
}

// contents are stored texts, from almost nothing to long ones, and what a visitor reads of them.
var contents = map[string]struct{ stored, served, want string }{
	"short":     {"<p>Back in spring.</p>", "<p>Back in spring.</p>", "Back in spring."},
	"a snippet": {"[[DocLister? &tpl=`bike`]]", "<ul><li>Gravel bike, 1,200</li><li>Cargo bike, 3,400</li></ul>", "Cargo bike"},
	"a paragraph": {
		"<p>Every wheel is trued by hand before it leaves the workshop.</p>[[prices]]",
		"<p>Every wheel is trued by hand before it leaves the workshop.</p><p>From 40 euros</p>", "From 40 euros",
	},
	"long": {
		strings.Repeat("<p>Tyres, brakes and chains wear out; bring yours on Tuesday and ride home on Friday.</p>", 30),
		strings.Repeat("<p>Tyres, brakes and chains wear out; bring yours on Tuesday and ride home on Friday.</p>", 30), "ride home on Friday",
	},
}

// TestLayouts reads pages of many layouts: each answer has the document's text, and nothing of the frame where that is known by
// its names.
func TestLayouts(t *testing.T) {
	at := &url.URL{Scheme: "https", Host: "www.example.com", Path: "/"}
	for layout, template := range layouts {
		for name, content := range contents {
			page := strings.NewReplacer("TITLE", "Workshop", "CONTENT", content.served, "FRAME", "Imprint").Replace(template)
			doc, err := parse(t.Context(), strings.NewReader("<title>Workshop</title><body>"+page))
			if err != nil {
				t.Fatal(err)
			}
			got, failure := mainPart(doc, at, content.stored)
			if failure != nil || !strings.Contains(got.HTML, content.want) || strings.Contains(got.HTML, "Imprint") {
				t.Errorf("%s, %s: %v %s", layout, name, failure, got.HTML)
			}
		}
	}
}

// TestOtherPages has pages without the text of their document: what comes back is that, and never another text.
func TestOtherPages(t *testing.T) {
	at := &url.URL{Scheme: "https", Host: "www.example.com", Path: "/"}
	doc, err := parse(t.Context(), strings.NewReader(`<div id="content">Please sign in to go on.</div><div id="footer">Open from nine to five</div>`))
	if err != nil {
		t.Fatal(err)
	}
	got, failure := mainPart(doc, at, contents["long"].stored)
	if diff := cmp.Diff(&Failure{Reason: Other}, failure); diff != "" || got != (Page{}) {
		t.Error(diff, got)
	}
}
