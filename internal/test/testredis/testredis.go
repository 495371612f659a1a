// Package testredis connects tests to Redis servers, which testdb starts.
package testredis

import (
	"testing"

	"emcp/internal/redisdb"
)

// Open connects to the server at a URL until the end of the test.
func Open(t testing.TB, url string) *redisdb.Client {
	t.Helper()
	client, err := redisdb.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return client
}
