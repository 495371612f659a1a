package richtext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/richtext"
)

func media(t *testing.T, text string, most int) richtext.MediaList {
	t.Helper()
	list, err := richtext.Media(t.Context(), text, richtext.Options{
		Base: "https://example.com/shop/", URL: func(id int64) string {
			return fmt.Sprintf("https://example.com/shop/%d.pdf", id)
		},
	}, most)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func image(url, alt string) richtext.Medium {
	return richtext.Medium{Kind: richtext.ImageMedium, URL: url, Alt: &alt}
}

func TestMedia(t *testing.T) {
	const site = "https://example.com/shop/"
	for text, want := range map[string][]richtext.Medium{
		`<img src="a b.png" alt=" A &amp;` + "\n" + ` b ">`: {
			image(site+"a%20b.png", "A & b"),
		},
		`<IMG SRC=/top.gif><img src="//cdn.example.org/x.webp" alt="">`: {
			{Kind: "image", URL: "https://example.com/top.gif"}, image("https://cdn.example.org/x.webp", ""),
		},
		`<img alt="none"><img src="data:image/gif;base64,x" alt="inside">`:                 nil,
		`<img src="data:image/gif;base64,x" data-src="late.jpg" alt="x">`:                  {image(site+"late.jpg", "x")},
		`<img srcset="s.jpg 320w, l.jpg 1280w,m.jpg 640w" alt="x">`:                        {image(site+"l.jpg", "x")},
		`<img srcset="one.jpg, two.jpg 1.5x, three.jpg 1.25x" alt="x">`:                    {image(site+"two.jpg", "x")},
		`<img srcset="a,b.jpg 2x" src="c.jpg" alt="x">`:                                    {image(site+"c.jpg", "x")},
		`<picture><source srcset="a.avif 2x, b.avif"><img alt="x"></picture><img alt="y">`: {image(site+"a.avif", "x")},
		`<picture><source srcset="a.avif"><img src="a.jpg" alt="x"></picture>`:             {image(site+"a.jpg", "x")},
		`<figure><img src="a.jpg" alt="x"><a href="b.jpg"></a><figcaption>Two ` +
			`<b>chairs</b>&nbsp;&amp;</figcaption></figure><img src="c.jpg" alt="y">`: {
			{Kind: "image", URL: site + "a.jpg", Alt: new("x"), Caption: "Two chairs &"},
			{Kind: "image", URL: site + "b.jpg", Caption: "Two chairs &"}, image(site+"c.jpg", "y"),
		},
		`<figure><figcaption>Before</figcaption><img src="a.jpg" alt="x">`: {
			{Kind: "image", URL: site + "a.jpg", Alt: new("x"), Caption: "Before"},
		},
		`<video poster="p.jpg" title="Film"><source src="a.webm"><source src="a.mp4"><a href="a.mp4">Download</a><img ` +
			`src="no.jpg"></video>`: {
			{Kind: "video", URL: site + "a.webm", Alt: new("Film")},
		},
		`<audio src="a.mp3" aria-label="Song"></audio><video></video>`: {
			{Kind: "audio", URL: site + "a.mp3", Alt: new("Song")},
		},
		`<iframe src="//www.youtube-nocookie.com/embed/x?rel=0" title="Tour"><img src=no.jpg></iframe>`: {
			{Kind: "video", URL: "https://www.youtube-nocookie.com/embed/x?rel=0", Alt: new("Tour")},
		},
		`<iframe src="https://player.vimeo.com/video/1"></iframe><iframe src="https://maps.example.org/">x</iframe><iframe ` +
			`src="plan.PDF#page=2"></iframe>`: {
			{Kind: "video", URL: "https://player.vimeo.com/video/1"}, {Kind: "file", URL: site + "plan.PDF#page=2"},
		},
		`<object data="a.pdf"></object><embed src="b.mp4"><object data="x"></object>`: {
			{Kind: "file", URL: site + "a.pdf"}, {Kind: "video", URL: site + "b.mp4"},
		},
		`<a href="list.xlsx?v=2">The <b>list</b></a> <a href="page.html">no</a> <a href="mailto:x@example.pdf">no</a> <a ` +
			`href="https://example.pdf">no</a>`: {
			{Kind: "file", URL: site + "list.xlsx?v=2", Caption: "The list"},
		},
		`<a href="big.jpg"><img src="small.jpg" alt="x"></a>`: {
			image(site+"small.jpg", "x"), {Kind: "image", URL: site + "big.jpg"},
		},
		`<a download href="export?kind=1">Export</a>`: {
			{Kind: "file", URL: site + "export?kind=1", Caption: "Export"},
		},
		`<a href="[~7~]">Seven</a> [[Gallery? &tpl=` + "`<img src=x.jpg>`" + `]]`: {
			{Kind: "file", URL: site + "7.pdf", Caption: "Seven"},
		},
		`<a href="javascript:x.pdf">x</a><img src="javascript:alert(1)">`: nil,
		`<div hidden><img src="a.jpg"></div><!-- <img src="b.jpg"> --><template><img src="c.jpg"></template><noscript><img ` +
			`src="d.jpg"></noscript><p style="display:none"><iframe src="https://youtu.be/x"></iframe></p>`: nil,
		`<img src="` + strings.Repeat("x", 3000) + `.jpg" alt="too long">`: nil,
		"<img src=\"a.jpg\" alt=\"se\u202een\u200b\">":                     {image(site+"a.jpg", "seen")},
		`<img src="a.jpg" alt="` + strings.Repeat("ä ", 400) + `">`: {
			image(site+"a.jpg", strings.TrimSpace(strings.Repeat("ä ", 150))),
		},
	} {
		if diff := cmp.Diff(richtext.MediaList{Media: want, Total: len(want)}, media(t, text, 10)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// A list ends at its bounds, and the rest is counted.
func TestManyMedia(t *testing.T) {
	text := strings.Repeat(`<img src="a.jpg" alt="x">`, 1000)
	if list := media(t, text, 7); len(list.Media) != 7 || list.Total != 1000 || list.Cut {
		t.Errorf("%d of %d, cut %t", len(list.Media), list.Total, list.Cut)
	}
	long := `<figure><figcaption>` + strings.Repeat("c", 400) + `</figcaption>` +
		strings.Repeat(`<img src="`+strings.Repeat("x", 1900)+`.jpg" alt="x">`, 100)
	list := media(t, long, 100)
	size := 0
	for _, medium := range list.Media {
		size += len(medium.URL) + len(*medium.Alt) + len(medium.Caption)
	}
	if size > 64<<10 || len(list.Media) < 30 || list.Total != 100 {
		t.Errorf("%d bytes in %d of %d media", size, len(list.Media), list.Total)
	}
	if list := media(t, strings.Repeat("[[", 40_000)+`<img src="a.jpg">`, 7); !list.Cut || list.Total != 0 {
		t.Errorf("behind too many tags: %+v", list)
	}
}

func TestImages(t *testing.T) {
	const text = `<img src="a.jpg" alt="x"><img src="b.jpg" alt=" "><img src="c.jpg"><img alt="[*pagetitle*]"><p ` +
		`hidden><img src="d.jpg"></p>` +
		"<IMG alt><a href=\"x.jpg\">link</a>[[Gallery? &tpl=`<img src=e.jpg>`]]"
	all, without, err := richtext.Images(t.Context(), text)
	if err != nil || all != 5 || without != 3 {
		t.Errorf("%d images, %d without, %v", all, without, err)
	}
}
