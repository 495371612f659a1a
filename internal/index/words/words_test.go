package words_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/index/words"
)

// forms returns the words of a text; those that are whole have an asterisk.
func forms(text string) []string {
	var found []string
	words.Each(text, func(w words.Word) {
		form := string(w.Form)
		if w.Whole {
			form += "*"
		}
		found = append(found, form)
	})
	return found
}

func TestEach(t *testing.T) {
	for text, want := range map[string]string{
		"The Heron 2, tent for two!":    "the heron 2 tent for two",
		"ÜBER Größe Straße":             "über größe straße",
		"Zu\u0308rich":                  "zürich",
		"Tren\u00adnung a\u200bb":       "trennung a b",
		"п'ять дров’яна об\u02bcєм":     "п'ять дров'яна об'єм",
		"'quoted' ‘it’s’ O`Neill's":     "quoted it's o'neill's",
		"MG-T-010 e\u2011mail":          "mg t 010 mgt010* e mail email*",
		"USB-C foo_bar EN417 20mm":      "usb c usbc* foo bar foobar* en 417 en417* 20 mm 20mm*",
		"1,980 g or 1.980 or 1 980":     "1980 g or 1980 or 1 980",
		"20\u00a0000 12\u202f345":       "20000 12345",
		"4.2 0,9 1.234,56 0.100":        "4.2 0.9 1234.56 0.100",
		"31.12.2026 v1.2.3":             "31 12 2026 31.12.2026* v 1 2 3 1.2.3* v123*",
		"Owl -5, +5 and 2-3 or 8–12":    "owl 5 -5* 5 +5* and 2 3 23* or 8 12",
		"14:00–18:00":                   "14 00 18 00",
		"ﬁne ＷＩＤＥ m²":                   "fine wide m2",
		"返品ポリシー ok":                     "返品 品ポ ポリ リシ シー ok",
		"a-b-c-d-e-f-g-h":               "abcdefgh",
		"A0A0A0A0'00 CHF1’000":          "a0a0a0a000 chf 1000 chf1000*",
		"2024年11月26日10時":                "2024 年 11 月 26 日 10 時",
		"":                              "",
		"-- ' - _ . 50 %":               "50",
		"l'eau d’été":                   "l'eau d'été",
		"ﷲ ﷺ 漢ﷺ":                        "الله صلىاللهعليهوسلم 漢 صلىاللهعليهوسلم",
		strings.Repeat("x", 101) + " y": "y",
	} {
		if diff := cmp.Diff(strings.Fields(want), forms(text)); diff != "" && (want != "" || forms(text) != nil) {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// TestPlaces has what stands in a text where its words are.
func TestPlaces(t *testing.T) {
	for text, want := range map[string]string{
		" The  Über-Größe! ":             "The|Über|Größe|Über-Größe*",
		"п’ять Tren\u00adnung\u00ad ":    "п’ять|Tren\u00adnung",
		"MG-T-010":                       "MG|T|010|MG-T-010*",
		"x2y\u00ad-z":                    "x|2|y|z|x2y\u00ad-z*",
		"20\u00a0000 1’980,5":            "20\u00a0000|1’980,5",
		"am 31.1\u00ad2.2026":            "am|31|1\u00ad2|2026|31.1\u00ad2.2026*",
		"v1.2.3":                         "v|1|2|3|1.2.3*|v1.2.3*",
		"−5 or -5":                       "5|−5*|or|5|-5*",
		"ﬁne Zu\u0308rich, ok":           "ﬁne|Zu\u0308rich|ok",
		"フリーWiFi て\u3099す":               "フリ|リー|WiFi|て\u3099す",
		"ﾊﾞｯｸﾞ":                          "ﾊﾞｯ|ｯｸﾞ",
		"返\u00ad品ポ":                      "返\u00ad品|品ポ",
		"ゟゟx":                            "ゟ|ゟゟ|ゟ|x",
		"a-b-c-d-e-f-g-h i":              "a-b-c-d-e-f-g-h|i",
		strings.Repeat("x", 101) + " yz": "yz",
	} {
		var got []string
		words.Each(text, func(w words.Word) {
			place := text[w.From:w.To]
			if w.Whole {
				place += "*"
			}
			got = append(got, place)
		})
		if diff := cmp.Diff(strings.Split(want, "|"), got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestFold(t *testing.T) {
	for form, want := range map[string]string{
		"zürich": "zurich", "straße": "strasse", "œuvre": "oeuvre", "łódź": "lodz", "søren": "soren", "п'ять": "пять",
		"їжак": "їжак", "йод": "йод", "ґанок": "ганок", "ёлка": "елка", "άνθρωπος": "ανθρωποσ", "plain": "plain",
	} {
		if got := words.Fold(form); got != want {
			t.Errorf("%s is folded to %s, want %s", form, got, want)
		}
	}
}

// TestKeys has groups of forms that have a key in common.
func TestKeys(t *testing.T) {
	for language, groups := range map[string]string{
		"en":    "pitching pitch pitched pitches, dog's dogs dog, returns returning return",
		"de":    "zelte zelten zelt, schlafsäcke schlafsack, größen größe grösse grosse, mütze mutze",
		"de-AT": "kocher kochers",
		"fr":    "réservées reservees, l'eau eau, d'été été ete",
		"it":    "dell'acqua acqua",
		"es":    "habitación habitaciones habitacion",
		"ru":    "палатки палатка палаткой, ёлка елка елки",
		"pl":    "łódź lodz",
		"":      "zürich zurich",
		"uk":    "ґанок ганок, об'єм обєм",
	} {
		for group := range strings.SplitSeq(groups, ", ") {
			first, others, _ := strings.Cut(group, " ")
			for other := range strings.FieldsSeq(others) {
				if !shareKey(language, first, other) {
					t.Errorf("%s: %s has other keys than %s", language, other, first)
				}
			}
		}
	}
	if shareKey("pl", "domy", "dom") {
		t.Error("words of a language without stems are stemmed")
	}
	if got := words.LanguageOf("uk").Keys("heron"); !cmp.Equal(got, []string{"heron"}) {
		t.Errorf("Latin letters are stemmed as Ukrainian: %q", got)
	}
}

func shareKey(language, a, b string) bool {
	l := words.LanguageOf(language)
	for _, key := range l.Keys(a) {
		for _, other := range l.Keys(b) {
			if key == other {
				return true
			}
		}
	}
	return false
}

// TestUkrainianStems has forms of a word in each line.
func TestUkrainianStems(t *testing.T) {
	first := map[string]string{}
	for _, line := range strings.Split(`
намет намети намету наметом наметів наметам наметами наметах
спальник спальника спальники спальників спальникам
куртка куртки куртці курток куртками
річка річки річці річок
пляшка пляшок пляшки
сторінка сторінці сторінок
кілок кілки кілків кілка
повернення поверненню повернень поверненням повернути
відкликання відкликань відкликати
ремонт ремонту ремонтів ремонтувати ремонтуємо ремонтує
пуховий пухова пухові пухового пуховою пухових
налобний налобного налобні
легкий легкі легка
сталевий сталеві сталева
подушка подушки подушок
майстерня майстерні майстернею
доставка доставки доставку
вартість вартості вартістю
люди людям людьми
музей музею музеї
вовна вовни вовною
відчинений відчинена відчинені
п'ятниця п'ятниці п'ятницю
оплата оплати оплатити
книга книги книгу книгою
українська українською українські
`, "\n") {
		forms := strings.Fields(line)
		for i, form := range forms {
			key := words.LanguageOf("uk").Keys(form)[0]
			want := words.LanguageOf("uk").Keys(forms[0])[0]
			if key != want {
				t.Errorf("%s has the stem %s, but %s has %s", form, key, forms[0], want)
			}
			if i > 0 {
				continue
			}
			if other, twice := first[key]; twice {
				t.Errorf("%s and %s have the same stem %s", form, other, key)
			}
			first[key] = form
		}
	}
}

func TestStopWords(t *testing.T) {
	for language, word := range map[string]string{"en": "the", "de": "für", "uk": "як", "fr": "où", "nb": "ikke"} {
		if !words.LanguageOf(language).IsStop(word) {
			t.Errorf("%s is no stop word in %s", word, language)
		}
	}
	for language, word := range map[string]string{"en": "without", "de": "ohne", "uk": "без", "pl": "i", "": "the"} {
		if words.LanguageOf(language).IsStop(word) {
			t.Errorf("%s is a stop word in %s", word, language)
		}
	}
}

// TestLongWords reads words of a megabyte, which are no words.
func TestLongWords(t *testing.T) {
	for _, part := range []string{"x", "x1", "漢a", "e\u0301", "a-", "a'", "1.", "漢"} {
		found := 0
		words.Each(strings.Repeat(part, 1<<20/len(part)), func(words.Word) { found++ })
		if part == "x" && found > 0 || found > 1<<20 {
			t.Errorf("%q again and again has %d words", part, found)
		}
	}
}

func FuzzEach(f *testing.F) {
	for _, text := range []string{
		"The Heron 2, MG-T-010", "п’ять\u00ad дров'яна", "1.234,56 \u00a0 返品ポリシー ﬁ \xff", "l'eau Größe-2",
		"ﾊﾞｯ\u00adｸﾞ ゟx て\u3099 -5 v1.2.3",
	} {
		f.Add(text)
	}
	var all []*words.Language
	for _, code := range strings.Fields("da de en es fi fr hu it nl no pt ro ru sv tr uk pl") {
		all = append(all, words.LanguageOf(code))
	}
	f.Fuzz(func(t *testing.T, text string) {
		length := 0
		border := make([]bool, len(text)+1) // of characters
		for at := range text {
			border[at] = true
		}
		border[len(text)] = true
		var last words.Word
		words.Each(text, func(w words.Word) {
			if w.From >= w.To || !border[w.From] || !border[w.To] || w.To < last.To || !w.Whole && w.From < last.From {
				t.Fatalf("%q has a word from %d to %d behind %d to %d", text, w.From, w.To, last.From, last.To)
			}
			if w.Whole {
				w.From = last.From // of its last part
			}
			last = w
			length += len(w.Form)
			form := string(w.Form)
			if form == "" || strings.ContainsAny(form, " \t\n\u00ad") {
				t.Fatalf("%q has the word %q", text, form)
			}
			for _, l := range all {
				if keys := l.Keys(form); len(keys) == 0 || len(keys) > 2 {
					t.Fatalf("%q has the keys %q", form, keys)
				}
			}
		})
		if length > 40*(len(text)+1) {
			t.Errorf("%d bytes have %d of words", len(text), length)
		}
	})
}
