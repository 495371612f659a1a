package upstream

import "os/exec"

// ownGroup does nothing: Windows has no process groups as Unix has them.
func ownGroup(*exec.Cmd) {}

// terminate does nothing: Windows has no such signal.
func terminate(*exec.Cmd) {}

// kill ends the program.
func kill(c *exec.Cmd) { _ = c.Process.Kill() }
