package richtext_test

import (
	"testing"

	"emcp/richtext"
)

// TestHiddenElements drops what a browser does not show.
func TestHiddenElements(t *testing.T) {
	for html, want := range map[string]string{
		`a<div hidden>b</div>c`:                                              "ac",
		`a<DIV HIDDEN=x>b<div>c</div>d</DIV>e`:                               "ae",
		`a<p style="display:none">b</p>c`:                                    "ac",
		`a<p style='color:red;display : NONE !important'>b<br><i>c</i></p>d`: "ad",
		`a<p hidden>b<p>c`:                                                   "a\nc",
		`<div>a<p hidden>b</div>c`:                                           "a\nc",
		`a<p hidden>b<div>c</div>d`:                                          "a\nc\nd",
		`a<span hidden>b</span>c`:                                            "ac",
		`a<span hidden>b`:                                                    "ab",
		`a<div hidden>b<p>c`:                                                 "a\nb\nc",
		`a<div hidden><script></div></script>b</div>c`:                       "ac",
		`a<img hidden alt="b"><br hidden>c`:                                  "ac",
		`a<span title="hidden" style="x:y">b</span>c`:                        "abc",
		`a<span style="display:inline">b</span>c`:                            "abc",
		`a<div hidden>b<!-- </div> -->c</div>d`:                              "ad",
		`<ul><li>a</li><li hidden>b<ul><li>c</li></ul></li><li>d</li></ul>`:  "a\nd",
		`<table><tr><td>a</td><td hidden>b</td><td>c</td></tr></table>`:      "a\tc",
	} {
		part, err := richtext.Convert(t.Context(), html, richtext.Options{Format: richtext.Text, URL: noURL})
		if err != nil || part.Text != want {
			t.Errorf("%s: %q, %v, want %q", html, part.Text, err, want)
		}
	}
}
