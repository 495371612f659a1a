package index_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/index"
)

// places returns the words that a finder finds in a text, each behind its number.
func places(f *index.Finder, text string) []string {
	var found []string
	f.Each(text, func(word, from, to int) { found = append(found, fmt.Sprint(word, " ", text[from:to])) })
	return found
}

func TestFinder(t *testing.T) {
	for _, c := range []struct{ language, query, text, want string }{
		{"en", "returned item", "Returns: return the ITEMS.", "0 Returns|0 return|1 ITEMS"},
		{"en", "art", "an article on art", "0 art"},
		{"en", "the tent in winter", "In the winter, the tents", "3 winter|1 tents"},
		{"en", "the", "The tents of the", "0 The|0 the"},
		{"de", "wie zelte für die familie", "Ein Zelt für die Familie: wie?", "1 Zelt|4 Familie"},
		{"de", "ruckgabe", "Rückgabe, Ru\u0308ckgabe, Ruckgabe", "0 Rückgabe|0 Ru\u0308ckgabe|0 Ruckgabe"},
		{"de", "größe", "in Größen", "0 Größen"},
		{"de", "zurich", "Nach Zürich", "0 Zürich"},
		{"uk", "доставка намету", "Доставкою чи без доставки намети, доставщик", "0 Доставкою|0 доставки|1 намети"},
		{"uk", "м'ята", "М’ята, мʼята", "0 М’ята|0 мʼята"},
		{"uk", "heron", "Намет Heron 2", "0 Heron"},
		{"fr", "ete", "d’été", "0 d’été"},
		{"pl", "łódź", "lodz, łodzi", "0 lodz"},
		{"", "zelte", "Zelt, Zelte", "0 Zelte"},

		{"en", "MG-T-010", "MG-T-010, T 10", "0 MG-T-010|1 MG-T-010|2 MG-T-010|3 MG-T-010|1 T"},
		{"en", "MG-T-010", "or mgt010", "2 mgt010|3 mgt010"},
		{"en", "USB", "USB-C, USB", "0 USB|0 USB"},
		{"en", "usb-c", "USB-C, usb c", "0 USB-C|1 USB-C|2 USB-C|0 usb|1 c"},
		{"en", "1980", "1,980 g", "0 1,980"},
		{"en", "v1.2", "v1.2.3", "0 v|1 1.2.3"},
		{"en", "v1.2.3", "v1.2.3", "0 v1.2.3|1 v1.2.3|2 v1.2.3|3 v1.2.3|4 v1.2.3|5 v1.2.3"},
		{"en", "-5 2-2", "to -5, 2-2", "0 -5|1 -5|2 2-2|3 2-2"},

		{"en", "couches", "a sofa", "0 sofa"},
		{"uk", "handy", "Mobiltelefon", "0 Mobiltelefon"},

		{"ja", "返品ポリシー", "当店の返品について", "0 返品"},
		{"ja", "返品", "返品ﾎﾟﾘｼｰ", "0 返品"},
		{"ja", "返", "返 品", "0 返"},
		{"en", "", "tent", ""},
		{"en", "tent", "", ""},
	} {
		x := index.New(index.Options{Synonyms: [][]string{{"sofa", "couch"}, {"handy", "mobiltelefon"}}})
		x.Put(page(1, c.language, "", c.text))
		got := places(x.Finder(x.Search(index.ParseQuery(c.query)).Words, c.language), c.text)
		if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%s: %q in %q (-want +got):\n%s", c.language, c.query, c.text, diff)
		}
	}
}

