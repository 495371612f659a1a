package probe

import (
	"context"
)

// Run probes the server. Its error means that the server did not answer at all. Everything wrong with the answers is in
// the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	o, moved := locate(ctx, o)
	p := &prober{client: newClient(o), options: o, report: &Report{URL: o.URL}}
	defer p.close()
	err := p.handshake(ctx)
	if !p.agreed && p.wantsTLS(ctx) {
		return nil, errHTTPS
	}
	if err != nil {
		return nil, err
	}
	p.tools(ctx)
	p.mistakes(ctx)
	if p.silent < maxSilent {
		p.end(ctx, p.sessions)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.report.Notes = p.notes(moved)
	return p.report, nil
}
