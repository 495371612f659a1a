package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"emcp/internal/test/program"
)

// TestServeMetrics reads the metrics of the running program at their own address, until it ends.
func TestServeMetrics(t *testing.T) {
	s := program.Start(t, exec.Command(binary, "serve", "--config", configuration(t,
		`{listen: "127.0.0.1:0", metrics: {listen: "0.0.0.0:0"}, sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}, auth: `+
			`{modes: [none]}}`)))
	addresses, warned := map[string]string{}, false
	for len(addresses) < 2 || !warned {
		text := s.Next(t)
		var line struct{ Level, Msg, Address string }
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		switch {
		case line.Address != "":
			addresses[line.Msg] = line.Address
		case line.Level == "WARN" && strings.HasPrefix(line.Msg, "anyone who can reach metrics.listen can read the metrics"):
			warned = true
		}
	}
	_, port, err := net.SplitHostPort(addresses["metrics"])
	if err != nil {
		t.Fatalf("%v in %v", err, addresses)
	}
	for address, want := range map[string]int{
		"127.0.0.1:" + port: http.StatusOK, addresses["listening"]: http.StatusNotFound,
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != want ||
			(want == http.StatusOK) != strings.Contains(string(text), "\nemcp_build_info{go_version=\"go") {
			t.Errorf("%s: %d, %v\n%s", address, response.StatusCode, err, text)
		}
	}
	if _, status := s.Terminate(t); status != 0 || len(s.Lines(`"level":"ERROR"`)) > 0 {
		t.Errorf("status %d, %q", status, s.Lines(`"level":"ERROR"`))
	}
}

// TestServeMetricsNowhere has the address taken.
func TestServeMetricsNowhere(t *testing.T) {
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	_, stderr, status := emcp(t, "", "serve", "--config", configuration(t,
		`{listen: "127.0.0.1:0", metrics: {listen: "`+address+
			`"}, sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}, auth: {modes: [none]}}`))
	if want := "emcp: metrics.listen: " + address +
		" is in use by another program; stop that program, or set metrics.listen to another port\n"; stderr != want ||
		status != 1 {
		t.Errorf("status %d, %s", status, stderr)
	}
}
