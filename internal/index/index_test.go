package index_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/internal/index"
)

// page returns a document with a title and a text.
func page(id int64, language, title, text string) index.Document {
	d := index.Document{ID: id, Language: language}
	d.Fields[index.Title], d.Fields[index.Text] = title, text
	return d
}

func build(documents ...index.Document) *index.Index {
	return index.Build(index.Options{}, slices.Values(documents))
}

// find returns the ids of what a query finds.
func find(x *index.Index, text string) []int64 {
	var ids []int64
	for _, hit := range x.Search(index.ParseQuery(text)).Hits {
		ids = append(ids, hit.ID)
	}
	return ids
}

func TestOrder(t *testing.T) {
	x := build(
		page(1, "en", "Prize for our tents", "A jury liked the tent, and a tent it is."),
		page(2, "en", "Tents", "For one to six people."),
		page(3, "en", "Stoves", "They burn in front of a tent."),
		page(4, "de", "Zelte in Zürich", "Für eine bis sechs Personen. MG-T-010"),
		page(5, "uk", "Намети", "Для двох людей."),
	)
	for query, want := range map[string][]int64{
		"tent":                        {2, 1, 3},
		"Tents!":                      {2, 1, 3},
		"the tents of a jury":         {1, 2, 3},
		"Zelt":                        {4},
		"zurich":                      {4},
		"mgt010":                      {4},
		"MG-T-010":                    {4},
		"намет":                       {5},
		"stovse":                      {3}, // swapped
		"peop":                        {2},
		"kayak":                       nil,
		"":                            nil,
		"the":                         {1}, // there is no other word
		"tent зелень":                 {2, 1, 3},
		strings.Repeat("x ", 100):     nil,
		"one two three four five six": {2},
		"zelttents":                   nil, // words of two languages
	} {
		if diff := cmp.Diff(want, find(x, query)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
}

func TestWords(t *testing.T) {
	x := build(
		page(1, "en", "Shipping costs", "Sleeping bags and tent poles"),
		page(2, "de", "Versand", "Kosten der Schlafsäcke im Zelt"),
		page(3, "en", "Poles", ""),
	)
	type word struct {
		How       index.How
		Taken     string
		Documents int
	}
	for query, want := range map[string][]word{
		"poles":         {{index.AsWritten, "", 2}},
		"pole":          {{index.AsWritten, "", 2}},
		"shippnig":      {{index.Corrected, "shipping", 1}},
		"versandkosten": {{index.Split, "versand", 1}, {index.Split, "kosten", 1}},
		"schlafsacke":   {{index.AsWritten, "", 1}},
		"ship":          {{index.AsWritten, "", 1}},
		"sle":           {{index.Beginning, "sleeping", 1}},
		"slepo":         {{index.Nowhere, "", 0}},
		"zel7":          {{index.Beginning, "zelt", 1}, {index.Nowhere, "", 0}},
	} {
		var got []word
		for _, w := range x.Search(index.ParseQuery(query)).Words {
			got = append(got, word{w.How, strings.Join(w.Taken, " "), w.Documents})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
}

// TestSplit takes words for two, if documents have both near each other.
func TestSplit(t *testing.T) {
	long := strings.Repeat("something else ", 20)
	x := build(
		page(1, "en", "Tents", "The whole range. "+long+" The sale ends soon."),
		page(2, "en", "Tent pegs", long),
		page(3, "en", "Pegs", "A whole bag"),
		page(4, "en", "Sale", "Only a bag"),
		page(5, "de", "Stangen", long+"vom Zelt."),
		page(6, "de", "Kappe", ""), page(7, "de", "Regen", ""),
	)
	for query, want := range map[string][]string{
		"tentpegs":     {"tent", "pegs"},
		"tentpeg":      {"tent", "peg"},
		"bagwhole":     {"bag", "whole"},
		"wholesale":    nil, // in a long text
		"pegsale":      nil, // in different documents
		"tentsale":     nil, // one of them in a long text
		"pegwhole":     {"peg", "whole"},
		"zeltstangen":  {"zelt", "stangen"},
		"regenkappe":   nil,
		"stangenzelte": {"stangen", "zelte"},
	} {
		var got []string
		for _, w := range x.Search(index.ParseQuery(query)).Words {
			got = append(got, w.Taken...)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
	x.Remove(2)
	if got := find(x, "tentpegs"); got != nil {
		t.Errorf("found %d with both words in a document that is gone", got)
	}
}

func TestNearest(t *testing.T) {
	x := build(page(2, "de", "Versand", "Kosten der Schlafsäcke im Zelt"))
	if near := x.Nearest("shlafsacke", "de"); !cmp.Equal(near, []string{"schlafsäcke"}) {
		t.Errorf("near are %q", near)
	}
	x = build(page(1, "en", "Marking", ""), page(2, "en", "Marking", ""), page(3, "en", "Packing", ""))
	if near := x.Nearest("parking", ""); !cmp.Equal(near, []string{"packing"}) {
		t.Errorf("near to parking are %q", near)
	}
}

func TestFilters(t *testing.T) {
	x := build(page(1, "en", "Tent", ""), page(2, "de", "Tent", ""), page(3, "en", "Tent", ""), page(4, "en", "Tent", ""))
	q := index.ParseQuery("tent")
	q.Language, q.Only, q.Limit = "en", func(id int64) bool { return id != 1 }, 1
	r := x.Search(q)
	if len(r.Hits) != 1 || r.Hits[0].ID != 3 || r.Hits[0].Language != "en" || !r.Hits[0].Has(0) || r.Total != 2 {
		t.Errorf("found %+v", r)
	}
	if q.Limit = 0; len(x.Search(q).Hits) != 0 {
		t.Error("a limit of 0 has hits")
	}
}

// TestLanguageOfQuery checks that documents in the language of a query come before others that are about as good, and
// that no document is left out. A document in an unknown language is never behind for that.
func TestLanguageOfQuery(t *testing.T) {
	x := build(page(1, "de", "Kayak", ""), page(2, "en", "Kayak tours", ""), page(3, "", "Kayak", ""))
	for id := range int64(8) {
		x.Put(page(10+id, "de", "Reisen", "Fahrten."))
		x.Put(page(20+id, "en", "Trips", "For all."))
	}
	for query, want := range map[string][]int64{
		"kayak":          {1, 3, 2},
		"kayak fahrten":  {1, 3, 2, 10, 11},
		"kayak trips":    {3, 2, 1, 20, 21}, // a word of English documents
		"your kayak":     {2, 3, 1},         // a stop word
		"kayak trps":     {1, 3, 2},
		"kayak zeppelin": {1, 3, 2},
	} {
		if diff := cmp.Diff(want, find(x, query)[:len(want)]); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
}

func TestSynonyms(t *testing.T) {
	x := index.New(index.Options{Synonyms: [][]string{{"sofa", "couch"}, {"handy", "mobiltelefon"}}})
	x.Put(page(1, "en", "Couches", ""))
	x.Put(page(2, "de", "Mobiltelefone", ""))
	for query, want := range map[string][]int64{"sofas": {1}, "Handy": {2}, "couch": {1}} {
		if diff := cmp.Diff(want, find(x, query)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
}

// TestMaxBytes fills an index until texts become shorter, then not indexed at all.
func TestMaxBytes(t *testing.T) {
	x := index.New(index.Options{MaxBytes: 1 << 20})
	random := rand.New(rand.NewPCG(1, 1))
	for id := range int64(500) {
		var text strings.Builder
		for range 2000 {
			fmt.Fprintf(&text, "w%d ", random.IntN(100_000))
		}
		x.Put(page(id, "en", fmt.Sprint("title", id), text.String()))
	}
	s := x.Stats()
	if s.Bytes > 5<<18 || s.Shortened == 0 {
		t.Errorf("%+v", s)
	}
	if got := find(x, "title499"); !slices.Contains(got, 499) {
		t.Errorf("the last title finds %d", got)
	}
}

// letters make words that are near to each other.
var letters = strings.Fields("a b c de ein en ern s t ten 1 2 ü ї ка ок ність ' - sto ve ing")

func randomText(random *rand.Rand, most int) string {
	var text strings.Builder
	for range random.IntN(most + 1) {
		for range 1 + random.IntN(4) {
			text.WriteString(letters[random.IntN(len(letters))])
		}
		text.WriteByte(' ')
	}
	return text.String()
}

func randomDocument(random *rand.Rand, id int64) index.Document {
	d := index.Document{ID: id, Language: []string{"en", "de", "uk", "pl", ""}[random.IntN(5)]}
	for field := range d.Fields {
		d.Fields[field] = randomText(random, []int{3, 20}[random.IntN(2)])
	}
	return d
}

// TestIndexAfterChanges compares an index after many changes with one that is built of the same documents.
func TestIndexAfterChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	x, documents := index.New(index.Options{}), map[int64]index.Document{}
	for round := range 20 {
		for range 1 + random.IntN(60) {
			id := random.Int64N(300)
			if random.IntN(3) == 0 {
				x.Remove(id)
				delete(documents, id)
			} else {
				documents[id] = randomDocument(random, id)
				x.Put(documents[id])
			}
		}
		fresh := index.New(index.Options{})
		for _, d := range documents { // in any order
			fresh.Put(d)
		}
		for range 50 {
			q := index.ParseQuery(randomText(random, 4))
			q.Limit = 1 + random.IntN(400)
			if random.IntN(4) == 0 {
				q.Language = "de"
			}
			want, got := fresh.Search(q), x.Search(q)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(index.Hit{}), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("round %d: %+v (-fresh +changed):\n%s", round, q, diff)
			}
		}
		if a, b := fresh.Stats(), x.Stats(); a.Documents != b.Documents || a.Documents != len(documents) {
			t.Fatalf("%+v and %+v of %d documents", a, b, len(documents))
		}
	}
}

// TestReadersAndWriter searches while documents change. The race detector looks on.
func TestReadersAndWriter(*testing.T) {
	x := index.New(index.Options{})
	random := rand.New(rand.NewPCG(3, 3))
	var readers sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		readers.Go(func() {
			random := rand.New(rand.NewPCG(4, 4))
			for {
				select {
				case <-done:
					return
				default:
					x.Search(index.ParseQuery(randomText(random, 3)))
					x.Nearest("steinern", "")
					x.Stats()
				}
			}
		})
	}
	for range 300 {
		x.Put(randomDocument(random, random.Int64N(100)))
		x.Remove(random.Int64N(100))
	}
	close(done)
	readers.Wait()
}

func FuzzSearch(f *testing.F) {
	random := rand.New(rand.NewPCG(5, 5))
	x := index.New(index.Options{Synonyms: [][]string{{"sto", "ve"}}})
	for id := range int64(200) {
		x.Put(randomDocument(random, id))
	}
	for _, query := range []string{"stove", "einstein-ten", "ї ка'ок", "the \xff 返品ポリシー", "MG-T-010 -5"} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		q := index.ParseQuery(query)
		q.Limit = 1000 - len(query)%2*990
		r := x.Search(q)
		if min(r.Total, q.Limit) != len(r.Hits) || len(r.Words) > 32 {
			t.Fatalf("%q: %d hits of %d, %d words", query, len(r.Hits), r.Total, len(r.Words))
		}
		for i, hit := range r.Hits {
			if !(hit.Score >= 0) || i > 0 && hit.Score > r.Hits[i-1].Score {
				t.Fatalf("%q: hit %d has the score %v", query, i, hit.Score)
			}
		}
	})
}

// TestKinds compares searches of one kind with those of an index that has no others, after many changes.
func TestKinds(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	x, only := index.New(index.Options{}), index.New(index.Options{})
	for range 2000 {
		d := randomDocument(random, random.Int64N(400))
		d.Kind = uint8(d.ID % 3)
		x.Put(d)
		if d.Kind == 1 {
			only.Put(d)
		}
		if random.IntN(4) == 0 {
			x.Remove(d.ID)
			only.Remove(d.ID)
		}
	}
	found := map[int64]bool{}
	for range 200 {
		q := index.ParseQuery(randomText(random, 4))
		q.Limit = 400
		want := only.Search(q)
		q.Kinds = []uint8{1}
		if diff := cmp.Diff(want, x.Search(q), cmpopts.EquateComparable(index.Hit{})); diff != "" {
			t.Fatalf("other kinds count (-want +got):\n%s", diff)
		}
		q.Kinds = []uint8{0, 2}
		for _, hit := range x.Search(q).Hits {
			found[hit.ID%3] = true
		}
	}
	if !found[0] || found[1] || !found[2] {
		t.Errorf("kinds that were found: %v", found)
	}
	// Together, the kinds of a language tell the language of a query.
	y := index.New(index.Options{})
	for id := range int64(20) {
		d := page(id, []string{"en", "de"}[id%2], []string{"Boats for all", "Boote"}[id%2], "")
		d.Kind = uint8(id / 2 % 2)
		y.Put(d)
	}
	if r := y.Search(index.ParseQuery("boats for")); r.Language != "en" || r.Words[0].Documents != 10 {
		t.Errorf("%+v", r)
	}
}
