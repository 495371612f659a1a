package profile_test

import (
	"slices"
	"testing"

	"emcp/internal/fault"
	"emcp/internal/profile"
)

// TestTOMOErrors has every kind of fault end as one of TOMO's codes, with the number that belongs to it.
func TestTOMOErrors(t *testing.T) {
	table := map[string][]int{ // section 4; the others are of JSON-RPC and MCP themselves
		"INVALID_REQUEST": {-32600, -32602, -32700, -32020, -32022}, "METHOD_NOT_FOUND": {-32601}, "INTERNAL_ERROR": {-32603},
		"INVALID_AUTH": {-32000},
		"RATE_LIMITED": {-32001}, "PARTNER_MAINTENANCE": {-32002}, "IDEMPOTENCY_CONFLICT": {-32600},
	}
	for kind, class := range fault.Kinds() {
		got := profile.TOMO.Error(kind)
		if !slices.Contains(table[got.Code], got.RPC) {
			t.Errorf("%s: %+v", kind, got)
		}
		if kind.OfTransport() && got.HTTP < 400 || class.Party == fault.Server && got.Code == "INVALID_REQUEST" {
			t.Errorf("%s: %+v of %+v", kind, got, class)
		}
	}
	for kind, want := range map[fault.Kind]profile.Error{
		fault.InvalidParams:       {Codes: fault.Codes{RPC: -32602, HTTP: 200}, Code: "INVALID_REQUEST"},
		fault.UnknownTool:         {Codes: fault.Codes{RPC: -32601, HTTP: 404}, Code: "METHOD_NOT_FOUND"},
		fault.Internal:            {Codes: fault.Codes{RPC: -32603, HTTP: 200}, Code: "INTERNAL_ERROR"},
		fault.Unauthenticated:     {Codes: fault.Codes{RPC: -32000, HTTP: 401}, Code: "INVALID_AUTH"},
		fault.ScopeDenied:         {Codes: fault.Codes{RPC: -32000, HTTP: 403}, Code: "INVALID_AUTH"},
		fault.RateLimited:         {Codes: fault.Codes{RPC: -32001, HTTP: 429}, Code: "RATE_LIMITED"},
		fault.Unavailable:         {Codes: fault.Codes{RPC: -32002, HTTP: 503}, Code: "PARTNER_MAINTENANCE"},
		fault.DatabaseUnavailable: {Codes: fault.Codes{RPC: -32002, HTTP: 503}, Code: "PARTNER_MAINTENANCE"},
		fault.IdempotencyConflict: {Codes: fault.Codes{RPC: -32600, HTTP: 409}, Code: "IDEMPOTENCY_CONFLICT"},
	} {
		if got := profile.TOMO.Error(kind); got != want {
			t.Errorf("%s: %+v, want %+v", kind, got, want)
		}
	}
}
