package sitepage

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

// layouts are templates as on real sites. TITLE and CONTENT are replaced by those of a document, MORE by a list that a
// snippet prints below the text, and FRAME by the texts that are on every page.
var layouts = map[string]string{
	"ids": `<div id="wrapper"><div id="header">Bike shop FRAME</div><div id="content"><h1>TITLE</h1>CONTENT MORE</div>
		<div id="footer">FRAME, open from nine to five, call us on weekdays, terms and conditions of our shop</div></div>`,
	"main": `<header>Bike shop FRAME</header><main><h1>TITLE</h1>CONTENT MORE</main><footer>FRAME</footer>`,
	"role": `<div role="banner">FRAME</div><div role="main"><h1>TITLE</h1>CONTENT MORE</div><div ` +
		`role="contentinfo">FRAME</div>`,
	"article": `<nav>FRAME</nav><article><header><h1>TITLE</h1></header>CONTENT ` +
		`MORE</article><aside>FRAME</aside><footer>FRAME</footer>`,
	"bootstrap": `<nav class="navbar navbar-dark">FRAME</nav><div class="container"><div class="row"><div ` +
		`class="col-md-8"><h1>TITLE</h1>CONTENT</div><div class="col-md-4 sidebar">FRAME</div></div><div ` +
		`class="row">MORE</div></div><footer class="py-5">FRAME</footer>`,
	"table": `<table><tr><td colspan=2 class="header">FRAME</td></tr><tr><td ` +
		`class="nav">FRAME</td><td><h1>TITLE</h1>CONTENT MORE</td></tr><tr><td colspan=2 id="footer">FRAME</td></tr></table>`,
	"old table": `<table><tr><td id=header>FRAME<tr><td><h1>TITLE</h1>CONTENT<tr><td>MORE<tr><td id=footer>FRAME</table>`,
	"builder": `<div class="elementor"><div class="site-header">FRAME</div><div class="e-con"><div ` +
		`class="e-con-inner"><div class="widget"><h1>TITLE</h1></div></div></div><div class="e-con"><div ` +
		`class="e-con-inner"><div class="widget">CONTENT</div></div></div><div class="e-con"><div ` +
		`class="e-con-inner">MORE</div></div><div class="site-footer">FRAME</div></div>`,
	"sections": `<div class="page"><div ` +
		`class="top-navigation">FRAME</div><section><h1>TITLE</h1></section><section>CONTENT</section>` +
		`<section>MORE</section></div><div class="footer">FRAME</div>`,
	"two mains":  `<main><h1>TITLE</h1>CONTENT MORE</main><div class="footer"><main>FRAME</main></div>`,
	"wrong main": `<div class="text"><h1>TITLE</h1>CONTENT MORE</div><footer><main>FRAME</main></footer>`,
	"nested": `<div><div><div class="header"><div>FRAME</div></div>` +
		`<div><div><h1>TITLE</h1><div>CONTENT</div>MORE</div></div><div class="copyright">FRAME</div></div></div>`,
	"wrapper": `<div class="layout with-sidebar"><div ` +
		`class="col"><h1>TITLE</h1>CONTENT</div><div>MORE</div></div><div class="footer">FRAME</div>`,
	"bare":    `<h1>TITLE</h1>CONTENT MORE<div class="footer">FRAME</div>`,
	"minimal": `<h1>TITLE</h1>CONTENT MORE`,
}

