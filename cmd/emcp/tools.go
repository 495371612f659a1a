package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

const toolsUsage = `Usage: emcp tools [flags]

Prints the tools of a server as JSON, with all that is known of their arguments and results. Assistants get a brief
list, in which each argument is explained once.

Exit status: 0 a list, 1 an error.

`

// listTools is emcp tools.
func listTools(ctx context.Context, args []string, env environment) (err error) {
	set := flags("tools", env)
	describe(set, toolsUsage)
	from := askingFlags(set)
	asManifest := set.Bool("manifest", false,
		"print which tools serve which intents of TOMO, for the manifest of a partner")
	if err := parse(set, args); err != nil {
		return err
	}
	a, err := from.open(ctx, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.server.Close()) }()
	answer, err := a.ask(ctx, "tools/list", struct{}{}) // of a client that names no revision, which gets the whole list
	if err != nil {
		return fmt.Errorf("tools: %w", err)
	}
	var list struct{ Tools json.RawMessage }
	if err := json.Unmarshal(answer, &list); err != nil {
		return fmt.Errorf("tools: read the list: %w", err)
	}
	if !*asManifest {
		return writeIndented(env.stdout, list.Tools)
	}
	m, err := manifestOf(list.Tools, a.settings().Bundle.Tools)
	if err != nil {
		return fmt.Errorf("tools: %w", err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("tools: %w", err)
	}
	return writeIndented(env.stdout, text)
}
