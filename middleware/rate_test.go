package middleware_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"

	"emcp/internal/ratelimit"
	"emcp/middleware"
)

// from returns a request of an address.
func from(t *testing.T, address string) *http.Request {
	t.Helper()
	r := post(t, "")
	r.RemoteAddr = address
	return r
}

func TestAddress(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:1234":                          "192.0.2.7",
		"127.0.0.1:1":                             "127.0.0.1",
		"[::ffff:192.0.2.7]:1234":                 "192.0.2.7",
		"[::1]:1234":                              "::/64",
		"[2001:db8:1:2:3:4:5:6]:1234":             "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff:ffff:ffff:ffff]:1234": "2001:db8:1:2::/64",
		"[2001:db8:1:3::]:1234":                   "2001:db8:1:3::/64",
		"[fe80::1%eth0]:1234":                     "fe80::/64",
		"@":                                       "", // a socket of the system has no address
	} {
		got, _ := serve(t, from(t, remote), func(c echo.Context) error {
			return c.String(http.StatusOK, middleware.Address(c))
		})
		if got.Body != want {
			t.Errorf("%s: %q, want %q", remote, got.Body, want)
		}
	}
}

// counter is a limiter that allows one request of a key, and has the others wait.
type counter struct {
	counted map[string]int
	wait    time.Duration
}

func (c counter) Allow(_ context.Context, key string, limit ratelimit.Limit) time.Duration {
	c.counted[key] += limit.Requests
	if c.counted[key] > limit.Requests {
		return c.wait
	}
	return 0
}

func TestAddressRate(t *testing.T) {
	limiter := counter{map[string]int{}, 1500 * time.Millisecond}
	passes := answer{200, traced(), "fine", nil}
	refused := answer{
		429, traced("Retry-After", "2"),
		body("rate_limited", "this is more than 5 requests a minute; wait as long as Retry-After says"), nil,
	}
	for _, test := range []struct {
		remote string
		want   answer
	}{
		{"192.0.2.7:1234", passes}, {"192.0.2.7:1235", refused}, {"192.0.2.8:1234", passes},
		{"[::ffff:192.0.2.8]:1234", refused},
		{"[2001:db8::1]:1234", passes}, {"[2001:db8::ffff]:1234", refused}, {"[2001:db8:0:1::1]:1234", passes},
	} {
		r := from(t, test.remote)
		r.Header.Set("X-Forwarded-For", test.remote+"1") // counts for nothing
		r.Header.Set("Authorization", "Bearer "+test.remote)
		got, _ := serve(t, r, fine, middleware.AddressRate(limiter, 5))
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.remote, diff)
		}
	}
	want := map[string]int{
		"address:192.0.2.7": 10, "address:192.0.2.8": 10, "address:2001:db8::/64": 10, "address:2001:db8:0:1::/64": 5,
	}
	if diff := cmp.Diff(want, limiter.counted); diff != "" {
		t.Errorf("counted: %s", diff)
	}
}

func TestAddressRateOff(t *testing.T) {
	limiter := counter{map[string]int{}, time.Second}
	for range 3 {
		got, _ := serve(t, from(t, "192.0.2.7:1234"), fine, middleware.AddressRate(limiter, 0))
		if diff := cmp.Diff(answer{200, traced(), "fine", nil}, got); diff != "" {
			t.Error(diff)
		}
	}
	if len(limiter.counted) != 0 {
		t.Errorf("counted: %v", limiter.counted)
	}
}

// TestAddressRateOfAMinute has the limiter of one process, and more requests at once than it allows.
func TestAddressRateOfAMinute(t *testing.T) {
	const perMinute = 3
	step := middleware.AddressRate(ratelimit.NewMemory(), perMinute)
	var statuses []int
	for range perMinute + 2 {
		got, _ := serve(t, from(t, "192.0.2.7:1234"), fine, step)
		statuses = append(statuses, got.Status)
	}
	got, _ := serve(t, from(t, "192.0.2.8:1234"), fine, step)
	if diff := cmp.Diff([]int{200, 200, 200, 429, 429, 200}, append(statuses, got.Status)); diff != "" {
		t.Error(diff)
	}
}