// TestFinderInstead finds in other texts what was taken instead of words that an index lacks.
func TestFinderInstead(t *testing.T) {
	x := index.New(index.Options{Synonyms: [][]string{{"sofa", "couch"}}})
	x.Put(page(1, "en", "Shipping costs", "Sleeping bags"))
	x.Put(page(2, "de", "Versand", "Kosten der Schlafsäcke im Zelt"))
	for _, c := range []struct{ language, query, text, want string }{
		{"en", "shippnig", "Shipping, ship, shippnig", "0 Shipping|0 ship"},
		{"de", "versandkosten", "Versand, Kosten, Versandkosten", "0 Versand|1 Kosten"},
		{"en", "sle", "Sleep or SLEEPING, asleep", "0 Sleep|0 SLEEPING"},
		{"en", "kayak", "Kayaks", "0 Kayaks"},
		{"de", "zelts", "Zelt, Zelte", "0 Zelt|0 Zelte"},
		{"fr", "zelts the couches", "the Zelt, zelts, sofa", "1 the|0 Zelt|0 zelts|2 sofa"}, // no document is French
	} {
		got := places(x.Finder(x.Search(index.ParseQuery(c.query)).Words, c.language), c.text)
		if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%s: %q in %q (-want +got):\n%s", c.language, c.query, c.text, diff)
		}
	}
}

func TestPhrase(t *testing.T) {
	for _, c := range []struct {
		phrase, text string
		want         bool
	}{
		{"return policy", "Our Return\n policy.", true},
		{"return policy", "Return – „Policy“", true},
		{"return policy", "return the policy", false},
		{"return policy", "return policies", false},
		{"policy return", "return policy", false},
		{"the the tent", "the the the tent", true},
		{"a b a c", "a b a b a c", true},
		{"a b a c", "a b a b c", false},
		{"großes zelt", "GROSSES ZELT", true},
		{"Café Zürich", "cafe zurich", true},
		{"м’ята і чай", "М'ята, і чай", true},
		{"usb-c cable", "USB C cable", true},
		{"usb-c cable", "a USB-C cable", true},
		{"on 31.12.2026", "on 31.12.2026", true},
		{"1,980 g", "1980 g", true},
		{"返品ポリシー", "当店の返品ポリシーについて", true},
		{"返品ポリシー", "返品のポリシー", false},
		{"tent", "tents", false},
		{"", "anything", true},
		{" - !", "", true},
		{"a", "", false},
	} {
		if got := index.NewPhrase(c.phrase).In(c.text); got != c.want {
			t.Errorf("%q in %q: %v", c.phrase, c.text, got)
		}
	}
}

// TestLongPhrases looks for phrases in long texts. That takes no memory that grows with the text.
func TestLongPhrases(t *testing.T) {
	phrase := index.NewPhrase(strings.Repeat("größe ", 1000) + "end")
	text := strings.Repeat("größe ", 1<<17)
	if phrase.In(text) || !phrase.In(text+"end") {
		t.Error("the phrase is found only with its end")
	}
	if n := testing.AllocsPerRun(1, func() { phrase.In(text) }); n > 20 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzPhrase checks that a text has every phrase that it is cut to at white space.
func FuzzPhrase(f *testing.F) {
	f.Add("Our return policy", 1, 2)
	f.Add("a a b a a a b MG-T-010 1.2.3 返品ポリシー", 3, 4)
	f.Fuzz(func(t *testing.T, text string, from, n int) {
		fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' })
		if from < 0 || n < 0 || from > len(fields) || n > len(fields)-from {
			return
		}
		if phrase := strings.Join(fields[from:from+n], "\n"); !index.NewPhrase(phrase).In(text) {
			t.Errorf("%q is not in %q", phrase, text)
		}
	})
}

// FuzzFinder checks that a finder finds words where the index has documents with them, and only in the text.
func FuzzFinder(f *testing.F) {
	f.Add("The tents of MG-T-010", "tent t010 sle")
	f.Add("м'ята ﬁ 返品ポリシー \xff", "ф 返品 mo")
	f.Fuzz(func(t *testing.T, text, query string) {
		for _, language := range []string{"en", "de", "uk", ""} {
			x := build(page(1, language, "", text))
			result := x.Search(index.ParseQuery(query))
			var found, last int
			x.Finder(result.Words, language).Each(text, func(word, from, to int) {
				if from < last || from >= to || to > len(text) {
					t.Fatalf("%q: a word from %d to %d behind %d", text, from, to, last)
				}
				found, last = found|1<<word, from
			})
			for word := range result.Words {
				if len(result.Hits) > 0 && result.Hits[0].Has(word) && found&(1<<word) == 0 {
					t.Fatalf("%s: %q has %+v, but it is not found", language, text, result.Words[word])
				}
			}
		}
	})
}
