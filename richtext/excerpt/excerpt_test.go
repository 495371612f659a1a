package excerpt_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"emcp/internal/index"
	"emcp/richtext/excerpt"
)

// finder finds the words of a query like an index of the text.
func finder(language, text, query string) *index.Finder {
	d := index.Document{ID: 1, Language: language}
	d.Fields[index.Text] = text
	x := index.Build(index.Options{}, slices.Values([]index.Document{d}))
	return x.Finder(x.Search(index.ParseQuery(query)).Words, language)
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name, language, text, query string
		length                      int
		want                        string
		found                       int
	}{
		{"nothing", "", "", "a", 10, "", 0},
		{"no words", "", "one two", "", 10, "one two", 0},
		{"empty words", "", "one two", " \u0301", 10, "one two", 0},
		{"no match", "", "one two three four", "five", 12, "one two…", 0},
		{"no match, all fits", "", "one two", "five", 7, "one two", 0},
		{"white space", "", " one\n\ttwo\u00a0 three\r\n", "two", 20, "one **two** three", 1},

		{
			"English", "en", "You may return it within 30 days.", "RETURNS day", 40,
			"You may **return** it within 30 **days**.", 2,
		},
		{"stop words", "en", "You may return it.", "may I return it", 40, "You may **return** it.", 1},
		{"only stop words", "en", "You may return it.", "may it", 40, "You **may** return **it**.", 2},
		{"inside a word", "", "unreturnable", "turn", 20, "unreturnable", 0},
		{"a beginning", "en", "unreturnable", "unret", 20, "**unreturnable**", 1},
		{"begin and end", "", "one two one", "one", 20, "**one** two **one**", 1},
		{"the same words", "", "one two", "one ONE Óne", 20, "**one** two", 2},
		{"apostrophes and hyphens", "en", "don't re-send", "don't send", 20, "don't re-**send**", 1},
		{"whole", "", "USB-C, C and USB", "usb-c", 20, "**USB-C**, **C** and **USB**", 3},
		{"numbers", "", "in 2024 and 1.5 kg", "2024 5", 20, "in **2024** and 1.5 kg", 1},
		{"letters and digits", "", "EN417 and 20mm", "417 mm", 20, "**EN417** and **20mm**", 2},
		{
			"German", "de", "Die Rückgabe großer Übergrößen", "ruckgabe große übergröße", 40,
			"Die **Rückgabe** **großer** **Übergrößen**", 3,
		},
		{
			"umlauts", "de", "Rückgabe, Ru\u0308ckgabe, Ruckgabe", "rückgabe", 40,
			"**Rückgabe**, **Ru\u0308ckgabe**, **Ruckgabe**", 1,
		},
		{"Greek", "el", "Η ΕΠΙΣΤΡΟΦΉ τους", "επιστροφη τουσ", 40, "Η **ΕΠΙΣΤΡΟΦΉ** **τους**", 2},
		{"Ukrainian", "uk", "М'ята, їжак і Ґудзик", "м'ята ЇЖАК гудзик", 40, "**М'ята**, **їжак** і **Ґудзик**", 3},
		{"letters of their own", "uk", "їжа, май", "іжа маи", 40, "їжа, май", 0},
		{"letters in two characters", "uk", "и\u0306, ма\u0301й", "и май", 40, "и\u0306, **ма\u0301й**", 1},
		{"Russian", "ru", "Всё ещё", "все ещё", 40, "**Всё** **ещё**", 2},
		{"Japanese", "ja", "当店の返品ポリシーについて", "返品ポリシ", 40, "当店の**返品ポリシ**ーについて", 4},
		{"width", "ja", "ﾊﾞｯｸﾞ Ｔシャツ フリーWiFi", "バッグ t フリー", 40, "**ﾊﾞｯｸﾞ** **Ｔ**シャツ **フリー**WiFi", 5},
		{"Thai", "th", "นโยบายการคืนสินค้า", "คืน", 40, "นโยบายการ**คืน**สินค้า", 2},
		{"marks of unspaced scripts", "th", "ที่", "ที", 40, "**ที่**", 1},
		{"Hindi", "hi", "हिन्दी में", "हिन्दी", 40, "**हिन्दी** में", 1},
		{"emoji", "", "send ❤️ 🎁 now", "❤ 🎁 now", 40, "send ❤️ 🎁 **now**", 1},
		{"ligatures", "", "the ﬁlter", "filter", 40, "the **ﬁlter**", 1},
		{"soft hyphens", "", "a Tren\u00adnung", "trennung", 40, "a **Tren\u00adnung**", 1},
		{"thousands", "", "up to 20\u00a0000 m", "20000", 40, "up to **20 000** m", 1},
		{"corrected", "en", "All shipping costs", "shippnig", 40, "All **shipping** costs", 1},
		{"split", "de", "Kosten für den Versand", "Versandkosten", 40, "**Kosten** für den **Versand**", 2},

		{"several words", "en", "Our return\npolicy.", "return policy", 60, "Our **return** **policy**.", 2},
		{"punctuation", "", "C++11 at 150% in foo_bar", "c++ 150% foo_bar", 60, "**C**++11 at **150**% in **foo_bar**", 5},
		{"marks side by side", "ja", "返品送料", "送料 返品", 60, "**返品送料**", 2},
		{"asterisks", "", "**bold** *one*", "one", 60, "**bold** ***one***", 1},

		{
			"a bit before", "", "one two three four five six seven eight nine ten", "six", 24,
			"…five **six** seven eight…", 1,
		},
		{
			"the beginning", "", "one two three four five six seven eight nine ten", "two", 24,
			"one **two** three four five…", 1,
		},
		{"the end", "", "one two three four five six seven eight nine ten", "ten", 24, "…seven eight nine **ten**", 1},
		{"the first of several", "", "a one b two c one d two e", "one two", 14, "…**one** b **two** c…", 2},
		{
			"the one with most", "", "one a b c d e f g two h one i j k l m n", "one two", 14,
			"…**two** h **one** i…", 2,
		},
		{"not all at once", "", "one a b c d e f g h i j k two", "two one", 10, "**one** a b c…", 2},
		{"cut between characters", "ja", "当店の返品ポリシーについてのお知らせ", "ポリシー", 10, "…品**ポリシー**につい…", 3},
		{"in a long word", "", "abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz", 10, "**abcdefghi**…", 1},
		{"longer than the part", "", "one two three-four five", "three-four", 10, "one two…", 3},

		{
			"another form", "uk", "Доставкою чи без доставки, доставщик", "доставка", 60,
			"**Доставкою** чи без **доставки**, доставщик", 1,
		},
		{
			"whole words, no parts", "en", "an article here and much more there about art", "art", 24,
			"…more there about **art**", 1,
		},
		{
			"below a heading", "en", "\fHours\nMonday\t9 to 17\nSaturday\t10 to 13\n\fHow to find us\nThe tram stops there.",
			"saturday", 30, "Hours › …**Saturday** 10 to 13…", 1,
		},
		{
			"with its heading", "en", "\fHours\nMonday 9 to 17\nSaturday 10 to 13", "monday", 30,
			"Hours **Monday** 9 to 17 Saturday…", 1,
		},
		{
			"words in the heading", "en",
			"\fHours in winter\none two three four\nfive six seven eight\nSaturday 10 to 13, or later",
			"winter saturday", 60, "Hours in **winter** › …seven eight **Saturday** 10 to 13, or later", 2,
		},
		{
			"a long heading", "en", "\fA heading that is longer than it may be\none two three four\nfive six seven eight nine",
			"eight", 24, "…six seven **eight** nine", 1,
		},
		{
			"a row", "en", "one two three four five six\nHeron 2\t2 persons\t1.9 kg\nseven eight nine ten", "kg", 28,
			"…Heron 2 2 persons 1.9 **kg**…", 1,
		},

		{"no length", "", "one two", "one", 0, "", 1},
		{"length 1", "", "one two", "two", 1, "…", 1},
		{"length 2", "", "one two", "two", 2, "o…", 1},
		{"length 3", "", "one two", "one", 3, "**on**…", 1},
		{"length 3 below a heading", "", "\fa\none two three", "three", 3, "a…", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, found := excerpt.Of(c.text, finder(c.language, c.text, c.query), c.length)
			if got != c.want || found != c.found {
				t.Errorf("%q, %d instead of %q, %d", got, found, c.want, c.found)
			}
		})
	}
}

