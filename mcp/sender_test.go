package mcp

import (
	"io"
	"testing"
	"time"

	"emcp/internal/identity"
	"emcp/mcp/method"
)

// Callers without a name have shares by address, others by name.
func TestShare(t *testing.T) {
	for want, subject := range map[string]string{"anonymous@203.0.113.7": identity.Anonymous, "token:shop": "token:shop"} {
		r := Request{Caller: identity.Principal{Subject: subject}, Address: "203.0.113.7"}
		if got := (&Service{}).sender(r, &endpoint{}, method.Message{}).Caller.Share; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestSiteTime has a service without a time for the site: a client waits half a second.
func TestSiteTime(t *testing.T) {
	if e := serviceOf(t, nil, io.Discard).endpoints["content"]; e.SiteTime != 500*time.Millisecond {
		t.Errorf("%v", e.SiteTime)
	}
}
