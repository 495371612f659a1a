//go:build faults

package faults_test

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// quality is how well a proxy carries connections. The zero value does nothing.
type quality struct {
	delay   time.Duration // of every piece, both ways
	cut     int           // a connection is cut within so many bytes of answers; 0: never
	silent  bool          // nothing arrives while it lasts; connections stay
	perByte time.Duration // answers arrive byte by byte, with this between two

	over chan struct{} // closed when it changes
}

// proxy stands between a client and a server.
type proxy struct {
	addr, target string

	mu      sync.Mutex
	now     *quality
	conns   map[net.Conn]bool
	closing bool
}

// startProxy starts a proxy that the end of the test stops.
func startProxy(t testing.TB, target string) *proxy {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{
		addr: listener.Addr().String(), target: target, now: &quality{over: make(chan struct{})}, conns: map[net.Conn]bool{},
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { p.serve(client) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		p.set(quality{})
		p.mu.Lock()
		p.closing = true
		for c := range p.conns {
			c.Close()
		}
		p.mu.Unlock()
		serving.Wait()
	})
	return p
}

// set changes the quality.
func (p *proxy) set(w quality) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w.over = make(chan struct{})
	close(p.now.over)
	p.now = &w
}

func (p *proxy) current() *quality {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

// clear waits while the proxy is silent, and returns the quality then.
func (p *proxy) clear() *quality {
	for {
		w := p.current()
		if !w.silent {
			return w
		}
		<-w.over
	}
}

// hold has a connection closed when the proxy ends.
func (p *proxy) hold(c net.Conn) (held bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing {
		c.Close()
		return false
	}
	p.conns[c] = true
	return true
}

func (p *proxy) drop(c net.Conn) {
	c.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}

func (p *proxy) serve(client net.Conn) {
	if !p.hold(client) {
		return
	}
	defer p.drop(client)
	p.clear()
	server, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", p.target)
	if err != nil || !p.hold(server) {
		return
	}
	defer p.drop(server)
	var ends sync.WaitGroup
	ends.Go(func() {
		p.forward(server, client, false)
		server.Close()
	})
	p.forward(client, server, true)
	client.Close()
	ends.Wait()
}

// forward takes what comes from one end to the other until one of them closes.
func (p *proxy) forward(to io.Writer, from io.Reader, answers bool) {
	left, begun := 0, (*quality)(nil)
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		w := p.clear()
		time.Sleep(w.delay)
		if w.cut > 0 && answers {
			if begun != w {
				begun, left = w, 1+rand.IntN(w.cut)
			}
			if left -= n; left <= 0 {
				_, _ = to.Write(buffer[:max(0, n+left)])
				return
			}
		}
		if w.perByte > 0 && answers {
			if p.writeSlowly(to, buffer[:n], w) != nil {
				return
			}
		} else if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// writeSlowly writes byte by byte until the quality changes, then the rest.
func (p *proxy) writeSlowly(to io.Writer, text []byte, w *quality) error {
	for i := range text {
		select {
		case <-w.over:
			_, err := to.Write(text[i:])
			return err
		case <-time.After(w.perByte):
		}
		if _, err := to.Write(text[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}
