package redact

import "strings"

// unquoted finds a value that does not begin with a quote. behind is the end of the operator, start the first character
// after it that is not white space.
func (f *finder) unquoted(n writtenName, operator string, behind, start int) {
	switch {
	case f.before(n.from) == '&' && operator == "=" && f.property(n, behind):
	case n.rank == strong && f.opens(start):
		f.expression(start)
	case operator == ":":
		if rest := f.text[f.run(blanks, f.wordEnd(start)):]; n.rank == strong && f.computes(start) &&
			(n.quoted || strings.HasPrefix(rest, "||") || strings.HasPrefix(rest, "??")) {
			f.expression(start)
		}
		if strings.EqualFold(f.text[n.from:n.to], "authorization") { // skips the scheme
			start = f.run(blanks, f.wordEnd(start))
		}
		f.word(n, start, worthWeak)
	case operator == "=" && n.rank == strong && f.alone(n, start):
		f.word(n, start, worthStrong)
	case operator == "=" && start == behind && !f.variable(n):
		f.assigned(n, start)
	case n.rank == weak:
	case f.computes(start):
		f.expression(start)
	}
}

// assigned finds the value in name=value, as in URLs and settings.
func (f *finder) assigned(n writtenName, start int) {
	end := f.wordEnd(start)
	text := f.text[start:end]
	fallback := quotes[f.at(end)] && (strings.HasSuffix(text, "||") || strings.HasSuffix(text, "?") ||
		strings.HasSuffix(text, ":") && strings.Contains(text, "?"))
	switch {
	case n.rank == weak:
		f.word(n, start, worthWeak)
	case fallback || isCode(text):
		f.expression(start)
	default:
		f.word(n, start, worthStrong)
	}
}

// property finds the value of a property in the notation of Evolution 1: &name=caption;type;value. It reports whether
// there is one.
func (f *finder) property(n writtenName, from int) bool {
	if strings.IndexByte(f.text[from:min(len(f.text), from+longestCaption)], ';') < 0 {
		return false
	}
	end := from
	for end < len(f.text) && end-from < longestProperty && !newlines[f.text[end]] &&
		!strings.HasPrefix(f.text[end:], " &") {
		end++
	}
	parts := strings.SplitN(f.text[from:end], ";", 3)
	if len(parts) < 3 || parts[1] == "" || f.run(alnum, from+len(parts[0])+1) != from+len(parts[0])+1+len(parts[1]) {
		return false
	}
	f.give(n, literal{from: end - len(parts[2]), to: end})
	return true
}

// Bounds of a property and its caption, in bytes.
const (
	longestProperty = 512
	longestCaption  = 128
)

// heredoc finds the text between <<<LABEL and the line with the closing label, which can be indented.
func (f *finder) heredoc(at int) {
	if quotes[f.at(at)] {
		at++
	}
	from := f.run(identifier, at)
	label := f.text[at:from]
	body := f.text[from:min(len(f.text), from+longestHeredoc)]
	line := strings.IndexByte(body, '\n')
	if label == "" || line < 0 {
		return
	}
	first := from + line + 1
	for at := line + 1; ; at++ {
		rest := strings.TrimLeft(body[at:], " \t")
		if behind, closing := strings.CutPrefix(rest, label); closing && (behind == "" || !identifier[behind[0]]) {
			f.add(first, from+at-1)
			return
		}
		next := strings.IndexByte(body[at:], '\n')
		if next < 0 {
			return
		}
		at += next
	}
}

// longestHeredoc bounds the text in which the closing label is searched, in bytes.
const longestHeredoc = 1024

// alone reports whether the line consists of the name and one word from start on, as in settings files.
func (f *finder) alone(n writtenName, start int) bool {
	at := n.from
	for at > 0 && n.from-at < longestName && dotted[f.text[at-1]] { // includes mail. of mail.password
		at--
	}
	for at > 0 && blanks[f.text[at-1]] {
		at--
	}
	if at > 0 && !newlines[f.text[at-1]] {
		return false
	}
	end := f.run(blanks, f.wordEnd(start))
	return end == len(f.text) || newlines[f.text[end]]
}

// longestWord bounds an unquoted value, in bytes.
const longestWord = 512

// wordEnd returns the end of the unquoted word at a position.
func (f *finder) wordEnd(at int) int {
	longest := min(len(f.text), at+longestWord)
	for at < longest && !wordEnds[f.text[at]] {
		at++
	}
	return at
}

// word replaces the word at start if judge takes it for a secret.
func (f *finder) word(n writtenName, start int, judge func(value, name string) bool) {
	whole := f.text[start:f.wordEnd(start)]
	text := strings.TrimRight(whole, ")]},.:") // without the punctuation behind it
	named := f.text[n.from:n.to]
	if judge(whole, named) && judge(text, named) && !isCode(text) {
		f.add(start, start+len(text))
	}
}

// isCode reports whether a word without quotes calls a function or begins a variable, unlike pa$$word.
func isCode(text string) bool {
	for i := range len(text) {
		if text[i] == '(' || text[i] == '$' && (i == 0 || !alnum[text[i-1]] && (text[i-1] != '$' || i == 1)) {
			return true
		}
	}
	return false
}