// plainLayouts are templates whose elements have names that say nothing.
var plainLayouts = map[string]string{
	"bootstrap, no landmarks": `<div class="bg-light border-bottom"><div class="container d-flex">` +
		`<img src="/logo.png" alt="FRAME"><span>FRAME</span><ul><li class="ACTIVE"><a href="/">FRAME</a></li></ul></div></div>
		<div class="container my-4"><div class="row"><div class="col-lg-9"><h1>TITLE</h1>CONTENT</div>` +
		`<div class="col-lg-3"><h4>FRAME</h4><p>FRAME hours: nine to five</p></div></div>
		<div class="row g-3">MORE</div></div><div class="bg-dark text-light"><div class="container"><p>FRAME, ` +
		`Wheel Street 5</p><p>© 2024 FRAME</p></div></div>`,
	"tailwind": `<div class="flex flex-col min-h-screen"><div class="flex justify-between p-4"><a href="/">FRAME</a>` +
		`<div class="space-x-4"><a href="/a">FRAME</a> <a href="/b">Contact</a></div></div>
		<div class="grow max-w-4xl mx-auto"><h1 class="text-3xl">TITLE</h1><div class="prose">CONTENT</div></div>` +
		`<div class="max-w-4xl mx-auto grid">MORE</div><div class="p-8 bg-gray-900"><p>FRAME</p></div></div>`,
	"table of cells": `<table width=780 align=center><tr><td colspan=3><img src=top.gif><br>FRAME</td></tr><tr>` +
		`<td width=150 valign=top>FRAME<br><a href=/a>FRAME a</a><br><a href=/b>FRAME b</a></td>
		<td><font size=5>TITLE</font><br>CONTENT</td><td width=120>FRAME news</td></tr><tr><td colspan=3>MORE</td></tr>` +
		`<tr><td colspan=3 align=center><small>FRAME</small></td></tr></table>`,
	"html5": `<div class="masthead"><p>FRAME</p></div><div class="menu-block"><ul><li><a href="/">FRAME</a>` +
		`<li class="ACTIVE"><a href="/x">Contact</a></ul></div>
		<main><div class="columns"><div class="column"><h1>TITLE</h1>CONTENT</div><div class="column is-3">` +
		`<p>FRAME in the margin</p></div></div><div class="columns">MORE</div></main><div class="bottom"><p>FRAME</p></div>`,
	"sidebars": `<div id="page"><div class="brand">FRAME</div><div class="left"><ul><li><a ` +
		`href="/">FRAME</a></li></ul></div><div class="middle"><h2>TITLE</h2>CONTENT<div class="list">MORE</div></div><div ` +
		`class="right"><p>FRAME</p><p>Call us, FRAME</p></div><div class="end">FRAME</div></div>`,
	"one wrapper": `<div class="wrap"><div class="x1">FRAME</div><div class="x2"><a ` +
		`href="/">FRAME</a></div><h1>TITLE</h1>CONTENT MORE<div class="x9">FRAME</div></div>`,
	"page builder": `<div class="vc_row"><div class="vc_col-12"><div class="wpb_wrapper"><p>FRAME</p></div></div></div>` +
		`<div class="vc_row"><div class="vc_col-12"><div class="wpb_wrapper"><h1>TITLE</h1></div></div></div>
		<div class="vc_row"><div class="vc_col-6"><div class="wpb_wrapper">CONTENT</div></div><div class="vc_col-6">` +
		`<div class="wpb_wrapper">MORE</div></div></div><div class="vc_row dark"><div class="vc_col-12"><div ` +
		`class="wpb_wrapper"><p>FRAME</p></div></div></div>`,
	"hero": `<div class="hero" style="background:url(x.jpg)"><div ` +
		`class="bar">FRAME</div><h1>TITLE</h1></div><div class="band"><p>FRAME</p></div><div ` +
		`class="inner">CONTENT</div><div class="cards">MORE</div><div ` +
		`class="foot-grid"><div><h3>FRAME</h3><p>FRAME</p></div></div>`,
	"uikit": `<div class="uk-container"><div class="uk-flex"><div>FRAME</div></div></div><div ` +
		`class="uk-section"><div class="uk-container"><article class="uk-article"><h1>TITLE</h1>CONTENT</article><div ` +
		`class="uk-grid">MORE</div></div></div><div class="uk-section uk-section-secondary"><div ` +
		`class="uk-container">FRAME</div></div>`,
	"no elements": `FRAME<br><a href="/">FRAME</a><hr><h1>TITLE</h1>CONTENT MORE<hr>FRAME<br>FRAME by mail`,
	"numbered": `<div class="page page-NUMBER"><div class="shell"><div class="top"><div ` +
		`class="in"><p>FRAME</p></div></div><div class="body"><h1>TITLE</h1>CONTENT</div><div class="body">MORE</div><div ` +
		`class="last"><div class="in"><div><p>FRAME</p></div></div></div></div></div>`,
	"cookies": `<div class="layer"><p>FRAME cookies</p><button>FRAME yes</button></div><div class="a"><div ` +
		`class="b">FRAME</div></div><div class="c"><h1>TITLE</h1><div class="d">CONTENT</div><div ` +
		`class="e">MORE</div></div><form><label>FRAME</label><input name=q></form><div class="f">FRAME</div>`,
	"blog": `<div class="site"><div class="site-branding"><p>FRAME</p></div><div class="hentry post-NUMBER">` +
		`<h1 class="entry-title">TITLE</h1><div class="entry-meta">By FRAME</div><div class="entry-content">CONTENT</div>` +
		`<div class="entry-more">MORE</div></div>
		<div class="widget-area"><div class="widget"><h2>FRAME</h2><ul><li><a href="/a">FRAME</a></ul></div>` +
		`<div class="widget"><p>FRAME by mail</p></div></div><div class="colophon"><p>FRAME</p></div></div>`,
	"foundation": `<div class="off-canvas-wrapper"><div class="off-canvas"><ul class="vertical menu">` +
		`<li class="ACTIVE"><a href="/">FRAME</a></li></ul></div><div class="off-canvas-content">` +
		`<div class="top-bar">FRAME</div>
		<div class="grid-container"><div class="grid-x"><div class="cell large-8"><h1>TITLE</h1>CONTENT</div>` +
		`<div class="cell large-4"><div class="callout"><p>FRAME, call us</p></div></div></div><div ` +
		`class="grid-x">MORE</div></div><div class="grid-x dark"><p>FRAME</p></div></div></div>`,
	"materialize": `<div class="blue"><div class="nav-wrapper"><a class="brand-logo" href="/">FRAME</a></div></div><div ` +
		`class="parallax-container"><h2>FRAME</h2></div><div class="container"><div class="section"><h1>TITLE</h1><div ` +
		`class="flow-text">CONTENT</div></div><div class="section">MORE</div></div><div class="page-footer"><div ` +
		`class="container"><h5>FRAME</h5><p>FRAME</p></div></div>`,
	"shop": `<div class="line"><span>FRAME</span> <b>FRAME</b></div><div class="two"><div class="filters"><form>` +
		`<fieldset><legend>FRAME</legend><label><input type="checkbox"> FRAME red</label><select><option>FRAME</option>` +
		`</select></fieldset></form></div>
		<div class="product"><h1>TITLE</h1><div class="about">CONTENT</div><div class="similar">MORE</div></div></div>` +
		`<div class="trust"><p>FRAME: 30 days</p></div>`,
	"two columns of tables": `<table class="all"><tr><td><table><tr><td>FRAME</td><td align=right>FRAME ` +
		`040</td></tr></table></td></tr><tr><td><table><tr><td class=m><table><tr><td><a href=/a>FRAME ` +
		`a</a></td></tr></table></td><td ` +
		`class=t><h1>TITLE</h1>CONTENT<table><tr><td>MORE</td></tr></table>` +
		`</td></tr></table></td></tr><tr><td>FRAME</td></tr></table>`,
	"accordion": `<div class="bar"><details><summary>FRAME</summary><ul><li><a ` +
		`href="/a">FRAME</a></li></ul></details></div><div ` +
		`class="main-column"><h1>TITLE</h1>CONTENT<details><summary>More</summary>MORE</details></div>` +
		`<dialog><p>FRAME</p></dialog><div class="end"><p>FRAME</p></div>`,
	"definition": `<div class="t"><dl><dt>FRAME</dt><dd>FRAME</dd></dl></div><div ` +
		`class="u"><h1>TITLE</h1>CONTENT<div>MORE</div></div><address>FRAME</address>`,
}

