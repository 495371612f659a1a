//go:build packaging

package packaging_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/program"
	"emcp/internal/test/wait"
)

// webServer is a web server in front of emcp.
type webServer struct {
	snippet string
	config  string // ADDRESS and PORT are where it listens, LINES the file with the snippet, ROOT where its programs are
	program string
	check   []string // arguments that have the configuration checked; CONFIG is its file
	serve   []string
	client  string // whom emcp takes for the client when a request comes with an X-Forwarded-For of its own

	// socketAfter is what docs/hosters/websocket.md adds socket to, so that the server passes on WebSocket.
	socketAfter, socket string
}

var webServers = map[string]webServer{
	"nginx": {
		snippet: "nginx.conf",
		config: `pid nginx.pid; error_log stderr; daemon off; master_process off; events {}
http {
	access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path ` +
			`uwsgi; scgi_temp_path scgi;
	server { listen ADDRESS; include LINES; }
}`,
		program: "usr/sbin/nginx",
		check:   []string{"-t", "-p", ".", "-c", "CONFIG"},
		serve:   []string{"-p", ".", "-c", "CONFIG"},
		client:  "203.0.113.7",

		socketAfter: "    proxy_http_version 1.1;\n",
		socket:      "    proxy_set_header Upgrade $http_upgrade;\n    proxy_set_header Connection $http_connection;\n",
	},
	"apache": {
		snippet: "apache.conf",
		config: `ServerName localhost
Listen ADDRESS
ErrorLog /dev/stderr
PidFile apache.pid
DefaultRuntimeDir .
User nobody
Group nogroup
LoadModule mpm_event_module ROOT/usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module ROOT/usr/lib/apache2/modules/mod_authz_core.so
LoadModule proxy_module ROOT/usr/lib/apache2/modules/mod_proxy.so
LoadModule proxy_http_module ROOT/usr/lib/apache2/modules/mod_proxy_http.so
LoadModule proxy_fcgi_module ROOT/usr/lib/apache2/modules/mod_proxy_fcgi.so
LoadModule alias_module ROOT/usr/lib/apache2/modules/mod_alias.so
LoadModule rewrite_module ROOT/usr/lib/apache2/modules/mod_rewrite.so
Include LINES`,
		program: "usr/sbin/apache2",
		check:   []string{"-t", "-d", ".", "-f", "CONFIG"},
		serve:   []string{"-d", ".", "-f", "CONFIG", "-D", "FOREGROUND"},
		client:  "203.0.113.7",

		socketAfter: "timeout=60",
		socket:      " upgrade=websocket",
	},
	"caddy": {
		snippet: "Caddyfile",
		config:  "{\n\tadmin off\n}\nhttp://:PORT {\n\tbind 127.0.0.1\n\timport LINES\n}\n",
		program: "usr/bin/caddy",
		check:   []string{"validate", "--adapter", "caddyfile", "--config", "CONFIG"},
		serve:   []string{"run", "--adapter", "caddyfile", "--config", "CONFIG"},
		client:  "127.0.0.1", // it believes nobody's header
	},
}

// lines returns the snippet that passes on to upstream.
func (w webServer) lines(t *testing.T, upstream string) string {
	t.Helper()
	snippet, err := os.ReadFile(w.snippet)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(snippet), "127.0.0.1:8787", upstream)
}

// command returns a run of the server in the folder. It listens on address, and its site has the lines.
func (w webServer) command(t *testing.T, folder, address, lines string, args []string) *exec.Cmd {
	t.Helper()
	root := os.Getenv("EMCP_TEST_WEB_SERVERS")
	if root == "" {
		t.Fatal("EMCP_TEST_WEB_SERVERS does not say where scripts/fetch-web-servers has put them: make packaging-test")
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"lines": lines,
		"config": strings.NewReplacer("ADDRESS", address, "PORT", port, "LINES", filepath.Join(folder, "lines"), "ROOT",
			root).Replace(w.config),
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var filled []string
	for _, arg := range args {
		filled = append(filled, strings.ReplaceAll(arg, "CONFIG", filepath.Join(folder, "config")))
	}
	cmd := exec.Command(filepath.Join(root, w.program), filled...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+root+"/usr/lib/x86_64-linux-gnu:"+root+"/usr/lib/aarch64-linux-gnu",
		"HOME="+folder)
	return cmd
}

// TestSnippets lets the web servers check the snippets exactly as the owner copies them.
func TestSnippets(t *testing.T) {
	for name, server := range webServers {
		output, err := server.command(t, t.TempDir(), "127.0.0.1:8080", server.lines(t, "127.0.0.1:8787"),
			server.check).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, output)
		}
	}
}

