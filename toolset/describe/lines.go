package describe

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"emcp/internal/visible"
	"emcp/richtext"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// Limits of what a line has of a template variable, or of a name.
const (
	longestName   = 40 // longest quoted text, in characters
	longestOption = 20 // likewise, of an option or a unit
	maxOptions    = 8
)

// Lines describes the site in at most limit bytes. Names and titles are quoted and on one line. templates says whether
// to include the templates and their template variables. An … replaces what does not fit. Lines is "" if nothing fits.
func (o *Overview) Lines(limit int, templates bool) string {
	head := o.head()
	if len(head) > limit {
		return ""
	}
	lines := []string{head}
	left := limit - len(head)
	add := func(line string) {
		if line != "" {
			lines = append(lines, line)
			left -= len(line) + len("\n")
		}
	}
	add(itemLine(o.items, left*2/5))
	room := left - len("\n")
	if templates && len(o.templates) > 0 {
		room = room * 2 / 5
	}
	add(o.sectionLine(room))
	if templates {
		if line := o.special(); len(line) < left/3 {
			add(line)
		}
		line, _ := fitted("Templates (id, name, documents: TVs): ", o.templateOutlines(), left-len("\n"))
		add(line)
	}
	return strings.Join(lines, "\n")
}

// head describes the site itself.
func (o *Overview) head() string {
	head := "Site"
	if o.name != "" {
		head += " " + quotedName(o.name, longestName)
	}
	if o.url != "/" {
		head += ", " + o.url
	}
	head += fmt.Sprintf(", %d documents", o.documents)
	if len(o.languages) > 0 {
		head += ", languages: " + strings.Join(o.languages, ", ")
	}
	head += "."
	if o.members {
		head += " Visitors who sign in see more."
	}
	if o.everyPage {
		head += " " + everyPageAdvice
	}
	return head
}

// everyPageAdvice says where to find the text that stands on every page.
const everyPageAdvice = "describe has the hours, contacts and the like that stand on every page (on_every_page)."

// maxLanguageRoots is how many roots of a language are named.
const maxLanguageRoots = 3

// languageOutlines names the languages of the site with the first roots of their sections.
func languageOutlines(languages *tree.Languages) []string {
	var all []string
	for _, section := range languages.Sections() {
		var roots []string
		for _, root := range section.Roots {
			if root != 0 && len(roots) < maxLanguageRoots { // 0 is the rest of the site
				roots = append(roots, strconv.FormatInt(root, 10))
			}
		}
		text := section.Code
		if len(roots) > 0 {
			text += " (in " + strings.Join(roots, ", ") + ")"
		}
		all = append(all, text)
	}
	return all
}

// sectionLine names the sections: those at the root of the site, and as many below them as fit, the largest first.
func (o *Overview) sectionLine(limit int) string {
	var roots, below []section
	for _, s := range o.sections.Sections {
		if s.Parent == 0 {
			roots = append(roots, s)
		} else {
			below = append(below, s)
		}
	}
	slices.SortStableFunc(roots, func(a, b section) int { return cmp.Compare(min(b.below(), 1), min(a.below(), 1)) })
	slices.SortStableFunc(below, func(a, b section) int { return cmp.Compare(b.below(), a.below()) })
	line := func(dropped int) (string, bool) {
		kept := below[:len(below)-dropped]
		var all []outline
		for _, root := range roots {
			element := outline{text: root.outline()}
			for _, s := range kept {
				if s.Parent == root.ID {
					element.parts = append(element.parts, s.outline())
				}
			}
			all = append(all, element)
		}
		if o.sections.Cut || dropped > 0 {
			all = append(all, outline{text: "…"})
		}
		return fitted("Sections (id, title, documents below): ", all, limit)
	}
	text, _ := line(sort.Search(len(below), func(dropped int) bool {
		_, whole := line(dropped)
		return whole
	}))
	return text
}

// below is the number of documents below the section; 0 if they are not counted, too.
func (s section) below() int64 {
	if s.Below == nil {
		return 0
	}
	return *s.Below
}

func (s section) outline() string {
	text := strconv.FormatInt(s.ID, 10) + " " + quotedName(s.Title, longestName)
	if s.Below != nil {
		text += " " + strconv.FormatInt(*s.Below, 10)
	}
	return text
}

func (o *Overview) templateOutlines() []outline {
	var all []outline
	for _, t := range o.templates {
		text := strconv.FormatInt(t.ID, 10)
		if t.Name != nil {
			text += " " + quotedName(*t.Name, longestName)
		}
		text += " " + strconv.FormatInt(t.Documents, 10)
		var tvs []string
		for _, tv := range t.tvs {
			tvs = append(tvs, tv.brief())
		}
		all = append(all, outline{text, tvs})
	}
	return all
}

