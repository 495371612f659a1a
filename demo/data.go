package main

import (
	"embed"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// The site, its pages and its products, and their words in each language, by the id of the English document.
//
//go:embed data/*.yaml
var data embed.FS

// load reads a file of data.
func load[T any](name string) (v T) {
	file, err := data.Open("data/" + name)
	if err == nil {
		defer file.Close()
		decoder := yaml.NewDecoder(file)
		decoder.KnownFields(true)
		err = decoder.Decode(&v)
	}
	if err != nil {
		panic(fmt.Sprintf("data/%s: %v", name, err)) // it is embedded, so a test finds it
	}
	return v
}
