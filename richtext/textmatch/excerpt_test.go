package textmatch_test

import (
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"emcp/richtext/textmatch"
)

func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		name, text string
		words      []string
		length     int
		want       string
		found      int
	}{
		{"nothing", "", []string{"a"}, 10, "", 0},
		{"no words", "one two", nil, 10, "one two", 0},
		{"empty words", "one two", []string{"", " ", "\u0301"}, 10, "one two", 0},
		{"no match", "one two three four", []string{"five"}, 12, "one two…", 0},
		{"no match, all fits", "one two", []string{"five"}, 7, "one two", 0},
		{"white space", " one\n\ttwo\u00a0 three\r\n", []string{"two"}, 20, "one **two** three", 1},

		{
			"English", "You may return it within 30 days.", []string{"RETURN", "day"}, 40,
			"You may **return** it within 30 **days**.", 2,
		},
		{"inside a word", "unreturnable", []string{"turn"}, 20, "**unreturnable**", 1},
		{"begin and end", "one two one", []string{"one"}, 20, "**one** two **one**", 1},
		{"the same words", "one two", []string{"one", "ONE", " Óne "}, 20, "**one** two", 1},
		{"apostrophes and hyphens", "don't re-send", []string{"don", "send"}, 20, "**don**'t re-**send**", 2},
		{"numbers", "in 2024 and 1.5 kg", []string{"202", "5"}, 20, "in 2024 and 1.**5** kg", 1},
		{
			"German", "Die Rückgabe großer Übergrößen", []string{"ruckgabe", "gross", "ÜBER"}, 40,
			"Die **Rückgabe** **großer** **Übergrößen**", 3,
		},
		{
			"umlauts", "Rückgabe, Ru\u0308ckgabe, Ruckgabe", []string{"rückgabe"}, 40,
			"**Rückgabe**, **Ru\u0308ckgabe**, **Ruckgabe**", 1,
		},
		{"Greek", "Η ΕΠΙΣΤΡΟΦΉ τους", []string{"επιστροφη", "τουσ"}, 40, "Η **ΕΠΙΣΤΡΟΦΉ** **τους**", 2},
		{"Ukrainian", "М'ята, їжак і Ґудзик", []string{"м'ята", "ЇЖА", "гудз"}, 40, "**М'ята**, **їжак** і **Ґудзик**", 3},
		{"letters of their own", "їжа, май", []string{"іжа", "маи"}, 40, "їжа, май", 0},
		{"letters in two characters", "и\u0306, ма\u0301й", []string{"и", "май"}, 40, "и\u0306, **ма\u0301й**", 1},
		{"Russian", "Всё ещё", []string{"все", "щё"}, 40, "**Всё** ещё", 1},
		{"Japanese", "当店の返品ポリシーについて", []string{"返品", "ポリシ"}, 40, "当店の**返品ポリシ**ーについて", 2},
		{"width", "ﾊﾞｯｸﾞ Ｔシャツ フリーWiFi", []string{"バッグ", "t", "フリー"}, 40, "**ﾊﾞｯｸﾞ** **Ｔ**シャツ **フリー**WiFi", 3},
		{"Thai", "นโยบายการคืนสินค้า", []string{"คืน"}, 40, "นโยบายการ**คืน**สินค้า", 1},
		{"marks of unspaced scripts", "ที่", []string{"ท"}, 40, "**ที่**", 1},
		{"Hindi", "हिन्दी में", []string{"हिन्"}, 40, "**हिन्दी** में", 1},
		{"emoji", "send ❤️ 🎁 now", []string{"❤", "🎁"}, 40, "send **❤️** **🎁** now", 2},
		{"ligatures", "the ﬁlter", []string{"filter"}, 40, "the **ﬁlter**", 1},

		{
			"phrases", "Our return\npolicy. Return the policy.", []string{"return  policy"}, 60,
			"Our **return policy**. Return the policy.", 1,
		},
		{
			"punctuation", "C++11 at 150% in foo_bar_baz", []string{"c++", "150%", "foo_bar"}, 60,
			"**C++**11 at **150%** in **foo_bar**_baz", 3,
		},
		{"only literally", "C, 50, fooxbar", []string{"C++", "50%", "foo_bar"}, 60, "C, 50, fooxbar", 0},
		{"marks merged", "returnable", []string{"return", "turnable", "able"}, 60, "**returnable**", 3},
		{"marks side by side", "返品送料", []string{"送料", "返品"}, 60, "**返品送料**", 2},
		{"asterisks", "**bold** *one*", []string{"one"}, 60, "**bold** ***one***", 1},

		{
			"a bit before", "one two three four five six seven eight nine ten", []string{"six"}, 24,
			"…five **six** seven eight…", 1,
		},
		{
			"the beginning", "one two three four five six seven eight nine ten", []string{"two"}, 24,
			"one **two** three four five…", 1,
		},
		{"the end", "one two three four five six seven eight nine ten", []string{"ten"}, 24, "…seven eight nine **ten**", 1},
		{"the first of several", "a one b two c one d two e", []string{"one", "two"}, 14, "…**one** b **two** c…", 2},
		{
			"the one with most", "one a b c d e f g two h one i j k l m n", []string{"one", "two"}, 14,
			"…**two** h **one** i…", 2,
		},
		{"not all at once", "one a b c d e f g h i j k two", []string{"two", "one"}, 10, "**one** a b c…", 2},
		{"cut between characters", "当店の返品ポリシーについてのお知らせ", []string{"ポリシー"}, 10, "…品**ポリシー**につい…", 1},
		{"in a long word", "abcdefghijklmnopqrstuvwxyz", []string{"mno"}, 10, "…**lmnopqrs**…", 1},
		{"longer than the part", "one two three four five", []string{"two three four"}, 10, "one **two**…", 1},

		{
			"another form", "Доставкою чи без доставки, доставщик", []string{"доставка"}, 60,
			"**Доставкою** чи без **доставки**, доставщик", 1,
		},
		{
			"whole words before parts", "an article here and much more there about art", []string{"art"}, 24,
			"…more there about **art**", 1,
		},
		{"only a part", "an article", []string{"art"}, 24, "an **article**", 1},
		{
			"below a heading", "\fHours\nMonday\t9 to 17\nSaturday\t10 to 13\n\fHow to find us\nThe tram stops there.",
			[]string{"saturday"}, 30, "Hours › …**Saturday** 10 to 13…", 1,
		},
		{
			"with its heading", "\fHours\nMonday 9 to 17\nSaturday 10 to 13", []string{"monday"}, 30,
			"Hours **Monday** 9 to 17 Saturday…", 1,
		},
		{
			"words in the heading", "\fHours in winter\none two three four\nfive six seven eight\nSaturday 10 to 13, or later",
			[]string{"winter", "saturday"}, 60, "Hours in **winter** › …seven eight **Saturday** 10 to 13, or later", 2,
		},
		{
			"a long heading", "\fA heading that is longer than it may be\none two three four\nfive six seven eight nine",
			[]string{"eight"}, 24, "…six seven **eight** nine", 1,
		},
		{
			"a row", "one two three four five six\nHeron 2\t2 persons\t1.9 kg\nseven eight nine ten", []string{"kg"}, 28,
			"…Heron 2 2 persons 1.9 **kg**…", 1,
		},

		{"no length", "one two", []string{"one"}, 0, "", 1},
		{"length 1", "one two", []string{"two"}, 1, "…", 1},
		{"length 2", "one two", []string{"two"}, 2, "o…", 1},
		{"length 3", "one two", []string{"one"}, 3, "**on**…", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, found := textmatch.Excerpt(c.text, c.words, c.length)
			if got != c.want || found != c.found {
				t.Errorf("%q, %d instead of %q, %d", got, found, c.want, c.found)
			}
		})
	}
}

