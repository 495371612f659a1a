package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// bareCommand is the argument that makes the bench a yardstick: a server with net/http that runs the statements of a
// call with go-sql-driver, and answers with their rows as JSON.
const bareCommand = "bare"

// serveBare runs the server of bareCommand. PUT / replaces the calls, each a list of statements; GET /n answers call n.
func serveBare(addr, dsn string) error {
	db, err := openDriver(dsn)
	if err != nil {
		return err
	}
	var calls atomic.Pointer[[][]string]
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /{$}", func(w http.ResponseWriter, r *http.Request) {
		var statements [][]string
		if err := json.NewDecoder(r.Body).Decode(&statements); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		calls.Store(&statements)
	})
	mux.HandleFunc("GET /{n}", func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(r.PathValue("n"))
		all := calls.Load()
		if err != nil || all == nil || n < 0 || n >= len(*all) {
			http.NotFound(w, r)
			return
		}
		answer := runner{db: db}
		if err := answer.run(r.Context(), (*all)[n]); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(answer.out.Len()))
		_, _ = w.Write(answer.out.Bytes()) // the client is there
	})
	server := http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: time.Minute}
	return server.ListenAndServe()
}

// clients uploads the statements of the calls, and returns clients that ask for their rows.
func (y *yardstick) clients(ctx context.Context, calls [][]string) (worker, error) {
	body, err := json.Marshal(calls)
	if err != nil {
		return nil, err
	}
	put, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://"+y.addr+"/", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(put)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the bare driver does not take the statements: %s", response.Status)
	}
	requests := make([][]byte, len(calls))
	for n := range calls {
		requests[n] = fmt.Appendf(nil, "GET /%d HTTP/1.1\r\nHost: localhost\r\n\r\n", n)
	}
	return httpClients(y.addr, requests), nil
}
