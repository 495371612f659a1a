package index

import (
	"math"

	"emcp/internal/index/words"
)

// maxLength is the most words of a field that count.
const maxLength = math.MaxUint16

// draft has the words of a document before they are added. Only the writer uses it, and it reads the lexicon without a
// lock, because nobody else changes it.
type draft struct {
	words  []draftWord
	known  map[uint32]int // by the entry: place in words
	others map[string]int // by the form
	length [Fields]uint16
	title  uint8
}

type draftWord struct {
	form  string // if the lexicon lacks it
	entry uint32 // otherwise
	times frequencies
}

// read reads a document, and that many words of its text. It reports whether that is not the whole text.
func (d *draft) read(l *lexicon, document Document, textWords int) (shortened bool) {
	if d.known == nil || len(d.words) > maxKept { // a huge document leaves no huge maps behind
		d.known, d.others, d.words = map[uint32]int{}, map[string]int{}, nil
	}
	clear(d.known)
	clear(d.others)
	d.words, d.length, d.title = d.words[:0], [Fields]uint16{}, 0
	telling := 0
	for field, text := range document.Fields {
		n, most := 0, maxLength
		if Field(field) == Text {
			most = textWords
		}
		words.Each(text, func(w words.Word) {
			if n >= most {
				shortened = shortened || Field(field) == Text
				return
			}
			if !w.Whole {
				n++
				if Field(field) == Title && !l.language.IsStop(string(w.Form)) {
					telling++
				}
			}
			d.add(l, w.Form, field)
		})
		d.length[field] = uint16(n)
	}
	if telling == 0 {
		telling = int(d.length[Title])
	}
	d.title = uint8(min(telling, math.MaxUint8))
	return shortened
}

// maxKept is up to how many different words of a document the memory is used again.
const maxKept = 10_000

func (d *draft) add(l *lexicon, form []byte, field int) {
	number, known := l.texts.find(form)
	if known && !l.entries[number].form {
		known = false // so far it is only a key
	}
	var at int
	var ok bool
	if known {
		at, ok = d.known[number]
	} else {
		at, ok = d.others[string(form)]
	}
	if !ok {
		at = len(d.words)
		w := draftWord{entry: number}
		if known {
			d.known[number] = at
		} else {
			w.form = string(form)
			d.others[w.form] = at
		}
		d.words = append(d.words, w)
	}
	if times := &d.words[at].times[field]; *times < math.MaxUint16 {
		*times++
	}
}
