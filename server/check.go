package server

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// Finding is what Check has found out about one thing.
type Finding struct {
	Subject string
	Text    string // what is in order
	Err     error  // a fault whose cause says what is not
}

// Check looks at every site as a call would.
func (s *Server) Check(ctx context.Context) []Finding {
	var findings []Finding
	for _, name := range slices.Sorted(maps.Keys(s.sites)) {
		f := Finding{Subject: "sites." + name}
		schema, err := s.sites[name].Schema(ctx)
		if err != nil {
			f.Err = err
		} else {
			f.Text = fmt.Sprintf("database answers, table prefix %q, %d template variables", schema.Prefix, len(schema.TVNames()))
		}
		findings = append(findings, f)
	}
	return findings
}
