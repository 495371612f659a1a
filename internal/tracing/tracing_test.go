package tracing

import (
	"encoding/binary"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// harmless reports whether a text can stand in a line of a log and in a comment of SQL, with what surrounds it there.
func harmless(text string) bool {
	return len(text) <= 64 && strings.Trim(text,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == "" &&
		!strings.ContainsAny(text, "*/?!+;'\"`\\\x00\n")
}

// FuzzID has texts that a client sends as its trace id, and as its traceparent.
func FuzzID(f *testing.F) {
	for _, text := range []string{
		"", "a", "trace-1", "*/ SELECT 1 /*", "a*/", strings.Repeat("a", 64), strings.Repeat("a", 65), "a\n", "\n", "a\x00",
		"?", "ü",
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-*/",
		"01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x", "0AF7651916CD43DD8448EB211C80319C",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sent := ParseID(text)
		if got := sent.String(); got != "" && got != text || !harmless(got) {
			t.Errorf("%q is the id %q", text, got)
		}
		if got := ParentID(http.Header{"Traceparent": {text}}).String(); got != "" && !strings.Contains(text, got) ||
			!harmless(got) {
			t.Errorf("%q is the parent %q", text, got)
		}
		if id, ok := sent.traceID(); ok && id.String() != strings.ToLower(strings.ReplaceAll(text, "-", "")) {
			t.Errorf("%q is the trace %s", text, id)
		}
	})
}

// TestNewID shows that ids are those of OpenTelemetry, too, and each another.
func TestNewID(t *testing.T) {
	seen := map[ID]bool{}
	for range 1000 {
		id := NewID()
		if _, ok := id.traceID(); !ok || seen[id] || ParseID(id.String()) != id {
			t.Errorf("%s", id)
		}
		seen[id] = true
	}
}

// TestSampleRatio counts the traces that are taken, of requests with ids of emcp's own.
func TestSampleRatio(t *testing.T) {
	const all = 20_000
	for ratioOf, want := range map[float64][2]int{
		0: {0, 0}, 0.01: {100, 300}, 0.25: {4400, 5600}, 0.5: {9400, 10600}, 1: {all, all},
	} {
		taken := 0
		for range all {
			id, _ := NewID().traceID()
			if ratio(ratioOf).ShouldSample(sdk.SamplingParameters{ParentContext: t.Context(), TraceID: id}).Decision ==
				sdk.RecordAndSample {
				taken++
			}
		}
		if taken < want[0] || taken > want[1] { // ten standard deviations off
			t.Errorf("ratio %g takes %d of %d", ratioOf, taken, all)
		}
	}
}

// TestSampleRatioOfClient has clients that ask to be traced: the ratio decides.
func TestSampleRatioOfClient(t *testing.T) {
	tracer, err := New(Options{Endpoint: "http://127.0.0.1:1", SampleRatio: 0}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer tracer.Close()
	header := http.Header{"Traceparent": {"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}
	if SpanOf(tracer.Request(t.Context(), header, "request")).Recording() {
		t.Error("the request is traced")
	}
}

// TestNothingTraced uses what does nothing.
func TestNothingTraced(t *testing.T) {
	tracer, err := New(Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx := tracer.Request(t.Context(), http.Header{}, "request")
	within, span := Start(ctx, "stage")
	span.Say(Text("name", "value"), Number("number", 1))
	span.Event("moment")
	span.End(nil)
	if ctx != t.Context() || within != ctx || span.Recording() {
		t.Error("the context has changed")
	}
	if err := tracer.Close(); err != nil {
		t.Error(err)
	}
}

// TestSpanIDs shows that no span has the id of none.
func TestSpanIDs(t *testing.T) {
	for range 1000 {
		if id := newSpanID(); binary.BigEndian.Uint64(id[:]) == 0 {
			t.Error("0")
		}
	}
}