// TestLongExcerpts makes excerpts of long texts. The memory must be proportional to the text, for any text.
func TestLongExcerpts(t *testing.T) {
	for name, text := range map[string]string{
		"one letter": strings.Repeat("a", 1<<20), "letters": strings.Repeat("abcdefghijklmnop ", 1<<16),
		"short words": strings.Repeat("a b ", 1<<18), "Japanese": strings.Repeat("返品", 1<<18),
		"accents": "a" + strings.Repeat("\u0301", 1<<19), "parts": strings.Repeat("a-b ", 1<<18),
		"normalized": strings.Repeat("ﷺ", 1<<18), "capitals": strings.Repeat("ÄÖ", 1<<18),
		"lines": strings.Repeat("\fa\n", 1<<18), "longer than is read": strings.Repeat("one two ", 1<<20),
	} {
		f := finder("", "a b one two 返品 a-b abcdefghijklmnop", "a b one two 返品 a-b abcdefghijklmnop")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		excerpt.Of(text, f, 240)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 24<<20 {
			t.Errorf("%s: %d bytes are allocated for %d", name, allocated, len(text))
		}
	}
	text := strings.Repeat(" ", 1<<20) + "one"
	if _, found := excerpt.Of(text, finder("", text, "one"), 240); found != 0 {
		t.Error("a text is read behind its first MiB")
	}
}

