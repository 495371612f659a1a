//go:build unix

package upstream

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a program into a process group of its own, so that its children end with it.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminate asks the program and its children to end.
func terminate(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }

// kill ends the program and its children.
func kill(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
