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
		got := profile.TOMO.Error(fault.New(kind, ""))
		if !slices.Contains(table[got.Data.TOMOCode], got.RPC) {
			t.Errorf("%s: %+v", kind, got)
		}
		if kind.OfTransport() && got.HTTP < 400 || class.Party == fault.Server && got.Data.TOMOCode == "INVALID_REQUEST" {
			t.Errorf("%s: %+v of %+v", kind, got, class)
		}
	}
	for kind, want := range map[fault.Kind]profile.Error{
		fault.InvalidParams:       {Codes: fault.Codes{RPC: -32602, HTTP: 200}, Data: profile.ErrorData{TOMOCode: "INVALID_REQUEST"}},
		fault.UnknownTool:         {Codes: fault.Codes{RPC: -32601, HTTP: 404}, Data: profile.ErrorData{TOMOCode: "METHOD_NOT_FOUND"}},
		fault.Internal:            {Codes: fault.Codes{RPC: -32603, HTTP: 200}, Data: profile.ErrorData{TOMOCode: "INTERNAL_ERROR"}},
		fault.Unauthenticated:     {Codes: fault.Codes{RPC: -32000, HTTP: 401}, Data: profile.ErrorData{TOMOCode: "INVALID_AUTH"}},
		fault.ScopeDenied:         {Codes: fault.Codes{RPC: -32000, HTTP: 403}, Data: profile.ErrorData{TOMOCode: "INVALID_AUTH"}},
		fault.RateLimited:         {Codes: fault.Codes{RPC: -32001, HTTP: 429}, Data: profile.ErrorData{TOMOCode: "RATE_LIMITED"}},
		fault.Unavailable:         {Codes: fault.Codes{RPC: -32002, HTTP: 503}, Data: profile.ErrorData{TOMOCode: "PARTNER_MAINTENANCE"}},
		fault.DatabaseUnavailable: {Codes: fault.Codes{RPC: -32002, HTTP: 503}, Data: profile.ErrorData{TOMOCode: "PARTNER_MAINTENANCE"}},
		fault.IdempotencyConflict: {Codes: fault.Codes{RPC: -32600, HTTP: 409}, Data: profile.ErrorData{TOMOCode: "IDEMPOTENCY_CONFLICT"}},
	} {
		if got := profile.TOMO.Error(fault.New(kind, "")); got != want {
			t.Errorf("%s: %+v, want %+v", kind, got, want)
		}
	}
	own := fault.Invalid("product_id", "no")
	own.Own = "LISTING_NOT_FOUND"
	if got := profile.TOMO.Error(own).Data; got != (profile.ErrorData{TOMOCode: "LISTING_NOT_FOUND", TOMOField: "product_id"}) {
		t.Errorf("with a code of the owner: %+v", got)
	}
}