// FuzzOf checks that an excerpt is a part of its text and no longer than allowed.
func FuzzOf(f *testing.F) {
	f.Add("Die Rückgabe großer\nÜbergrößen, м'ята", "ruckgabe gross ята", 20)
	f.Add("当店の返品ポリシーについて", "返品 ポリシ", 8)
	f.Add("и\u0306 ﾊﾞｯｸﾞ ﬁ ꙮ\xff ❤️", "и バッ f ❤", 5)
	f.Add("a b a b a b", "a b a", 1)
	f.Add("\fa\none\ttwo\n\fb\nthree MG-T-010", "a three t010", 17)
	f.Fuzz(func(t *testing.T, text, query string, length int) {
		text = strings.ReplaceAll(text, "*", "") // so that every ** in the excerpt is a mark
		for _, language := range []string{"de", "uk"} {
			got, found := excerpt.Of(text, finder(language, text, query), length)
			checkExcerpt(t, text, got, length)
			if found > 32 || found > 0 && length > 2+utf8.RuneCountInString(text) && !strings.Contains(got, "**") {
				t.Errorf("%q has %d words", got, found)
			}
		}
	})
}

// places is a finder with a word in every few bytes.
type places int

func (n places) Each(text string, found func(word, from, to int)) {
	for from := range text {
		found(from*int(n)%70, from, min(len(text), from+int(n)))
	}
}

// FuzzPlaces checks excerpts of words at arbitrary places, even inside of characters.
func FuzzPlaces(f *testing.F) {
	f.Add("\fa\none\ttwo\n\fb\nthree", 5, 17)
	f.Add("當店の返品 и\u0306", 2, 5)
	f.Fuzz(func(t *testing.T, text string, n, length int) {
		text = strings.ReplaceAll(text, "*", "")
		got, found := excerpt.Of(text, places(max(1, n%100)), length)
		checkExcerpt(t, text, got, length)
		if found > 64 {
			t.Errorf("%d words", found)
		}
	})
}

func checkExcerpt(t *testing.T, text, got string, length int) {
	t.Helper()
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
}
