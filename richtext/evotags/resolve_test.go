package evotags_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"emcp/richtext/evotags"
)

// served is a site and what Evolution CMS 3.1.6 served for it, as recorded in testdata/placeholders.json.
type served struct {
	Site struct {
		Settings, Chunks map[string]string
		Disabled         []string
		TVs              map[string][2]*string // stored value and default
	}
	Pages []struct {
		Name             string
		ID               int
		Content, Served  string
		Filtered         *string // what was served with enable_filter, if that differs
		Crashes, Differs bool    // the site answered 500; emcp differs on purpose
	}
}

func readServed(t *testing.T) (s served) {
	t.Helper()
	text, err := os.ReadFile("testdata/placeholders.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// pageValues are the values for a page of the recorded site.
type pageValues struct {
	served
	fields map[string]string
}

func (v pageValues) Setting(name string) (string, bool) { return v.Site.Settings[name], true }

func (v pageValues) Chunk(name string) (string, bool) {
	for _, disabled := range v.Site.Disabled {
		if name == disabled {
			return "", true
		}
	}
	return v.Site.Chunks[name], true
}

func (v pageValues) Variable(name string) (string, bool) {
	values := v.Site.TVs[name]
	for _, value := range values {
		if value != nil && *value != "" {
			return *value, true
		}
	}
	return v.fields[name], true
}

// of returns the values for a page. Except for titles and address, all pages have the same fields.
func (s served) of(id int) pageValues {
	n := strconv.Itoa(id)
	return pageValues{s, map[string]string{
		"id": n, "pagetitle": "Page " + n + " a", "longtitle": "A long title <b>here</b>",
		"description": `It is "5 < 6" & more`, "alias": "p" + n,
		"parent": "0", "published": "1", "template": "1", "menuindex": "1", "isfolder": "0", "hidemenu": "", "deleted": "0",
		"type":      "document",
		"createdon": "1700000000", "editedon": "1700000000", "pub_date": "0", "publishedon": "1700000000",
	}}
}

func resolve(t *testing.T, text string, values evotags.Values, filters bool) evotags.Resolved {
	t.Helper()
	r, err := evotags.Resolve(t.Context(), text,
		evotags.Placeholders{Values: values, Filters: filters, Budget: evotags.NewBudget(1 << 20)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestResolveAsTheSite compares pages with what Evolution CMS 3.1.6 served.
func TestResolveAsTheSite(t *testing.T) {
	s := readServed(t)
	compared := 0
	for _, page := range s.Pages {
		if page.Crashes || page.Differs {
			continue
		}
		for _, filters := range []bool{false, true} {
			want := page.Served
			if filters && page.Filtered != nil {
				want = *page.Filtered
			}
			compared++
			got := resolve(t, page.Content, s.of(page.ID), filters)
			text := strings.ReplaceAll(got.Text, "[~1~]", "/")
			if text != want || got.Dynamic || got.Bounded {
				t.Errorf("%s, filters %t: %q becomes %q, %t, %t, want %q", page.Name, filters, page.Content, text, got.Dynamic,
					got.Bounded, want)
			}
		}
	}
	if compared < 150 {
		t.Errorf("only %d were compared", compared)
	}
}

// bombs are values that expand to more of themselves.
type bombs struct{}

func (bombs) Setting(string) (string, bool)  { return strings.Repeat("[(a)]", 1000), true }
func (bombs) Chunk(string) (string, bool)    { return strings.Repeat("{{a}}", 1000), true }
func (bombs) Variable(string) (string, bool) { return strings.Repeat("[*a*]", 1000), true }

// TestResolvingIsBounded checks that the budget bounds output and memory, whatever the values are.
func TestResolvingIsBounded(t *testing.T) {
	const budget = 1 << 20
	for _, text := range []string{
		"{{a}}", "[*a*]", "[(a)]", strings.Repeat("{{a}}", 1000), strings.Repeat("{{a? &b=`", 10_000),
		strings.Repeat("{{a? &b=`", 10_000) + strings.Repeat("`}}", 10_000),
		"{{a? &x=`{{a}}` &y=`{{a}}`}}", "[*a:tpl=`%s%s%s%s`:tpl=`%s%s%s%s`:tpl=`%s%s%s%s`*]", "[(a:ifempty=`{{a}}`)]",
		"{{a:replace=`a,aaaaaaaaaaaaaaaa`}}",
		"[(" + strings.Repeat("a:tpl=`%s%s`:", 10_000) + ")]", "{{a? " + strings.Repeat("&a=`b` ", 50_000) + "}}",
		"[*" + strings.Repeat("`", 100_000) + "*]",
		strings.Repeat("{{a? &b=` ` ` ` ` ", 20_000) + "}}", "[(a:cat=`" + strings.Repeat("x", 100_000) + "`)]",
	} {
		p := evotags.Placeholders{Values: bombs{}, Filters: true, Budget: evotags.NewBudget(budget + len(text))}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := evotags.Resolve(t.Context(), text, p)
		runtime.ReadMemStats(&after)
		if err != nil || len(r.Text) > budget+2*len(text) {
			t.Errorf("%.40s: %d bytes, %v", text, len(r.Text), err)
		}
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 16<<20 {
			t.Errorf("%.40s: %d KiB are allocated", text, allocated>>10)
		}
	}
}

// TestResolvingEnds cancels the call.
func TestResolvingEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := evotags.Placeholders{Values: bombs{}, Budget: evotags.NewBudget(1 << 20)}
	if _, err := evotags.Resolve(ctx, strings.Repeat("{{a}}", 100_000), p); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the cancellation", err)
	}
}

// FuzzResolve checks three things: no text produces more than its budget, no part of a value is resolved a second time,
// and values that the caller may not read never occur in the result.
func FuzzResolve(f *testing.F) {
	text, err := os.ReadFile("testdata/placeholders.json")
	if err != nil {
		f.Fatal(err)
	}
	var s served
	if err := json.Unmarshal(text, &s); err != nil {
		f.Fatal(err)
	}
	for _, page := range s.Pages {
		f.Add(page.Content, true)
	}
	f.Fuzz(func(t *testing.T, text string, filters bool) {
		const budget = 1 << 16
		p := evotags.Placeholders{Values: s.of(1), Filters: filters, Budget: evotags.NewBudget(budget + len(text))}
		r, err := evotags.Resolve(t.Context(), text, p)
		if err != nil || len(r.Text) > budget+2*len(text) {
			t.Fatalf("%q becomes %q, %v", text, r.Text, err)
		}
		if strings.Contains(r.Text, "SECRET DISABLED") && !strings.Contains(text, "SECRET DISABLED") {
			t.Errorf("%q becomes %q", text, r.Text)
		}
		if !evotags.HasPlaceholders(text) && !strings.Contains(text, "[~") &&
			r.Text != strings.ReplaceAll(text, "\uFDD0", evotags.Mark) && !strings.Contains(text, "<") {
			t.Errorf("%q becomes %q without a placeholder", text, r.Text)
		}
	})
}
