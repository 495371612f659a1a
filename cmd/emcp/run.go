package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"emcp/config"
	"emcp/internal/owner/permission"
	"emcp/server"
)

// Exit statuses.
const (
	exitOK    = 0
	exitError = 1
	exitUsage = 2 // also: there was nothing to examine, so nothing can be said
)

// environment has the inputs and outputs of the program, so that tests can pass their own.
type environment struct {
	lookup func(name string) (string, bool)
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

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

// unreached is the error of a command that could not connect to what it should examine.
type unreached struct{ error }

// errUsage means that the command line was wrong, and that this was already reported.
var errUsage = errors.New("usage")

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

// flags returns a set of flags that prints its usage to stderr.
func flags(name string, env environment) *flag.FlagSet {
	set := flag.NewFlagSet("emcp "+name, flag.ContinueOnError)
	set.SetOutput(env.stderr)
	return set
}

// describe puts a text before the list of a set's flags.
func describe(set *flag.FlagSet, usage string) {
	set.Usage = func() {
		_, _ = io.WriteString(set.Output(), usage)
		set.PrintDefaults()
	}
}

// addConfigFlag adds the flag that names the configuration. config.Find resolves its value.
func addConfigFlag(set *flag.FlagSet) *string {
	return set.String("config", "", "path of the configuration (default "+strings.Join(config.Paths, ", else ")+")")
}

// addServerFlag adds the flag that names a server. instance.handle resolves its value.
func addServerFlag(set *flag.FlagSet) *string {
	return set.String("server", "", "handle of the server (default the first of the configuration)")
}

// parse reads the flags, and puts the other arguments into others. These may come before, between or after the flags.
// More arguments are an error.
func parse(set *flag.FlagSet, args []string, others ...*string) error {
	for {
		if err := set.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return err
			}
			return errUsage
		}
		if set.NArg() == 0 {
			return nil
		}
		if len(others) == 0 {
			_, _ = fmt.Fprintf(set.Output(), "%s: unexpected argument %q\n", set.Name(), set.Arg(0))
			return errUsage
		}
		*others[0], others, args = set.Arg(0), others[1:], set.Args()[1:]
	}
}

// instance is a server that a command runs in its own process, and its configuration.
type instance struct {
	path   string        // of the configuration
	seen   config.Source // the files of which config was made
	config *config.Config
	server *server.Server
	log    *slog.Logger
	level  *slog.LevelVar // of log
	env    environment
}

// open reads the configuration that --config names and prepares the server; logs go to stderr. change adapts the
// configuration to the command; nil leaves it.
func open(configPath string, env environment, change func(*config.Config)) (*instance, error) {
	path, err := config.Find(configPath)
	if err != nil {
		return nil, err
	}
	seen := config.Read(path)
	c, err := seen.Load(env.lookup)
	if err != nil {
		return nil, err
	}
	if change != nil {
		change(c)
	}
	p := &instance{path: path, seen: seen, config: c, level: new(slog.LevelVar), env: env}
	p.level.Set(c.Log.Level)
	var requests io.Writer
	p.log, requests = logs(c.Log, p.level, env.stderr)
	if p.server, err = server.New(c, server.Options{Version: version, Log: p.log, Requests: requests}); err != nil {
		return nil, fmt.Errorf("%s:\n%w", path, err)
	}
	return p, nil
}

// handle returns the handle of the server that --server names: the first of the configuration where it names none.
func (p *instance) handle(server string) string { return handleOf(p.config, server) }

func handleOf(c *config.Config, server string) string { return cmp.Or(server, c.Servers[0].Handle) }

// withoutOthers removes the upstreams of all servers but the one that --server names, so that emcp does not start them.
func withoutOthers(c *config.Config, server string) {
	for i := range c.Servers {
		if c.Servers[i].Handle != handleOf(c, server) {
			c.Servers[i].Upstreams = nil
		}
	}
}

// logs returns the logger and the writer of audit lines. They share a stream.
func logs(c config.Log, level slog.Leveler, out io.Writer) (log *slog.Logger, requests io.Writer) {
	w := &lineWriter{out: out}
	options := &slog.HandlerOptions{Level: level}
	log, requests = slog.New(slog.NewTextHandler(w, options)), io.Discard
	if c.JSON {
		log = slog.New(slog.NewJSONHandler(w, options))
	}
	if c.Audit {
		requests = w
	}
	return log, requests
}

// lineWriter writes whole lines, so that the lines of both logs never mix.
type lineWriter struct {
	mu  sync.Mutex
	out io.Writer
}

// Write writes one line.
func (w *lineWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(line)
}

func printVersion(_ context.Context, args []string, env environment) error {
	if err := parse(flags("version", env), args); err != nil {
		return err
	}
	_, err := fmt.Fprintf(env.stdout, "emcp %s\n", version)
	return err
}
