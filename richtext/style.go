package richtext

// inlineStyle is a style of text within a line.
type inlineStyle uint8

// Styles. Those that begin at the same place are written in this order.
const (
	noStyle inlineStyle = iota
	link
	strong
	emphasis
	deleted
	superscript
	subscript
	code
	styles
)

// delimiters are written before and after a styled text. Links and code have their own.
var delimiters = [styles][2]string{
	strong: {"**", "**"}, emphasis: {"*", "*"}, deleted: {"~~", "~~"}, superscript: {"<sup>", "</sup>"},
	subscript: {"<sub>", "</sub>"},
}

// wanted counts, for each style, the open elements around the next character.
type wanted [styles]int
