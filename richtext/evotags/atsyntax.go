package evotags

import "strings"

// atBlock is a kind of blocks in Evolution's @-syntax, which the site executes if its setting enable_at_syntax is on.
// Each bound of a block has one @, and may be written in small letters.
type atBlock struct{ begins, ends []string }

var (
	atComment   = atBlock{[]string{"<!--@-"}, []string{"-@-->"}}
	atCondition = atBlock{[]string{"<@IF:", "<!--@IF:", "<!--@IF "}, []string{"<@ENDIF>", "<!--@ENDIF-->", "<@ENDIF-->"}}
	atLiteral   = atBlock{[]string{"<@LITERAL>"}, []string{"<@ENDLITERAL>"}}
)

var (
	brackets = strings.NewReplacer("[", "&#91;", "]", "&#93;", "{", "&#123;", "}", "&#125;")
	// spacedBrackets are brackets of chunks next to a space. With @-syntax they are text.
	spacedBrackets = strings.NewReplacer("{{ ", "&#123;&#123; ", " }}", " &#125;&#125;")
)

// WithoutAtSyntax returns a text as its @-syntax leaves it, with a Mark instead of each condition, because only the
// site knows which branch it shows.
func WithoutAtSyntax(text string) string {
	text, _ = withMarks(withoutAtSyntax(text))
	return text
}

// hasAtSyntax reports whether a text may have a block. Other texts seldom have these characters.
func hasAtSyntax(text string) bool {
	for sign := nextByte(text, '@', 0); sign < len(text); sign = nextByte(text, '@', sign+1) {
		if strings.HasSuffix(text[:sign], "<") || strings.HasSuffix(text[:sign], "<!--") {
			return true
		}
	}
	return false
}

// withoutAtSyntax returns a text as its @-syntax leaves it: without comments, and with unknown instead
// of each condition, because only the site knows which branch it shows. Literal text stays, but its
// tags are not executed any more.
func withoutAtSyntax(text string) string {
	if hasAtSyntax(text) {
		text, _ = atComment.replace(text, func(string) string { return "" })
		open := 0
		if text, open = atCondition.replace(text, func(string) string { return unknown }); open < len(text) {
			text = text[:open] + unknown // the site fails at a condition without an end
		}
		text, _ = atLiteral.replace(text, brackets.Replace)
	}
	if strings.Contains(text, "{{ ") { // without one on the page, the site takes }} after a space for the end of a chunk
		text = spacedBrackets.Replace(text)
	}
	return text
}

// replace replaces the outermost blocks of a text. A block without an end stays; open is where it begins in the result,
// or the length of the result.
func (b atBlock) replace(text string, by func(inside string) string) (replaced string, open int) {
	var out strings.Builder
	depth, begin, inside := 0, 0, 0 // of the outermost open block
	from, read := 0, 0              // what is not in out yet, and where the last bound ended
	for sign := nextByte(text, '@', 0); sign < len(text); sign = nextByte(text, '@', sign+1) {
		if start, end, found := boundAt(text, sign, b.begins); found && start >= read {
			if depth == 0 {
				begin, inside = start, end
			}
			depth++
			read = end
		} else if start, end, found := boundAt(text, sign, b.ends); found && start >= read && depth > 0 {
			if depth--; depth == 0 {
				out.WriteString(text[from:begin])
				out.WriteString(by(text[inside:start]))
				from = end
			}
			read = end
		}
	}
	open = out.Len() + len(text) - from
	if depth > 0 {
		open = out.Len() + begin - from
	}
	out.WriteString(text[from:])
	return out.String(), open
}

// boundAt returns where a bound begins and ends, if the @ at sign belongs to one of bounds.
func boundAt(text string, sign int, bounds []string) (begin, end int, found bool) {
	for _, bound := range bounds {
		begin = sign - strings.IndexByte(bound, '@')
		end = begin + len(bound)
		if begin >= 0 && end <= len(text) && strings.EqualFold(text[begin:end], bound) {
			return begin, end, true
		}
	}
	return 0, 0, false
}
