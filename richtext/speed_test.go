package richtext_test

import (
	"fmt"
	"maps"
	"slices"
	"syscall"
	"testing"

	"emcp/richtext"
)

// BenchmarkShapes converts all shapes in lengths from 10 KB to 1 MB. The cost of a byte must not depend on the length.
func BenchmarkShapes(b *testing.B) {
	for format, name := range richtext.Formats {
		for _, shape := range slices.Sorted(maps.Keys(shapes)) {
			for _, n := range []int{10_000, 100_000, 1_000_000} {
				b.Run(fmt.Sprintf("%s/%s/%d", name, shape, n), func(b *testing.B) {
					text := shapes[shape](n)
					o := richtext.Options{Format: richtext.Format(format), URL: url, Length: 20_000} //nolint:gosec // one of three
					b.ReportAllocs()
					begin := cpuTime(b)
					for b.Loop() {
						if _, err := richtext.Convert(b.Context(), text, o); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(cpuTime(b)-begin)/float64(b.N)/float64(len(text)), "ns/byte")
				})
			}
		}
	}
}

// cpuTime returns the processor time of this process, on all cores. Other processes do not count.
func cpuTime(b *testing.B) int64 {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}
