package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
)

// entry is the registry's server.json.
type entry struct {
	Schema      string     `json:"$schema"`
	Name        string     `json:"name"`
	Title       string     `json:"title"`
	Description string     `json:"description"`
	Version     string     `json:"version"`
	Packages    []download `json:"packages"`
}

type download struct {
	RegistryType string    `json:"registryType"`
	Identifier   string    `json:"identifier"`
	FileSHA256   string    `json:"fileSha256"`
	Transport    transport `json:"transport"`
}

type transport struct {
	Type string `json:"type"`
}

// writeEntry writes server.json for bundles that are, or will be, at url.
func writeEntry(out io.Writer, name, version, url string, bundles []string) error {
	e := entry{
		Schema:      "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
		Name:        name,
		Title:       "Evolution CMS",
		Description: "Lets assistants read an Evolution CMS site: documents, template variables, templates and more",
		Version:     version,
	}
	for _, path := range bundles {
		content, err := os.ReadFile(path) //nolint:gosec // named by who makes the release
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		e.Packages = append(e.Packages,
			download{"mcpb", url + "/" + filepath.Base(path), hex.EncodeToString(sum[:]), transport{"stdio"}})
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(e)
}
