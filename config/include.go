package config

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Bounds of what is read.
const (
	maxFile  = 1 << 20 // bytes
	maxFiles = 1000    // that a configuration includes
)

// Source is the text of a configuration at one moment: of the file and then of the files that it includes.
type Source struct {
	path  string // of the file; empty: a text
	files []sourceFile
	time  time.Time // modification time of the file
	err   error     // why one of them could not be read
}

// sourceFile is one file.
type sourceFile struct {
	name string // in messages; empty: the file that includes the others
	text string
}

// Read reads the file at path with the files that it includes. Load returns what went wrong.
func Read(path string) Source {
	text, err := readFile(path)
	if err != nil {
		return Source{path: path, err: err}
	}
	s := including(filepath.Dir(path), text)
	s.path = path
	if info, err := os.Stat(path); err == nil {
		s.time = info.ModTime()
	}
	return s
}

// Same reports whether nothing has changed between two moments.
func (s Source) Same(as Source) bool {
	return slices.Equal(s.files, as.files) && (s.err == nil) == (as.err == nil)
}

// Touched reports whether the file was written since another moment, be it with the same content.
func (s Source) Touched(since Source) bool { return !s.time.Equal(since.time) }

// including returns a text with the files that it includes. Their names are relative to the folder.
func including(folder, text string) Source {
	s := Source{files: []sourceFile{{text: text}}}
	var head struct {
		Include []string `yaml:"include"`
	}
	_ = yaml.Unmarshal([]byte(text), &head) // what is wrong is reported with everything else
	for _, pattern := range head.Include {
		names, err := named(folder, pattern)
		if err != nil {
			s.err = err
			return s
		}
		if len(s.files)-1+len(names) > maxFiles {
			s.err = fmt.Errorf("include: there are more than %d files", maxFiles)
			return s
		}
		for _, name := range names {
			text, err := readFile(located(folder, name))
			if err != nil {
				s.err = err
				return s
			}
			s.files = append(s.files, sourceFile{name, text})
		}
	}
	return s
}

// named returns the files that a pattern of include stands for, in order. A name without wildcards must exist.
func named(folder, pattern string) ([]string, error) {
	if !strings.ContainsAny(pattern, `*?[`) {
		return []string{pattern}, nil
	}
	paths, err := filepath.Glob(located(folder, pattern))
	if err != nil {
		return nil, fmt.Errorf("include: %q is not a pattern such as sites/*.yaml", pattern)
	}
	for i, path := range paths {
		if name, err := filepath.Rel(folder, path); err == nil && !filepath.IsAbs(pattern) {
			paths[i] = name
		}
	}
	return paths, nil
}

func located(folder, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(folder, name)
}

// readFile reads at most maxFile bytes.
func readFile(path string) (string, error) {
	f, err := os.Open(path) //nolint:gosec // the path is the operator's
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("has more than %d bytes", maxFile)}
	}
	return string(text), err
}

// prefix is what mistakes in the file begin with.
func (f sourceFile) prefix() string {
	if f.name == "" {
		return ""
	}
	return f.name + ": "
}

// joined is the keys and values of several files.
type joined struct {
	root    *yaml.Node
	origins map[string]string // names of the files of values that can stand in one file only, by path
}

// add adds the keys of a file to those of the files before it. Lists are appended, and sections are joined.
func (j joined) add(m *mistakes, into, from *yaml.Node, path string, f sourceFile) {
	for i := 0; i+1 < len(from.Content); i += 2 {
		key, value := from.Content[i], from.Content[i+1]
		below := join(path, key.Value)
		there := valueOf(into, key.Value)
		if f.name != "" && below == "include" {
			m.add("%sline %d: include: an included file cannot include others", f.prefix(), key.Line)
			continue
		}
		if there == nil {
			there = &yaml.Node{Kind: value.Kind, Tag: value.Tag}
			if value.Kind != yaml.MappingNode && value.Kind != yaml.SequenceNode {
				there = value
				j.origins[below] = f.name
			}
			into.Content = append(into.Content, key, there)
		}
		switch {
		case there == value:
		case there.Kind == yaml.MappingNode && value.Kind == yaml.MappingNode:
			j.add(m, there, value, below, f)
		case there.Kind == yaml.SequenceNode && value.Kind == yaml.SequenceNode:
			for i := range value.Content {
				m.elements[below] = append(m.elements[below], f.prefix()+fmt.Sprintf("%s[%d]", below, i))
			}
			there.Content = append(there.Content, value.Content...)
		default:
			m.add("%sline %d: %s is also in %s; keep one of them", f.prefix(), key.Line, below,
				cmp.Or(j.origins[below], "the file that includes this one"))
		}
	}
}

// valueOf returns the value of a key; nil is an absent one.
func valueOf(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}
