package server

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// maxIdle is the number of connections that wait for their next request. Each takes 20 KB, and emcp runs beside a site.
const maxIdle = 1000

// idleConnections closes the least recently used idle connection whenever there are more than maxIdle. Connections with
// a request are never closed, and new ones are never refused, so that no client is locked out.
type idleConnections struct {
	mu    sync.Mutex
	order list.List // of net.Conn, the longest idle first
	known map[net.Conn]*list.Element
}

func newIdleConnections() *idleConnections {
	return &idleConnections{known: map[net.Conn]*list.Element{}}
}

// note is http.Server's ConnState.
func (i *idleConnections) note(c net.Conn, state http.ConnState) {
	if longest := i.changed(c, state); longest != nil {
		longest.Close()
	}
}

// changed returns the connection to be closed, if any.
func (i *idleConnections) changed(c net.Conn, state http.ConnState) (longest net.Conn) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if e := i.known[c]; e != nil {
		i.order.Remove(e)
		delete(i.known, c)
	}
	if state != http.StateIdle {
		return nil
	}
	i.known[c] = i.order.PushBack(c)
	if i.order.Len() <= maxIdle {
		return nil
	}
	longest = i.order.Remove(i.order.Front()).(net.Conn)
	delete(i.known, longest)
	return longest
}
