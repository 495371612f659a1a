//go:build protocol

package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/auth"
	"emcp/internal/test/program"
	"emcp/internal/test/wait"
)

// Official servers of MCP, which the tests have as upstreams.
const (
	everything = "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
	filesystem = "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"
)

// writer is the token of a caller that may call tools that write.
const writer = "token of a writer"

// caller calls an emcp with a token.
type caller struct{ url, token string }

// rpc sends a request and returns its result or error as JSON, without the trace id.
func (c caller) rpc(t *testing.T, method string, params any) string {
	t.Helper()
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url, bytes.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{
		"Content-Type": {"application/json"}, "Authorization": {"Bearer " + c.token}, "MCP-Protocol-Version": {"2025-11-25"},
		"X-Trace-Id": {"t"},
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var a struct{ Result, Error json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil {
		t.Fatal(err)
	}
	if a.Error != nil {
		return string(a.Error)
	}
	return string(a.Result)
}

func (c caller) call(t *testing.T, tool string, arguments any) string {
	t.Helper()
	return c.rpc(t, "tools/call", map[string]any{"name": tool, "arguments": arguments})
}

// upstreamTools returns the tools of an upstream as emcp lists them: name, title, annotations.
func (c caller) upstreamTools(t *testing.T, upstream string) (tools []string) {
	t.Helper()
	var list struct {
		Tools []struct {
			Name, Title, Description string
			Annotations              json.RawMessage
			Meta                     map[string]string `json:"_meta"`
		}
	}
	if err := json.Unmarshal([]byte(c.rpc(t, "tools/list", map[string]any{})), &list); err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if tool.Meta["emcp/upstream"] != upstream {
			continue
		}
		if mark := "[" + upstream + "] "; !strings.HasPrefix(tool.Title, mark) || !strings.HasPrefix(tool.Description, mark) {
			t.Errorf("%s: %s: %s", tool.Name, tool.Title, tool.Description)
		}
		tools = append(tools, tool.Name+" "+tool.Title+" "+string(tool.Annotations))
	}
	return tools
}

// await waits until a tool answers with a result that has a text.
func (c caller) await(t *testing.T, tool string, arguments any, text string) {
	t.Helper()
	wait.For(t, time.Minute, func() error {
		if got := c.call(t, tool, arguments); !strings.Contains(got, text) {
			return fmt.Errorf("%s: %s", tool, got)
		}
		return nil
	})
}

// awaitRPC waits until the result of a request begins with a text.
func (c caller) awaitRPC(t *testing.T, method string, params any, begin string) {
	t.Helper()
	wait.Until(t, 20*time.Second, begin, func() bool { return strings.HasPrefix(c.rpc(t, method, params), begin) })
}

// expect compares whole answers.
func expect(t *testing.T, want, got string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// text returns the result of a tool that is one text of an upstream.
func text(upstream, text, more string) string {
	return fmt.Sprintf(`{"content":[{"type":"text","text":%s}]%s,"_meta":{"emcp/upstream":%q}}`, quoted(text), more,
		upstream)
}

// quoted returns a string as JSON, as servers write it.
func quoted(text string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string
	return strings.TrimSpace(out.String())
}

// unavailable returns the error of a call of a tool whose upstream does not answer.
func unavailable(upstream, tool string) string {
	return failed("upstream_unavailable", true, tool,
		"the server "+upstream+
			", which this tool belongs to, does not answer at the moment; try again later, or go on without it")
}

// failed returns the error of a call of a tool of an upstream.
func failed(code string, retryable bool, tool, message string) string {
	return fmt.Sprintf(
		`{"code":-32603,"message":%[1]q,"data":{"code":%[2]q,"retryable":%[3]t,"trace_id":"t","tool":%[4]q,`+
			`"toolName":%[4]q,"details":%[1]q}}`,
		message, code, retryable, tool)
}

// serveEverything serves the server over HTTP at a port, and returns how to end it.
func serveEverything(t *testing.T, port string) *program.Program {
	t.Helper()
	cmd := node(t, everything, "streamableHttp")
	cmd.Env = []string{"PORT=" + port}
	p := program.Start(t, cmd)
	p.Until(t, "listening on port "+port)
	return p
}

// children returns the ids of the programs that a process has started with an argument.
func children(t *testing.T, parent int, argument string) (pids []int) {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		list, _ := os.ReadFile(task)
		for _, field := range strings.Fields(string(list)) {
			line, _ := os.ReadFile("/proc/" + field + "/cmdline")
			if pid, err := strconv.Atoi(field); err == nil && bytes.Contains(line, []byte(argument)) {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// nodeAt returns the absolute paths of the program that runs the official servers and of this folder.
func nodeAt(t *testing.T) (runtime, here string) {
	t.Helper()
	runtime, err := filepath.Abs(node(t).Path)
	if err != nil {
		t.Fatal(err)
	}
	if here, err = filepath.Abs("."); err != nil {
		t.Fatal(err)
	}
	return runtime, here
}

// TestUpstreams shows tools, resources and prompts of the official servers beside those of emcp: everything over stdio
// and over HTTP, and the filesystem.
func TestUpstreams(t *testing.T) {
	runtime, here := nodeAt(t)
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	large := strings.Repeat("Строка №1 \"<&>\"\n", 10_000)
	for name, content := range map[string]string{
		"a.txt": "one\ntwo\n", "large.txt": large, "huge.txt": strings.Repeat("a", 6<<20),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	port := freePort(t)
	web := serveEverything(t, port)
	p, address := program.Serve(t, emcp, configuration(t, fmt.Sprintf(`
auth: {tokens: [{name: test, sha256: %q}, {name: writer, sha256: %q, scopes: [mcp:read, mcp:call, mcp:write]}]}
servers: [{handle: content, site: main, upstreams: [every, web, files]}]
upstreams:
  every: {command: [%q, %q, stdio], env: {LANG: C}, timeout: 2s, deny: ["gzip*"], `+
		`resources: ["demo://resource/static/*"], prompts: ["*"]}
  web: {url: "http://127.0.0.1:%s/mcp", timeout: 2s, allow: [echo, get-sum, toggle-simulated-logging], `+
		`write: ["toggle*"]}
  files: {command: [%q, %q, %q], write: [write_file, create_directory], timeout: 5s}
`, auth.HashToken(token), auth.HashToken(writer), runtime, filepath.Join(here, everything), port, runtime,
		filepath.Join(here, filesystem), folder)))
	url := "http://" + address + "/mcp"
	reader, writes := caller{url, token}, caller{url, writer}
	reader.await(t, "every_echo", map[string]any{"message": "hi"}, "Echo: hi")
	reader.await(t, "web_echo", map[string]any{"message": "hi"}, "Echo: hi")
	reader.await(t, "files_list_allowed_directories", map[string]any{}, folder)

	t.Run("lists", func(t *testing.T) {
		const reads, open = `{"readOnlyHint":true,"openWorldHint":false}`, `{"readOnlyHint":true,"openWorldHint":true}`
		want := []string{
			"every_echo [every] Echo Tool " + reads, "every_get-annotated-message [every] Get Annotated Message Tool " + reads,
			"every_get-env [every] Print Environment Tool " + reads,
			"every_get-resource-links [every] Get Resource Links Tool " + reads,
			"every_get-resource-reference [every] Get Resource Reference Tool " + reads,
			"every_get-structured-content [every] Get Structured Content Tool " + reads,
			"every_get-sum [every] Get Sum Tool " + reads,
			"every_get-tiny-image [every] Get Tiny Image Tool " + reads,
			"every_trigger-long-running-operation [every] Trigger Long Running Operation Tool " + reads,
		}
		expect(t, strings.Join(want, "\n"), strings.Join(reader.upstreamTools(t, "every"), "\n"))
		want = []string{"web_echo [web] Echo Tool " + reads, "web_get-sum [web] Get Sum Tool " + reads}
		expect(t, strings.Join(want, "\n"), strings.Join(reader.upstreamTools(t, "web"), "\n"))
		want = append(want,
			`web_toggle-simulated-logging [web] Toggle Simulated Logging `+
				`{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":false}`)
		expect(t, strings.Join(want, "\n"), strings.Join(writes.upstreamTools(t, "web"), "\n"))
		want = []string{
			"files_read_file [files] Read File (Deprecated) " + reads, "files_read_text_file [files] Read Text File " + reads,
			"files_read_media_file [files] Read Media File " + reads,
			"files_read_multiple_files [files] Read Multiple Files " + reads,
			`files_write_file [files] Write File {"readOnlyHint":false,"destructiveHint":true,"openWorldHint":false}`,
			`files_create_directory [files] Create Directory ` +
				`{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":false}`,
			"files_list_directory [files] List Directory " + reads,
			"files_list_directory_with_sizes [files] List Directory with Sizes " + reads,
			"files_directory_tree [files] Directory Tree " + reads, "files_search_files [files] Search Files " + reads,
			"files_get_file_info [files] Get File Info " + reads,
			"files_list_allowed_directories [files] List Allowed Directories " + reads,
		}
		expect(t, strings.Join(want, "\n"), strings.Join(writes.upstreamTools(t, "files"), "\n"))
	})
	t.Run("results", func(t *testing.T) {
		for _, upstream := range []string{"every", "web"} {
			// Control characters are not passed on.
			expect(t, text(upstream, "Echo: Ünïcode  \"<&>\"", ""),
				reader.call(t, upstream+"_echo", map[string]any{"message": "Ünïcode \u0000 \"<&>\""}))
			expect(t, text(upstream, "The sum of 1 and 2.5 is 3.5.", ""),
				reader.call(t, upstream+"_get-sum", map[string]any{"a": 1, "b": 2.5}))
		}
		expect(t, text("every", `{"temperature":36,"conditions":"Light rain / drizzle","humidity":82}`,
			`,"structuredContent":{"temperature":36,"conditions":"Light rain / drizzle","humidity":82}`),
			reader.call(t, "every_get-structured-content", map[string]any{"location": "Chicago"}))
		expect(t,
			`{"content":[{"type":"text","text":"Error: Operation `+
				`failed","annotations":{"audience":["user","assistant"],"priority":1}}],"_meta":{"emcp/upstream":"every"}}`,
			reader.call(t, "every_get-annotated-message", map[string]any{"messageType": "error"}))
		if got := reader.call(t, "every_get-tiny-image", map[string]any{}); !strings.Contains(got,
			`"type":"image","data":"iVBOR`) {
			t.Errorf("%.300s", got)
		}
		expect(t,
			`{"content":[{"type":"text","text":"location: value must be one of 'New York', 'Chicago', 'Los `+
				`Angeles'"}],"isError":true}`,
			reader.call(t, "every_get-structured-content", map[string]any{"location": "Kyiv"}))
	})
	t.Run("resources and prompts", func(t *testing.T) {
		reader.awaitRPC(t, "resources/read", map[string]any{"uri": "demo://resource/static/document/features.md"},
			`{"contents":[{"uri":"demo://resource/static/document/features.md","mimeType":"text/markdown","text":"# `+
				`Everything Server`)
		reader.awaitRPC(t, "prompts/get",
			map[string]any{"name": "every_args-prompt", "arguments": map[string]any{"city": "Kyiv"}},
			`{"description":"[every]","messages":[{"role":"user","content":{"type":"text","text":"What's weather in `+
				`Kyiv?"}}],"_meta":{"emcp/upstream":"every"}}`)
		if got := reader.rpc(t, "resources/read",
			map[string]any{"uri": "demo://resource/dynamic/text/1"}); !strings.Contains(got, `"code":"resource_not_found"`) {
			t.Errorf("a resource of a template: %s", got)
		}
	})
	t.Run("environment", func(t *testing.T) {
		expect(t, text("every", "{\n  \"LANG\": \"C\"\n}", ""), reader.call(t, "every_get-env", map[string]any{}))
	})
	t.Run("files", func(t *testing.T) {
		read := func(name string) string { return reader.call(t, "files_read_text_file", map[string]any{"path": name}) }
		content := func(text string) string { return `,"structuredContent":{"content":` + quoted(text) + `}` }
		expect(t, text("files", "one\ntwo\n", content("one\ntwo\n")), read(filepath.Join(folder, "a.txt")))
		if got := read(filepath.Join(folder, "large.txt")); strings.Count(got, "№1") != 20_000 {
			t.Errorf("%d lines", strings.Count(got, "№1"))
		}
		programs := children(t, p.Pid, filesystem)
		expect(t, failed("upstream_failed", false, "files_read_text_file",
			"the server files, which this tool belongs to, sent an answer that is too large; ask it for less"),
			read(filepath.Join(folder, "huge.txt")))
		expect(t, text("files", "one", content("one")),
			reader.call(t, "files_read_text_file", map[string]any{"path": filepath.Join(folder, "a.txt"), "head": 1}))
		if diff := cmp.Diff(programs, children(t, p.Pid, filesystem)); diff != "" {
			t.Error(diff)
		}
		for _, path := range []string{"/etc/passwd", filepath.Join(folder, "..", "other")} {
			resolved := filepath.Clean(path)
			expect(t,
				text("files", "Access denied - path outside allowed directories: "+resolved+" not in "+folder, `,"isError":true`),
				read(path))
		}
		path := filepath.Join(folder, "new.txt")
		write := map[string]any{"path": path, "content": "new"}
		expect(t,
			`{"code":"scope_denied","message":"this tool may change something; that takes the scope mcp:write, which this `+
				`token does not have","retryable":false,"trace_id":"t"}`,
			reader.call(t, "files_write_file", write))
		if _, err := os.Stat(path); err == nil {
			t.Error("the file was written")
		}
		expect(t, text("files", "Successfully wrote to "+path, content("Successfully wrote to "+path)),
			writes.call(t, "files_write_file", write))
		if written, err := os.ReadFile(path); err != nil || string(written) != "new" {
			t.Errorf("%q, %v", written, err)
		}
		if got := writes.call(t, "files_move_file",
			map[string]any{"source": path, "destination": path + "2"}); !strings.Contains(got, `"code":"unknown_tool"`) {
			t.Error(got)
		}
	})
	t.Run("a long operation", func(t *testing.T) {
		long := map[string]any{"duration": 20, "steps": 2}
		expect(t, unavailable("every", "every_trigger-long-running-operation"),
			reader.call(t, "every_trigger-long-running-operation", long))
		expect(t, text("every", "Echo: after it", ""), reader.call(t, "every_echo", map[string]any{"message": "after it"}))
		short := map[string]any{"duration": 0.2, "steps": 2}
		expect(t, text("every", "Long running operation completed. Duration: 0.2 seconds, Steps: 2.", ""),
			reader.call(t, "every_trigger-long-running-operation", short))
	})
	t.Run("its log", func(t *testing.T) {
		if got := writes.call(t, "web_toggle-simulated-logging", map[string]any{}); !strings.Contains(got,
			"Started simulated, random-leveled logging") {
			t.Error(got)
		}
		expect(t, text("web", "Echo: beside it", ""), reader.call(t, "web_echo", map[string]any{"message": "beside it"}))
	})
	t.Run("killed", func(t *testing.T) {
		pids := children(t, p.Pid, everything)
		if len(pids) != 1 {
			t.Fatalf("the programs are %v", pids)
		}
		if err := syscall.Kill(pids[0], syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		reader.await(t, "every_echo", map[string]any{"message": "again"}, "Echo: again")
		if again := children(t, p.Pid, everything); len(again) != 1 || again[0] == pids[0] {
			t.Errorf("the programs are %v", again)
		}
		web.Kill()
		expect(t, unavailable("web", "web_echo"), reader.call(t, "web_echo", map[string]any{"message": "down"}))
		expect(t, text("every", "Echo: beside it", ""), reader.call(t, "every_echo", map[string]any{"message": "beside it"}))
		serveEverything(t, port)
		reader.await(t, "web_echo", map[string]any{"message": "again"}, "Echo: again")
	})
	t.Run("ended", func(t *testing.T) {
		programs := append(children(t, p.Pid, everything), children(t, p.Pid, filesystem)...)
		if len(programs) != 2 {
			t.Errorf("the programs are %v", programs)
		}
		p.Terminate(t)
		for _, pid := range programs {
			wait.Until(t, 10*time.Second, "the program has ended", func() bool { return syscall.Kill(pid, 0) != nil })
		}
	})
}

// TestCheckUpstreams reports which tools of the official servers are used, and why others are not.
func TestCheckUpstreams(t *testing.T) {
	runtime, here := nodeAt(t)
	path := configuration(t, fmt.Sprintf(`
auth: {modes: [none]}
servers: [{handle: content, site: main, upstreams: [every]}]
upstreams: {every: {command: [%q, %q, stdio], deny: ["toggle*", "gzip*"], prompts: ["*-prompt"]}}
`, runtime, filepath.Join(here, everything)))
	// its status is that of other findings
	output, _ := exec.CommandContext(t.Context(), emcp, "check", "--config", path).CombinedOutput()
	want := "upstream every: 9 of 13 tool(s), 0 of 7 resource(s), 4 of 4 prompt(s) are used"
	if !strings.Contains(string(output), want) || !strings.Contains(string(output), `"simulate-research-query": `) {
		t.Errorf("%s", output)
	}
}
