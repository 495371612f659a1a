package check

import (
	"fmt"
	"io"
	"strings"
)

// Write writes the findings for people. Each finding has a line; if it is not ok, two more lines say why
// it matters and what to do.
func (r Report) Write(w io.Writer) error {
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
