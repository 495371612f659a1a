package language

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// codes has the ISO 639-1 codes of the known languages. Each has further names: other codes in use, and the name of the
// language in the language itself and in English.
var codes = map[string]string{
	"ar": "العربية arabic", "be": "by беларуская belarusian", "bg": "български bulgarian",
	"cs": "cz čeština cestina czech",
	"da": "dk dansk danish", "de": "ger deu deutsch german", "el": "gr ελληνικά greek", "en": "eng english",
	"es": "esp español espanol spanish",
	"et": "eesti estonian", "fi": "suomi finnish", "fr": "fra français francais french", "he": "עברית hebrew",
	"hr": "hrvatski croatian",
	"hu": "magyar hungarian", "hy": "հայերեն armenian", "it": "ita italiano italian", "ja": "jp 日本語 japanese",
	"ka": "ქართული georgian",
	"kk": "kz қазақша kazakh", "ko": "kr 한국어 korean", "lt": "lietuvių lithuanian", "lv": "latviešu latvian",
	"nb": "norsk norwegian",
	"nl": "nederlands dutch", "pl": "pol polski polish", "pt": "português portuguese", "ro": "română romana romanian",
	"ru": "rus русский russian", "sk": "slovenčina slovencina slovak", "sl": "slovenščina slovene slovenian",
	"sr": "srpski српски serbian",
	"sv": "svenska swedish", "th": "ไทย thai", "tr": "türkçe turkce turkish",
	"uk": "ua ukr українська ukrainska ukrainian",
	"zh": "cn 中文 chinese",
}

// names maps each name to its code.
var names = func() map[string]string {
	all := map[string]string{}
	for code, others := range codes {
		all[code] = code
		for name := range strings.FieldsSeq(others) {
			all[name] = code
		}
	}
	return all
}()

// Names returns all names and codes that Code knows, sorted.
func Names() []string { return slices.Sorted(maps.Keys(names)) }

// Code returns the ISO 639-1 code of a language for its code, its code with a country (de-AT, pt_BR), or its name in
// the language itself or in English. It returns "" for any other text.
func Code(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if code, ok := names[name]; ok {
		return code
	}
	if language, _, ok := strings.Cut(strings.ReplaceAll(name, "_", "-"), "-"); ok && len(language) == 2 {
		return names[language]
	}
	return ""
}

// scripts are scripts that only one language uses on most sites.
var scripts = []struct {
	code  string
	table *unicode.RangeTable
}{
	{"ja", unicode.Hiragana}, {"ja", unicode.Katakana}, {"ko", unicode.Hangul}, {"el", unicode.Greek},
	{"he", unicode.Hebrew},
	{"ar", unicode.Arabic}, {"th", unicode.Thai}, {"ka", unicode.Georgian}, {"hy", unicode.Armenian}, {"zh", unicode.Han},
}

// letters are letters by which languages with Cyrillic letters differ. Bulgarian has ъ in many words, Russian in few.
var letters = map[rune]string{
	'і': "uk", 'ї': "uk", 'є': "uk", 'ґ': "uk", 'ы': "ru", 'э': "ru", 'ё': "ru", 'ў': "be", 'ъ': "bg", 'ј': "sr",
	'љ': "sr", 'њ': "sr", 'ә': "kk", 'қ': "kk", 'ң': "kk",
}

// frequent are words that are frequent in one language with Latin letters, and in few others.
var frequent = func() map[string][]string {
	all := map[string][]string{} // codes of languages by word
	for code, words := range map[string]string{
		"cs": "je není jsou být nebo který která pro při také jako jsme vám až podle však naše",
		"da": "og er ikke det af til med som vi jeg har blev fra denne hvor efter også",
		"de": "der die das und ist nicht mit für von auf ein eine den dem des sich auch bei wir sie wird werden sind oder " +
			"zum zur im ab",
		"en": "the and of to is are with for this that you your our from not be by we or was have has which when will it " +
			"on as at",
		"es": "el los las una y es con para por que del como más nuestro su sus está son pero también desde nosotros",
		"et": "ja on ei see mis kui ka oma meie või saab kõik siis välja",
		"fi": "ja on ei että se tai ovat joka kanssa myös meidän sekä mutta voit",
		"fr": "le les des et est une du pour dans que qui avec sur pas vous nous au aux ou par plus sont votre notre ce " +
			"cette",
		"hr": "je su nije ili koji koja za od se naše također kako biti uz te",
		"hu": "az és nem hogy egy van meg is ez vagy csak már minden után",
		"it": "il gli che di è una per con non sono del della dei nel alla più anche questo nostro come",
		"lt": "ir yra kad ne su iš bet tai kaip ar mūsų nuo į visi",
		"lv": "un ir ar no uz vai kas par ne mūsu lai kā arī pēc",
		"nb": "og er ikke det av til med som vi jeg har ble fra denne hvor etter også på",
		"nl": "de het een en van is niet op met voor zijn aan bij wij je uw ook worden deze naar onze",
		"pl": "i w na jest nie się z do że są lub dla przez oraz jak po który która nasze ich od",
		"pt": "os uma e é com para por não que do da dos das no na mais como seu sua são nosso você também",
		"ro": "și este cu pentru din nu la care sau sunt mai prin noastre pe în al ale",
		"sk": "je nie sú byť alebo ktorý ktorá pre pri tiež ako sme vám až podľa však naše",
		"sl": "je so ni ali ki za od se naše tudi kako biti pri ter",
		"sv": "och är inte det att till med som vi jag har från denna där efter också på av för",
		"tr": "ve bir bu için ile olarak da de değil daha çok gibi olan var sizin",
	} {
		for word := range strings.FieldsSeq(words) {
			all[word] = append(all[word], code)
		}
	}
	return all
}()

const (
	// longestRead bounds how much of a text is read, in bytes.
	longestRead = 64 << 10
	// fewest is the smallest number of clues that decides for a language. A text of two sentences has that many.
	fewest = 3
)

// Detect returns the ISO 639-1 code of the language of most of a plain text. It returns "" if the text is too short, or
// in an unknown language. Only the first 64 KiB are read.
func Detect(text string) string {
	text = text[:min(len(text), longestRead)]
	points := map[string]int{}
	cyrillic, latin := 0, 0
	for _, r := range text {
		switch {
		case r < unicode.MaxASCII && unicode.IsLetter(r), unicode.Is(unicode.Latin, r):
			latin++
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic++
			if code, ok := letters[unicode.ToLower(r)]; ok {
				points[code]++
			}
		default:
			for _, script := range scripts {
				if unicode.Is(script.table, r) {
					points[script.code]++
					break
				}
			}
		}
	}
	if points["ja"] > 0 { // Japanese is also written with Han characters
		points["ja"] += points["zh"]
		delete(points, "zh")
	}
	if latin > cyrillic && latin > most(points, "").points {
		points = map[string]int{}
		for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
			for _, code := range frequent[word] {
				points[code]++
			}
		}
	} else if points["ru"] > 0 { // few Russian words have ъ
		delete(points, "bg")
	}
	best := most(points, "")
	if best.points < fewest || 3*best.points < 4*most(points, best.code).points { // another language is nearly as likely
		return ""
	}
	return best.code
}

// scored is a language with its number of clues.
type scored struct {
	code   string
	points int
}

// most returns the language with the most clues, except the given one.
func most(points map[string]int, but string) (best scored) {
	all := make([]string, 0, len(points))
	for code := range points {
		all = append(all, code)
	}
	slices.Sort(all)
	for _, code := range all {
		if code != but && points[code] > best.points {
			best = scored{code, points[code]}
		}
	}
	return best
}
