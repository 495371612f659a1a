package review

import (
	"fmt"
	"io"
	"strings"
)

// Write writes the report for people: a line for each finding, then its first documents.
func (r Report) Write(w io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "Visitors see %d pages of sites.%s.\n", r.Documents, r.Site)
	for _, f := range r.Findings {
		fmt.Fprintf(&text, "\n%d %s\n", f.Count, f.What)
		for _, d := range f.Documents {
			fmt.Fprintf(&text, "  %-6d %s  %s\n", d.ID, d.Title, d.URL)
			if f.Name == "expiring" {
				fmt.Fprintf(&text, "         expires %s\n", d.Expires)
			}
			for _, address := range d.Broken {
				fmt.Fprintf(&text, "         -> %s\n", address)
			}
		}
		if rest := f.Count - int64(len(f.Documents)); rest > 0 {
			fmt.Fprintf(&text, "  and %d more: emcp call %s '%s'\n", rest, searchTool, f.Arguments)
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}
