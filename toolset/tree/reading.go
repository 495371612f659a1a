package tree

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/maypok86/otter/v2"

	"emcp/evodb"
	"emcp/internal/language"
	"emcp/toolset/view"
)

// KnownLanguages keeps the languages of what callers see for a minute.
type KnownLanguages = otter.Cache[view.Audience, *Languages]

// LanguagesOf returns the languages of what the caller sees. They are read once a minute.
func LanguagesOf(ctx context.Context, v *view.Site, known *KnownLanguages) (*Languages, error) {
	return view.Known(ctx, v, known, func(ctx context.Context) (*Languages, error) { return readLanguages(ctx, v) })
}

// languageTVs are the names of template variables that mark the language of a document.
var languageTVs = []string{"lang", "language", "locale"}

// sectionStart is a document that may be the root of a section.
type sectionStart struct {
	id, parent         int64
	alias, title, menu string
	text               string // plain text of the document and of the documents read below it
	marked             string // code in a template variable
	code               string // code of the language that the document begins; empty: unknown
	named              bool   // whether the code comes from the site's own marks rather than from its texts
}

// judge sets code and named.
func (s *sectionStart) judge() {
	s.code = s.codeBeside(language.Detect(s.text))
	named := s.codeBeside("")
	s.named = named != "" && named == s.code
}

// codeBeside returns the language of the section that the document may begin, given the detected
// language of its text, or "".
func (s *sectionStart) codeBeside(detected string) string {
	if s.marked != "" {
		return s.marked
	}
	if alias := language.Code(s.alias); alias != "" && (detected == "" || detected == alias || len(s.alias) > 2) {
		return alias
	}
	for _, title := range []string{s.title, s.menu} {
		if code := language.Code(title); code != "" && len(title) > 2 {
			return code
		}
	}
	return detected
}

func readLanguages(ctx context.Context, v *view.Site) (*Languages, error) {
	if v.Translated != nil { // the languages share the tree
		return &Languages{Rest: v.Translated.Default(), Roots: map[int64]string{}}, nil
	}
	tops, children, err := starts(ctx, v)
	if err != nil {
		return nil, err
	}
	rest, err := markStarts(ctx, v, tops, children)
	if err != nil {
		return nil, err
	}
	l := &Languages{Roots: map[int64]string{}}
	for i := range children {
		children[i].judge()
	}
	var unmarked strings.Builder
	for i := range tops {
		own := tops[i].text
		for _, child := range children {
			if child.parent == tops[i].id {
				tops[i].text += " " + child.title + " " + child.text
			}
		}
		if tops[i].judge(); !tops[i].named {
			unmarked.WriteString(own + " " + tops[i].title + " ")
		}
	}
	l.Rest = cmp.Or(rest, language.Detect(unmarked.String()), settingLanguage(v))
	for _, top := range tops {
		isSection := top.named || slices.ContainsFunc(children,
			func(child sectionStart) bool { return child.parent == top.id })
		if top.code != "" && isSection && top.code != l.Rest {
			l.Roots[top.id] = top.code
		}
		for _, child := range children {
			if child.parent == top.id && child.named && child.code != cmp.Or(l.Roots[top.id], l.Rest) {
				l.Roots[child.id] = child.code
			}
		}
	}
	return l, nil
}

// settingLanguage returns the first known language in the site's settings, or "". It is the first language that the
// add-on sLang shows to visitors. Without that setting it is the site's default language, as in sLang itself.
func settingLanguage(v *view.Site) string {
	setting := v.Schema.Setting
	names := strings.FieldsFunc(cmp.Or(setting("s_lang_front"), setting("s_lang_config"), setting("manager_language")),
		func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	for _, name := range names {
		if code := language.Code(name); code != "" {
			return code
		}
	}
	return ""
}

// starts reads the documents at the root of the site, and some of their children.
func starts(ctx context.Context, v *view.Site) (tops, children []sectionStart, err error) {
	statement, err := v.Compiler().SectionTops()
	if err != nil {
		return nil, nil, err
	}
	if tops, err = readStarts(ctx, v, statement); err != nil || len(tops) == 0 {
		return nil, nil, err
	}
	parents := make([]int64, len(tops))
	for i, top := range tops {
		parents[i] = top.id
	}
	if statement, err = v.Compiler().SectionChildren(parents, language.Names()); err != nil {
		return nil, nil, err
	}
	children, err = readStarts(ctx, v, statement)
	return tops, children, err
}

func readStarts(ctx context.Context, v *view.Site, statement evodb.Statement) (all []sectionStart, err error) {
	err = v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var s sectionStart
		var alias, title, menu *string
		intro, content := view.Beginning{Whole: new(false)}, view.Beginning{Whole: new(false)}
		if err := scan(&s.id, &s.parent, &alias, &title, &menu, &intro.Text, &content.Text); err != nil {
			return err
		}
		s.alias, s.title, s.menu = v.Untagged(view.OrEmpty(alias)), v.Untagged(view.OrEmpty(title)),
			v.Untagged(view.OrEmpty(menu))
		s.text = v.Readable(ctx, intro) + " " + v.Readable(ctx, content)
		all = append(all, s)
		return view.Ended(ctx)
	})
	return all, err
}

// markStarts sets the languages that template variables give documents. standard is the default
// value of such a variable.
func markStarts(ctx context.Context, v *view.Site, lists ...[]sectionStart) (standard string, err error) {
	var tvs, ids []int64
	for _, name := range languageTVs {
		if tv, ok := v.TV(name); ok {
			tvs = append(tvs, tv.ID)
			standard = cmp.Or(standard, language.Code(view.OrEmpty(v.Compiler().ReadStored(tv.Default))))
		}
	}
	byID := map[int64]*sectionStart{}
	for _, starts := range lists {
		for i := range starts {
			byID[starts[i].id] = &starts[i]
			ids = append(ids, starts[i].id)
		}
	}
	if len(tvs) == 0 || len(ids) == 0 {
		return standard, nil
	}
	statement, err := v.Compiler().Values(ids, tvs)
	if err != nil {
		return "", err
	}
	return standard, v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var document, tv int64
		var value *string
		err := scan(&document, &tv, &value)
		if code := language.Code(view.OrEmpty(value)); code != "" {
			byID[document].marked = code
		}
		return err
	})
}
