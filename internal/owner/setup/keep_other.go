//go:build !unix

package setup

import (
	"io/fs"
	"os"
)

// copyOwnerAndMode has nothing to keep: files have no owner and mode here as Unix has them.
func copyOwnerAndMode(*os.File, fs.FileInfo) error { return nil }
