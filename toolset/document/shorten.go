package document

import (
	"sort"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// shortest is the least length to which a rich text is cut to make a list fit, in characters.
const shortest = 200

// roomForCut estimates the size of the members that report a cut text, in bytes.
const roomForCut = 100

// Shorten cuts the longest rich texts of documents so that they lose that many bytes in total.
func Shorten(items []*Item, excess int) error {
	var texts []*richText
	for _, item := range items {
		texts = append(texts, item.texts...)
		excess += roomForCut
	}
	length, err := commonLength(texts, excess)
	if err != nil {
		return err
	}
	for _, t := range texts {
		t.cut(length)
	}
	return nil
}

// commonLength returns the length in characters to which texts must be cut so that they lose the given number of bytes
// in total.
func commonLength(texts []*richText, excess int) (int, error) {
	type measure struct{ characters, bytes int }
	measures, longest := make([]measure, len(texts)), shortest
	for i, t := range texts {
		quoted, err := jsontext.AppendQuote(nil, **t.text)
		if err != nil {
			return 0, err
		}
		measures[i] = measure{utf8.RuneCountInString(**t.text), len(quoted)}
		longest = max(longest, measures[i].characters)
	}
	lost := func(length int) (sum int) {
		for _, m := range measures {
			if m.characters > length {
				sum += m.bytes - m.bytes*length/m.characters
			}
		}
		return sum
	}
	// Find the smallest cut that is enough: it leaves the longest texts.
	cut := sort.Search(longest-shortest, func(cut int) bool { return lost(longest-cut) >= excess })
	return longest - cut, nil
}
