// Command mcpb makes the files from which applications install emcp: a bundle (.mcpb) for one platform, and the entry
// of bundles in the MCP registry (server.json).
//
//	mcpb bundle VERSION GOOS GOARCH BINARY FOLDER
//	mcpb registry NAME VERSION URL BUNDLE... > server.json
//
// NAME is the name of the entry, such as io.github.OWNER/emcp. URL is the folder from which the bundles are downloaded.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mcpb:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	switch {
	case len(args) == 6 && args[0] == "bundle":
		return bundle{version: args[1], os: args[2], arch: args[3]}.write(args[4], args[5])
	case len(args) > 4 && args[0] == "registry":
		return writeEntry(out, args[1], args[2], args[3], args[4:])
	}
	return errors.New("call it as: mcpb bundle VERSION GOOS GOARCH BINARY FOLDER, or: mcpb registry NAME VERSION URL BUNDLE")
}
