// Package process runs programs that never outlive the test process, even if that process crashes. It runs on Linux.
package process

import (
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// stopTimeout is how long a program may take to shut down.
const stopTimeout = time.Minute

// Process is a running program in its own process group.
type Process struct {
	// Pid is the id of the process and of its group.
	Pid int
	// Ended is closed when the process has ended and all its output has been read.
	Ended  <-chan struct{}
	status int
}

// Start starts cmd.
func Start(cmd *exec.Cmd) (*Process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started, ended := make(chan error), make(chan struct{})
	p := &Process{Ended: ended}
	go func() {
		// The kernel sends the signal when the thread that started the child ends. This thread must stay until the
		// child has ended.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		if err == nil {
			p.Pid = cmd.Process.Pid
		}
		started <- err
		if err == nil {
			_ = cmd.Wait() // Status reports how it ended
			p.status = cmd.ProcessState.ExitCode()
			close(ended)
		}
	}()
	return p, <-started
}

// Status is the exit status of a process that has ended, or -1 if a signal ended it.
func (p *Process) Status() int {
	<-p.Ended
	return p.status
}

// Signal sends a signal to the process but not to its children.
func (p *Process) Signal(t testing.TB, s syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(p.Pid, s); err != nil {
		t.Fatal(err)
	}
}

// Stop asks the process to end and waits until it has ended.
func (p *Process) Stop() {
	_ = syscall.Kill(p.Pid, syscall.SIGTERM) // fails only if the process has already ended
	select {
	case <-p.Ended:
	case <-time.After(stopTimeout):
		p.Kill()
	}
}

// Kill ends the process and its children at once.
func (p *Process) Kill() {
	_ = syscall.Kill(-p.Pid, syscall.SIGKILL) // fails only if they have already ended
	<-p.Ended
}
