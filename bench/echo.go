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

// startEcho starts the yardstick in its own process. It returns the address, and a function that ends it.
func startEcho(ctx context.Context, answer io.Reader) (addr string, stop func(), err error) {
	if addr, err = freeAddr(); err != nil {
		return "", nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	cmd := exec.Command(self, echoCommand, addr) //nolint:gosec // the bench itself
	cmd.Stdin, cmd.Stderr = answer, os.Stderr
	server, err := process.Start(cmd)
	if err != nil {
		return "", nil, err
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
		return "", nil, fmt.Errorf("the echo server does not start: %w", err)
	}
	return addr, server.Kill, nil
}
