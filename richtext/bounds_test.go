package richtext_test

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"emcp/richtext"
)

// Limits that hold for every text.
const (
	growth     = 16  // bytes of the result per byte of the text
	stepGrowth = 24  // bytes read and written per byte of the text
	spare      = 600 // additional bytes for a short text
)

// effort is what a conversion costs.
type effort struct{ steps, allocated, written int }

// measure converts a text.
func measure(t *testing.T, text string, o richtext.Options) effort {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	part, steps := richtext.Steps(t.Context(), text, o)
	runtime.ReadMemStats(&after)
	return effort{steps, int(after.TotalAlloc - before.TotalAlloc), part.Total} //nolint:gosec // not that much
}

// TestEffortIsLinear doubles the length of every shape. What is read, written and allocated must at most double, and
// stay within its limits.
func TestEffortIsLinear(t *testing.T) {
	const n = 100_000
	for format, name := range richtext.Formats {
		for _, shape := range slices.Sorted(maps.Keys(shapes)) {
			t.Run(name+"/"+shape, func(t *testing.T) {
				o := richtext.Options{Format: richtext.Format(format), URL: url, Length: 20_000} //nolint:gosec // one of three
				short, long := shapes[shape](n), shapes[shape](2*n)
				once, twice := measure(t, short, o), measure(t, long, o)
				if 10*twice.steps > 22*once.steps+spare || twice.steps > stepGrowth*len(long) {
					t.Errorf("%d steps for %d bytes, %d for %d", once.steps, len(short), twice.steps, len(long))
				}
				if 10*twice.allocated > 22*once.allocated || twice.allocated > 12*len(long)+2<<20 {
					t.Errorf("%d bytes are allocated for %d, %d for %d", once.allocated, len(short), twice.allocated, len(long))
				}
				if twice.written > growth*len(long) {
					t.Errorf("%d bytes become %d characters", len(long), twice.written)
				}
			})
		}
	}
}

// TestMemoryOfLongTexts converts texts of the greatest length. A conversion may allocate about 1.6 times the length of
// the text in total. A call needs twice that length to read the text, and so stays below 32 MiB.
func TestMemoryOfLongTexts(t *testing.T) {
	for shape, format := range map[string]richtext.Format{
		"prose": richtext.Text, "letters": richtext.HTML, "one word": richtext.Markdown, "rowspan": richtext.Markdown,
		"colspan":        richtext.Markdown,
		"spans in a row": richtext.Markdown, "wide and long": richtext.Markdown, "long cell": richtext.Markdown,
		"double brackets":  richtext.Markdown,
		"quotes and lines": richtext.Markdown, "lists in lists": richtext.Markdown, "anchors with text": richtext.Markdown,
		"attributes": richtext.Markdown, "data": richtext.Markdown, "less than": richtext.Markdown,
		"references": richtext.Markdown,
	} {
		text := shapes[shape](richtext.MaxInput - 1000)
		o := richtext.Options{Format: format, URL: noURL, Length: 100_000}
		if allocated := measure(t, text, o).allocated; allocated > 13<<20 {
			t.Errorf("%s: %d bytes", shape, allocated)
		}
	}
}

// FuzzBounds checks that no text grows, or costs, more than its length allows.
func FuzzBounds(f *testing.F) {
	for _, shape := range shapes {
		f.Add(shape(200))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for format, name := range richtext.Formats {
			part, steps := richtext.Steps(t.Context(), text, richtext.Options{Format: richtext.Format(format), URL: noURL})
			if len(part.Text) > growth*len(text)+spare || steps > stepGrowth*len(text)+2*spare {
				t.Errorf("%s: %d bytes become %d, in %d steps", name, len(text), len(part.Text), steps)
			}
		}
	})
}

func noURL(int64) string { return "" }

