package richtext

// element is what an element of HTML is to a reader.
type element struct {
	role   elementRole
	style  inlineStyle // of text in it
	level  int         // of a heading
	raw    rawText     // kind of the text in it that has no tags
	hidden bool        // whether visitors do not see what is in it
}

// elementRole is what an element does to the text around it. An element without one, or an unknown one, is part of its line.
type elementRole uint8

// Roles of elements.
const (
	inlinePart elementRole = iota
	block
	lineBreak
	rule
	heading
	bulletList
	orderedList
	listItem
	blockQuote
	preformatted
	anchor
	image
	tableStart
	tableGroup
	tableHead
	tableRow
	tableCell
	headerCell
	caption
)

// rawText is a kind of text that goes on to the end tag of its element, whatever stands in it.
type rawText uint8

// Kinds of raw text.
const (
	noRawText   rawText = iota
	replaceable         // with references to characters
	verbatim
	script    // which may hold its own end tag in a comment
	plainText // to the end of everything
)

// elements are the elements that are more than a part of their line.
var elements = func() map[string]element {
	all := map[string]element{
		"a": {role: anchor}, "img": {role: image}, "br": {role: lineBreak}, "hr": {role: rule},
		"h1": {role: heading, level: 1}, "h2": {role: heading, level: 2}, "h3": {role: heading, level: 3},
		"h4": {role: heading, level: 4}, "h5": {role: heading, level: 5}, "h6": {role: heading, level: 6},
		"ul": {role: bulletList}, "menu": {role: bulletList}, "dir": {role: bulletList}, "ol": {role: orderedList}, "li": {role: listItem},
		"blockquote": {role: blockQuote}, "pre": {role: preformatted}, "listing": {role: preformatted},
		"table": {role: tableStart}, "thead": {role: tableHead}, "tbody": {role: tableGroup}, "tfoot": {role: tableGroup},
		"tr": {role: tableRow}, "td": {role: tableCell}, "th": {role: headerCell}, "caption": {role: caption},
		"b": {style: strong}, "strong": {style: strong}, "i": {style: emphasis}, "em": {style: emphasis},
		"del": {style: deleted}, "s": {style: deleted}, "strike": {style: deleted},
		"sup": {style: superscript}, "sub": {style: subscript},
		"code": {style: code}, "kbd": {style: code}, "samp": {style: code}, "tt": {style: code},
		"textarea": {role: block, raw: replaceable}, "xmp": {role: block, raw: verbatim}, "plaintext": {role: block, raw: plainText},
		"title": {raw: replaceable, hidden: true}, "script": {raw: script, hidden: true}, "template": {hidden: true},
	}
	for _, name := range []string{"style", "noscript", "noframes", "noembed", "iframe"} {
		all[name] = element{raw: verbatim, hidden: true}
	}
	for _, name := range []string{
		"address", "article", "aside", "audio", "body", "center", "dd", "details", "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure",
		"footer", "form", "frameset", "head", "header", "hgroup", "html", "legend", "main", "nav", "object", "optgroup", "option", "p",
		"search", "section", "select", "summary", "video",
	} {
		all[name] = element{role: block}
	}
	return all
}()

// longestName is the length of the longest name of an element.
const longestName = len("blockquote")

// elementOf returns the element of a name in any case.
func elementOf(name []byte) element {
	if len(name) > longestName {
		return element{}
	}
	var lower [longestName]byte
	for i, c := range name {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		lower[i] = c
	}
	return elements[string(lower[:len(name)])]
}
