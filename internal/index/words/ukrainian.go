package words

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// ukrainianStem returns the beginning that the forms of a Ukrainian word have in common. It removes one ending, and
// then evens out what changes in front of endings. It is light: it finds too few forms rather than other words.
func ukrainianStem(form string) string {
	stem := strings.ReplaceAll(form, "'", "")
	for _, reflexive := range []string{"ся", "сь"} {
		if rest, ok := strings.CutSuffix(stem, reflexive); ok && utf8.RuneCountInString(rest) >= 4 {
			stem = rest
			break
		}
	}
	for _, e := range ukrainianEndings {
		if rest, ok := strings.CutSuffix(stem, e.text); ok && utf8.RuneCountInString(rest) >= e.least {
			stem = rest + e.instead
			break
		}
	}
	return evened(stem)
}

// evened returns a stem without changes in front of endings: the second of two equal letters (знання, знань), a vowel
// that only some forms have (куртка, курток), and ц for к (сторінка, сторінці).
func evened(stem string) string {
	letters := []rune(stem)
	n := len(letters)
	if n >= 4 && letters[n-1] == letters[n-2] {
		letters = letters[:n-1]
		n--
	}
	if n >= 4 && letters[n-1] == 'ц' {
		letters[n-1] = 'к'
	}
	if n >= 4 && letters[n-1] == 'к' && (letters[n-2] == 'о' || letters[n-2] == 'е') {
		letters = append(letters[:n-2], 'к')
	}
	return string(letters)
}

// ending is an ending of words.
type ending struct {
	text    string
	least   int    // letters that stand before it at least
	instead string // that replaces it
}

// ukrainianEndings are the endings of nouns and adjectives, and the most usual of verbs, the longest first.
var ukrainianEndings = func() []ending {
	var all []ending
	for _, group := range []struct {
		least   int
		instead string
		endings string
	}{
		{3, "", "а у о и і е є ю я ї ь й"}, // one letter
		{3, "", "ам ям ом ем єм ах ях ою ею єю ів їв ей ий ій их їх им їм ої ами ями ьми еї ого ому ими їми ього ьому ьою"},
		{4, "", "ити ати яти іти ути ють ять ать ить ємо имо емо ете єте ите ила ило или ала ало али яла яло яли"},
		{3, "", "увати ювати ує ює юєте уєте уємо юємо ують юють уєш юєш ував ював увала увало ували"},
		{3, "", "ування уванню уванням уванні увань"},
		// Nouns of verbs: повернення, відкликання.
		{4, "", "ення енню енням енні ень ання анню анням анні ань"},
		// Participles: відчинений, зачинена.
		{4, "", "ений ена ене ені еного еному еним ених ену еної еною"},
		{3, "іст", "ість істю ості остей остям остями остях"},
	} {
		for text := range strings.FieldsSeq(group.endings) {
			all = append(all, ending{text, group.least, group.instead})
		}
	}
	slices.SortStableFunc(all, func(a, b ending) int { return len(b.text) - len(a.text) })
	return all
}()
