//go:build unix

package setup

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// copyOwnerAndMode gives a file the owner and the mode of the one that it replaces.
func copyOwnerAndMode(file *os.File, replaced fs.FileInfo) error {
	was, ok := replaced.Sys().(*syscall.Stat_t)
	if ok && (int(was.Uid) != os.Geteuid() || int(was.Gid) != os.Getegid()) {
		if err := file.Chown(int(was.Uid), int(was.Gid)); err != nil {
			return errors.New(
				"it belongs to another user or group, which only root can give a new file: run the command with sudo")
		}
	}
	return file.Chmod(replaced.Mode().Perm())
}
