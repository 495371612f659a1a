package main

import (
	"math/rand/v2"
	"strings"
)

// alphabets are the consonants and vowels from which the words of each language are made.
var alphabets = []struct{ consonants, vowels string }{
	{"bdfghklmnprstvw", "aeiou"},
	{"bdfghklmnprstwz", "aeiouäöü"},
	{"бвгдзклмнпрст", "аеиоуі"},
}

// vocabulary is the words of a language, the most frequent first.
type vocabulary []string

// vocabularySize is the number of words of a language.
const vocabularySize = 5000

// newVocabulary makes the words of a language. They have 4 to 8 letters.
func newVocabulary(seed uint64, language int) vocabulary {
	alphabet := alphabets[language]
	random := rand.New(rand.NewPCG(seed, uint64(1<<40+language)))
	consonants, vowels := []rune(alphabet.consonants), []rune(alphabet.vowels)
	words, known := make(vocabulary, 0, vocabularySize), map[string]bool{}
	for len(words) < vocabularySize {
		var word strings.Builder
		for range 2 + random.IntN(3) {
			word.WriteRune(consonants[random.IntN(len(consonants))])
			word.WriteRune(vowels[random.IntN(len(vowels))])
		}
		if !known[word.String()] {
			known[word.String()] = true
			words = append(words, word.String())
		}
	}
	return words
}

// word draws a word: the most frequent are drawn as often as in real texts.
func (v vocabulary) word(zipf *rand.Zipf) string { return v[zipf.Uint64()] }

func frequencies(random *rand.Rand) *rand.Zipf {
	return rand.NewZipf(random, 1.1, 10, vocabularySize-1)
}

// words draws some words.
func (v vocabulary) words(random *rand.Rand, n int) string {
	zipf := frequencies(random)
	words := make([]string, n)
	for i := range words {
		words[i] = v.word(zipf)
	}
	return strings.Join(words, " ")
}

// html draws a rich text of about that many bytes, with a link. One text in 30 has a snippet call.
func (v vocabulary) html(random *rand.Rand, bytes int, link string) string {
	zipf := frequencies(random)
	var text strings.Builder
	text.WriteString("<h2>" + v.word(zipf) + "</h2>")
	for text.Len() < bytes {
		text.WriteString("<p>")
		for range 30 {
			text.WriteString(v.word(zipf))
			text.WriteByte(' ')
		}
		text.WriteString("<a href=\"[~" + link + "~]\">" + v.word(zipf) + "</a>.</p>")
	}
	if random.IntN(30) == 0 {
		text.WriteString("[[Related? &tpl=`" + v.word(zipf) + "`]]")
	}
	return text.String()
}
