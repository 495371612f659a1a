package index

// Document is what the index is made of.
type Document struct {
	ID       int64
	Kind     uint8  // whatever the caller tells apart
	Language string // a code such as de; empty if it is not known
	Fields   [Fields]string
	Address  string // at which links find the document; empty: none
	Links    []Link
}

// Field is a part of a document.
type Field uint8

// The fields, by their weights.
const (
	Title Field = iota
	Headings
	Intro     // introtext and description
	Values    // template variables
	Ancestors // their titles
	Text
	Template // its name
	Fields   // how many there are
)

// weights and lengths are parameters of BM25F: what a word counts in a field, and how much a long field lowers that,
// which is b.
var (
	weights = [Fields]float32{Title: 5, Headings: 2, Intro: 2, Values: 2, Ancestors: 1.5, Text: 1, Template: 0.5}
	lengths = [Fields]float32{
		Title: 0.5, Headings: 0.75, Intro: 0.5, Values: 0.5, Ancestors: 0.5, Text: 0.75, Template: 0.5,
	}
)

// indexed is what the index keeps of a document, beside its words.
type indexed struct {
	id      int64
	address uint64         // checksum
	links   string         // packed
	length  [Fields]uint16 // in words
	title   uint8          // words of the title that are no stop words
	lexicon uint8
	gone    bool
	short   bool // its text is not whole
}