// builtIn are templates like those that come with Evolution: the content alone, and the Bootstrap page of 1.4 with its
// menu, path, search, news, footer and statistics. The statistics stay, because a text with another number on each page
// could also be a price.
var builtIn = map[string]string{
	"minimal of 1.4 and 3": `CONTENT MORE`,
	"startup of 1.4": `<section class="top"><div class="container"><div class="row"><div class="col-sm-12">` +
		`<a class="logo" href="/" title="FRAME"><img src="/logo.png" alt="FRAME"></a><div class="clearfix"></div>
		<nav class="navbar" role="navigation"><div class="navbar-header"><button type="button">` +
		`<span class="sr-only">FRAME</span></button></div><div id="navbar" class="navbar-collapse collapse">
		<ul class="nav navbar-nav"><li class="ACTIVE"><a href="/">FRAME</a></li><li class="dropdown">` +
		`<a href="#">FRAME <b class="caret"></b></a></li></ul></div></nav><div class="affspacer"></div></div></div></div>` +
		`</section>
		<section class="main"><div class="container"><div class="row"><div class="col-sm-12"><div class="bread">` +
		`<nav class="breadcrumbs"><ul class="breadcrumb"><li><a href="/">FRAME</a></li><li class="active">TITLE</li></ul>` +
		`</nav></div></div></div>
		<div class="row content"><div class="col-sm-8"><h1>TITLE</h1>CONTENT MORE</div><aside class="col-sm-4">` +
		`<div class="search"><h2>FRAME</h2><form><input name="search"><input type="submit" value="Go"></form></div>
		<h2>FRAME news</h2><strong><a href="/n">FRAME</a></strong><br>FRAME today<br><br><div><h2>FRAME recent</h2><ul>` +
		`<li><a href="/n">FRAME</a> <span class="date">FRAME</span></li></ul></div></aside></div></div></section>
		<footer class="footer"><div class="container"><div class="row"><div class="col-sm-6">` +
		`<a href="/">FRAME</a> template</div><div class="col-sm-6 text-right">Built with <a href="/b">FRAME</a>.</div>` +
		`</div></div></footer>
		<div class="container mem"><small>Memory: 2.NUMBER mb, 0.00NUMBER s, NUMBER request(s), ` +
		`from cache.</small></div><!--[if lt IE 9]><script src="/old.js"></script><![endif]-->`,
	"blade of 3": `<div id="app"><div class="py-3"><div class="container"><a ` +
		`href="/">FRAME</a></div></div><section><div class="container"><h1>TITLE</h1>CONTENT</div></section><section><div ` +
		`class="container">MORE</div></section><div class="py-3"><div class="container">FRAME</div></div></div>`,
}

