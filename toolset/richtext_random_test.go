package toolset_test

import (
	"slices"
	"strings"

	"emcp/internal/test/evosite"
)

// Words of rich texts. Package oracle says which letters they may have. No word contains the beginning of another, or
// occurs in markup or in the name of an entity. No part of a word equals a part of another word except for accents: an
// editor may have stored these as entities, and "ol" does not find `K&ouml;ln`.
var (
	asciiWords = []string{"return", "Return", "policy", "postage", "red", "OAK", "blue"}
	richWords  = slices.Concat(asciiWords,
		[]string{"Rückgabe", "MÖBEL", "König", "доставка", "Чохол", "вода", "返品", "三十日"})
	secretWords = []string{"geheim", "owner", "пароль"} // occur only in tags and markup
)

// several joins the results of so many calls.
func (r random) several(n int, between string, next func() string) string {
	all := []string{}
	for range n {
		all = append(all, next())
	}
	return strings.Join(all, between)
}

// enrich fills the documents of a site with rich texts.
func (r random) enrich(s *evosite.Site) {
	phrase := func() string { return r.several(r.IntN(3), " ", func() string { return pick(r, richWords...) }) }
	for i := range s.Documents {
		d := &s.Documents[i]
		if r.chance(40) {
			d.Title = pick(r, asciiWords...) + pick(r, "", " ", " (", ", ") + pick(r, asciiWords...)
		}
		d.LongTitle, d.MenuTitle, d.Description = phrase(), pick(r, "", phrase()), phrase()
		d.Alias = r.nullable(phrase())
		d.IntroText, d.Content = pick(r, "", r.rich(2)), r.rich(r.IntN(6))
		if r.chance(10) { // longer than an excerpt
			d.Content = r.rich(20) + " <p>" + strings.Repeat("filler ", r.IntN(100)) + "</p> " + r.rich(20)
		}
		if r.chance(5) {
			d.Content += " " + pick(r, "[[", "[!", "{{", "[*", "[+") + "Form? &to=`" + r.spelled() + " never closed"
		}
	}
}

// rich is HTML with tags of Evolution.
func (r random) rich(pieces int) string {
	return r.several(pieces, pick(r, " ", "\n"), func() string {
		switch r.IntN(10) {
		case 0:
			return "<p><b>" + r.spelled() + "</b> " + r.spelled() + "</p>"
		case 1:
			return `<a href="[~2~]" title="` + pick(r, secretWords...) + " " + r.spelled() + `">` + r.spelled() + "</a>"
		case 2:
			return "<td>" + r.spelled() + "&nbsp;" + r.spelled() + "</td>"
		case 3:
			return r.tag(1 + r.IntN(4))
		case 4:
			return `return policy`
		}
		return r.spelled()
	})
}

// spelled is a word as editors write it.
func (r random) spelled() string {
	word := pick(r, richWords...)
	if r.chance(50) {
		return strings.NewReplacer("ö", "&ouml;", "ü", "&uuml;", "Ö", "&Ouml;").Replace(word)
	}
	return word
}

// tag is a tag with others in it.
func (r random) tag(levels int) string {
	if levels == 0 {
		return pick(r, pick(r, secretWords...), r.spelled())
	}
	brackets := pick(r, []string{"[[", "]]"}, []string{"[!", "!]"}, []string{"{{", "}}"}, []string{"[*", "*]"},
		[]string{"[(", ")]"},
		[]string{"[+", "+]"}, []string{"[^", "^]"})
	return brackets[0] + "Name? &" + pick(r, secretWords...) + "=`" + r.spelled() + "` &tpl=`" + r.tag(levels-1) + "`" +
		brackets[1]
}

// richQuery searches for words of rich texts, or beginnings of them.
func (r random) richQuery() string {
	return r.several(pick(r, 1, 1, 2, 2, 3, 5), " ", func() string {
		if r.chance(8) {
			return pick(r, "nowhere", `"return policy"`, `"Return  policy"`)
		}
		word := []rune(pick(r, pick(r, richWords...), pick(r, richWords...), pick(r, secretWords...)))
		to := len(word)
		if r.chance(40) {
			to = min(3+r.IntN(3), len(word))
		}
		part := string(word[:to])
		return pick(r, part, part, strings.ToUpper(part), strings.ToLower(part), part+"?", "("+part+"),")
	})
}
