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
	"strconv"
	"time"

	"emcp/internal/test/process"
)

// startTimeout is how long a server may take to answer.
const startTimeout = time.Minute

// startProcess starts cmd with its output going to the file log, and waits
// until ping succeeds.
func startProcess(cmd *exec.Cmd, log string, ping func(context.Context) error) (*process.Process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	p, err := process.Start(cmd)
	if err != nil {
		return nil, err
	}
	if err := await(p, ping); err != nil {
		p.Kill()
		text, _ := os.ReadFile(log)
		return nil, fmt.Errorf("start %s: %w\n%s", filepath.Base(cmd.Path), err, bytes.TrimSpace(text))
	}
	return p, nil
}

// await waits until ping succeeds.
func await(p *process.Process, ping func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		err := ping(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-p.Ended:
			return errors.New("it ended")
		case <-ctx.Done():
			return fmt.Errorf("it does not answer: %w", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// freeAddr returns a free TCP address on the loopback interface. Its port is below the range for outgoing connections:
// otherwise an outgoing connection could take the port of a stopped server.
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
