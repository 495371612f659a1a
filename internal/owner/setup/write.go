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
		return fmt.Errorf("%s is there already; take another name with --config, or replace it with --force", path)
	}
	return nil
}

// write makes a file that only its owner can read. It is there as a whole or not at all.
func write(path string, content []byte, force bool) (err error) {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".emcp-*") // mode 0600
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temporary.Name()) // the error says more than that of removing
			err = fmt.Errorf("write %s: %w", path, err)
		}
	}()
	_, err = temporary.Write(content)
	if err = errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return err
	}
	// Somebody else may have made the file meanwhile.
	if err = vacant(path, force); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}

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
