package richtext_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/richtext"
)

// TestMarkdown converts HTML of real editors.
func TestMarkdown(t *testing.T) {
	for _, c := range []struct{ name, html, markdown string }{
		{
			"headings",
			"<h1>Title</h1><h2>Sub <b>bold</b> title</h2><p>One</p><h3>C #</h3>text<h2>a<br>b</h2><h2></h2><h6><p>in p</p></h6>",
			"# Title\n\n## Sub **bold** title\n\nOne\n\n### C \\#\n\ntext\n\n## a b\n\n###### in p",
		},
		{"formats", "a <b>b</b> <i>c</i> <strong><em>d</em></strong> <u>u</u> <kbd>k</kbd>", "a **b** *c* ***d*** u `k`"},
		{"space in formats", "a<b> b </b>c <i> </i>d<b></b>", "a **b** c d"},
		{"formats side by side", "<b>a</b><b>b</b> <b>c</b> <i>d<b>e</b></i>", "**ab** **c** *d**e***"},
		{"formats that overlap", "<b>a<i>b</b>c</i>", "**a*b***" + "*c*"},
		{"formats over paragraphs", "<p><b>one<p>two</b><p>three", "**one**\n\n**two**\n\nthree"},
		{"formats and line breaks", "<strong>Note:<br></strong>text<strong><br>x</strong>", "**Note:**  \ntext  \n**x**"},
		{
			"prices and formulas", "<s>100</s> <del>90</del> 80 m<sup>2</sup> H<sub>2</sub>O",
			"~~100~~ ~~90~~ 80 m<sup>2</sup> H<sub>2</sub>O",
		},
		{"line breaks", "a<br>b<br/><br>c<br>", "a  \nb\n\nc"},
		{
			"entities", "<p>&Ouml;ffnungszeiten:&nbsp;<br />Mo&ndash;Fr 9&#8211;18&nbsp;Uhr &#128;</p>",
			"Öffnungszeiten:  \nMo–Fr 9–18\u00a0Uhr €",
		},
		{
			"rules and quotes", "<p>a</p><hr><blockquote>q<p>r</p><blockquote>s</blockquote></blockquote>",
			"a\n\n* * *\n\n> q\n>\n> r\n>\n> > s",
		},
		{
			"blocks", "<div>one<div>two</div>three</div><section><article>four</article></section><center>five</center>",
			"one\n\ntwo\n\nthree\n\nfour\n\nfive",
		},
		{"definitions", "<dl><dt>Term</dt><dd>One</dd><dd><p>two</p></dd></dl>", "Term\n\nOne\n\ntwo"},
		{
			"figures",
			"<figure><img src=f.jpg alt=\"A [b]\" " +
				"title=t><figcaption>Fig</figcaption></figure><details><summary>S</summary>D</details>",
			"![A \\[b\\]](f.jpg \"t\")\n\nFig\n\nS\n\nD",
		},
		{
			"images without an address", `<img src="data:image/png;base64,AAAA" alt="logo"> <img alt=x> <img src=y>`,
			"logo x ![](y)",
		},
		{
			"not seen",
			"a<iframe src=x>b</iframe><noscript>c</noscript><title>d</title><template>e<template>f</template>g</template><!-- " +
				"h -->i", "ai",
		},
		{
			"forms", "<select><option>one<option>two</select><button>ok</button><textarea>t &lt;</textarea>",
			"one\n\ntwo\n\nok\n\nt &lt;",
		},
		{
			"Word",
			"<p class=MsoNormal><span lang=DE style='x'>Word<o:p></o:p></span></p><p " +
				"class=MsoNormal><o:p>&nbsp;</o:p></p><p>x</p>", "Word\n\nx",
		},

		{
			"links",
			`<a href="/x">a <b>b</b></a>, <em><a href='y'>c</a></em> <a href=z title="T &quot;q&quot;">d</a>!<a href=z>e</a>`,
			`[a **b**](/x), [*c*](y) [d](z "T \"q\"")\![e](z)`,
		},
		{
			"addresses", "<a href=' http://a.b/c d(e)|f.html?x=1&amp;y=2&copy=3 '>g</a> <a href='a\nb\u202ec'>h</a>",
			"[g](http://a.b/c%20d%28e%29%7Cf.html?x=1&y=2&copy=3) [h](abc)",
		},
		{
			"links to nowhere",
			"<a name=x>a</a> <a href=''>b</a> <a href='JavaScript:alert(1)'>c</a> <a href='java\nscript:x'>d</a> <a " +
				"href=x></a>e", "a b c d e",
		},
		{"long addresses", "<a href=" + strings.Repeat("x", 9000) + ">a</a>", "a"},
		{"linked images", `<a href="u"><img src="i.png" alt="i"></a>`, "[![i](i.png)](u)"},
		{"linked blocks", `<a href="/x"><h3>Card</h3><p>Text</p></a>`, "### [Card](/x)\n\nText"},
		{"links in links", `<a href=x>a <a href=y>b</a> c`, "[a](x) [b](y) c"},

		{
			"lists",
			"<ul><li>a</li><li>b<ul><li>c<ul><li>d</li></ul></li></ul></li><li><p>e</p><p>f</p></li><li></li><li>g</ul>h",
			"- a\n- b\n  - c\n    - d\n- e\n\n  f\n- g\n\nh",
		},
		{
			"numbered lists", "<ol start=9><li>a</li><li>b<ol><li>c</li></ol>after</li><li>d<ol start=3><li>e</ol></ol>",
			"9. a\n10. b\n    1. c\n\n    after\n11. d\n\n    3. e",
		},
		{"lists in lists", "<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "- a\n  - b\n- c"},
		{"items without a list", "<li>a<li>b</li>", "- a\n\n- b"},
		{"lists after each other", "<p>a</p><ul><li>b</li></ul><ol><li>c</li></ol><p>d</p>", "a\n\n- b\n\n1. c\n\nd"},
		{
			"blocks in items", "<ul><li><h3>h</h3>t</li><li><pre>x\n\ny</pre></li><li><blockquote>q</blockquote></li></ul>",
			"- ### h\n\n  t\n- ```\n  x\n\n  y\n  ```\n- > q",
		},
		{"tasks", "<ul><li>[x] done", "- \\[x] done"},
		{
			"deep lists", strings.Repeat("<ul><li>a", 15),
			"- a\n  - a\n    - a\n      - a\n        - a\n          - a\n            - a\n              - a\n                " +
				"- a\n                  - a\n                    - a\n                      - a" +
				strings.Repeat("\n                        a", 3),
		},

		{
			"code", "<code>a*b_c</code> <code>a`b</code> <code>`</code> <code>a</code><code>b</code> <tt>a|b</tt>",
			"`a*b_c` `` a`b `` `` ` `` `a` `b` `a|b`",
		},
		{"linked code", "<code>a <a href=x>b</a> c</code>", "`a` [`b`](x) `c`"},
		{
			"blocks of code", "<pre><code class=\"x language-go\">func main() {\n\tx := \"`\"\n}\n</code></pre>",
			"```go\nfunc main() {\n\tx := \"`\"\n}\n```",
		},
		{
			"backticks in blocks of code", "<pre>\n\n  a ```\r\n\r\n<b>b</b><br>c<div>d</div>e\n</pre>",
			"````\n  a ```\n\nb\nc\nd\ne\n````",
		},
		{"nothing in blocks of code", "a<pre>\n</pre>b<pre class='language-`x'>c", "a\n\nb\n\n```\nc\n```"},

		{
			"tables",
			"<table><caption>Cap <b>c</b></caption><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>x | " +
				"<code>a|b</code></td></tr></table>",
			"Cap **c**\n\n| A | B |\n|---|---|\n| 1 | x \\| `a\\|b` |",
		},
		{
			"tables without a header", "a<table><tr><td>a</td><td>b</td></tr><tr><td><td>d</td></tr></table>b",
			"a\n\n| | |\n|---|---|\n| a | b |\n| | d |\n\nb",
		},
		{
			"headers of rows", "<table><tr><th>x</th><td>b</td></tr><tr><th>y</th><td>d<br>e</td></tr></table>",
			"| | |\n|---|---|\n| x | b |\n| y | d<br>e |",
		},
		{
			"spans",
			"<table><tr><th>Day</th><th colspan=2>Time</th><th>x</th></tr><tr><td " +
				"rowspan=2>Mo</td><td>9</td><td>12</td><td>y</td></tr>" +
				"<tr><td>13</td><td>18</td></tr><tr><td colspan=4>closed</td></tr></table>",
			"| Day | Time | | x |\n|---|---|---|---|\n| Mo | 9 | 12 | y |\n| | 13 | 18 |\n| closed |",
		},
		{
			"rows of a group", "<table><thead><tr><th>a<th rowspan=9>b<tbody><tr><td>c<td>d</table>",
			"| a | b |\n|---|---|\n| c | d |",
		},
		{
			"spans over all", "<table><tr><td rowspan=0>a<td rowspan=60000000 colspan=10000000>b<td>c<tr><td>d</table>",
			"|" + strings.Repeat(" |", 11) + "\n|" + strings.Repeat("---|", 11) + "\n| a | b |" + strings.Repeat(" |", 8) +
				" c |\n|" + strings.Repeat(" |", 8) + " d |",
		},
		{
			"lists in cells",
			"<table><tr><th>a<th>b<tr><td><ul><li>c</li><li>d</li></ul></td><td><p>e</p><p><b>f<br>g</b></p></td></tr></table>",
			"| a | b |\n|---|---|\n| - c<br>- d | e<br>**f<br>g** |",
		},
		{"formats in cells", "<table><tr><td><b>a</td><td>b</td></tr></table>c", "| | |\n|---|---|\n| **a** | b |\n\nc"},
		{
			"text between cells", "<table>a<tr>b<td>c</td> <i>d</i></tr><tr></tr></table>",
			"| | | |\n|---|---|---|\n| a |\n| b | c | d |",
		},
		{
			"tables in items", "<ul><li>a<table><tr><th>A</th><th>B</th></tr></table></li><li>b",
			"- a\n\n  | A | B |\n  |---|---|\n- b",
		},
		{
			"tables for the layout",
			"<table><tr><td><h3>Left</h3><p>a</p></td><td><b>x<td>y</td></tr></table><table><tr><td>one</table>",
			"### Left\n\na\n\n**x**\n\ny\n\none",
		},
		{
			"tables in tables", "<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td><td>c</td></tr></table>d",
			"| | |\n|---|---|\n| a | b |\n\nc\n\nd",
		},
		{"paragraphs in cells", "<table><tr><td><p>a</p></td><td><p>b</p><p>c</p></td></tr></table>", "a\n\nb\n\nc"},
		{"cells without a table", "<td>a</td><td>b</td>", "a\n\nb"},

		{
			"what Markdown means something by",
			"<p>1. a</p><p>- b</p><p># c</p><p>> d</p><p>+ e</p><p>* f</p><p>---</p><p>===<br>===<br>12) x</p><p>2024. Year</p>",
			"1\\. a\n\n\\- b\n\n\\# c\n\n\\> d\n\n\\+ e\n\n\\* f\n\n\\---\n\n===  \n\\===  \n12\\) x\n\n2024\\. Year",
		},
		{
			"in lines", "a * b 2*3 _x_ a_b __c `d` [1] [e](f) \\* ~~g~~ h | i &amp;lt; &amp; &lt;j&gt;",
			"a * b 2\\*3 \\_x\\_ a_b \\_\\_c \\`d\\` \\[1] \\[e](f) \\\\\\* \\~\\~g\\~\\~ h | i &amp;lt; & &lt;j>",
		},
		{
			"what means nothing", "5 * 3 = 15, a_b, 50% & more; C:\\dir, #tag, (S. 3) - ~100 km, 1.5 kg! x] {y}",
			"5 * 3 = 15, a_b, 50% & more; C:\\dir, #tag, (S. 3) - ~100 km, 1.5 kg! x] {y}",
		},
		{"brackets in two texts", "[a <b>b</b>](c) [d", "[a **b**\\](c) [d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.markdown, convert(t, c.html, richtext.Options{URL: url})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
