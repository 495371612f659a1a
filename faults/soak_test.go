//go:build faults

package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"emcp/config"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
	"emcp/server"
)

// soakedVariable names the configuration with which the test's own binary serves as emcp would, see serveSoaked.
const soakedVariable = "EMCP_FAULTS_SOAKED"

// serveSoaked is emcp serve, which logs on SIGUSR1 what cannot be seen from outside: its goroutines and its heap.
func serveSoaked() int {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, syscall.SIGUSR1)
	go func() {
		for range interrupt {
			runtime.GC()
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			log.InfoContext(ctx, "inside", "goroutines", runtime.NumGoroutine(), "heap", memory.HeapAlloc)
		}
	}()
	err := func() error {
		c, err := config.Load(os.Getenv(soakedVariable), os.LookupEnv)
		if err != nil {
			return err
		}
		s, err := server.New(c, server.Options{Version: "soak", Log: log, Requests: io.Discard})
		if err != nil {
			return err
		}
		defer s.Close()
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Listen)
		if err != nil {
			return err
		}
		return s.Serve(ctx, listener)
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// startSoaked starts the test's own binary as a gateway.
func startSoaked(t testing.TB, text string) *gateway {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// so that it is in use, and not for all calls
	text = strings.Replace(text, "cache: {ttl: 0s}", "cache: {ttl: 100ms}", 1)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), soakedVariable+"="+written(t, text))
	return startProgram(t, cmd)
}

// sample is what a gateway has without anything to do.
type sample struct {
	usage
	goroutines int
	heap       int // KiB
}

func (s sample) String() string {
	return fmt.Sprintf("%d goroutines, %s, %d MiB of it heap", s.goroutines, s.usage, s.heap>>10)
}

// sampleOf asks a soaked gateway what it has.
func sampleOf(t testing.TB, g *gateway) sample {
	t.Helper()
	told := len(g.Lines(`"msg":"inside"`))
	g.Signal(t, syscall.SIGUSR1)
	var lines []string
	wait.Until(t, 10*time.Second, "told what it has", func() bool {
		lines = g.Lines(`"msg":"inside"`)
		return len(lines) > told
	})
	var inside struct{ Goroutines, Heap int }
	if err := json.Unmarshal([]byte(lines[told]), &inside); err != nil {
		t.Fatal(err)
	}
	return sample{usageOf(t, g.Pid), inside.Goroutines, inside.Heap >> 10}
}

// rounds is how many times TestSoak looks at the gateway.
const rounds = 42

// TestSoak runs the load for a long time, with a fault from time to time, and wants the gateway to have no more of
// anything in the end than in the beginning.
func TestSoak(t *testing.T) {
	g := newStage(t, newSite(t), testdb.StartRedis(t), startSoaked)
	var samples []sample
	calls := 0
	for i := range rounds {
		end := time.Now().Add(*soak / rounds)
		g.load.start()
		g.runFault(t, faults[i%len(faults)])
		time.Sleep(time.Until(end))
		g.load.halt()
		calls += len(g.load.since(time.Time{}))
		g.load.forget()
		for _, client := range g.load.http {
			client.CloseIdleConnections()
		}
		// What belongs to the calls has ended at once, what tries to reach Redis again a second later.
		time.Sleep(1500 * time.Millisecond)
		samples = append(samples, sampleOf(t, g.gateway))
		t.Logf("%d: %s", i+1, samples[i])
	}
	t.Logf("%d calls", calls)
	first, last := samples[:rounds/3], samples[rounds-rounds/3:]
	for _, thing := range []struct {
		name string
		of   func(sample) int
		more int // that chance may add: connections that are open at the moment, what the collector has not given back
	}{
		{"goroutines", func(s sample) int { return s.goroutines }, 10},
		{"files", func(s sample) int { return s.files }, 10},
		{"threads", func(s sample) int { return s.threads }, 10},
		{"KiB of heap", func(s sample) int { return s.heap }, 4 << 10},
		{"KiB of resident memory", func(s sample) int { return s.memory }, 16 << 10},
	} {
		before, after := thing.of(slices.MaxFunc(first, by(thing.of))), thing.of(slices.MaxFunc(last, by(thing.of)))
		if after > before+thing.more {
			t.Errorf("%s: at most %d in the first third, %d in the last", thing.name, before, after)
		}
	}
}

func by(of func(sample) int) func(a, b sample) int {
	return func(a, b sample) int { return of(a) - of(b) }
}
