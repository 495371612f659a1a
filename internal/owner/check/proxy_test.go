package check_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"testing"
)

// throughProxy returns the address of a proxy to a database server that puts texts of the same length
// into the places of others.
func throughProxy(t *testing.T, server string, change ...string) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer client.Close()
				behind, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", server)
				if err != nil {
					return
				}
				go func() {
					defer behind.Close()
					packet := make([]byte, 1<<16)
					for {
						n, err := client.Read(packet)
						if err != nil {
							return
						}
						sent := packet[:n]
						for i := 0; i < len(change); i += 2 {
							sent = bytes.ReplaceAll(sent, []byte(change[i]), []byte(change[i+1]))
						}
						if _, err := behind.Write(sent); err != nil {
							return
						}
					}
				}()
				_, _ = io.Copy(client, behind)
			}()
		}
	}()
	return listener.Addr().String()
}