// TestSessionsThroughWebServers sends a client's whole session through each web server.
func TestSessionsThroughWebServers(t *testing.T) {
	config, database := configuration(t)
	emcp, behind := program.Serve(t, binary, config)
	direct := probe(t, behind)
	if _, err := database.DB.ExecContext(t.Context(),
		"UPDATE evo_site_content SET content = REPEAT('text ', 18000) WHERE id = 2"); err != nil {
		t.Fatal(err)
	}
	const big = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":2,` +
		`"fields":["content"],"max_chars":100000}}}`
	directly := post(t, behind, "", big).body
	if len(directly) < 170_000 {
		t.Fatalf("the big answer has %d bytes", len(directly))
	}
	for name, server := range webServers {
		t.Run(name, func(t *testing.T) {
			address := freeAddress(t)
			program.Start(t, server.command(t, t.TempDir(), address, server.lines(t, behind), server.serve))
			await(t, address)

			if diff := cmp.Diff(direct, probe(t, address)); diff != "" {
				t.Errorf("directly (-) and through %s (+):\n%s", name, diff)
			}

			if through := post(t, address, "", big).body; through != directly {
				t.Errorf("a big answer is %d bytes long, want %d", len(through), len(directly))
			}

			session := post(t, address, "",
				`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},`+
					`"clientInfo":{"name":"t","version":"1"}}}`).session
			post(t, address, session,
				`{"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"evo://content/content/1"}}`)
			stream := send(t, address, session, http.MethodGet, "", nil)
			defer stream.Body.Close()
			events := bufio.NewScanner(stream.Body)
			expect(t, events, "id: ") // at once, which a server that collects answers would keep
			if _, err := database.DB.ExecContext(t.Context(),
				"UPDATE evo_site_content SET editedon = editedon + 1 WHERE id = 1"); err != nil {
				t.Fatal(err)
			}
			expect(t, events,
				`data: {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"evo/change":"updated"},`+
					`"uri":"evo://content/content/1"}}`)

			for host, want := range map[string]int{"www.example.com": http.StatusOK, "elsewhere.example": http.StatusForbidden} {
				headers := map[string]string{"Host": host, "X-Forwarded-For": "203.0.113.7"}
				response := send(t, address, "", http.MethodPost, `{"jsonrpc":"2.0","id":"who","method":"ping"}`, headers)
				if response.Body.Close(); response.StatusCode != want {
					t.Errorf("as %s: %d, want %d", host, response.StatusCode, want)
				}
			}
			_, who := emcp.Until(t, `"request_id":"who".*"client":"([^"]+)"`)
			if who[1] != server.client {
				t.Errorf("emcp takes the client for %s, want %s", who[1], server.client)
			}
		})
	}
}

// TestWebSocketsThroughWebServers sends a message over a WebSocket through each web server, with the lines that the
// documentation adds for it.
func TestWebSocketsThroughWebServers(t *testing.T) {
	config, _ := configuration(t)
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, append(text, "servers: [{handle: content, site: main, websocket: true}]\n"...),
		0o600); err != nil {
		t.Fatal(err)
	}
	_, behind := program.Serve(t, binary, config)
	for name, server := range webServers {
		t.Run(name, func(t *testing.T) {
			address := freeAddress(t)
			lines := strings.ReplaceAll(server.lines(t, behind), server.socketAfter, server.socketAfter+server.socket)
			program.Start(t, server.command(t, t.TempDir(), address, lines, server.serve))
			await(t, address)
			for _, path := range []string{"/mcp", "/mcp/content"} {
				connection, _, err := websocket.Dial(t.Context(), //nolint:bodyclose // Dial's has none
					"ws://"+address+path, &websocket.DialOptions{
						Subprotocols: []string{"mcp"}, HTTPHeader: http.Header{"Authorization": {"Bearer " + token}},
					})
				if err != nil {
					t.Fatalf("%s: %v", path, err)
				}
				defer func() { _ = connection.CloseNow() }()
				if err := connection.Write(t.Context(), websocket.MessageText,
					[]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)); err != nil {
					t.Fatalf("%s: %v", path, err)
				}
				_, got, err := connection.Read(t.Context())
				if want := `{"jsonrpc":"2.0","id":1,"result":{}}`; err != nil || string(got) != want {
					t.Errorf("%s: %s, %v, want %s", path, got, err, want)
				}
			}
		})
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// await waits until a server listens.
func await(t *testing.T, address string) {
	t.Helper()
	wait.For(t, 30*time.Second, func() error {
		connection, err := net.Dial("tcp", address) //nolint:noctx // of this computer
		if err == nil {
			connection.Close()
		}
		return err
	})
}

// answer is emcp's answer to a message that it accepts.
type answer struct{ session, body string }

func post(t *testing.T, address, session, message string) answer {
	t.Helper()
	response := send(t, address, session, http.MethodPost, message, nil)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s", message, response.StatusCode, body)
	}
	return answer{response.Header.Get("Mcp-Session-Id"), string(body)}
}

// send returns an answer. The caller must close its body.
func send(t *testing.T, address, session, method, body string, headers map[string]string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, fmt.Sprintf("http://%s/mcp", address),
		strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	request.Header.Set("MCP-Protocol-Version", "2025-11-25")
	if session != "" {
		request.Header.Set("MCP-Session-Id", session)
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	request.Host = headers["Host"]
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// expect reads a stream up to a line with a given beginning.
func expect(t *testing.T, lines *bufio.Scanner, beginning string) {
	t.Helper()
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), beginning) {
			return
		}
	}
	t.Fatalf("the stream ends before %s", beginning)
}
