package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"emcp/config"
	"emcp/internal/identity"
)

// asking has the flags of a command that sends requests to emcp inside its own process, as a client
// over standard input does.
type asking struct {
	config, server, view *string
}

// askingFlags adds these flags.
func askingFlags(set *flag.FlagSet) asking {
	return asking{
		addConfigFlag(set), addServerFlag(set),
		set.String("view", "", "what to see: public or manager (default from the stdio section of the configuration)"),
	}
}

// asker sends requests to one server of a configuration.
type asker struct {
	*instance
	handle string
}

// open prepares a server that logs only warnings and errors to stderr. The caller closes it.
func (a asking) open(ctx context.Context, env environment) (_ *asker, err error) {
	var view identity.View
	if *a.view != "" {
		var ok bool
		if view, ok = identity.ParseView(*a.view); !ok {
			return nil, fmt.Errorf("--view: %q is neither public nor manager", *a.view)
		}
	}
	p, err := open(*a.config, env, func(c *config.Config) {
		if view != "" {
			c.Stdio.View = view
		}
		withoutOthers(c, *a.server)
		c.Log = config.Log{Level: max(c.Log.Level, slog.LevelWarn)}
	})
	if err != nil {
		return nil, err
	}
	if err := p.server.CheckAccounts(ctx); err != nil {
		return nil, errors.Join(err, p.server.Close())
	}
	return &asker{p, p.handle(*a.server)}, nil
}

// settings returns the configuration of the server. It is empty if there is no such server; every answer then says so.
func (a *asker) settings() config.Server {
	i := slices.IndexFunc(a.config.Servers, func(s config.Server) bool { return s.Handle == a.handle })
	if i < 0 {
		return config.Server{}
	}
	return a.config.Servers[i]
}

// refusal is the error of an answer.
type refusal struct {
	Message string
	Data    struct{ Code string }
}

// Error returns the message, which says what to do, and the code.
func (r refusal) Error() string {
	if r.Data.Code == "" {
		return r.Message
	}
	return fmt.Sprintf("%s (%s)", r.Message, r.Data.Code)
}

// ask sends a request and returns its result.
func (a *asker) ask(ctx context.Context, method string, params any) (json.RawMessage, error) {
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := a.server.ServeStdio(ctx, a.handle, bytes.NewReader(message), &out); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, errors.New("interrupted")
	}
	var answer struct {
		Result json.RawMessage
		Error  *refusal
	}
	switch err := json.Unmarshal(out.Bytes(), &answer); {
	case err != nil:
		return nil, fmt.Errorf("read the answer: %w", err)
	case answer.Error != nil:
		return nil, *answer.Error
	}
	return answer.Result, nil
}

// call calls a tool and returns its result: JSON, or text if the tool has no JSON. An error that the
// tool reports is an error.
func (a *asker) call(ctx context.Context, tool string, arguments json.RawMessage) (json.RawMessage, error) {
	answer, err := a.ask(ctx, "tools/call", map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		return nil, err
	}
	var result struct {
		StructuredContent json.RawMessage
		Content           []struct{ Text string }
		IsError           bool
	}
	if err := json.Unmarshal(answer, &result); err != nil {
		return nil, fmt.Errorf("read the result: %w", err)
	}
	var texts []string
	for _, content := range result.Content {
		texts = append(texts, content.Text)
	}
	text := strings.Join(texts, "\n")
	switch {
	case result.IsError:
		return nil, errors.New(text)
	case result.StructuredContent != nil:
		return result.StructuredContent, nil
	}
	return json.RawMessage(text), nil
}
