package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"emcp/internal/owner/permission"
)

// Exit statuses.
const (
	exitOK    = 0
	exitError = 1
	exitUsage = 2 // also: there was nothing to examine, so nothing can be said
)

// subcommand is one of emcp's commands, such as serve.
type subcommand struct {
	name, summary string
	run           func(ctx context.Context, args []string, env environment) error
}

func commands() []subcommand {
	return []subcommand{
		{"init", "examine a site and write the first configuration", setUp},
		{"serve", "answer MCP over HTTP", serve},
		{"stdio", "answer MCP over standard input and output", serveStdio},
		{"check", "report what is wrong with the configuration and the database", runCheck},
		{"audit", "list the pages of a site that lack something", auditSite},
		{"call", "call a tool, as an assistant does", callTool},
		{"tools", "print the tools of a server with all their arguments", listTools},
		{"show", "show a page as an assistant reads it", showPage},
		{"refresh", "make emcp serve forget what it keeps of the sites", refresh},
		{"probe", "test an MCP server as a client does, and report what is wrong", probeURL},
		{"token", "token new: create a token and the line that allows it", newToken},
		{"version", "print the version", printVersion},
	}
}

// run is the whole program except the process around it. It returns the exit status.
func run(
	ctx context.Context, args []string, lookup func(string) (string, bool), stdin io.Reader, stdout, stderr io.Writer,
) int {
	env := environment{lookup, stdin, stdout, stderr}
	if len(args) == 0 || slices.Contains([]string{"help", "-h", "-help", "--help"}, args[0]) {
		printUsage(stderr)
		if len(args) == 0 {
			return exitUsage
		}
		return exitOK
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return exitStatus(c.run(ctx, args[1:], env), stderr)
		}
	}
	_, _ = fmt.Fprintf(stderr, "emcp: unknown command %q\n\n", args[0])
	printUsage(stderr)
	return exitUsage
}

func exitStatus(err error, stderr io.Writer) int {
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.Is(err, errUsage):
		return exitUsage
	}
	_, _ = fmt.Fprintf(stderr, "emcp: %v\n", err)
	if advice := permission.Advice(err); advice != "" {
		_, _ = fmt.Fprintln(stderr, advice)
	}
	if errors.As(err, &unreached{}) || errors.Is(err, errUnchecked) {
		return exitUsage
	}
	return exitError
}

func printUsage(w io.Writer) {
	var text strings.Builder
	text.WriteString("emcp lets AI assistants read an Evolution CMS site through MCP.\n\nUsage: emcp COMMAND [flags]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&text, "  %-8s %s\n", c.name, c.summary)
	}
	text.WriteString("\nemcp COMMAND -h lists the flags of a command.\n")
	_, _ = io.WriteString(w, text.String())
}

func printVersion(_ context.Context, args []string, env environment) error {
	if err := parse(flags("version", env), args); err != nil {
		return err
	}
	_, err := fmt.Fprintf(env.stdout, "emcp %s\n", version)
	return err
}
