package unprinted

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"unicode"
)

// folders of a site have its own templates and code. The first is that of Blade templates.
var folders = []string{"views", "assets/templates", "assets/snippets", "assets/plugins", "assets/modules", "assets/tvs", "core/custom"}

var extensions = []string{".php", ".tpl", ".html", ".htm", ".inc"}

// maxFiles bounds the files that are read, each to maxText bytes.
const maxFiles = 10_000

// eachFile calls use with the text of each file of the site's own code. It leaves out what cannot be read.
func eachFile(ctx context.Context, dir string, use func(text string)) error {
	if dir == "" {
		return nil
	}
	read := 0
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(dir, folder), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				return fs.SkipDir
			case entry.IsDir() && entry.Name() == "vendor":
				return fs.SkipDir
			case !entry.Type().IsRegular() || !slices.Contains(extensions, filepath.Ext(path)):
				return nil
			}
			if read++; read > maxFiles {
				return fs.SkipAll
			}
			file, err := os.Open(path)
			if err != nil {
				return nil //nolint:nilerr // left out
			}
			defer file.Close()
			text, _ := io.ReadAll(io.LimitReader(file, maxText)) // what there is
			use(string(text))
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
