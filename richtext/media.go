package richtext

import (
	"context"
	"strings"

	"emcp/richtext/steps"
)

// Kinds of media.
const (
	ImageMedium = "image"
	VideoMedium = "video"
	AudioMedium = "audio"
	FileMedium  = "file"
)

// Medium is an image, a video, a sound or another file that a text shows or links to.
type Medium struct {
	Kind string
	// URL is absolute if the address of the site is known, and has at most maxMediumURL bytes.
	URL string
	// Alt is the alternative text of an image or the title of a player; nil: there is none, not even an empty one. It
	// has at most maxMediumText characters, like Caption.
	Alt *string
	// Caption is the text of the link to the medium, or the caption of the figure around it.
	Caption string
}

// MediaList are the first media of a text.
type MediaList struct {
	Media []Medium
	Total int  // of the text
	Cut   bool // whether a bound ended the text, so that it may have more than Total
}

// Limits of a list of media.
const (
	maxMediumURL  = 2048     // in bytes; a medium with a longer address is left out
	maxMediumText = 300      // in characters
	maxMediaBytes = 64 << 10 // of the texts in a list
)

// Media lists the first media of a text in their order, at most most. It takes what visitors see: it skips hidden
// elements, what a player shows if it cannot play, and images without an address. It takes one image of a
// picture, and one address of a player. Links count if they lead to a file, frames if they contain a file or a
// known player of videos. o says what the text contains and what addresses refer to. Nothing is fetched. The
// error is always that of ctx.
func Media(ctx context.Context, text string, o Options, most int) (MediaList, error) {
	if err := slots.Acquire(ctx, 1); err != nil {
		return MediaList{}, err
	}
	defer slots.Release(1)
	counter := steps.New(ctx)
	o.Format = Text // which keeps no tags
	html, bounded := source(counter, text, o)
	m := mediaReader{
		decoder: newDecoder(), base: newBase(o.Base), most: most,
		in: reader{scanner: scanner{steps: counter, html: html}, frames: true},
	}
	for m.in.next() {
		m.read(&m.in.token)
	}
	m.endPlayer()
	m.endFigure()
	return MediaList{m.list, m.total, bounded}, counter.Err()
}

// mediaReader collects media.
type mediaReader struct {
	decoder
	in    reader
	base  siteBase
	most  int
	list  []Medium
	total int
	bytes int // of the texts in list

	player  *Medium // open video or audio
	picture bool    // whether a picture is open
	source  string  // address of the first source of the open picture
	link    *Medium // open link to a file
	figure  int     // 1 + index of the first medium of the open figure; 0: no figure is open
	inside  *shortText
	caption shortText // of the open figure
	linked  shortText // of the open link
}

// read takes a token.
func (m *mediaReader) read(t *token) {
	name := ""
	if len(t.name) <= longestName {
		name = strings.ToLower(string(t.name))
	}
	switch {
	case t.kind == textToken:
		m.text(t)
	case t.kind == endToken:
		m.end(name)
	case m.player != nil && name == "source":
		if m.player.URL == "" {
			m.player.URL = m.address(t, "src")
		}
	case m.player != nil && name != "video" && name != "audio": // shown by browsers that cannot play only
	default:
		m.start(name, t)
	}
}

// start takes a start tag.
func (m *mediaReader) start(name string, t *token) {
	switch name {
	case "img":
		m.image(t)
	case "picture":
		m.picture, m.source = true, ""
	case "source":
		if m.picture && m.source == "" {
			m.source = m.largest(t)
		}
	case "video", "audio":
		m.endPlayer()
		m.player = &Medium{Kind: name, URL: m.address(t, "src"), Alt: m.title(t)}
	case "iframe", "embed":
		m.frame(m.address(t, "src", "data-src"), t)
	case "object":
		m.frame(m.address(t, "data"), t)
	case "a":
		m.startLink(t)
	case "figure":
		m.endFigure()
		m.figure, m.caption = len(m.list)+1, shortText{}
	case "figcaption":
		m.inside = &m.caption
	}
}

// end takes an end tag.
func (m *mediaReader) end(name string) {
	switch name {
	case "picture":
		m.picture = false
	case "video", "audio":
		m.endPlayer()
	case "a":
		m.endLink()
	case "figcaption":
		m.inside = nil
	case "figure":
		m.endFigure()
	}
}

