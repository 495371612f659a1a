package richtext

import (
	"context"
	"strings"
)

// Values are what the placeholders of a document stand for. A method returns false where only the site itself can say, because
// code of it makes the value or the caller may not read it.
type Values interface {
	// Variable returns a field or a template variable of the document, [*name*]; nothing where there is none of the name.
	Variable(name string) (text string, known bool)
	// Setting returns a system setting, [(name)].
	Setting(name string) (text string, known bool)
	// Chunk returns the text of a chunk, {{name}}.
	Chunk(name string) (text string, known bool)
}

// Placeholders say how the placeholders of texts are resolved.
type Placeholders struct {
	Values Values
	// Filters says that the site applies output modifiers ([*name:modifier*]) wherever they stand, as its setting enable_filter does.
	// Otherwise it does so to settings and chunks only.
	Filters bool
	// Budget is how much the placeholders of several texts may make together.
	Budget *Budget
}

// Budget is how much placeholders may make, in bytes. Whatever is made counts, also what becomes a part of something else, so that
// memory and time are bounded by it.
type Budget struct{ left int }

// NewBudget returns a budget of so many bytes.
func NewBudget(bytes int) *Budget { return &Budget{bytes} }

// Left returns how much is left of it.
func (b *Budget) Left() int { return b.left }

// HasPlaceholders reports whether Resolve may change a text.
func HasPlaceholders(text string) bool {
	text = text[:min(len(text), maxInput)]
	if !beginsPlaceholder(text) {
		return false
	}
	for t := (tags{text: text}); ; {
		e, ok := t.next()
		if !ok {
			return false
		}
		if e.closes && e.tag.kind != documentLink {
			return true
		}
	}
}

// beginsPlaceholder reports whether a text has the brackets with which a placeholder begins. Most texts have none, which this finds out
// in a small part of the time that reading their tags takes.
func beginsPlaceholder(text string) bool {
	if strings.Contains(text, "{{") {
		return true
	}
	for {
		i := strings.IndexByte(text, '[')
		if i < 0 || i+1 >= len(text) {
			return false
		}
		if next := text[i+1]; next != '~' && opened('[', next) != noTag {
			return true
		}
		text = text[i+1:]
	}
}

// Mark stands in a text for what only the site can say, such as the output of a snippet.
const Mark = "[…]"

// unknown stands for Mark as long as a text is not complete: a character that no text of a site has.
const unknown = "\uFDD0"

// Bounds of resolving.
const (
	maxDepth    = 10      // of placeholders in what placeholders stand for, as in Evolution (maxSourcePasses)
	maxTags     = 1 << 15 // of one text
	costOfTag   = 64      // of a budget, beside what it makes
	maxModifier = 32      // of one placeholder
)

// Resolved is a text whose placeholders have been resolved. Links ([~12~]) are left in it for Convert.
type Resolved struct {
	Text    string
	Dynamic bool // a Mark is in the text
	Bounded bool // a bound has ended it, or a placeholder in it
}

// Resolve replaces placeholders and chunks as the site does. What takes code of the site becomes a Mark in text, and nothing in tags
// of HTML. Placeholders that the site does not know are dropped, as the site drops them. An error is that of ctx.
func Resolve(ctx context.Context, text string, p Placeholders) (Resolved, error) {
	r := resolver{work: work{ctx: ctx}, Placeholders: p}
	long := text[:min(len(text), maxInput)]
	resolved := r.expand(long, nil, 0)
	if r.work.err != nil {
		return Resolved{}, r.work.err
	}
	marked, dynamic := withMarks(resolved)
	return Resolved{marked + text[len(long):], dynamic, r.bounded}, nil
}

// resolver resolves the placeholders of a text.
type resolver struct {
	work work
	Placeholders
	bounded bool
}

// scope has the parameters of the chunk in whose text a placeholder stands.
type scope map[string]string

// expand returns a text with its placeholders resolved.
func (r *resolver) expand(text string, in scope, depth int) string {
	spans := r.outermost(text)
	if len(spans) == 0 {
		return text
	}
	var out strings.Builder
	if depth == 0 {
		out.Grow(len(text))
	}
	from := 0
	for _, s := range spans {
		made := r.tag(s.kind, text[s.from+2:s.to-2], in, depth)
		if !r.spend(s.from - from + len(made)) {
			break
		}
		out.WriteString(text[from:s.from])
		out.WriteString(made)
		from = s.to
	}
	if r.bounded && from < spans[len(spans)-1].to {
		return out.String()
	}
	out.WriteString(text[from:])
	return out.String()
}

// spend takes bytes from the budget, and reports whether there are as many.
func (r *resolver) spend(bytes int) bool {
	if r.Budget.left < bytes+costOfTag {
		r.bounded = true
		return false
	}
	r.Budget.left -= bytes + costOfTag
	return r.work.step(bytes)
}

// tagSpan is a tag with its brackets.
type tagSpan struct {
	kind     tagKind
	from, to int
}

// outermost returns the tags of a text that are in no other tag. Links that have no tag in them are not among them. What stands
// behind too many tags stays as it is.
func (r *resolver) outermost(text string) []tagSpan {
	var spans []tagSpan
	t := tags{text: text}
	for {
		e, ok := t.next()
		if !ok || !r.work.step(e.to-e.from) {
			return spans
		}
		if !e.closes {
			continue
		}
		outer := len(spans)
		for outer > 0 && spans[outer-1].from > e.tag.mark {
			outer--
		}
		if e.tag.kind == documentLink && outer == len(spans) {
			continue
		}
		if spans = append(spans[:outer], tagSpan{e.tag.kind, e.tag.mark, e.to}); len(spans) == maxTags {
			r.bounded = true
			return spans
		}
	}
}

