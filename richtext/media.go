package richtext

import (
	"bytes"
	"context"
	"strings"
	"unicode"
	"unicode/utf8"
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
// elements, what a player shows if it cannot play, and images without an address. It takes one image of a picture, and
// one address of a player. Links count if they lead to a file, frames if they contain a file or a known player of
// videos. o says what the text contains and what addresses refer to. Nothing is fetched. The error is always that of ctx.
func Media(ctx context.Context, text string, o Options, most int) (MediaList, error) {
	if err := slots.Acquire(ctx, 1); err != nil {
		return MediaList{}, err
	}
	defer slots.Release(1)
	w := work{ctx: ctx}
	o.Format = Text // which keeps no tags
	html, bounded := w.html(text, o)
	m := mediaReader{
		decoder: newDecoder(), base: newBase(o.Base), most: most,
		in: reader{scanner: scanner{work: &w, html: html}, frames: true},
	}
	for m.in.next() {
		m.read(&m.in.token)
	}
	m.endPlayer()
	m.endFigure()
	return MediaList{m.list, m.total, bounded}, w.err
}

// FileAt returns the medium at an address, such as the value of a template variable. ok is false if there is none. site
// is the address of the site.
func FileAt(site, address string) (m Medium, ok bool) {
	url := appendAddress(nil, []byte(address), references{}, newBase(site))
	if len(url) == 0 || len(url) > maxMediumURL {
		return Medium{}, false
	}
	m = Medium{Kind: FileMedium, URL: string(url)}
	if kind := kindOfFile(m.URL); kind != "" {
		m.Kind = kind
	}
	return m, true
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

// largestOf returns the address with the greatest width or density in a srcset.
func largestOf(set []byte) (largest []byte) {
	greatest := -1.0
	for len(set) > 0 {
		set = bytes.TrimLeft(set, ", \t\n\f\r")
		end := bytes.IndexAny(set, " \t\n\f\r")
		if end < 0 {
			end = len(set)
		}
		url, size := bytes.TrimRight(set[:end], ","), 1.0
		alone := len(url) < end
		if set = set[end:]; !alone {
			var descriptor []byte
			descriptor, set, _ = bytes.Cut(set, []byte(","))
			size = descriptorSize(bytes.TrimSpace(descriptor))
		}
		if len(url) > 0 && size > greatest {
			largest, greatest = url, size
		}
	}
	return largest
}

// descriptorSize returns the number in a descriptor such as 640w or 2x.
func descriptorSize(descriptor []byte) float64 {
	size, fraction := 0.0, 0.0
	for _, c := range descriptor[:min(len(descriptor), 16)] {
		switch {
		case c == '.':
			fraction = 1
		case !isDigit(c):
			return size
		case fraction > 0:
			fraction /= 10
			size += fraction * float64(c-'0')
		default:
			size = 10*size + float64(c-'0')
		}
	}
	return max(size, 1)
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

// shortText is a text on one line, of which the beginning is kept.
type shortText struct {
	text   []byte
	length int  // in characters
	space  bool // pending white space
}

func (s *shortText) add(r rune) {
	switch {
	case s.length >= maxMediumText:
	case unicode.IsSpace(r):
		s.space = s.length > 0
	case s.space && s.length+2 > maxMediumText:
		s.length = maxMediumText
	default:
		if s.space {
			s.text, s.space = append(s.text, ' '), false
			s.length++
		}
		s.text = utf8.AppendRune(s.text, r)
		s.length++
	}
}

func (s *shortText) String() string { return string(s.text) }

// filesByEnding are the kinds of files, by the endings of their names.
var filesByEnding = func() map[string]string {
	all := map[string]string{}
	for kind, endings := range map[string]string{
		ImageMedium: "jpg jpeg jpe png gif webp avif svg bmp tif tiff heic ico",
		VideoMedium: "mp4 m4v webm ogv mov avi mkv mpg mpeg wmv flv",
		AudioMedium: "mp3 m4a ogg oga wav flac aac opus wma mid",
		FileMedium: "pdf doc docx docm dot rtf odt xls xlsx xlsm ods csv ppt pptx pps ppsx odp odg epub mobi djvu fb2 zip rar 7z gz tgz tar bz2 xz " +
			"txt ics vcf gpx kml kmz dwg dxf eps ps ai psd exe msi dmg apk iso torrent",
	} {
		for ending := range strings.FieldsSeq(endings) {
			all[ending] = kind
		}
	}
	return all
}()

// kindOfFile returns the kind of file that an address names; "": it does not name a file.
func kindOfFile(url string) string {
	if at := strings.IndexAny(url, "?#"); at >= 0 {
		url = url[:at]
	}
	if _, path, ok := strings.Cut(url, "//"); ok { // without the host
		_, url, _ = strings.Cut(path, "/")
	} else if hasScheme([]byte(url)) { // such as mailto:
		return ""
	}
	name := url[strings.LastIndexByte(url, '/')+1:]
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || len(name)-dot > 8 {
		return ""
	}
	return filesByEnding[strings.ToLower(name[dot+1:])]
}

// videoHosts are hosts whose pages in frames are videos.
var videoHosts = map[string]bool{
	"youtube.com": true, "youtube-nocookie.com": true, "youtu.be": true, "vimeo.com": true, "player.vimeo.com": true,
	"dailymotion.com": true, "geo.dailymotion.com": true, "rutube.ru": true, "loom.com": true, "fast.wistia.net": true,
	"fast.wistia.com": true, "players.brightcove.net": true, "player.twitch.tv": true,
}

func isVideoPlayer(url string) bool {
	_, host, ok := strings.Cut(url, "//")
	if at := strings.IndexAny(host, "/?#:"); at >= 0 {
		host = host[:at]
	}
	return ok && videoHosts[strings.TrimPrefix(strings.ToLower(host), "www.")]
}

// Images counts the images that a text shows, and those without an alternative text. A tag of Evolution in an
// alternative text is one. The error is always that of ctx.
func Images(ctx context.Context, text string) (all, withoutAlt int, err error) {
	w := work{ctx: ctx}
	text = text[:min(len(text), maxInput)]
	replaced := replaceTags(&w, text, maxGrowth(len(text)), func(tagKind, []byte) (string, bool) { return "x", false })
	in := reader{scanner: scanner{work: &w, html: replaced.text}}
	for in.next() {
		if t := &in.token; t.kind == startToken && t.element.role == image {
			all++
			if alt, _ := t.attribute("alt"); len(bytes.TrimSpace(alt)) == 0 {
				withoutAlt++
			}
		}
	}
	return all, withoutAlt, w.err
}
