package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// vacant reports whether a file may be written at path.
func vacant(path string, force bool) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder", path)
	case !force:
		return fmt.Errorf("%s is there already; take another name, or replace it with --force", path)
	}
	return nil
}

// staged is a file beside the one whose place it takes with commit: that one is there as a whole or not at all.
type staged struct {
	temporary, path string
	force           bool
	replaces        bool // a file that is there, whose owner and mode it has
}

// stage writes content beside path. Its owner and mode are those of the file that it replaces; else only its owner can read it. A link
// stays, and leads to the new file.
func stage(path string, content []byte, force bool) (_ *staged, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write %s: %w", path, err)
		}
	}()
	if err := vacant(path, force); err != nil {
		return nil, err
	}
	s := &staged{path: path, force: force}
	replaced, err := os.Stat(path)
	switch {
	case err == nil:
		s.replaces = true
		if s.path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	temporary, err := os.CreateTemp(filepath.Dir(s.path), ".emcp-*") // mode 0600
	if err != nil {
		return nil, err
	}
	s.temporary = temporary.Name()
	if s.replaces {
		err = keep(temporary, replaced)
	}
	if err == nil {
		_, err = temporary.Write(content)
	}
	if err = errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		s.discard()
		return nil, err
	}
	return s, nil
}

// commit puts the file into its place, if nobody else has made it meanwhile.
func (s *staged) commit() error {
	err := vacant(s.path, s.force)
	if err == nil {
		err = os.Rename(s.temporary, s.path)
	}
	if err != nil {
		s.discard()
		return fmt.Errorf("write %s: %w", s.path, err)
	}
	return nil
}

// discard takes the file away.
func (s *staged) discard() { _ = os.Remove(s.temporary) } // why it is not wanted says more than that it stays

// within reports whether a path is in a folder, or in one below it; no path is in the folder "".
func within(path, dir string) bool {
	if dir == "" {
		return false
	}
	path, dir = resolved(filepath.Dir(path)), resolved(dir)
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// resolved returns a folder's whole path without links, or as it is where there is no such folder.
func resolved(dir string) string {
	dir = absolute(dir)
	if whole, err := filepath.EvalSymlinks(dir); err == nil {
		return whole
	}
	return dir
}
