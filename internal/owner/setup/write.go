package setup

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"emcp/config"
)

// checkVacant returns an error if path cannot be written or is taken.
func checkVacant(path string, force bool) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder", path)
	case !force:
		return fmt.Errorf("%s exists already; use another name, or replace it with --force", path)
	}
	return nil
}

// staged is a temporary file next to the one that commit replaces, so that the final file is always complete or absent.
type staged struct {
	temporary, path string
	force           bool
	replaces        bool // there is a file, whose owner and mode it takes
}

// stage writes content next to path. It takes owner and mode of the file that it will replace; without one, only its
// owner can read it. A link at path stays and leads to the new file.
func stage(path string, content []byte, force bool) (_ *staged, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write %s: %w", path, err)
		}
	}()
	if err := checkVacant(path, force); err != nil {
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
	if err := errors.Join(s.fill(temporary, replaced, content), temporary.Sync(), temporary.Close()); err != nil {
		s.discard()
		return nil, err
	}
	return s, nil
}

// fill writes content to the temporary file, and gives it owner and mode of the file that it replaces.
func (s *staged) fill(temporary *os.File, replaced fs.FileInfo, content []byte) error {
	if s.replaces {
		if err := copyOwnerAndMode(temporary, replaced); err != nil {
			return err
		}
	}
	_, err := temporary.Write(content)
	return err
}

// commit moves the file into place, unless somebody has created one there meanwhile.
func (s *staged) commit() error {
	if err := s.move(); err != nil {
		s.discard()
		return fmt.Errorf("write %s: %w", s.path, err)
	}
	return nil
}

func (s *staged) move() error {
	if err := checkVacant(s.path, s.force); err != nil {
		return err
	}
	return os.Rename(s.temporary, s.path)
}

// discard removes the file.
func (s *staged) discard() { _ = os.Remove(s.temporary) } // the error that led here matters more

// write writes the configuration and, if a file is named for it, the SQL: both or neither. It reports whether the
// configuration replaced another, which needs force.
func (o Options) write(path string, configuration []byte, force bool, user databaseUser) (replaced bool, err error) {
	file, err := stage(path, configuration, force)
	if err != nil {
		return false, err
	}
	if o.SQL == "" {
		return file.replaces, file.commit()
	}
	if absolute(o.SQL) == absolute(path) {
		file.discard()
		return false, fmt.Errorf("--sql names the configuration file, %s", path)
	}
	statements, err := stage(o.SQL, []byte(user.sql()), o.Force)
	if err != nil {
		file.discard()
		return false, err
	}
	if err := statements.commit(); err != nil {
		file.discard()
		return false, err
	}
	return file.replaces, file.commit()
}

// outside returns an error if a path is in the folder of the site. flag names the path.
func outside(flag, path, dir string) error {
	if !within(path, dir) {
		return nil
	}
	return fmt.Errorf(
		"%s is in the folder of the site, where the web server could serve it with its password; name a file elsewhere (%s)",
		cmp.Or(path, config.Paths[0]), flag)
}

// within reports whether a path is in a folder or below it. No path is in the folder "".
func within(path, dir string) bool {
	if dir == "" {
		return false
	}
	path, dir = resolved(filepath.Dir(path)), resolved(dir)
	return path == dir || strings.HasPrefix(path,
		strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// resolved returns a folder's absolute path without links. If the folder does not exist, links stay.
func resolved(dir string) string {
	dir = absolute(dir)
	if whole, err := filepath.EvalSymlinks(dir); err == nil {
		return whole
	}
	return dir
}
