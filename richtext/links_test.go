package richtext_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/richtext"
)

func links(t *testing.T, text string) (addresses []string) {
	t.Helper()
	o := richtext.Options{
		Base: "https://example.com/shop/", URL: func(id int64) string { return fmt.Sprintf("index.php?id=%d", id) },
	}
	if err := richtext.Links(t.Context(), text, o, func(a string) { addresses = append(addresses, a) }); err != nil {
		t.Fatal(err)
	}
	return addresses
}

func TestLinks(t *testing.T) {
	const site = "https://example.com/shop/"
	for text, want := range map[string][]string{
		`<p>no link, [~1~]</p><link href="a.css"><img src="a.png">`: nil,
		`<a href="[~12~]">x</a> <A HREF='[~12~]#part'>y</A>`: {
			site + "index.php?id=12", site + "index.php?id=12#part",
		},
		`<a href="chairs.html">x<area href=/sofas.html></a>`: {site + "chairs.html", "https://example.com/sofas.html"},
		`<a href="#part">x</a><a>y</a><a href=" ">z</a>`:     {"#part"},
		`<a href="javascript:alert(1)">x</a><a href="mailto:a@b.c">y</a>`: {
			"mailto:a@b.c",
		},
		`<!-- <a href="a"> --><p hidden><a href="b">x</a></p><template><a href="c"></a></template>`: nil,
		`<a href="?a=1&amp;b=2">x</a>`:               {site + "?a=1&b=2"},
		`<a href="a[[Snippet]].html">`:               {site + "a.html"},
		`[[Snippet? &a="<a href='a'>"]]<a href="b">`: {site + "b"},
	} {
		if diff := cmp.Diff(want, links(t, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestLinksEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	text := strings.Repeat(`<a href="x">x</a>`, 1<<16)
	err := richtext.Links(ctx, text, richtext.Options{}, func(string) {})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
