package main

import (
	"archive/tar"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// release is what goreleaser has built.
type release struct {
	version  string
	date     time.Time // of all files, so that what is packed is the same in every build
	folder   string
	programs []program
}

// program is emcp for one platform.
type program struct {
	OS      string `json:"goos"`
	Arch    string `json:"goarch"`
	Path    string
	Type    string
	content []byte
}

// file returns the program as a file of an archive.
func (p program) file(folder string) file {
	name := "emcp"
	if p.OS == "windows" {
		name += ".exe"
	}
	return file{folder + name, 0o755, p.content}
}

// writeRelease adds to the folder what goreleaser does not make.
func writeRelease(version, date, folder string) error {
	at, err := time.Parse(time.RFC3339, date)
	if err != nil {
		return err
	}
	r := release{version: version, date: at.UTC(), folder: folder}
	if r.programs, err = readPrograms(folder); err != nil {
		return err
	}
	for _, p := range r.programs {
		if err := r.writeBundle(p); err != nil {
			return err
		}
		if err := r.writePlatform(p); err != nil {
			return err
		}
		if p.OS != "linux" {
			continue
		}
		if err := r.writeImage(p); err != nil {
			return err
		}
	}
	return r.writeLauncher()
}

// readPrograms reads what goreleaser lists.
func readPrograms(folder string) ([]program, error) {
	text, err := os.ReadFile(filepath.Join(folder, "artifacts.json"))
	if err != nil {
		return nil, err
	}
	var artifacts []program
	if err := json.Unmarshal(text, &artifacts); err != nil {
		return nil, err
	}
	artifacts = slices.DeleteFunc(artifacts, func(p program) bool { return p.Type != "Binary" })
	for i, p := range artifacts {
		if artifacts[i].content, err = os.ReadFile(p.Path); err != nil {
			return nil, err
		}
	}
	return artifacts, nil
}

// create makes a file of the release, which write fills.
func (r *release) create(name string, write func(io.Writer) error) error {
	f, err := os.Create(filepath.Join(r.folder, name))
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		_ = f.Close()
		return fmt.Errorf("%s: %w", name, err)
	}
	return f.Close()
}

// file is a file of an archive.
type file struct {
	name    string
	mode    int64
	content []byte
}

// writeTar writes the files, root's, as an archive.
func (r *release) writeTar(w io.Writer, files ...file) error {
	archive := tar.NewWriter(w)
	for _, f := range files {
		header := &tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.content)), ModTime: r.date}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(f.content); err != nil {
			return err
		}
	}
	return archive.Close()
}
