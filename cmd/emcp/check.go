package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"emcp/internal/owner/check"
)

// Errors of emcp check, whose reasons stand in its findings.
var (
	errFindings  = errors.New("not everything is in order")
	errUnchecked = errors.New("not everything could be checked")
)

// runCheck is emcp check: it says what is wrong and how to mend it.
func runCheck(ctx context.Context, args []string, env environment) error {
	set := flags("check", env)
	path := configFlag(set)
	asJSON := set.Bool("json", false, "print the findings as one JSON document")
	if err := parse(set, args); err != nil {
		return err
	}
	report := check.File(ctx, *path, env.lookup)
	write := writeFindings
	if *asJSON {
		write = writeJSON
	}
	if err := write(env.stdout, report); err != nil {
		return err
	}
	switch {
	case !report.Complete:
		return errUnchecked
	case report.Failed():
		return errFindings
	}
	return nil
}

func writeJSON(w io.Writer, r check.Report) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// writeFindings writes what a person reads: a line that says what, and where that is not well two more, why it matters and
// what to do.
func writeFindings(w io.Writer, r check.Report) error {
	var text strings.Builder
	for _, f := range r.Findings {
		subject := f.Subject
		if f.Site != "" {
			subject = "sites." + f.Site + " " + subject
		}
		lines := []string{subject + ": " + f.What}
		if f.Why != "" {
			lines = append(lines, "why: "+f.Why, "do:  "+f.Do)
		}
		for i, line := range strings.Split(strings.Join(lines, "\n"), "\n") {
			level := ""
			if i == 0 {
				level = string(f.Level)
			}
			text.WriteString(strings.TrimRight(fmt.Sprintf("%-8s %s", level, line), " ") + "\n")
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}
