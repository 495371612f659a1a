package main

import (
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/server"
)

//go:embed emcp.yaml
var configuration []byte

// question is the call that the demo suggests: sleeping gear in stock for less than 200 euros, cheapest first.
const question = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.search","arguments":{` +
	`"parent":300,"with_tvs":["price","in-stock:d"],"tv_filters":[` +
	`{"tv":"price","op":"<","value":"200","cast":"DECIMAL(10,2)"},` +
	`{"tv":"in-stock","op":"=","value":"In stock","use_default":true}],` +
	`"tv_order":[{"tv":"price","cast":"DECIMAL(10,2)"}],"limit":10}}}`

// gateway is emcp in front of a database, on a listener that is already open.
type gateway struct {
	server   *server.Server
	listener net.Listener
	token    string // the only accepted token
}

// serve runs the gateway in front of the database until ctx ends, and explains its use on stdout.
func serve(ctx context.Context, dsn string, stdout io.Writer) (err error) {
	g, err := newGateway(dsn)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.server.Close()) }()
	g.introduce(stdout)
	return g.server.Serve(ctx, g.listener)
}

// address is where the demo listens if it is free.
const address = "127.0.0.1:8787"

func newGateway(dsn string) (_ *gateway, err error) {
	g := &gateway{token: "emcp_" + rand.Text()}
	if g.listener, err = net.Listen("tcp", address); err != nil { // it is taken, and any other port will do
		if g.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return nil, err
		}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, g.listener.Close())
		}
	}()
	variables := map[string]string{
		"DEMO_DSN": dsn, "DEMO_TOKEN_SHA256": auth.HashToken(g.token).String(), "DEMO_ADDRESS": g.listener.Addr().String(),
	}
	c, err := config.Parse(configuration, func(name string) (string, bool) {
		value, ok := variables[name]
		return value, ok
	})
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.Log.Level}))
	g.server, err = server.New(c, server.Options{Version: "demo", Log: log, Requests: io.Discard})
	return g, err
}

func (g *gateway) url() string { return "http://" + g.listener.Addr().String() + "/mcp/content" }

// introduce prints how to call the gateway.
func (g *gateway) introduce(w io.Writer) {
	_, _ = fmt.Fprintf(w, `emcp is in front of Mossgate Outdoor, a sample site.

  URL    %[1]s
  Token  %[2]s

Which sleeping bags and mats under 200 are in stock? (jq makes the answer readable.
Without jq, leave out the end of the line, from | on.)

  curl -s %[1]s -H 'Authorization: Bearer %[2]s' -H 'Content-Type: application/json' \
    -d '%[3]s' | jq .result.structuredContent

Add it to Claude Code:

  claude mcp add --transport http mossgate %[1]s --header 'Authorization: Bearer %[2]s'

Or connect it with sign-in, as assistants on the web do: enter only the address, and paste the token into the page
that opens.

  claude mcp add --transport http mossgate-sign-in %[1]s

Connected assistants: %[4]s

Ctrl-C ends it.
`, g.url(), g.token, question, "http://"+g.listener.Addr().String()+"/oauth/connections")
}