const paragraph = "<p>Tyres, brakes and chains wear out; bring yours on Tuesday and ride home on Friday.</p>"

// contents are stored texts, from almost nothing to long ones, with what a visitor reads of them.
var contents = map[string]struct{ stored, served, want string }{
	"nothing": {"", "", ""},
	"short":   {"<p>Back in spring.</p>", "<p>Back in spring.</p>", "Back in spring."},
	"a snippet": {
		"[[DocLister? &tpl=`bike`]]", "<ul><li>Gravel bike, 1,200</li><li>Folding bike, 900</li></ul>", "Folding bike",
	},
	"a paragraph": {
		"<p>Every wheel is trued by hand before it leaves the workshop.</p>[[prices]]",
		"<p>Every wheel is trued by hand before it leaves the workshop.</p><p>From 40 euros</p>", "From 40 euros",
	},
	"words of the frame": {
		"<p>Contact the workshop, Wheel Street, open from nine to five.</p>",
		"<p>Contact the workshop, Wheel Street, open from nine to five.</p>", "Contact the workshop",
	},
	"names of frames": {
		`<div class="header">Prices of tyres</div><p>Tyres, brakes and chains wear out on every bicycle.</p>`,
		`<div class="card-header">Prices of tyres</div><p>Tyres, brakes and chains wear out on every bicycle.</p>`,
		"chains wear out",
	},
	"Chinese":  {"<p>本店修理各种自行车。</p><p>春天再见！</p>", "<p>本店修理各种自行车。</p><p>春天再见！</p>", "春天再见"},
	"Thai":     {"<p>เราซ่อมจักรยานทุกชนิด</p>", "<p>เราซ่อมจักรยานทุกชนิด</p>", "จักรยาน"},
	"Japanese": {"<p>自転車の修理を承ります。</p>[[prices]]", "<p>自転車の<b>修理</b>を承ります。</p><p>四千円から</p>", "四千円から"},
	"long":     {strings.Repeat(paragraph, 30), strings.Repeat(paragraph, 30), "ride home on Friday"},
}

