package words

import (
	"slices"
	"strings"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"
)

// Language is how the words of a language are read. Its methods may be called at the same time.
type Language struct {
	code   string
	stem   func(string) string
	script *unicode.RangeTable // of the words that are stemmed
	elides bool                // articles are joined to words by an apostrophe, as in l'eau
	stop   map[string]bool
}

// LanguageOf returns the language of a code such as de or de-AT. Words of a language that it does not know are not
// stemmed.
func LanguageOf(code string) *Language {
	code, _, _ = strings.Cut(strings.ReplaceAll(strings.ToLower(code), "_", "-"), "-")
	if l, ok := languages[code]; ok {
		return l
	}
	return &Language{code: code, stem: func(form string) string { return form }}
}

// Code returns the first part of the language's code, in lower case.
func (l *Language) Code() string { return l.code }

// Compounds reports whether the language forms words of others, as German does with Zeltstange.
func (l *Language) Compounds() bool {
	return slices.Contains([]string{"da", "de", "fi", "hu", "nb", "nl", "no", "sv"}, l.code)
}

// IsStop reports whether a form is so frequent in the language that a search leaves it out if it has other words.
func (l *Language) IsStop(form string) bool { return l.stop[form] }

// Keys returns the keys of a form. There are two where the stem of the form differs from that of the form without
// accents, so that people find words whose accents they leave out.
func (l *Language) Keys(form string) []string {
	bare := form
	if at := strings.LastIndexByte(form, '\''); l.elides && at >= 0 && at < len(form)-1 {
		bare = form[at+1:]
	}
	folded := Fold(bare)
	if l.script == nil || strings.ContainsFunc(bare, func(r rune) bool { return r != '\'' && !unicode.Is(l.script, r) }) {
		return []string{folded}
	}
	key := Fold(l.stem(bare))
	if other := Fold(l.stem(folded)); other != key {
		return []string{key, other}
	}
	return []string{key}
}

// languages are the languages whose words are stemmed, by their codes.
var languages = map[string]*Language{
	"da": snowball("da", danish.Stem),
	"de": snowball("de", german.Stem),
	"en": snowball("en", english.Stem),
	"es": snowball("es", spanish.Stem),
	"fi": snowball("fi", finnish.Stem),
	"fr": snowball("fr", french.Stem),
	"hu": snowball("hu", hungarian.Stem),
	"it": snowball("it", italian.Stem),
	"nl": snowball("nl", dutch.Stem),
	"no": snowball("no", norwegian.Stem),
	"nb": snowball("nb", norwegian.Stem),
	"pt": snowball("pt", portuguese.Stem),
	"ro": snowball("ro", romanian.Stem),
	"ru": snowball("ru", russian.Stem),
	"sv": snowball("sv", swedish.Stem),
	"tr": snowball("tr", turkish.Stem),
	"uk": {code: "uk", stem: ukrainianStem, script: unicode.Cyrillic, stop: stopWords["uk"]},
}

func snowball(code string, stem func(*snowballstem.Env) bool) *Language {
	l := &Language{code: code, script: unicode.Latin, elides: code == "fr" || code == "it", stop: stopWords[code]}
	if code == "ru" {
		l.script = unicode.Cyrillic
	}
	l.stem = func(form string) string {
		env := snowballstem.NewEnv(form)
		stem(env)
		return env.Current()
	}
	return l
}
