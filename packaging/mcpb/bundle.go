package main

import (
	"archive/zip"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

//go:embed manifest.json
var manifest string

//go:embed emcp.yaml
var configuration []byte

// bundle is a .mcpb file, whose program runs on one platform.
type bundle struct{ version, os, arch string }

// platforms are the names that manifests have for Go's.
var platforms = map[string]string{"darwin": "darwin", "linux": "linux", "windows": "win32"}

// write makes the bundle in the folder.
func (b bundle) write(binary, folder string) (err error) {
	platform, ok := platforms[b.os]
	if !ok {
		return fmt.Errorf("there are no bundles for %s", b.os)
	}
	program, err := os.ReadFile(binary) //nolint:gosec // the one that was built
	if err != nil {
		return err
	}
	executable := "emcp"
	if b.os == "windows" {
		executable = "emcp.exe"
	}
	filled := strings.NewReplacer("VERSION", b.version, "EXECUTABLE", executable, "PLATFORM", platform).Replace(manifest)

	name := fmt.Sprintf("emcp_%s_%s_%s.mcpb", b.version, b.os, b.arch)
	file, err := os.Create(filepath.Join(folder, name)) //nolint:gosec // where it is wanted
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	archive := zip.NewWriter(file)
	for _, part := range []struct {
		name string
		mode os.FileMode
		text []byte
	}{
		{"manifest.json", 0o644, []byte(filled)},
		{"emcp.yaml", 0o644, configuration},
		{"server/" + executable, 0o755, program},
	} {
		header := &zip.FileHeader{Name: part.name, Method: zip.Deflate}
		header.SetMode(part.mode)
		w, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := w.Write(part.text); err != nil {
			return err
		}
	}
	return archive.Close()
}
