package mcp

import (
	stdjson "encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"emcp/mcp/wire"
)

// FuzzRefused finds a JSON answer to every text that is no message.
func FuzzRefused(f *testing.F) {
	files, err := filepath.Glob("../server/testdata/bad_input/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("no bad input: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 4096 { // longer ones say no more, and mutate slowly
			f.Add(text)
		}
	}
	s := &Service{log: slog.New(slog.DiscardHandler)}
	f.Fuzz(func(t *testing.T, text []byte) {
		m := wire.Read(text)
		if m.Err == nil {
			return
		}
		if answer := s.Handle(t.Context(), Request{Message: m}); !stdjson.Valid(answer.Reply) {
			t.Errorf("the answer is no JSON: %s", answer.Reply)
		}
	})
}