// brief returns the name of a template variable, with its type or range, unit and options if they add anything.
func (tv *variable) brief() string {
	var details []string
	if kind := tv.span(); kind != "" {
		details = append(details, kind)
	} else if kind := tv.shownKind(); kind != "" {
		details = append(details, kind)
	}
	if unit := tv.unit(); unit != "" {
		details = append(details, quotedName(unit, longestOption))
	}
	var options []string
	for _, option := range tv.Options[:min(len(tv.Options), maxOptions)] {
		if value := quotedName(option.Value, longestOption); value != `""` {
			options = append(options, value[1:len(value)-1])
		}
	}
	if len(tv.Options) > maxOptions {
		options = append(options, "…")
	}
	if options != nil {
		list := `"` + strings.Join(options, "|") + `"`
		if tv.Choose != "" {
			list = "several of " + list
		}
		details = append(details, list)
	}
	if details == nil {
		return nameOrQuoted(tv.Name)
	}
	return nameOrQuoted(tv.Name) + " (" + strings.Join(details, ", ") + ")"
}

// shownKind returns the type of a template variable if it matters for calls.
func (tv *variable) shownKind() string {
	if tv.Type != nil && slices.Contains([]string{"date", "number", "image", "file"}, *tv.Type) {
		return *tv.Type
	}
	return ""
}

// span returns the range of numbers, or the months from and to which dates reach, or "".
func (tv *variable) span() string {
	switch {
	case tv.Range == nil:
		return ""
	case tv.isDate():
		const month = len("2026-01")
		return view.DateType + " " + timeOf(tv.lowest)[:month] + ".." + timeOf(tv.highest)[:month]
	}
	return string(tv.Range.Min) + ".." + string(tv.Range.Max)
}

// unitPattern matches a unit at the end of a caption: Price (EUR), Weight, kg.
var unitPattern = regexp.MustCompile(`(?:[(\[]([^)\]\s]{1,8})[)\]]|,\s*([\pL%€$£°²³/]{1,5}))\s*$`)

// unit returns the unit of numbers, or a unit at the end of the caption, or "".
func (tv *variable) unit() string {
	if tv.quantity != nil {
		return tv.Currency + tv.Unit
	}
	if tv.Caption == nil {
		return ""
	}
	found := unitPattern.FindStringSubmatch(*tv.Caption)
	if found == nil {
		return ""
	}
	return found[1] + found[2]
}

// pricePattern matches names and captions of prices.
var pricePattern = regexp.MustCompile(
	`(?i)(^|[^\pL])(price|preis|prix|cost|ціна|цена|kosten)|(€|\$|£|₴|\b(EUR|USD|GBP|CHF|UAH)\b)`)

// maxSpecial is how many template variables are listed as dates, and how many as prices.
const maxSpecial = 5

// severalAdvice says how to find documents by one of several options.
const severalAdvice = "Where a TV has several options, = finds one alone, like finds each."

// special says which template variables hold dates, prices and several options.
func (o *Overview) special() string {
	var dates, prices []string
	several := false
	for _, t := range o.templates {
		for _, tv := range t.tvs {
			name, caption := nameOrQuoted(tv.Name), ""
			if tv.Caption != nil {
				caption = *tv.Caption
			}
			several = several || tv.Choose != ""
			if tv.shownKind() == "date" && !slices.Contains(dates, name) {
				dates = append(dates, name)
			}
			if (tv.Currency != "" || pricePattern.MatchString(tv.Name+" "+caption)) && !slices.Contains(prices, name) {
				prices = append(prices, name)
			}
		}
	}
	few := func(names []string) string {
		if len(names) > maxSpecial {
			names = append(names[:maxSpecial], "…")
		}
		return strings.Join(names, ", ") + "."
	}
	var parts []string
	if dates != nil {
		parts = append(parts, "Dates (local time, though written with Z): TVs "+few(dates))
	}
	if prices != nil {
		parts = append(parts, "Prices: TVs "+few(prices))
	}
	if several {
		parts = append(parts, severalAdvice)
	}
	return strings.Join(parts, " ")
}

// outline is an element of a line, such as a template, with its parts, such as template variables.
type outline struct {
	text  string
	parts []string
}

// fitted joins the elements and parts that fit after a beginning, and reports whether these are all. It returns "" if
// not even the first one fits.
func fitted(begin string, all []outline, limit int) (line string, whole bool) {
	const more, end = " …", "."
	line = begin
	room := func(next string) bool { return len(line)+len(next)+len(more)+len(end) <= limit }
	for i, o := range all {
		between := "; "
		if i == 0 {
			between = ""
		}
		if !room(between + o.text) {
			if i == 0 {
				return "", false
			}
			return line + ";" + more, false
		}
		line += between + o.text
		for n, part := range o.parts {
			between = ", "
			if n == 0 {
				between = ": "
			}
			if !room(between + part) {
				return line + strings.TrimSpace(between) + more, false
			}
			line += between + part
		}
	}
	if len(all) == 0 {
		return "", true
	}
	return line + end, true
}

// plainName matches names that need no quotes.
var plainName = regexp.MustCompile(`^[\pL\pN_.-]{1,40}$`)

// quotedName prepares a text of the site for instructions: in quotes, without quotes inside, on one line, and short.
func quotedName(text string, length int) string {
	text = strings.ReplaceAll(visible.Line(text), `"`, "'")
	if cut := richtext.Cut(text, 0, length).Text; cut != text {
		text = strings.TrimSpace(cut) + "…"
	}
	return `"` + text + `"`
}

// nameOrQuoted returns a name, quoted unless it is a single word.
func nameOrQuoted(text string) string {
	if plainName.MatchString(text) {
		return text
	}
	return quotedName(text, longestName)
}
