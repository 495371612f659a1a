package check

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

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

// bundles checks the owner's declarations for the servers of the site, and calls the examples as a visitor.
func (s *site) bundles(ctx context.Context) {
	for _, c := range s.servers {
		if len(c.Bundle.Tools)+len(c.Bundle.Prompts)+len(c.Bundle.Resources) > 0 {
			s.bundle(ctx, c)
		}
	}
}

func (s *site) bundle(ctx context.Context, c config.Server) {
	subject := "bundles of server " + c.Handle
	options := toolconfig.Options(c, s.config)
	options.Pages = s.visited
	var wrong []error
	if options.Declared, wrong = toolset.Declare(c.Bundle, options); len(wrong) > 0 {
		s.add(failure(subject, errors.Join(wrong...).Error(), "emcp does not start", "correct the declaration; docs/bundles.md explains it"))
		return
	}
	tools := toolset.New(s.db, options)
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
		s.add(warning(subject, strings.Join(unanswered[:min(len(unanswered), mostReported)], "\n"), "assistants get the same error",
			"correct the tool or the example"))
		return
	}
	s.add(ok(subject, fmt.Sprintf("%d tool(s), %d prompt(s), %d resource(s); %d example(s) answered",
		len(c.Bundle.Tools), len(c.Bundle.Prompts), len(c.Bundle.Resources), min(called, mostExamples))))
}
