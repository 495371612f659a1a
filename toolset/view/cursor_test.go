package view

import (
	"encoding/base64"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
)

// FuzzCursor reads any text as a cursor, also after a correct MAC, and reads back cursors made for any place.
func FuzzCursor(f *testing.F) {
	own := Cursors{[]byte("a key"), []byte("a list")}
	others := []Cursors{{[]byte("a key"), []byte("a lis")}, {[]byte("another key"), []byte("a list")}, {}}
	first := own.At(Place{Keys: []*string{new("a"), nil}, ID: 5, Passed: 7})
	f.Add(first, int64(1))
	f.Add("", int64(-1))
	f.Add(first[:50], int64(1)<<62)
	f.Add("日本 \x00\xff\"\\\n", int64(0))
	f.Fuzz(func(t *testing.T, text string, n int64) {
		if place, err := own.Place(text); err != nil {
			if found := fault.From(err); found.Kind != fault.InvalidParams || found.Field != "cursor" {
				t.Fatalf("%q: %v at %q", text, err, found.Field)
			}
		} else if own.At(place) != first {
			t.Fatalf("%q is a cursor: %v", text, place)
		}
		key := string([]rune(text)) // valid UTF-8, as in the database
		place := Place{Keys: []*string{&key, nil, new("")}, ID: n, Passed: n}
		cursor := own.At(place)
		got, err := own.Place(cursor)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(place, got); diff != "" {
			t.Fatal(diff)
		}
		for _, other := range others {
			if _, err := other.Place(cursor); err == nil {
				t.Fatalf("%q counts for another list", cursor)
			}
		}
		// A random MAC before the same place.
		sealed, err := base64.RawURLEncoding.DecodeString(cursor)
		if err != nil {
			t.Fatal(err)
		}
		sealed[0]++
		if _, err := own.Place(base64.RawURLEncoding.EncodeToString(sealed)); err == nil {
			t.Fatal("the sum does not count")
		}
	})
}

// TestPlacesAsJSON pins what cursors contain: those that clients have stay valid over an upgrade.
func TestPlacesAsJSON(t *testing.T) {
	got := []string{
		string(Place{ID: 5, Passed: 20}.JSON()),
		string(Place{Keys: []*string{}, ID: 5, Passed: 20}.JSON()),
		string(Place{Keys: []*string{new("a\"b"), nil, new("\xff")}, ID: -1, Passed: 1 << 62}.JSON()),
	}
	want := []string{
		`{"i":5,"n":20}`, `{"k":[],"i":5,"n":20}`, `{"k":["a\"b",null,"` + "\ufffd" + `"],"i":-1,"n":4611686018427387904}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
