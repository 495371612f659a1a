// Command pack makes those files of a release that goreleaser does not make: bundles for Claude Desktop (.mcpb), npm
// packages, container images, and the entry of bundles in the MCP registry (server.json).
//
//	pack release VERSION DATE FOLDER
//	pack registry NAME VERSION URL BUNDLE... > server.json
//
// FOLDER is where goreleaser has built; DATE is the time of all files. NAME is the name of the entry, such as
// io.github.OWNER/emcp. URL is the folder from which the bundles are downloaded.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	switch {
	case len(args) == 4 && args[0] == "release":
		return writeRelease(args[1], args[2], args[3])
	case len(args) > 4 && args[0] == "registry":
		return writeEntry(out, args[1], args[2], args[3], args[4:])
	}
	return errors.New("call it as: pack release VERSION DATE FOLDER, or: pack registry NAME VERSION URL BUNDLE")
}