func (m *mediaReader) image(t *token) {
	url := m.address(t, "src", "data-src", "data-lazy-src", "data-original")
	if url == "" {
		url = m.largest(t)
	}
	if url == "" && m.picture {
		url = m.source
	}
	m.add(Medium{Kind: ImageMedium, URL: url, Alt: m.attributeText(t, "alt")})
}

func (m *mediaReader) endPlayer() {
	if m.player != nil {
		m.add(*m.player)
	}
	m.player = nil
}

// frame adds what a frame shows, if it is known.
func (m *mediaReader) frame(url string, t *token) {
	kind := kindOfFile(url)
	if isVideoPlayer(url) {
		kind = VideoMedium
	}
	if kind != "" {
		m.add(Medium{Kind: kind, URL: url, Alt: m.title(t)})
	}
}

func (m *mediaReader) startLink(t *token) {
	m.endLink()
	url := m.address(t, "href")
	kind := kindOfFile(url)
	if _, download := t.attribute("download"); download && kind == "" {
		kind = FileMedium
	}
	if kind != "" {
		m.link, m.linked = &Medium{Kind: kind, URL: url}, shortText{}
	}
}

func (m *mediaReader) endLink() {
	if m.link != nil {
		m.link.Caption = m.linked.String()
		m.add(*m.link)
	}
	m.link = nil
}

// endFigure gives the media of the open figure its caption.
func (m *mediaReader) endFigure() {
	m.endLink()
	m.inside = nil
	words := m.caption.String()
	if first := m.figure - 1; first >= 0 && words != "" {
		for i := first; i < len(m.list) && m.bytes+len(words) <= maxMediaBytes; i++ {
			if m.list[i].Caption == "" {
				m.list[i].Caption = words
				m.bytes += len(words)
			}
		}
	}
	m.figure = 0
}

// add adds a medium, as far as there is room.
func (m *mediaReader) add(one Medium) {
	if one.URL == "" || len(one.URL) > maxMediumURL {
		return
	}
	m.total++
	size := len(one.URL) + len(one.Caption)
	if one.Alt != nil {
		size += len(*one.Alt)
	}
	if len(m.list) < m.most && m.total == len(m.list)+1 && m.bytes+size <= maxMediaBytes {
		m.list = append(m.list, one)
		m.bytes += size
	}
}

// address returns the first address among attributes.
func (m *mediaReader) address(t *token, names ...string) string {
	for _, name := range names {
		if value, ok := t.attribute(name); ok {
			if url := appendAddress(nil, value, m.known, m.base); len(url) > 0 {
				return string(url)
			}
		}
	}
	return ""
}

// largest returns the address of the largest image of a set.
func (m *mediaReader) largest(t *token) string {
	for _, name := range []string{"srcset", "data-srcset"} {
		if set, ok := t.attribute(name); ok {
			if url := appendAddress(nil, largestOf(set), m.known, m.base); len(url) > 0 {
				return string(url)
			}
		}
	}
	return ""
}

// title returns what a player or a frame is called.
func (m *mediaReader) title(t *token) *string {
	if title := m.attributeText(t, "title"); title != nil {
		return title
	}
	return m.attributeText(t, "aria-label")
}

// attributeText returns the text in an attribute; nil: there is no such attribute.
func (m *mediaReader) attributeText(t *token, name string) *string {
	value, ok := t.attribute(name)
	if !ok {
		return nil
	}
	var text shortText
	m.appendTo(&text, value, false)
	return new(text.String())
}

// text takes the text of captions and links.
func (m *mediaReader) text(t *token) {
	if m.player != nil {
		return
	}
	if m.inside != nil {
		m.appendTo(m.inside, t.text, t.raw)
	}
	if m.link != nil {
		m.appendTo(&m.linked, t.text, t.raw)
	}
}

func (m *mediaReader) appendTo(out *shortText, text []byte, raw bool) {
	for len(text) > 0 && out.length < maxMediumText {
		first, second, size := m.next(text, raw)
		text = text[size:]
		if first != hiddenRune {
			out.add(first)
		}
		if second != 0 {
			out.add(second)
		}
	}
}
