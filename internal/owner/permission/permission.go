// Package permission explains "permission denied": who owns the file, who asked for it, and what to do.
package permission

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Advice returns a sentence for the site's owner about the file or folder whose permissions caused err. It is empty if
// err has another cause, or if the system has no owners and modes.
func Advice(err error) string {
	var denied *fs.PathError
	if !errors.Is(err, fs.ErrPermission) || !errors.As(err, &denied) {
		return ""
	}
	o, ok := find(denied.Path)
	if !ok {
		return ""
	}
	return o.advice()
}

// access is what a process wants to do with a file or folder, as a mode bit.
type access fs.FileMode

const (
	enter access = 1 // a folder
	write access = 2 // a file in a folder
	read  access = 4 // a file
)

// obstacle is the file or folder that denies access.
type obstacle struct {
	path         string
	want         access
	mode         fs.FileMode
	owner, group string
	asker        string // the user who runs the process
	askersGroup  string
	class        class
}

// class is the position of the mode bits that apply to the asker.
type class uint

const (
	others class = 0
	member class = 3 // of the group
	itself class = 6 // the owner
)

// find returns the obstacle on the way to a path: the file itself, or a folder above it that cannot
// be entered or written to.
func find(path string) (obstacle, bool) {
	o := obstacle{path: path, want: read}
	for {
		info, err := os.Stat(o.path)
		above := filepath.Dir(o.path)
		switch {
		case err == nil:
			o.mode = info.Mode().Perm()
			return o, o.identify(info)
		case above == o.path:
			return o, false
		case errors.Is(err, fs.ErrNotExist): // a file that could not be created
			o.path, o.want = above, write
		default:
			o.path, o.want = above, enter
		}
	}
}

// advice says what denies access and what to do.
func (o obstacle) advice() string {
	name, remedy := o.path, ""
	if o.want != read {
		name = "the folder " + name
	}
	letter := map[access]string{enter: "x", write: "w", read: "r"}[o.want]
	switch {
	case o.allows(o.class):
		remedy = "the mode allows this, so something else prevents it, such as AppArmor, SELinux or the sandbox of a " +
			"systemd unit"
	case o.class == itself:
		remedy = fmt.Sprintf("run chmod u+%s %s", letter, o.path)
	case o.want == write:
		remedy = "run the command with sudo, or choose another folder"
	case o.allows(member):
		remedy = "run the command with sudo, or as a user of the group " + o.group
	case o.want == enter:
		remedy = "run the command with sudo, or put the file where this user can read it"
	default:
		remedy = fmt.Sprintf(
			"run the command with sudo, or let the group %s read it: sudo chgrp %[1]s %s && sudo chmod g+r %[2]s", o.askersGroup,
			o.path)
	}
	return fmt.Sprintf("%s belongs to %s:%s with the mode %04o, and emcp runs as the user %s: %s", name, o.owner, o.group,
		o.mode, o.asker, remedy)
}

// allows reports whether the mode allows the class what the process wants.
func (o obstacle) allows(c class) bool { return o.mode>>c&fs.FileMode(o.want) != 0 }