var example = &url.URL{Scheme: "https", Host: "www.example.com", Path: "/"}

// served returns a page of a layout, in the form of its site.
func served(t *testing.T, layout, title, content, more, number string) *html.Node {
	t.Helper()
	page := strings.NewReplacer("TITLE", title, "CONTENT", content, "MORE", more, "FRAME", "Imprint", "NUMBER", number,
		"ACTIVE", "active"+number).Replace(layout)
	doc, err := parse(t.Context(), strings.NewReader("<title>"+title+" | Bike shop</title><body>"+page))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// frameOf compares three pages of a layout.
func frameOf(t *testing.T, layout string) *frame {
	t.Helper()
	f := &frame{}
	f.add(Kin{}, "/1", served(t, layout, "Contact", "<p>Ring the bell twice.</p>", "", "1"))
	f.add(Kin{}, "/2",
		served(t, layout, "Gravel", strings.Repeat("<p>Gravel bikes have wide tyres, and some have a lamp.</p>", 9),
			"<ul><li>Lamp</li></ul>", "2"))
	f.add(Kin{}, "/3", served(t, layout, "Jobs", "<h2>None</h2><p>Write to us anyway.</p>", "<p>Ask Ann</p>", "3"))
	return f
}

const list = `<ul><li>Cargo bike</li><li>Tandem</li></ul>`

// checkPart reads a page of a layout. The answer has the document's text and the list below it,
// and nothing of the frame.
func checkPart(t *testing.T, name, layout string, known *common) {
	t.Helper()
	for kind, content := range contents {
		doc := served(t, layout, "Workshop", content.served, list, "7")
		got, failure := mainPart(t.Context(), doc, example, Document{Text: content.stored, Titles: []string{"Workshop"}},
			known)
		if failure != nil || !strings.Contains(got.HTML, content.want) || !strings.Contains(got.HTML, "Tandem") ||
			strings.Contains(got.HTML, "Imprint") {
			t.Errorf("%s, %s: %v %s", name, kind, failure, got.HTML)
		}
	}
}

// TestLayouts reads pages of many layouts, with other pages to compare and without. Without, the names of the elements
// show what is the frame.
func TestLayouts(t *testing.T) {
	for name, layout := range layouts {
		checkPart(t, name, layout, nil)
		checkPart(t, name+", compared", layout, frameOf(t, layout).onOthersThan("/7"))
	}
	for name, layout := range plainLayouts {
		checkPart(t, name, layout, frameOf(t, layout).onOthersThan("/7"))
	}
	for name, layout := range builtIn {
		checkPart(t, name, layout, frameOf(t, layout).onOthersThan("/7"))
	}
}

// TestOtherPages reads pages without the text of their document. The result is never a text of another page.
func TestOtherPages(t *testing.T) {
	for name, layout := range plainLayouts {
		for _, known := range []*common{nil, frameOf(t, layout).onOthersThan("/7")} {
			for kind, content := range contents {
				doc := served(t, layout, "Sign in", `<p>Please sign in to go on.</p><input name="name">`, "", "7")
				got, failure := mainPart(t.Context(), doc, example,
					Document{Text: content.stored, Titles: []string{"Workshop", "Our shop"}}, known)
				if diff := cmp.Diff(&Failure{Reason: Other}, failure); diff != "" || got != (Page{}) {
					t.Error(name, kind, diff, got)
				}
			}
		}
	}
}

// TestOnlyOtherPages compares pages that are all the same form to sign in, as is the page itself.
func TestOnlyOtherPages(t *testing.T) {
	layout := plainLayouts["hero"]
	form := `<p>Please sign in to go on.</p>`
	f := &frame{}
	for _, address := range []string{"/1", "/2", "/3"} {
		f.add(Kin{}, address, served(t, layout, "Workshop", form, "", "1"))
	}
	doc := served(t, layout, "Workshop", form, "", "1")
	got, failure := mainPart(t.Context(), doc, example, Document{Titles: []string{"Workshop"}}, f.onOthersThan("/7"))
	if diff := cmp.Diff(&Failure{Reason: Other}, failure); diff != "" || got != (Page{}) {
		t.Error(diff, got)
	}
}
