package index_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"emcp/internal/index"
)

// corpus is a generated site: documents of 300 words on average in three languages, whose words are as frequent as in
// real texts (Zipf).
type corpus struct{ words [3][]string }

var languages = [3]string{"en", "de", "uk"}

const vocabulary = 70_000 // words of a language

var newCorpus = sync.OnceValue(func() *corpus {
	c := &corpus{}
	random := rand.New(rand.NewPCG(11, 11))
	for i, syllables := range [3][]string{
		strings.Fields("ba de fi go lu ma ne pi ro su ta ver wi ing er est and tion al ly"),
		strings.Fields("ba de fi go lü mä ne pi rö su ta ver wi ung er keit und lich al ein"),
		strings.Fields("ба де фі го лу ма не пи ро су та вер ви ння ер ість ів ськ ал ко"),
	} {
		known := map[string]bool{}
		for len(c.words[i]) < vocabulary {
			var word strings.Builder
			for range 2 + random.IntN(3) {
				word.WriteString(syllables[random.IntN(len(syllables))])
			}
			if text := word.String(); !known[text] {
				known[text] = true
				c.words[i] = append(c.words[i], text)
			}
		}
	}
	return c
})

// word draws a word, frequent ones more often.
func (c *corpus) text(random *rand.Rand, language, n int) string {
	zipf := rand.NewZipf(random, 1.15, 4, vocabulary-1)
	var text strings.Builder
	for range n {
		text.WriteString(c.words[language][zipf.Uint64()])
		text.WriteByte(' ')
	}
	return text.String()
}

func (c *corpus) document(id int64) index.Document {
	random := rand.New(rand.NewPCG(12, uint64(id)))
	language := int(id % 3)
	d := index.Document{ID: id, Language: languages[language]}
	for field, n := range map[index.Field]int{
		index.Title: 2 + random.IntN(4), index.Headings: random.IntN(12), index.Intro: 10 + random.IntN(20),
		index.Values: random.IntN(10), index.Ancestors: 3, index.Text: 50 + random.IntN(450), index.Template: 1,
	} {
		d.Fields[field] = c.text(random, language, n)
	}
	d.Fields[index.Values] += "MG-" + strconv.FormatInt(id, 10)
	return d
}

func (c *corpus) documents(n int) iter.Seq[index.Document] {
	return func(yield func(index.Document) bool) {
		for id := range int64(n) {
			if !yield(c.document(id)) {
				return
			}
		}
	}
}

// indexes are built once for all benchmarks.
var indexes = map[int]*index.Index{}

func indexOf(b *testing.B, documents int) *index.Index {
	b.Helper()
	if indexes[documents] == nil {
		indexes[documents] = index.Build(index.Options{}, newCorpus().documents(documents))
	}
	return indexes[documents]
}

func BenchmarkBuild(b *testing.B) {
	all := slices.Collect(newCorpus().documents(10_000))
	began := processor(b)
	for b.Loop() {
		index.Build(index.Options{}, slices.Values(all))
	}
	b.ReportMetric((processor(b)-began).Seconds()/float64(b.N), "cpu-s/op")
}

// BenchmarkSearch reports the median of searches for words of any frequency.
func BenchmarkSearch(b *testing.B) {
	for _, documents := range []int{10_000, 100_000} {
		for _, words := range []int{1, 3} {
			b.Run(fmt.Sprintf("%d documents, %d words", documents, words), func(b *testing.B) {
				x, random := indexOf(b, documents), rand.New(rand.NewPCG(13, 13))
				var times []time.Duration
				for b.Loop() {
					q := index.ParseQuery(newCorpus().text(random, random.IntN(3), words))
					q.Limit = 50_000 // as calls search
					began := time.Now()
					x.Search(q)
					times = append(times, time.Since(began))
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2].Microseconds()), "us/p50")
				b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "us/p99")
			})
		}
	}
}

// BenchmarkCorrection searches for words that the index lacks.
func BenchmarkCorrection(b *testing.B) {
	x, random := indexOf(b, 100_000), rand.New(rand.NewPCG(14, 14))
	began := processor(b)
	for b.Loop() {
		word := newCorpus().text(random, 0, 1)
		x.Search(index.ParseQuery(word[:2] + "q" + word[2:]))
	}
	b.ReportMetric((processor(b)-began).Seconds()*1000/float64(b.N), "cpu-ms/op")
}

// BenchmarkUpdate replaces documents.
func BenchmarkUpdate(b *testing.B) {
	x, random := indexOf(b, 100_000), rand.New(rand.NewPCG(15, 15))
	var all []index.Document
	for range 1000 {
		all = append(all, newCorpus().document(random.Int64N(100_000)))
	}
	for i := 0; b.Loop(); i++ {
		x.Put(all[i%len(all)])
	}
}

// BenchmarkMemory reports how much memory an index takes, and the process with it.
func BenchmarkMemory(b *testing.B) {
	for _, documents := range []int{10_000, 100_000} {
		b.Run(strconv.Itoa(documents), func(b *testing.B) {
			for b.Loop() {
				clear(indexes)
				newCorpus()
				before := heap()
				x := index.Build(index.Options{}, newCorpus().documents(documents))
				resident := resident(b)
				b.ReportMetric(float64(heap()-before)/(1<<20), "MiB/index")
				b.ReportMetric(float64(x.Stats().Bytes)/(1<<20), "MiB/told")
				b.ReportMetric(resident/(1<<20), "MiB/resident")
				b.ReportMetric(float64(x.Stats().Words), "words")
				runtime.KeepAlive(x)
			}
		})
	}
}

// processor returns the processor time of the process, which other load does not change.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func heap() uint64 {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// resident returns the resident memory of the process in bytes.
func resident(b *testing.B) float64 {
	b.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		b.Skip(err)
	}
	pages, err := strconv.ParseFloat(strings.Fields(string(text))[1], 64)
	if err != nil {
		b.Fatal(err)
	}
	return pages * float64(os.Getpagesize())
}
