package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/wait"
)

// TestUpstreamProgram has another emcp as upstream: the program emcp stdio, which ends and begins with the first.
func TestUpstreamProgram(t *testing.T) {
	token, line := newTokenLine(t)
	other := configuration(t, "sites: {main: {dsn: \""+site(t)+"\"}}\nauth: {modes: [none]}\n"+
		"servers: [{handle: content, site: main, brief: never}]\n")
	s := start(t, fmt.Sprintf(`sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}
servers: [{handle: content, site: main, upstreams: [other]}]
upstreams: {other: {command: [%q, stdio, --config, %q], deny: [evo.site.*]}}
auth:
  tokens:
%s`, binary, other, line))
	message := strings.Replace(neighbors, "evo.content.neighbors", "other_evo_content_neighbors", 1)
	want := strings.TrimSuffix(callAnswer(t, 1, parasol), "}}") + `,"_meta":{"emcp/upstream":"other"}}}`
	answers := func() bool {
		status, body := s.post(t, token, message)
		return status == 200 && body == want
	}
	wait.Until(t, time.Minute, "the answer of the other emcp", answers)

	names := func(answer string) (names []string) {
		t.Helper()
		var list struct {
			Result struct{ Tools []struct{ Name string } }
		}
		if err := json.Unmarshal([]byte(answer), &list); err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Result.Tools {
			names = append(names, tool.Name)
		}
		return names
	}
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	stdout, _, _ := emcp(t, list, "stdio", "--config", other)
	_, body := s.post(t, token, list)
	var expected, got []string
	for _, name := range names(stdout) {
		if !strings.HasPrefix(name, "evo.site.") {
			expected = append(expected, "other_"+strings.ReplaceAll(name, ".", "_"))
		}
	}
	for _, name := range names(body) {
		if strings.HasPrefix(name, "other_") {
			got = append(got, name)
		}
	}
	slices.Sort(expected) // the list without a revision has another order
	slices.Sort(got)
	if diff := cmp.Diff(expected, got); diff != "" || len(got) < 10 {
		t.Errorf("%d tools: %s", len(got), diff)
	}

	first := child(t, s.Pid)
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, time.Minute, "another program", func() bool { return answers() && child(t, s.Pid) != first })
	second := child(t, s.Pid)
	s.stop(t)
	wait.Until(t, 10*time.Second, "the end of the program", func() bool { return syscall.Kill(second, 0) != nil })
}

// TestOnlyItsOwnUpstreams has an upstream for each of two servers. Commands for one server do not start that of the
// other: a program that writes a file, and an address that is called.
func TestOnlyItsOwnUpstreams(t *testing.T) {
	folder := t.TempDir()
	marked := func(name string) bool {
		_, err := os.Stat(filepath.Join(folder, name))
		return err == nil
	}
	var calls atomic.Int32
	web := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer web.Close()
	path := configuration(t, fmt.Sprintf(`sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}
servers:
  - {handle: first, site: main, upstreams: [one]}
  - {handle: second, site: main, upstreams: [two, web]}
upstreams:
  one: {command: [/bin/sh, -c, "touch %[1]s/one; cat > /dev/null"]}
  two: {command: [/bin/sh, -c, "touch %[1]s/two; cat > /dev/null"]}
  web: {url: %[2]q}
auth: {modes: [none]}
`, folder, web.URL))
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for _, args := range [][]string{
		{"tools"}, {"tools", "--server", "first"}, {"call", "evo.content.get", `{"id":1}`}, {"show", "1"},
		{"stdio", "--server", "first"},
	} {
		emcp(t, list, append(args, "--config", path)...)
		if marked("two") || calls.Load() > 0 {
			t.Errorf("emcp %s starts the upstreams of another server", args)
		}
	}
	if !marked("one") {
		t.Error("the server's own upstream is not started")
	}
	emcp(t, "", "tools", "--server", "second", "--config", path)
	if !marked("two") || calls.Load() == 0 {
		t.Error("the upstreams of the second server are not started")
	}
}

// child returns the id of the only program that a process has started; 0 if there is none.
func child(t *testing.T, parent int) (pid int) {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		text, _ := os.ReadFile(task) // a thread may have ended
		for _, field := range strings.Fields(string(text)) {
			if pid != 0 {
				t.Fatalf("there are several programs: %d, %s", pid, field)
			}
			pid, _ = strconv.Atoi(field)
		}
	}
	return pid
}
