package testdb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"
)

const (
	startTimeout = time.Minute
	stopTimeout  = time.Minute
)

// process is a child that never outlives the test process.
type process struct {
	*os.Process
	ended chan struct{} // closed when it has ended
}

// startProcess starts cmd with its output going to the file log, and waits
// until ping succeeds.
func startProcess(cmd *exec.Cmd, log string, ping func(context.Context) error) (*process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}

	started := make(chan error)
	ended := make(chan struct{})
	go func() {
		// The signal is sent when the thread that started the child ends,
		// so this thread stays until the child has ended.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it ended is in the log
			close(ended)
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	p := &process{Process: cmd.Process, ended: ended}
	if err := p.await(ping); err != nil {
		p.kill()
		text, _ := os.ReadFile(log)
		return nil, fmt.Errorf("start %s: %w\n%s", filepath.Base(cmd.Path), err, bytes.TrimSpace(text))
	}
	return p, nil
}

// await waits until ping succeeds.
func (p *process) await(ping func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		err := ping(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-p.ended:
			return errors.New("it ended")
		case <-ctx.Done():
			return fmt.Errorf("it does not answer: %w", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// stop asks the process to end and waits until it has.
func (p *process) stop() {
	_ = p.Signal(syscall.SIGTERM) // fails only where it has ended
	select {
	case <-p.ended:
	case <-time.After(stopTimeout):
		p.kill()
	}
}

// kill ends the process at once.
func (p *process) kill() {
	_ = p.Kill() // fails only where it has ended
	<-p.ended
}

// freeAddr returns a free TCP address on the loopback interface. Its port is
// below those that the system gives to outgoing connections, one of which
// would otherwise take the port of a stopped server.
func freeAddr() (string, error) {
	for range 100 {
		port := 20000 + rand.IntN(10000)
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", errors.New("no free TCP port")
}

// freeze stops the process where it stands, until thaw: its connections stay open and nothing is answered.
func (p *process) freeze(t testing.TB) { p.signal(t, syscall.SIGSTOP) }

func (p *process) thaw(t testing.TB) { p.signal(t, syscall.SIGCONT) }

func (p *process) signal(t testing.TB, s syscall.Signal) {
	t.Helper()
	if err := p.Signal(s); err != nil {
		t.Fatal(err)
	}
}
