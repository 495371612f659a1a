package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDemo runs the whole demo, and sends the request that the demo suggests.
func TestDemo(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	introduction := make(writes, 1)
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, introduction) }()

	var text string
	select {
	case text = <-introduction:
	case err := <-ended:
		t.Fatalf("the demo ended: %v", err)
	}
	var url, token string
	if _, err := fmt.Sscanf(after(text, "  URL "), "%s", &url); err != nil {
		t.Fatalf("no URL in %q", text)
	}
	if _, err := fmt.Sscanf(after(text, "  Token "), "%s", &token); err != nil {
		t.Fatalf("no token in %q", text)
	}
	if !strings.Contains(text, "-d '"+question+"' | jq .result.structuredContent\n") {
		t.Errorf("no question in %q", text)
	}

	want := []string{
		"311 Puff: 24.90 In stock",
		"310 Plank: 34.50 In stock",
		"307 Dormouse: 89.00 In stock",
		"308 Raft: 119.00 In stock",
	}
	if got := ask(t, url, token); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	described := exchange(t, url, token,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.site.describe","arguments":{"detail":"full"}}}`)
	for _, part := range []string{
		`"site":{"name":"Mossgate ` +
			`Outdoor","url":"https://www.mossgate.example/","languages":["en","de","uk"],"language_sections":[{"lang":"en",` +
			`"roots":[0]},{"lang":"de","roots":[101]},{"lang":"uk","roots":[201]}],"documents":285}`,
		`{"id":2,"name":"in-stock","caption":"Availability","type":"listbox","default":"In stock",`,
		`"values":[{"value":"In stock","documents":70},{"value":"Sold ` +
			`out","documents":11},{"value":"Pre-order","documents":3}]`,
	} {
		if !strings.Contains(described, part) {
			t.Errorf("%s is not in %s", part, described)
		}
	}

	transcript(t, url, token)

	if got := ask(t, url, signIn(t, url, token)); !slices.Equal(got, want) {
		t.Errorf("after sign-in:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	http.DefaultClient.CloseIdleConnections()
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the demo ended with %v", err)
	}
}

// call is a call in the transcript of the README with its answer, both broken into lines.
var call = regexp.MustCompile(`(?ms)^> (\S+) (\{.*?\})\n< (.*?)\n\n`)

// cursor matches what differs each time the demo runs.
var cursor = regexp.MustCompile(`"next_cursor":"[^"]*"`)

// transcript checks that the calls in the README get the answers that the README shows.
func transcript(t *testing.T, url, token string) {
	t.Helper()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	calls := call.FindAllStringSubmatch(string(readme), -1)
	if len(calls) != 4 {
		t.Fatalf("the README has %d calls", len(calls))
	}
	plain := func(text string) string {
		return strings.Join(strings.Fields(cursor.ReplaceAllString(text, `"next_cursor":"CURSOR"`)), "")
	}
	for _, c := range calls {
		text := exchange(t, url, token,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+c[1]+`","arguments":`+c[2]+`}}`)
		var answer struct {
			Result struct {
				StructuredContent json.RawMessage `json:"structuredContent"`
			} `json:"result"`
		}
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatal(err)
		}
		if want, got := plain(c[3]), plain(string(answer.Result.StructuredContent)); want != got {
			t.Errorf("%s %s answers\n%s\nnot\n%s", c[1], c[2], got, want)
		}
	}
}

// writes sends everything that is written to a channel.
type writes chan string

func (w writes) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

func after(text, mark string) string {
	_, rest, _ := strings.Cut(text, mark)
	return rest
}

// exchange sends a message and returns its answer.
func exchange(t *testing.T, url, token, message string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("MCP-Protocol-Version", "2025-11-25") // as assistants of now send it
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(response.Body); err != nil {
		t.Fatal(err)
	}
	return body.String()
}

// ask sends the question, and returns one line for each item.
func ask(t *testing.T, url, token string) []string {
	t.Helper()
	body := exchange(t, url, token, question)
	var answer struct {
		Result struct {
			StructuredContent struct {
				Items []struct {
					ID        int64             `json:"id"`
					PageTitle string            `json:"pagetitle"`
					TVs       map[string]string `json:"tvs"`
				} `json:"items"`
			} `json:"structuredContent"`
		} `json:"result"`
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil || len(answer.Result.StructuredContent.Items) == 0 {
		t.Fatalf("%s (%v)", body, err)
	}
	var lines []string
	for _, item := range answer.Result.StructuredContent.Items {
		lines = append(lines, fmt.Sprintf("%d %s: %s %s", item.ID, item.PageTitle, item.TVs["price"], item.TVs["in-stock"]))
	}
	return lines
}