// tag returns what a tag becomes.
func (r *resolver) tag(kind tagKind, inside string, in scope, depth int) string {
	if depth >= maxDepth {
		r.bounded = true
		return ""
	}
	switch kind {
	case documentLink:
		if id := r.expand(inside, in, depth+1); !strings.Contains(id, unknown) {
			return "[~" + id + "~]"
		}
		return unknown
	case snippet, uncachedSnippet:
		if strings.TrimLeft(inside, " \t\r\n") != inside {
			return ""
		}
		return unknown
	case chunkCall:
		return r.chunk(inside, in, depth)
	case variable, setting, placeholder:
		return r.value(kind, inside, in, depth)
	}
	return ""
}

// value returns what a variable, a setting or a parameter becomes.
func (r *resolver) value(kind tagKind, inside string, in scope, depth int) string {
	key, modifiers, filtered := r.splitFilter(inside)
	if filtered && kind != setting && !r.Filters || kind == variable && r.lacks(inside, in) {
		return ""
	}
	key = strings.TrimSpace(r.expand(key, in, depth+1))
	if strings.Contains(key, unknown) {
		return "" // the site looks for it before it runs snippets
	}
	var text string
	known := true
	switch kind {
	case variable:
		key = strings.TrimPrefix(key, "#")
		if known = !strings.Contains(key, "@"); known { // others are fields of other documents
			text, known = r.Values.Variable(key)
		}
	case setting:
		text, known = r.Values.Setting(key)
	default:
		given := false
		if text, given = in[key]; !given {
			return ""
		}
	}
	if !known {
		return unknown
	}
	if kind != placeholder { // parameters are resolved where they are given
		text = r.expand(text, nil, depth+1)
	}
	if filtered {
		return r.filter(key, text, modifiers, in, depth)
	}
	return text
}

// lacks reports whether a parameter stands in a tag that the chunk has not been given. The site drops a variable with one.
func (r *resolver) lacks(inside string, in scope) bool {
	if !strings.Contains(inside, "[+") {
		return false
	}
	for _, s := range r.outermost(inside) {
		if s.kind != placeholder {
			continue
		}
		if _, given := in[inside[s.from+2:s.to-2]]; !given {
			return true
		}
	}
	return false
}

// chunk returns what a call of a chunk becomes.
func (r *resolver) chunk(call string, in scope, depth int) string {
	name, parameters := splitCall(call)
	name, modifiers, filtered := r.splitFilter(name)
	name = strings.TrimSpace(r.expand(name, in, depth+1))
	if strings.Contains(name, unknown) {
		return unknown
	}
	text, known := r.Values.Chunk(name)
	if !known {
		return unknown
	}
	own := scope{}
	for _, p := range parseParameters(parameters) {
		own[p.name] = r.expand(p.value, in, depth+1)
	}
	text = r.expand(text, own, depth+1)
	if filtered {
		return r.filter(name, text, modifiers, in, depth)
	}
	return text
}

// splitFilter separates the name in a tag from its modifiers.
func (r *resolver) splitFilter(inside string) (key, modifiers string, filtered bool) {
	colon := strings.IndexByte(inside, ':')
	if colon < 0 || len(inside) >= 5 && strings.EqualFold(inside[:5], "@FILE") {
		return inside, "", false
	}
	if colon > 1 && strings.ContainsAny(inside[:colon], "[{") { // the colon may be that of a tag in the name
		for _, s := range r.outermost(inside) {
			if s.from > colon {
				break
			}
			if s.to > colon {
				next := strings.IndexByte(inside[s.to:], ':')
				if next < 0 {
					return inside, "", false
				}
				colon = s.to + next
			}
		}
	}
	return inside[:colon], strings.TrimSpace(inside[colon+1:]), true
}

// withMarks puts Mark in place of what is unknown in text, and nothing in tags and comments of HTML.
func withMarks(text string) (marked string, dynamic bool) {
	if !strings.Contains(text, unknown) {
		return text, false
	}
	var out strings.Builder
	out.Grow(len(text) + len(text)/8)
	inTag, inComment := false, false
	for len(text) > 0 {
		i := strings.IndexAny(text, "<>\uFDD0")
		if i < 0 {
			break
		}
		out.WriteString(text[:i])
		text = text[i:]
		size := 1
		switch {
		case text[0] == '>':
			inTag = false
			inComment = inComment && !strings.HasSuffix(out.String()[max(0, out.Len()-2):], "--")
		case text[0] != '<':
			if size = len(unknown); !inTag && !inComment {
				dynamic = true
				if !strings.HasSuffix(out.String()[max(0, out.Len()-len(Mark)):], Mark) { // one for several calls in a row
					out.WriteString(Mark)
				}
			}
			text = text[size:]
			continue
		case strings.HasPrefix(text, "<!--"):
			inComment = true
		case len(text) > 1 && (isLetter(text[1]) || text[1] == '/'):
			inTag = true
		}
		out.WriteString(text[:size])
		text = text[size:]
	}
	out.WriteString(text)
	return out.String(), dynamic
}
