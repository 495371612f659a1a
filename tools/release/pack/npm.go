package main

import (
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
)

//go:embed npm/emcp.js
var launcher []byte

//go:embed npm/README.md
var readme []byte

// processors are the names that Node.js has for Go's.
var processors = map[string]string{"amd64": "x64", "arm64": "arm64"}

// packageJSON is package.json. The package emcp has the launcher and wants the packages of all platforms, which are
// optional: npm installs the one that fits.
type packageJSON struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	Description          string            `json:"description"`
	OS                   []string          `json:"os,omitempty"`
	CPU                  []string          `json:"cpu,omitempty"`
	Bin                  map[string]string `json:"bin,omitempty"`
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
	PreferUnplugged      bool              `json:"preferUnplugged,omitempty"` // Yarn runs no programs inside archives
}

// platform names the npm package of a program.
func (p program) platform() string {
	return fmt.Sprintf("emcp-%s-%s", platforms[p.OS], processors[p.Arch])
}

// writePlatform makes the npm package of a program.
func (r *release) writePlatform(p program) error {
	return r.writeNPM(packageJSON{
		Name:            p.platform(),
		Description:     "The program of the package emcp for one platform",
		OS:              []string{platforms[p.OS]},
		CPU:             []string{processors[p.Arch]},
		PreferUnplugged: true,
	}, p.file("bin/"))
}

// writeLauncher makes the npm package that runs the program of the platform.
func (r *release) writeLauncher() error {
	wanted := map[string]string{}
	for _, p := range r.programs {
		wanted[p.platform()] = r.version
	}
	return r.writeNPM(packageJSON{
		Name:                 "emcp",
		Description:          "Lets AI assistants read an Evolution CMS site through MCP",
		Bin:                  map[string]string{"emcp": "emcp.js"},
		OptionalDependencies: wanted,
	}, file{"emcp.js", 0o755, launcher}, file{"README.md", 0o644, readme})
}

// writeNPM makes an npm package, as npm pack would name it.
func (r *release) writeNPM(description packageJSON, files ...file) error {
	description.Version = r.version
	text, err := json.MarshalIndent(description, "", "  ")
	if err != nil {
		return err
	}
	packed := []file{{"package/package.json", 0o644, text}}
	for _, f := range files {
		f.name = "package/" + f.name
		packed = append(packed, f)
	}
	return r.create(description.Name+"-"+r.version+".tgz", func(w io.Writer) error {
		compressed := gzip.NewWriter(w)
		if err := r.writeTar(compressed, packed...); err != nil {
			return err
		}
		return compressed.Close()
	})
}
