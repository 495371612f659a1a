package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Paths are where the configuration is looked for, in this order, where no path is given: the current folder, then the place
// of the Debian package and of the service.
var Paths = []string{"emcp.yaml", "/etc/emcp/emcp.yaml"}

// Find returns the path of the configuration: path itself, or where it is empty the first of Paths at which there is a file.
func Find(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	return first(Paths)
}

// first returns the first path at which there is something, also where that may not be read.
func first(paths []string) (string, error) {
	for _, path := range paths {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no configuration at %s; create one with emcp init, or name another file with --config", strings.Join(paths, " or "))
}
