package main

import (
	"archive/zip"
	_ "embed"
	"fmt"
	"io"
	"os"
	"strings"
)

//go:embed mcpb/manifest.json
var manifest string

//go:embed mcpb/emcp.yaml
var configuration []byte

// platforms are the names that Node.js and manifests have for Go's.
var platforms = map[string]string{"darwin": "darwin", "linux": "linux", "windows": "win32"}

// writeBundle makes the .mcpb file of a program.
func (r *release) writeBundle(p program) error {
	executable := p.file("server/")
	filled := strings.NewReplacer("VERSION", r.version, "EXECUTABLE", executable.name, "PLATFORM",
		platforms[p.OS]).Replace(manifest)
	files := []file{
		{"manifest.json", 0o644, []byte(filled)},
		{"emcp.yaml", 0o644, configuration},
		executable,
	}
	return r.create(fmt.Sprintf("emcp_%s_%s_%s.mcpb", r.version, p.OS, p.Arch), func(w io.Writer) error {
		archive := zip.NewWriter(w)
		for _, f := range files {
			header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: r.date}
			header.SetMode(os.FileMode(f.mode))
			w, err := archive.CreateHeader(header)
			if err != nil {
				return err
			}
			if _, err := w.Write(f.content); err != nil {
				return err
			}
		}
		return archive.Close()
	})
}