// A text that is too long, becomes too long or has too many open tags is converted up to the limit.
func TestBounded(t *testing.T) {
	secret := "[[Form? &to=`secret`]]"
	for name, c := range map[string]struct {
		text    string
		o       richtext.Options
		bounded bool
		total   int
	}{
		"as long as may be": {strings.Repeat("a", richtext.MaxInput), richtext.Options{}, false, richtext.MaxInput},
		"too long":          {strings.Repeat("a", richtext.MaxInput) + "b", richtext.Options{}, true, richtext.MaxInput},
		"too long, in a letter": {
			"a" + strings.Repeat("ж", richtext.MaxInput/2), richtext.Options{Format: richtext.HTML}, true, richtext.MaxInput / 2,
		},
		"too long, in a tag": {
			strings.Repeat("a", richtext.MaxInput-10) + secret, richtext.Options{Format: richtext.HTML, Tags: true}, true,
			richtext.MaxInput - 10,
		},
		"too long, in markup": {
			strings.Repeat("a", richtext.MaxInput-3) + "<b>c</b>", richtext.Options{Format: richtext.HTML}, true,
			richtext.MaxInput - 3,
		},
		"becomes too long": {
			"a" + strings.Repeat("[~1~]", 100_000),
			richtext.Options{URL: func(int64) string { return strings.Repeat("u", 1000) }}, true, 2_065_001,
		},
		"written too long": {shapes["rules in quotes"](richtext.MaxInput), richtext.Options{}, true, richtext.MaxOutput},
		"too many open tags": {
			"a" + strings.Repeat("[[", 1<<15) + "[[" + secret, richtext.Options{Format: richtext.HTML, Tags: true}, true, 1,
		},
		"many open tags": {
			"a" + strings.Repeat("{{", 1<<15) + "]]", richtext.Options{Format: richtext.HTML}, false, 1<<16 + 3,
		},
	} {
		if c.o.URL == nil {
			c.o.URL = noURL
		}
		c.o.Length = 100
		part, err := richtext.Convert(t.Context(), c.text, c.o)
		if err != nil || part.Bounded != c.bounded || part.Total < c.total || part.Total > c.total+100 ||
			strings.Contains(part.Text, "secret") {
			t.Errorf("%s: %d of %d characters, bounded %t, %v, want %d, %t", name, utf8.RuneCountInString(part.Text), part.Total,
				part.Bounded, err, c.total, c.bounded)
		}
	}
}

// TestWindow reads a text in parts, which must add up to the whole.
func TestWindow(t *testing.T) {
	text := shapes["prose"](3_000)
	for format, name := range richtext.Formats {
		o := richtext.Options{Format: richtext.Format(format), URL: url} //nolint:gosec // one of three
		whole := convert(t, text, o)
		for _, o.Length = range []int{1, 7, 100, len(whole)} {
			for _, o.Offset = range []int{0, 1, 50, utf8.RuneCountInString(whole) - 1, utf8.RuneCountInString(whole), 1 << 40} {
				got, err := richtext.Convert(t.Context(), text, o)
				if want := richtext.Cut(whole, o.Offset, o.Length); got != want || err != nil {
					t.Fatalf("%s from %d, %d: %+v, %v, want %+v", name, o.Offset, o.Length, got, err, want)
				}
			}
		}
	}
}

// countdown is a context that ends after it has been asked for its error that many times.
type countdown struct {
	context.Context
	asked, ends int
}

func (c *countdown) Err() error {
	if c.asked++; c.asked > c.ends {
		return context.Canceled
	}
	return nil
}

// TestEnded cancels conversions of every shape in the middle. They must stop at once.
func TestEnded(t *testing.T) {
	const n = 300_000
	for format, name := range richtext.Formats {
		for _, shape := range slices.Sorted(maps.Keys(shapes)) {
			text := shapes[shape](n)
			o := richtext.Options{Format: richtext.Format(format), URL: noURL, Length: 100} //nolint:gosec // one of three
			all := countdown{Context: t.Context(), ends: 1 << 30}
			_, whole := richtext.Steps(&all, text, o)
			short := countdown{Context: t.Context(), ends: all.asked / 2}
			_, steps := richtext.Steps(&short, text, o)
			if short.asked > short.ends+1 || steps > whole/4*3+100_000 {
				t.Errorf("%s, %s: %d of %d steps, asked %d times of %d", name, shape, steps, whole, short.asked, all.asked)
			}
			if part, err := richtext.Convert(&countdown{Context: t.Context(), ends: all.asked / 2}, text,
				o); err != context.Canceled || part != (richtext.Part{}) { //nolint:errorlint // as it is
				t.Errorf("%s, %s: %+v, %v", name, shape, part, err)
			}
		}
	}
}

// TestConversionsAtOnce begins more conversions than may run at once, and cancels one that waits.
func TestConversionsAtOnce(t *testing.T) {
	most := runtime.GOMAXPROCS(0)
	running, goOn := make(chan int, 100), make(chan struct{})
	o := richtext.Options{URL: func(int64) string {
		running <- 1
		<-goOn
		return "x"
	}}
	var done sync.WaitGroup
	for range 5 * most {
		done.Go(func() {
			if part, err := richtext.Convert(t.Context(), "[~1~]", o); part.Text != "x" || err != nil {
				t.Errorf("%+v, %v", part, err)
			}
		})
	}
	for range most {
		<-running
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := richtext.Convert(ctx, "a", o); !errors.Is(err, context.Canceled) {
		t.Errorf("a conversion without a turn: %v", err)
	}
	if len(running) > 0 {
		t.Errorf("more than %d run", most)
	}
	close(goOn)
	done.Wait()
}
