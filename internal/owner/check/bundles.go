package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"emcp/bundle"
	"emcp/config"
	"emcp/internal/fault"
	"emcp/internal/toolconfig"
	"emcp/toolset"
)

// Limits of calling the examples.
const (
	examplesTime = time.Minute // for all examples of a server
	mostExamples = 50
)

// bundles checks the owner's declarations for the servers of the site as emcp does at the start, which needs no
// database. It returns the servers with examples to call.
func (s *site) bundles() (exemplary []exemplaryServer) {
	for _, c := range s.servers {
		b := c.Bundle
		if len(b.Tools)+len(b.Prompts)+len(b.Resources) == 0 {
			continue
		}
		subject := "bundles of server " + c.Handle
		options, wrong := toolconfig.Options(c, s.config, s.visited)
		if len(wrong) > 0 {
			s.add(failure(subject, errors.Join(wrong...).Error(), "emcp does not start",
				"correct the declaration; docs/hosters/bundles.md explains it"))
			continue
		}
		s.add(
			ok(subject, fmt.Sprintf("%d tool(s), %d prompt(s), %d resource(s)", len(b.Tools), len(b.Prompts), len(b.Resources))))
		if slices.ContainsFunc(b.Tools, func(t bundle.Tool) bool { return len(t.Examples) > 0 }) {
			exemplary = append(exemplary, exemplaryServer{c, options})
		}
	}
	return exemplary
}

// exemplaryServer is a server whose declared tools have examples, with the options of its tools.
type exemplaryServer struct {
	config.Server

	options toolset.Options
}

// examples calls the examples of the declared tools of a server as a visitor.
func (s *site) examples(ctx context.Context, c exemplaryServer) {
	subject := "examples of server " + c.Handle
	tools := toolset.New(s.db, c.options)
	ctx, cancel := context.WithTimeout(ctx, examplesTime)
	defer cancel()
	called := 0
	var unanswered []string
	for _, tool := range c.Bundle.Tools {
		for i, example := range tool.Examples {
			if called++; called > mostExamples {
				break
			}
			if _, err := tools.Call(ctx, visitor, tool.Name, example); err != nil {
				unanswered = append(unanswered, fmt.Sprintf("%s.examples[%d]: %s", tool.Place, i, fault.From(err).Told()))
			}
		}
	}
	if len(unanswered) > 0 {
		s.add(warning(subject, strings.Join(unanswered[:min(len(unanswered), mostReported)], "\n"),
			"assistants get the same error",
			"correct the tool or the example"))
		return
	}
	s.add(ok(subject, fmt.Sprintf("%d example(s) answered", min(called, mostExamples))))
}
