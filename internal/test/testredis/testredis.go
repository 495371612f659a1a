// Package testredis connects tests to Redis servers, which testdb starts.
package testredis

import (
	"testing"
	"time"

	"emcp/internal/redisdb"
)

// Open connects to the server at a URL until the end of the test. It uses the product's time limits.
func Open(t testing.TB, url string) *redisdb.Client {
	t.Helper()
	client, err := redisdb.Open(url)
	return closed(t, client, err)
}

// OpenPatient is like Open, for tests that are not about time limits. A busy machine may need
// more time for large values.
func OpenPatient(t testing.TB, url string) *redisdb.Client {
	t.Helper()
	client, err := redisdb.OpenWaiting(url, time.Minute)
	return closed(t, client, err)
}

// closed returns a client that is closed at the end of the test.
func closed(t testing.TB, client *redisdb.Client, err error) *redisdb.Client {
	t.Helper()
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
