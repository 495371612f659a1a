// Package process runs programs that never outlive the test process, however it ends. It runs on Linux.
package process

import (
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// stopTimeout is how long a program may take to end in order.
const stopTimeout = time.Minute

// Process is a running program, with a process group of its own.
type Process struct {
	// Pid is its number, that of its group, too.
	Pid int
	// Ended is closed when it has ended and all that it wrote is there.
	Ended  <-chan struct{}
	status int
}

// Start starts cmd.
func Start(cmd *exec.Cmd) (*Process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started, ended := make(chan error), make(chan struct{})
	p := &Process{Ended: ended}
	go func() {
		// The signal is sent when the thread that started the child ends, so this thread stays until the child has ended.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		if err == nil {
			p.Pid = cmd.Process.Pid
		}
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it ended is its status
			p.status = cmd.ProcessState.ExitCode()
			close(ended)
		}
	}()
	return p, <-started
}

// Status is the exit status of a process that has ended; -1 where a signal has ended it.
func (p *Process) Status() int {
	<-p.Ended
	return p.status
}

// Signal sends a signal to the process, not to its children.
func (p *Process) Signal(t testing.TB, s syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(p.Pid, s); err != nil {
		t.Fatal(err)
	}
}

// Stop asks the process to end and waits until it has.
func (p *Process) Stop() {
	_ = syscall.Kill(p.Pid, syscall.SIGTERM) // fails only where it has ended
	select {
	case <-p.Ended:
	case <-time.After(stopTimeout):
		p.Kill()
	}
}

// Kill ends the process and its children at once.
func (p *Process) Kill() {
	_ = syscall.Kill(-p.Pid, syscall.SIGKILL) // fails only where they have ended
	<-p.Ended
}
