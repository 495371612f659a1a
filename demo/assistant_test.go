package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"emcp/internal/test/wait"
)

var update = flag.Bool("update", false, "write what the calls of the assistant are answered with")

// asked is a question of the trial in assistants.md, and how an assistant answered it.
type asked struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Calls    []struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"calls"`
	// Facts are in the results of the calls, and make up the answer. A question about something that the site does not
	// have has no facts.
	Facts []string `json:"facts"`
}

// hidden are words of pages that visitors do not see: the drafts, the expired, the private and those not published yet.
var hidden = []string{
	"30 % off", "96.85", "Vouchers", "Halytska", "8 % more", "orange until", "Bookkeeper", "collection of 2027",
	"No exclamation marks",
}

// TestAssistant repeats the calls of the best run of the trial. testdata/assistant.golden has their answers,
// assistants.md their number and size.
func TestAssistant(t *testing.T) {
	questions := readQuestions(t, "assistant", 24)
	page := readPage(t)
	calls, size := 0, 0
	for i, sizes := range expectAnswers(t, "assistant", questions) {
		calls, size = calls+len(sizes), size+sum(sizes)
		page.has(t, fmt.Sprintf("| %d | %s | %s | %d |", i+1, questions[i].Question, questions[i].Answer, len(sizes)))
	}
	page.has(t, fmt.Sprintf("| best run, repeated by a test | %d | %d |", calls, size))
}

// TestShop asks about products and articles. assistants.md has the calls and the size of their answers.
func TestShop(t *testing.T) {
	questions := readQuestions(t, "shop", 10)
	page := readPage(t)
	for i, sizes := range expectAnswers(t, "shop", questions) {
		page.has(t, fmt.Sprintf("| %d | %s | %s | %d | %d |", i+1, questions[i].Question, questions[i].Answer, len(sizes),
			sum(sizes)))
		for _, c := range questions[i].Calls {
			page.has(t, fmt.Sprintf("%d. `%s %s`", i+1, c.Name, c.Arguments))
		}
	}
}

// expectAnswers makes the calls for questions, and returns the sizes of their answers. They must have the facts of the
// questions, and be those of the golden file.
func expectAnswers(t *testing.T, name string, questions []asked) [][]int {
	t.Helper()
	url, token := startGateway(t)
	var golden strings.Builder
	sizes := make([][]int, len(questions))
	for i, q := range questions {
		var answers strings.Builder
		for _, c := range q.Calls {
			answer := callTool(t, url, token, c.Name, c.Arguments)
			sizes[i] = append(sizes[i], len(answer))
			fmt.Fprintf(&answers, "> %s %s\n%s\n", c.Name, c.Arguments,
				cursor.ReplaceAllString(answer, `"next_cursor":"CURSOR"`))
		}
		for _, fact := range q.Facts {
			if !strings.Contains(answers.String(), fact) {
				t.Errorf("%q is not in the answers to question %d:\n%s", fact, i+1, answers.String())
			}
		}
		fmt.Fprintf(&golden, "== %d. %s\n%s", i+1, q.Question, answers.String())
	}
	for _, words := range hidden {
		if strings.Contains(golden.String(), words) {
			t.Errorf("%q was told, which visitors do not see", words)
		}
	}

	file := "testdata/" + name + ".golden"
	if *update {
		if err := os.WriteFile(file, []byte(golden.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if golden.String() != string(want) {
		t.Errorf("%s does not have\n%s", file, difference(golden.String(), string(want)))
	}
	return sizes
}

func sum(numbers []int) (total int) {
	for _, n := range numbers {
		total += n
	}
	return total
}

// trial is the text of assistants.md.
type trial string

func readPage(t *testing.T) trial {
	t.Helper()
	page, err := os.ReadFile("assistants.md")
	if err != nil {
		t.Fatal(err)
	}
	return trial(page)
}

func (p trial) has(t *testing.T, line string) {
	t.Helper()
	if !strings.Contains(string(p), line) {
		t.Errorf("assistants.md does not have the line %s", line)
	}
}

// TestFirstContact bounds what an assistant reads before it asks: the list of tools and the instructions.
func TestFirstContact(t *testing.T) {
	url, token := startGateway(t)
	var initialized struct {
		Result struct {
			Instructions string `json:"instructions"`
		} `json:"result"`
	}
	wait.Until(t, time.Minute, "the instructions do not name the items", func() bool {
		decode(t,
			exchange(t, url, token, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",`+
				`"capabilities":{},"clientInfo":{"name":"trial","version":"1"}}}`), &initialized)
		return strings.Contains(initialized.Result.Instructions, "product 19")
	})
	var listed struct {
		Result struct {
			Tools json.RawMessage `json:"tools"`
		} `json:"result"`
	}
	decode(t, exchange(t, url, token, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`), &listed)
	const most = 9 * 1024
	if size := len(initialized.Result.Instructions) + len(listed.Result.Tools); size > most ||
		initialized.Result.Instructions == "" {
		t.Errorf("instructions of %d bytes and a list of %d, together more than %d", len(initialized.Result.Instructions),
			len(listed.Result.Tools), most)
	}
}

func readQuestions(t *testing.T, name string, least int) []asked {
	t.Helper()
	file, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var questions []asked
	decode(t, string(file), &questions)
	if len(questions) < least {
		t.Fatalf("the trial has %d questions", len(questions))
	}
	return questions
}

// startGateway starts the engine and the gateway for a test.
func startGateway(t *testing.T) (url, token string) {
	t.Helper()
	engine, err := Start(t.Context(), Site())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	})
	return startGatewayOn(t, engine.DSN)
}

// startGatewayOn starts the gateway in front of a database.
func startGatewayOn(t *testing.T, dsn string) (url, token string) {
	t.Helper()
	g, err := newGateway(dsn)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- g.server.Serve(t.Context(), g.listener) }()
	t.Cleanup(func() { // the context of the test has ended
		for _, err := range []error{<-ended, g.server.Close()} {
			if err != nil {
				t.Error(err)
			}
		}
	})
	return g.url(), g.token
}

// callTool returns the text that the assistant reads.
func callTool(t *testing.T, url, token, name string, arguments json.RawMessage) string {
	t.Helper()
	message := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name,
		arguments)
	var answer struct {
		Result struct {
			Content []struct {
				Text string `json:"text"`
			} `json:"content"`
		} `json:"result"`
	}
	body := exchange(t, url, token, message)
	decode(t, body, &answer)
	if len(answer.Result.Content) != 1 {
		t.Fatalf("%s is answered with %s", message, body)
	}
	return answer.Result.Content[0].Text
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// difference returns the first line of got that differs from want.
func difference(got, want string) string {
	lines := strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(lines) || lines[i] != line {
			return fmt.Sprintf("line %d: %s", i+1, line)
		}
	}
	return "fewer lines"
}
