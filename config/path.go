package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Paths are where emcp looks for the configuration if no path is given, in this order: the current folder, then the
// place of the Debian package and of the service.
var Paths = []string{"emcp.yaml", "/etc/emcp/emcp.yaml"}

// Find returns the path of the configuration: path itself or, if it is empty, the first of Paths with a file.
func Find(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	return firstExisting(Paths)
}

// firstExisting returns the first path that exists, readable or not.
func firstExisting(paths []string) (string, error) {
	for _, path := range paths {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no configuration at %s; create one with emcp init, or name another file with --config",
		strings.Join(paths, " or "))
}
