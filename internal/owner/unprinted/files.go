package unprinted

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// folders of a site have its own templates and code. The first is that of Blade templates.
var folders = []string{
	"views", "assets/templates", "assets/snippets", "assets/plugins", "assets/modules", "assets/tvs", "core/custom",
}

var extensions = []string{".php", ".tpl", ".html", ".htm", ".inc"}

// Limits of what is read of a site.
const (
	maxFiles = 10_000
	maxFile  = 1 << 20 // bytes; what comes after them does not count
)

// eachFile calls use with the text of each file of the site's own code. It leaves out what cannot be read.
func eachFile(ctx context.Context, dir string, use func(text string)) error {
	files := 0
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(dir, folder), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
				return nil
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "vendor":
				return fs.SkipDir
			case !entry.Type().IsRegular() || !slices.Contains(extensions, filepath.Ext(path)):
				return nil
			}
			if files++; files > maxFiles {
				return fmt.Errorf("the site has more than %d files of code", maxFiles)
			}
			text, err := read(path)
			if errors.Is(err, fs.ErrPermission) {
				return nil
			}
			use(text)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// read returns the beginning of a file.
func read(path string) (string, error) {
	file, err := os.Open(path) //nolint:gosec // of the site whose owner asks
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxFile))
	return string(text), err
}
