package richtext_test

import (
	"fmt"
	"strings"
	"testing"

	"emcp/richtext"
)

func TestAbsoluteAddresses(t *testing.T) {
	const shop = "https://www.example.com/shop/"
	for _, test := range []struct{ base, address, want string }{
		{shop, "assets/a.pdf", "https://www.example.com/shop/assets/a.pdf"},
		{shop, "./assets/a.pdf", "https://www.example.com/shop/assets/a.pdf"},
		{shop, "../a.pdf", "https://www.example.com/a.pdf"},
		{shop, "../../../a.pdf", "https://www.example.com/a.pdf"},
		{shop, "/a.pdf", "https://www.example.com/a.pdf"},
		{shop, "//cdn.example.org/a.pdf", "https://cdn.example.org/a.pdf"},
		{shop, "?page=2", "https://www.example.com/shop/?page=2"},
		{shop, "a:b", "a:b"},
		{shop, "1:b", "https://www.example.com/shop/1:b"},
		{shop, "mailto:a@example.org", "mailto:a@example.org"},
		{shop, "HTTP://example.org/", "HTTP://example.org/"},
		{shop, "#part", "#part"},
		{"/", "a.pdf", "/a.pdf"},
		{"/", "../a.pdf", "/a.pdf"},
		{"/", "/a.pdf", "/a.pdf"},
		{"/", "//cdn.example.org/a", "//cdn.example.org/a"},
		{"", "a.pdf", "a.pdf"},
	} {
		for format, texts := range map[richtext.Format][2]string{
			richtext.Markdown: {"<a href=\" " + test.address + "\">x</a>", "[x](" + test.want + ")"},
			richtext.HTML: {
				"<!-- <a href=a> --><A title=href HREF='" + test.address + "' id=a>x<img alt=\"\" src=" + test.address +
					" ></a><script>'<a href=\"a\">'</script>",
				"<!-- <a href=a> --><A title=href HREF='" + test.want + "' id=a>x<img alt=\"\" src=" + test.want +
					" ></a><script>'<a href=\"a\">'</script>",
			},
		} {
			part, err := richtext.Convert(t.Context(), texts[0], richtext.Options{Format: format, Base: test.base})
			if err != nil {
				t.Fatal(err)
			}
			if part.Text != texts[1] {
				t.Errorf("%s under %q:\n%s, want\n%s", test.address, test.base, part.Text, texts[1])
			}
		}
	}
	part, err := richtext.Convert(t.Context(), `<img src="view.jpg" alt="A view">`, richtext.Options{Base: shop})
	if want := "![A view](https://www.example.com/shop/view.jpg)"; err != nil || part.Text != want {
		t.Errorf("%s, %v, want %s", part.Text, err, want)
	}
}

// Sets of images have an address for each size. Commas can be parts of addresses.
func TestAbsoluteSets(t *testing.T) {
	const shop = "https://www.example.com/shop/"
	for set, want := range map[string]string{
		"a.jpg 1x, /b.jpg 2x": "https://www.example.com/shop/a.jpg 1x, https://www.example.com/b.jpg 2x",
		" a,b.jpg 320w,c.jpg 640w": " https://www.example.com/shop/a,b.jpg 320w,https://www.example.com/shop/c.jpg " +
			"640w",
		"a.jpg, https://example.org/b.jpg": "https://www.example.com/shop/a.jpg, https://example.org/b.jpg",
		"a.jpg":                            "https://www.example.com/shop/a.jpg",
		" , ,":                             " , ,",
		"":                                 "",
	} {
		for _, text := range []string{`<img srcset="%s" alt="x">`, `<picture><source SRCSET='%s'></picture>`} {
			part, err := richtext.Convert(t.Context(), fmt.Sprintf(text, set),
				richtext.Options{Format: richtext.HTML, Base: shop})
			if expected := fmt.Sprintf(text, want); err != nil || part.Text != expected {
				t.Errorf("%s, %v, want %s", part.Text, err, expected)
			}
		}
	}
	many := `<img srcset="` + strings.Repeat("a ,a.jpg ,", 50_000) + `">`
	part, err := richtext.Convert(t.Context(), many, richtext.Options{Format: richtext.HTML, Base: shop})
	if most := 16*len(many) + 16<<10; err != nil || len(part.Text) > most {
		t.Errorf("%d bytes become %d, want at most %d, %v", len(many), len(part.Text), most, err)
	}
}
