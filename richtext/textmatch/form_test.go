package textmatch_test

import (
	"strings"
	"testing"

	"emcp/richtext/textmatch"
)

func TestForms(t *testing.T) {
	const none, part, whole = textmatch.NoForm, textmatch.PartForm, textmatch.WholeForm
	for _, c := range []struct {
		word, text string
		want       textmatch.Form
	}{
		{"return", "the return policy", whole}, {"returns", "the return policy", whole}, {"return", "all returns.", whole},
		{"days", "one day", whole},
		{"return", "returning", part}, {"turn", "return", part}, {"art", "article", part},
		{"art", "an article on art", whole}, {"glass", "glasur", none},
		{"30", "300 Tage", none}, {"30", "300, 30", whole}, {"30", "130", none}, {"12", "2012", none},
		{"99.50", "199.50", none}, {"99.50", "= 99.50.", whole},
		{"50%", "150%", none}, {"50%", "50%off", whole}, {"it", "item", none}, {"it", "(it)", whole},
		{"м", "розмір М, 20 мм", whole}, {"м", "20 мм", none},
		{"доставка", "Вартість доставки", whole}, {"доставки", "доставкою", whole}, {"доставка", "доставщик", none},
		{"достав", "доставка", part},
		{"ціна", "ціни", whole}, {"ціною", "за ціну", whole}, {"цена", "оценка", none}, {"палатками", "палатка", whole},
		{"намети", "наметів", whole},
		{"наметів", "намет", whole}, {"м'ята", "чай з м'ятою", whole}, {"Zelte", "ein Zelt", whole},
		{"Häuser", "Haus", whole}, {"Haus", "viele Häuser", whole}, {"Kunden", "Kunde", whole},
		{"Lampe", "Lampen", whole}, {"Stuhl", "Bürostuhl", part}, {"Stühle", "Bürostuhl", none}, {"返品", "返品ポリシー", whole},
		{"c++", "C++ and C", whole},
		{"return policy", "the return\npolicy", whole}, {"return policy", "the return policyholder", part}, {"", "a", none},
	} {
		if got := textmatch.NewFinder([]string{c.word}).Find(c.text)[0]; got != c.want {
			t.Errorf("%q in %q: %d, want %d", c.word, c.text, got, c.want)
		}
	}
}

// TestSought checks that sources are searched for the beginning that all forms share, written as in the query.
func TestSought(t *testing.T) {
	for word, want := range map[string]string{
		"Häuser": "Häus", "доставкою": "доставк", "ЦІНА": "ЦІН", "Ёлка": "Ёлк", "return policy": "return policy",
		"2012": "2012", "Ｚelte": "Ｚelt", "prices": "pric",
	} {
		if got := textmatch.Sought(word); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// FuzzSought checks that a text with a word or with what is sought for it is recognized, and that what
// is sought begins the word.
func FuzzSought(f *testing.F) {
	f.Add("Häuser")
	f.Add("И\u0306ка ﬁ ꙮ\xff")
	f.Add("\u0330 \u0330")
	f.Fuzz(func(t *testing.T, word string) {
		if form := textmatch.Sought(word); !strings.HasPrefix(word, form) || word != "" && form == "" {
			t.Errorf("%q for %q", form, word)
		}
		_, want := textmatch.Excerpt(word, []string{word}, 1)
		if got := textmatch.NewFinder([]string{word}).Find(word)[0]; (got != textmatch.NoForm) != (want > 0) {
			t.Errorf("%q: form %d, the excerpt has %d", word, got, want)
		}
	})
}
