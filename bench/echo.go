package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"

	"github.com/labstack/echo/v4"

	"emcp/internal/test/process"
	"emcp/internal/test/wait"
)

// echoCommand is the argument that makes the bench the yardstick for HTTP: a server with the framework of emcp. It
// reads every request and answers with the text from its standard input.
const echoCommand = "echo"

func serveEcho(addr string, constant io.Reader) error {
	answer, err := io.ReadAll(constant)
	if err != nil {
		return err
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.POST("/mcp", func(c echo.Context) error {
		if _, err := io.Copy(io.Discard, c.Request().Body); err != nil {
			return err
		}
		return c.JSONBlob(http.StatusOK, answer)
	})
	return e.Start(addr)
}

// yardstick is a server of the bench in a process of its own.
type yardstick struct {
	addr string
	*process.Process
}

// startYardstick starts the server of a command, which gets an address to listen on and then args.
func startYardstick(ctx context.Context, input io.Reader, command string, args ...string) (*yardstick, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, append([]string{command, addr}, args...)...) //nolint:gosec // the bench itself
	cmd.Stdin, cmd.Stderr = input, os.Stderr
	server, err := process.Start(cmd)
	if err != nil {
		return nil, err
	}
	err = wait.Try(startTime, func() error {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
		if err != nil {
			return err
		}
		return conn.Close()
	})
	if err != nil {
		server.Kill()
		return nil, fmt.Errorf("the yardstick %s does not start: %w", command, err)
	}
	return &yardstick{addr, server}, nil
}
