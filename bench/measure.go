package main

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// load is the measurement of calls by some simultaneous clients. Times are in milliseconds.
type loadResult struct {
	Clients   int     `json:"clients"`
	Calls     int     `json:"calls"`
	P50       float64 `json:"p50"`
	P99       float64 `json:"p99"`
	PerSecond float64 `json:"per_second"`
}

// worker makes the calls of a client; n distinguishes the calls.
type worker func(ctx context.Context) (call func(n int) error, end func(), err error)

// fewest is the least number of calls in a measurement with one client.
const fewest = 5

// measure lets clients call for some time. Each calls again as soon as its last call is answered.
func measure(ctx context.Context, clients int, duration time.Duration, w worker) (loadResult, error) {
	type outcome struct {
		times []time.Duration
		err   error
	}
	outcomes := make([]outcome, clients)
	calls := make([]func(int) error, clients)
	for i := range clients {
		call, end, err := w(ctx)
		if err != nil {
			return loadResult{}, err
		}
		defer end()
		calls[i] = call
	}
	start := time.Now()
	var running sync.WaitGroup
	for i := range clients {
		running.Go(func() {
			o := &outcomes[i]
			for n := i * 31; time.Since(start) < duration || clients == 1 && len(o.times) < fewest; n++ {
				at := time.Now()
				if o.err = calls[i](n); o.err != nil {
					return
				}
				o.times = append(o.times, time.Since(at))
			}
		})
	}
	running.Wait()
	elapsed := time.Since(start)
	var times []time.Duration
	var errs []error
	for _, o := range outcomes {
		times = append(times, o.times...)
		errs = append(errs, o.err)
	}
	if err := errors.Join(errs...); err != nil {
		return loadResult{}, err
	}
	slices.Sort(times)
	return loadResult{
		Clients: clients, Calls: len(times), P50: percentile(times, 50), P99: percentile(times, 99),
		PerSecond: float64(len(times)) / elapsed.Seconds(),
	}, nil
}

// percentile returns a percentile of sorted times, in milliseconds.
func percentile(times []time.Duration, percent int) float64 {
	return float64(times[(len(times)-1)*percent/100].Microseconds()) / 1000
}

// httpClients are clients of an HTTP server, each with its own connection, that send these requests one after the
// other. A client that gets a busy answer retries, and its time goes on: waiting is part of a call.
func httpClients(addr string, requests [][]byte) worker {
	return func(ctx context.Context) (func(int) error, func(), error) {
		c, err := dial(ctx, addr)
		if err != nil {
			return nil, nil, err
		}
		return func(n int) error {
			for {
				if _, err := c.do(requests[n%len(requests)]); !errors.Is(err, errBusy) {
					return err
				}
			}
		}, c.close, nil
	}
}
