package profile_test

import (
	"slices"
	"testing"

	"emcp/internal/fault"
	"emcp/internal/profile"
)

// tomo is an error of TOMO.
func tomo(rpc, status int, code string) profile.Error {
	return profile.Error{Codes: fault.Codes{RPC: rpc, HTTP: status}, Data: profile.ErrorData{TOMOCode: code}}
}

// TestTOMOErrors has every kind of fault end as one of TOMO's codes, with the number that belongs to it.
func TestTOMOErrors(t *testing.T) {
	table := map[string][]int{ // section 4; the others are of JSON-RPC and MCP themselves
		"INVALID_REQUEST": {-32600, -32602, -32700, -32020, -32022}, "METHOD_NOT_FOUND": {-32601}, "INTERNAL_ERROR": {-32603},
		"INVALID_AUTH": {-32000},
		"RATE_LIMITED": {-32001}, "PARTNER_MAINTENANCE": {-32002}, "IDEMPOTENCY_CONFLICT": {-32600},
	}
	for kind, class := range fault.Kinds() {
		got := profile.TOMO.Error(fault.New(kind, ""))
		if !slices.Contains(table[got.Data.TOMOCode], got.RPC) {
			t.Errorf("%s: %+v", kind, got)
		}
		if kind.OfTransport() && got.HTTP < 400 || class.Party == fault.Server && got.Data.TOMOCode == "INVALID_REQUEST" {
			t.Errorf("%s: %+v of %+v", kind, got, class)
		}
	}
	for kind, want := range map[fault.Kind]profile.Error{
		fault.InvalidParams:       tomo(-32602, 200, "INVALID_REQUEST"),
		fault.UnknownTool:         tomo(-32601, 404, "METHOD_NOT_FOUND"),
		fault.Internal:            tomo(-32603, 200, "INTERNAL_ERROR"),
		fault.Unauthenticated:     tomo(-32000, 401, "INVALID_AUTH"),
		fault.ScopeDenied:         tomo(-32000, 403, "INVALID_AUTH"),
		fault.RateLimited:         tomo(-32001, 429, "RATE_LIMITED"),
		fault.Unavailable:         tomo(-32002, 503, "PARTNER_MAINTENANCE"),
		fault.DatabaseUnavailable: tomo(-32002, 503, "PARTNER_MAINTENANCE"),
		fault.IdempotencyConflict: tomo(-32600, 409, "IDEMPOTENCY_CONFLICT"),
	} {
		if got := profile.TOMO.Error(fault.New(kind, "")); got != want {
			t.Errorf("%s: %+v, want %+v", kind, got, want)
		}
	}
	own := fault.Invalid("product_id", "no")
	own.Own = "LISTING_NOT_FOUND"
	want := profile.ErrorData{TOMOCode: "LISTING_NOT_FOUND", TOMOField: "product_id"}
	if got := profile.TOMO.Error(own).Data; got != want {
		t.Errorf("with a code of the owner: %+v", got)
	}
}
