package main

import (
	"encoding/json"
	"io"
)

// report is what a command has found out.
type report interface {
	Write(w io.Writer) error // for people
}

// writeReport writes a report for people, or as one JSON document for programs.
func writeReport(w io.Writer, r report, asJSON bool) error {
	if !asJSON {
		return r.Write(w)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
