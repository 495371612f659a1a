package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestServeMetrics reads the metrics of the running program at their own address, until it ends.
func TestServeMetrics(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), binary, "serve", "--config", configuration(t,
		`{listen: "127.0.0.1:0", metrics: {listen: "0.0.0.0:0"}, sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}, auth: {modes: [none]}}`))
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	addresses, warned := map[string]string{}, false
	log := bufio.NewScanner(stderr)
	for (len(addresses) < 2 || !warned) && log.Scan() {
		var line struct{ Level, Msg, Address string }
		if err := json.Unmarshal(log.Bytes(), &line); err != nil {
			t.Fatalf("%v in %s", err, log.Text())
		}
		switch {
		case line.Address != "":
			addresses[line.Msg] = line.Address
		case line.Level == "WARN" && strings.HasPrefix(line.Msg, "everybody who reaches metrics.listen can read the metrics"):
			warned = true
		}
	}
	_, port, err := net.SplitHostPort(addresses["metrics"])
	if err != nil {
		t.Fatalf("%v in %v", err, addresses)
	}
	for address, want := range map[string]int{"127.0.0.1:" + port: http.StatusOK, addresses["listening"]: http.StatusNotFound} {
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
		if err != nil || response.StatusCode != want || (want == http.StatusOK) != strings.Contains(string(text), "\nemcp_build_info{go_version=\"go") {
			t.Errorf("%s: %d, %v\n%s", address, response.StatusCode, err, text)
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for log.Scan() { // to its end
		if strings.Contains(log.Text(), `"level":"ERROR"`) {
			t.Error(log.Text())
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
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
	_, stderr, status := program(t, "", "serve", "--config", configuration(t,
		`{listen: "127.0.0.1:0", metrics: {listen: "`+address+`"}, sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}, auth: {modes: [none]}}`))
	if want := "emcp: metrics.listen: " + address + " is in use by another program; end that program, or set metrics.listen to another port\n"; stderr != want || status != 1 {
		t.Errorf("status %d, %s", status, stderr)
	}
}
