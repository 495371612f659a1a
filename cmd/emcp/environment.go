package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"emcp/config"
)

// version is set by the build (-ldflags "-X main.version=...").
var version = "dev"

// environment has the inputs and outputs of the program, so that tests can pass their own.
type environment struct {
	lookup func(name string) (string, bool)
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// unreached is the error of a command that could not connect to what it should examine.
type unreached struct{ error }

// errUsage means that the command line was wrong, and that this was already reported.
var errUsage = errors.New("usage")

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
