package richtext

// element says how an element of HTML affects what is written.
type element struct {
	role   elementRole
	style  inlineStyle // of the text in it
	level  int         // of a heading
	raw    rawText     // how its content is read if it cannot contain tags
	hidden bool        // whether visitors do not see its content
}

// elementRole is what an element does to the text around it. An unknown element is an inline part.
type elementRole uint8

// Roles of elements.
const (
	inlinePart elementRole = iota
	block
	lineBreak
	rule
	headingRole
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

// rawText is a kind of content that extends to the end tag of its element and contains no other tags.
type rawText uint8

// Kinds of raw text.
const (
	noRawText   rawText = iota
	replaceable         // with character references
	verbatim
	script    // may contain its own end tag in a comment
	plainText // extends to the end of the document
)

// elements are the elements that have a role, a style or special content.
var elements = func() map[string]element {
	all := map[string]element{
		"a": {role: anchor}, "img": {role: image}, "br": {role: lineBreak}, "hr": {role: rule},
		"h1": {role: headingRole, level: 1}, "h2": {role: headingRole, level: 2}, "h3": {role: headingRole, level: 3},
		"h4": {role: headingRole, level: 4}, "h5": {role: headingRole, level: 5}, "h6": {role: headingRole, level: 6},
		"ul": {role: bulletList}, "menu": {role: bulletList}, "dir": {role: bulletList}, "ol": {role: orderedList},
		"li":         {role: listItem},
		"blockquote": {role: blockQuote}, "pre": {role: preformatted}, "listing": {role: preformatted},
		"table": {role: tableStart}, "thead": {role: tableHead}, "tbody": {role: tableGroup}, "tfoot": {role: tableGroup},
		"tr": {role: tableRow}, "td": {role: tableCell}, "th": {role: headerCell}, "caption": {role: caption},
		"b": {style: strong}, "strong": {style: strong}, "i": {style: emphasis}, "em": {style: emphasis},
		"del": {style: deleted}, "s": {style: deleted}, "strike": {style: deleted},
		"sup": {style: superscript}, "sub": {style: subscript},
		"code": {style: code}, "kbd": {style: code}, "samp": {style: code}, "tt": {style: code},
		"textarea": {role: block, raw: replaceable}, "xmp": {role: block, raw: verbatim},
		"plaintext": {role: block, raw: plainText},
		"title":     {raw: replaceable, hidden: true}, "script": {raw: script, hidden: true}, "template": {hidden: true},
	}
	for _, name := range []string{"style", "noscript", "noframes", "noembed", "iframe"} {
		all[name] = element{raw: verbatim, hidden: true}
	}
	for _, name := range []string{
		"address", "article", "aside", "audio", "body", "center", "dd", "details", "dialog", "div", "dl", "dt", "fieldset",
		"figcaption", "figure",
		"footer", "form", "frameset", "head", "header", "hgroup", "html", "legend", "main", "nav", "object", "optgroup",
		"option", "p",
		"search", "section", "select", "summary", "video",
	} {
		all[name] = element{role: block}
	}
	return all
}()

// longestName is the length of the longest name of an element.
const longestName = len("blockquote")

// elementOf returns the element with a name in any case.
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

// inLine reports whether elements with a role are part of the line around them.
func inLine(r elementRole) bool { return r == inlinePart || r == anchor || r == image }
