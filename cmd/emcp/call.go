package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const callUsage = `Usage: emcp call TOOL [ARGUMENTS] [flags]

Calls a tool as an assistant does, and prints the result as JSON. It needs no running emcp: it reads the database of
the configuration.
ARGUMENTS is a JSON object, such as '{"query": "return policy", "limit": 3}'; - reads it from standard input.

Exit status: 0 a result, 1 an error.

`

// maxArguments bounds what is read from standard input. limits.max_payload_kb is usually lower.
const maxArguments = 64 << 20

// callTool is emcp call.
func callTool(ctx context.Context, args []string, env environment) (err error) {
	set := flags("call", env)
	describe(set, callUsage)
	from := askingFlags(set)
	tool, text := "", "{}"
	if err := parse(set, args, &tool, &text); err != nil {
		return err
	}
	if tool == "" {
		_, _ = fmt.Fprintln(env.stderr, "usage: emcp call TOOL ARGUMENTS, such as emcp call evo.content.get '{\"id\": 1}'")
		return errUsage
	}
	arguments := []byte(text)
	if text == "-" {
		if arguments, err = io.ReadAll(io.LimitReader(env.stdin, maxArguments)); err != nil {
			return fmt.Errorf("call: read the arguments: %w", err)
		}
	}
	if !json.Valid(arguments) || !bytes.HasPrefix(bytes.TrimSpace(arguments), []byte("{")) {
		return errors.New(
			`call: the arguments are not a JSON object such as '{"id": 1}'; put them into single quotes in a shell`)
	}
	a, err := from.open(ctx, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.server.Close()) }()
	result, err := a.call(ctx, tool, arguments)
	if err != nil {
		return fmt.Errorf("call: %w", err)
	}
	return writeIndented(env.stdout, result)
}

// writeIndented writes JSON with indentation, and other text unchanged.
func writeIndented(w io.Writer, text []byte) error {
	var indented bytes.Buffer
	if err := json.Indent(&indented, text, "", "  "); err != nil {
		indented.Reset()
		indented.Write(text)
	}
	indented.WriteByte('\n')
	_, err := indented.WriteTo(w)
	return err
}
