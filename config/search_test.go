package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
)

func TestSynonyms(t *testing.T) {
	site := func(synonyms string) string {
		return strings.Replace(oneSite, "}}", ", synonyms: "+synonyms+"}}", 1) + open
	}
	got := parse(t, site(`[[tent, " shelter "], [bike, bicycle, Velo], [ЕОМ, електронно-обчислювальна машина]]`))
	want := [][]string{{"tent", "shelter"}, {"bike", "bicycle", "Velo"}, {"ЕОМ", "електронно-обчислювальна машина"}}
	if diff := cmp.Diff(want, got.Sites["main"].Synonyms); diff != "" {
		t.Error(diff)
	}
	long := strings.Repeat("ї", 100)
	for _, test := range []struct{ synonyms, want string }{
		{`[]`, ""},
		{`[[a, ` + long + `]]`, ""},
		{`[[` + strings.Repeat("a, ", 19) + `b]]`, ""},
		{`[` + strings.Repeat("[a, b], ", 499) + `[a, b]]`, ""},
		{`[` + strings.Repeat("[a, b], ", 501) + `]`, "sites.main.synonyms: has 501 groups; at most 500 are allowed"},
		{`[[a, b], [c]]`, "sites.main.synonyms[1]: has 1 words; a group has 2 to 20, such as [tent, shelter]"},
		{
			`[[` + strings.Repeat("a, ", 20) + `b]]`,
			"sites.main.synonyms[0]: has 21 words; a group has 2 to 20, such as [tent, shelter]",
		},
		{`[[a, "  "]]`, "sites.main.synonyms[0][1]: must have 1 to 100 characters"},
		{`[[a, ` + long + `x]]`, "sites.main.synonyms[0][1]: must have 1 to 100 characters"},
	} {
		got := ""
		if _, err := config.Parse([]byte(site(test.synonyms)), environment); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.synonyms, got, test.want)
		}
	}
}

func TestSearchMemory(t *testing.T) {
	for text, want := range map[string]int64{
		"{}": 128 << 20, "{max_memory: 8192KiB}": 8 << 20, "{max_memory: 64MiB}": 64 << 20, "{max_memory: 1 GiB}": 1 << 30,
	} {
		if got := parse(t, oneSite+open+"search: "+text).SearchMemory; got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	for _, size := range []string{"8191KiB", "65GiB", "128", "128MB", "1.5GiB", "-8MiB", "99999999999GiB", "MiB", ""} {
		expectMistakes(t, open+fmt.Sprintf("search: {max_memory: %q}", size),
			fmt.Sprintf("search.max_memory: %q is not a size from 8MiB to 64GiB, such as 128MiB", size))
	}
}
