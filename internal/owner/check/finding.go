package check

import (
	"cmp"
	"fmt"
	"strings"

	"emcp/internal/owner/permission"
)

// Level is how serious a finding is.
type Level string

// Levels of findings.
const (
	OK      Level = "ok"
	Warning Level = "warning" // emcp works, but not as well or as safely as it could
	Error   Level = "error"
)

// Finding is the result of one check. Why and Do are empty if all is well.
type Finding struct {
	Site    string `json:"site,omitempty"` // key of sites; empty: all sites
	Subject string `json:"subject"`
	Level   Level  `json:"level"`
	What    string `json:"what"`
	Why     string `json:"why,omitempty"` // why it matters
	Do      string `json:"do,omitempty"`
}

func ok(subject, what string) Finding { return Finding{Subject: subject, Level: OK, What: what} }

func warning(subject, what, why, do string) Finding {
	return Finding{Subject: subject, Level: Warning, What: what, Why: why, Do: do}
}

func failure(subject, what, why, do string) Finding {
	return Finding{Subject: subject, Level: Error, What: what, Why: why, Do: do}
}

// advice returns what to do about an error. Errors about file permissions have their own advice.
func advice(err error, otherwise string) string { return cmp.Or(permission.Advice(err), otherwise) }

// mostReported is how many pages, tools or the like a finding names.
const mostReported = 5

// someOf returns the first lines, and the number of the others.
func someOf(lines []string) string {
	text := strings.Join(lines[:min(len(lines), mostReported)], "\n")
	if len(lines) > mostReported {
		text += fmt.Sprintf("\nand %d more", len(lines)-mostReported)
	}
	return text
}
