package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
)

// TestFloods has addresses that exceed their limits, and others beside them, by a clock of its own.
func TestFloods(t *testing.T) {
	var text bytes.Buffer
	l := NewLines(&text)
	now := time.Now()
	l.now = func() time.Time { return now }
	request := func(network string, code string, n int) {
		for range n {
			r := NewRecord()
			r.Network, r.Client, r.Code = network, network, code
			l.Write(t.Context(), r)
		}
	}
	limited := string(fault.RateLimited)
	request("a", limited, 1000)
	request("a", CodeOK, 2) // which are within the limit again
	request("b", limited, 1)
	now = now.Add(time.Minute - time.Nanosecond)
	request("a", limited, 10)
	now = now.Add(time.Nanosecond)
	request("a", limited, 5)
	request("b", limited, 2)
	now = now.Add(time.Minute)
	request("a", limited, 1)
	request("b", limited, 1)
	request("", limited, 2) // a socket of the system has no address
	for range 2 {           // a caller beyond a limit of its own
		r := NewRecord()
		r.Network, r.Client, r.Code, r.Subject = "a", "a", limited, "token:a"
		l.Write(t.Context(), r)
	}

	var got []string
	for line := range bytes.Lines(text.Bytes()) {
		var r struct {
			Client, Code string
			Suppressed   int
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		if (r.Suppressed > 0) != bytes.Contains(line, []byte(`"suppressed"`)) {
			t.Errorf("%s", line)
		}
		got = append(got, fmt.Sprint(r.Client, " ", r.Code, " ", r.Suppressed))
	}
	want := []string{
		"a rate_limited 0", "a ok 0", "a ok 0", "b rate_limited 0",
		"a rate_limited 1009", "b rate_limited 0", "a rate_limited 4", "b rate_limited 1", " rate_limited 0",
		"a rate_limited 0", "a rate_limited 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