// TestLongExcerpts searches long texts for words. The memory must be proportional to the text, for any text.
func TestLongExcerpts(t *testing.T) {
	for name, text := range map[string]string{
		"one letter": strings.Repeat("a", 1<<20), "letters": strings.Repeat("abcdefghijklmnop ", 1<<16),
		"accents":     "a" + strings.Repeat("\u0301", 1<<19),
		"long folded": strings.Repeat("ﷺ", 1<<18), "capitals": strings.Repeat("ÄÖ", 1<<18),
		"longer than is looked at": strings.Repeat("one two ", 1<<20),
	} {
		words := strings.Split("a aa aaa b bc c d e f g h صلى ao one k n", " ")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		textmatch.Excerpt(text, words, 240)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 24<<20 {
			t.Errorf("%s: %d bytes are allocated for %d", name, allocated, len(text))
		}
	}
	if _, found := textmatch.Excerpt(strings.Repeat(" ", 1<<20)+"one", []string{"one"}, 240); found != 0 {
		t.Error("a text is looked at behind its first MiB")
	}
}

// FuzzExcerpt checks that an excerpt is a part of its text and no longer than allowed.
func FuzzExcerpt(f *testing.F) {
	f.Add("Die Rückgabe großer\nÜbergrößen, м'ята", "ruckgabe|gross||ята", 20)
	f.Add("当店の返品ポリシーについて", "返品|ポリシ", 8)
	f.Add("и\u0306 ﾊﾞｯｸﾞ ﬁ ꙮ\xff ❤️", "и|バッ|f|❤", 5)
	f.Add("a b a b a b", "a b|b a", 1)
	f.Fuzz(func(t *testing.T, text, words string, length int) {
		text = strings.ReplaceAll(text, "*", "") // so that every ** in the excerpt is a mark
		list := strings.Split(words, "|")
		got, found := textmatch.Excerpt(text, list, length)
		if found > len(list) {
			t.Errorf("%d of %d words", found, len(list))
		}
		if strings.Count(got, "**")%2 != 0 {
			t.Errorf("%q has an open mark", got)
		}
		bare := strings.ReplaceAll(got, "**", "")
		if n := utf8.RuneCountInString(bare); n > max(0, length) {
			t.Errorf("%q has %d characters instead of %d", bare, n, length)
		}
		whole := string([]rune(strings.Join(strings.Fields(text), " ")))
		if heading, below, ok := strings.Cut(bare, " › "); ok && strings.Contains(text, "\f") &&
			strings.Contains(whole, heading) {
			bare = below
		}
		if !strings.Contains(whole, strings.TrimSuffix(strings.TrimPrefix(bare, "…"), "…")) {
			t.Errorf("%q is no part of %q", bare, whole)
		}
	})
}
