package evotags

import (
	"context"
	"strings"

	"emcp/richtext/steps"
)

// Values are the values of placeholders in a document. A method returns false if only the site can know the value,
// because code of the site makes it or the caller may not read it.
type Values interface {
	// Variable returns a field or a template variable of the document, [*name*]. It is empty for an unknown name. If
	// the value is not known, text is the label of its mark.
	Variable(name string) (text string, known bool)
	// Setting returns a system setting, [(name)].
	Setting(name string) (text string, known bool)
	// Chunk returns the text of a chunk, {{name}}.
	Chunk(name string) (text string, known bool)
}

// Placeholders say how to resolve the placeholders of texts.
type Placeholders struct {
	Values Values
	// Filters says that the site applies output modifiers ([*name:modifier*]) to all placeholders, as with its setting
	// enable_filter. Otherwise it applies them to settings and chunks only.
	Filters bool
	// AtSyntax says that the site executes @-syntax, as with its setting enable_at_syntax.
	AtSyntax bool
	// Labels says that marks have labels.
	Labels bool
	// Budget bounds what the placeholders of several texts may produce together.
	Budget *Budget
}

// Budget bounds how many bytes placeholders may produce. Everything produced counts, including intermediate results, so
// that the budget bounds memory and time.
type Budget struct{ left int }

// NewBudget returns a budget of that many bytes.
func NewBudget(bytes int) *Budget { return &Budget{bytes} }

// Left returns the remaining bytes.
func (b *Budget) Left() int { return b.left }

// HasPlaceholders reports whether Resolve may change a text.
func HasPlaceholders(text string) bool {
	text = text[:min(len(text), steps.MaxInput)]
	if hasAtSyntax(text) {
		return true
	}
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

// beginsPlaceholder reports whether a text has the opening brackets of a placeholder. Most texts have none, and this
// check is much faster than reading their tags.
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

// unknownWith returns unknown with a label.
func (r *resolver) unknownWith(label string) string {
	if !r.Labels || label == "" {
		return unknown
	}
	return unknown + labelled + label + endLabel
}

// Limits of resolving.
const (
	maxDepth    = 10      // nesting of values of placeholders, as in Evolution (maxSourcePasses)
	maxTags     = 1 << 15 // of one text
	costOfTag   = 64      // cost of one tag, in addition to what it produces
	maxModifier = 32      // of one placeholder
)

// Resolved is a text whose placeholders have been resolved. It still has its links ([~12~]), which the
// conversion of rich text resolves.
type Resolved struct {
	Text    string
	Dynamic bool // the text contains a Mark
	Bounded bool // a limit has cut off the text or a placeholder
}

// Resolve replaces placeholders and chunks as the site does. What needs code of the site becomes a Mark in text, and
// nothing inside of HTML tags. Placeholders that the site does not know are dropped, as the site drops them. The error
// is always that of ctx.
func Resolve(ctx context.Context, text string, p Placeholders) (Resolved, error) {
	r := resolver{steps: steps.New(ctx), Placeholders: p}
	long := text[:min(len(text), steps.MaxInput)]
	resolved := r.expand(r.stored(long), nil, 0)
	if r.steps.Err() != nil {
		return Resolved{}, r.steps.Err()
	}
	marked, dynamic := withMarks(resolved)
	return Resolved{marked + text[len(long):], dynamic, r.bounded}, nil
}

// resolver resolves the placeholders of a text.
type resolver struct {
	steps *steps.Counter
	Placeholders
	bounded bool
}

// stored returns a text of the site without its @-syntax. What that drops or adds counts as produced.
func (r *resolver) stored(text string) string {
	if !r.AtSyntax {
		return text
	}
	plain := withoutAtSyntax(text)
	if plain != text && !r.spend(max(len(text)-len(plain), len(plain)-len(text))) {
		return ""
	}
	return plain
}

// scope are the parameters of the chunk that contains a placeholder.
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

// spend takes bytes from the budget, and reports whether enough were left.
func (r *resolver) spend(bytes int) bool {
	if r.Budget.left < bytes+costOfTag {
		r.bounded = true
		return false
	}
	r.Budget.left -= bytes + costOfTag
	return r.steps.Count(bytes)
}

// tagSpan is a tag with its brackets.
type tagSpan struct {
	kind     tagKind
	from, to int
}

// outermost returns the tags of a text that are not inside of another tag, except links without a tag in them. Text
// after too many tags is left alone.
func (r *resolver) outermost(text string) []tagSpan {
	var spans []tagSpan
	t := tags{text: text}
	for {
		e, ok := t.next()
		if !ok || !r.steps.Count(e.to-e.from) {
			return spans
		}
		if !e.closes {
			continue
		}
		outer := len(spans)
		for outer > 0 && spans[outer-1].from >= e.tag.mark {
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

// tag returns the replacement of a tag.
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
		return r.unknownWith(snippetLabel(inside))
	case chunkCall:
		return r.chunk(inside, in, depth)
	case variable, setting, placeholder:
		return r.value(kind, inside, in, depth)
	}
	return ""
}

// value returns the replacement of a variable, a setting or a parameter.
func (r *resolver) value(kind tagKind, inside string, in scope, depth int) string {
	key, modifiers, filtered := r.splitFilter(inside)
	if filtered && kind != setting && !r.Filters || kind == variable && r.lacks(inside, in) {
		return ""
	}
	key = strings.TrimSpace(r.expand(key, in, depth+1))
	if strings.Contains(key, unknown) {
		return "" // not known: the site resolves it before it runs snippets
	}
	var text string
	known := true
	switch kind {
	case variable:
		key = strings.TrimPrefix(key, "#")
		if known = !strings.Contains(key, "@"); known { // with an @ it is a field of another document
			text, known = r.Values.Variable(key)
		}
	case setting:
		text, known = r.Values.Setting(key)
	default:
		ok := false
		if text, ok = in[key]; !ok {
			return ""
		}
	}
	if !known {
		return r.unknownWith(text)
	}
	if kind != placeholder { // the values of parameters are already resolved
		text = r.expand(r.stored(text), nil, depth+1)
	}
	if filtered {
		return r.filter(key, text, modifiers, in, depth)
	}
	return text
}

// lacks reports whether a tag contains a parameter that the chunk was not given. The site drops a variable with such a
// parameter.
func (r *resolver) lacks(inside string, in scope) bool {
	if !strings.Contains(inside, "[+") {
		return false
	}
	for _, s := range r.outermost(inside) {
		if s.kind != placeholder {
			continue
		}
		if _, ok := in[inside[s.from+2:s.to-2]]; !ok {
			return true
		}
	}
	return false
}

// chunk returns the replacement of the call of a chunk.
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
	text = r.expand(r.stored(text), own, depth+1)
	if filtered {
		return r.filter(name, text, modifiers, in, depth)
	}
	return text
}

// splitFilter splits the inside of a tag into name and modifiers.
func (r *resolver) splitFilter(inside string) (key, modifiers string, filtered bool) {
	colon := strings.IndexByte(inside, ':')
	if colon < 0 || len(inside) >= 5 && strings.EqualFold(inside[:5], "@FILE") {
		return inside, "", false
	}
	if colon > 1 && strings.ContainsAny(inside[:colon], "[{") { // the colon may belong to a tag within the name
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
