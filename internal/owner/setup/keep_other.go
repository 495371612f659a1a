//go:build !unix

package setup

import (
	"io/fs"
	"os"
)

// copyOwnerAndMode does nothing: here files have no owner and mode as on Unix.
func copyOwnerAndMode(*os.File, fs.FileInfo) error { return nil }
