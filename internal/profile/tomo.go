package profile

import (
	"cmp"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
)

// TOMO is the contract of TOMO for the servers of its partners ("TOMO MCP Server Specification", 2026). emcp serves the
// part of it that reads.
var TOMO = Profile{
	Name: "tomo", CheckTools: checkTOMOTools, Error: tomoError, SessionLimit: tomoLimit,
	Envelope: Envelope{ // section 3
		Request: "request_id", Session: "user_session_id", Key: "idempotency_key",
		Texts: []string{"intent", "intent_version"}, Objects: []string{"context", "preferences"},
	},
}

// tomoLimit has the rates of section 8. TOMO promises not to exceed them.
func tomoLimit(meta jsontext.Value) SessionLimit {
	tool, err := readTOMOMeta(meta)
	if err != nil || tool.Role == nil {
		return SessionLimit{}
	}
	return SessionLimit{*tool.Role, map[string]int{roleSearch: 1, roleDetail: 5}[*tool.Role]}
}

// Codes of TOMO (section 4, and section 6 for the last one).
const (
	tomoInvalidRequest = "INVALID_REQUEST"
	tomoNoMethod       = "METHOD_NOT_FOUND"
	tomoInternal       = "INTERNAL_ERROR"
	tomoInvalidAuth    = "INVALID_AUTH"
	tomoRateLimited    = "RATE_LIMITED"
	tomoMaintenance    = "PARTNER_MAINTENANCE"
	tomoConflict       = "IDEMPOTENCY_CONFLICT"
)

// tomoErrors is the table of section 4: the codes of JSON-RPC and of TOMO.
var tomoErrors = map[int]string{
	-32600:   tomoInvalidRequest,
	noMethod: tomoNoMethod,
	-32602:   tomoInvalidRequest,
	-32603:   tomoInternal,
	-32000:   tomoInvalidAuth,
	-32001:   tomoRateLimited,
	-32002:   tomoMaintenance,
}

// tomoKind has the codes of a kind of faults.
type tomoKind struct {
	fault.Codes

	code string // TOMO's
}

// tomoOwn are the kinds whose codes are not in the table, or mean something else there.
var tomoOwn = map[fault.Kind]tomoKind{
	fault.ParseError:          {fault.Codes{RPC: -32700, HTTP: http.StatusOK}, tomoInvalidRequest},
	fault.ResourceNotFound:    {fault.Codes{RPC: -32602, HTTP: http.StatusOK}, tomoInvalidRequest},
	fault.DatabaseUnavailable: {fault.Codes{RPC: -32002, HTTP: http.StatusServiceUnavailable}, tomoMaintenance},
	// A tool of emcp that is not among those of the server; for TOMO it does not exist.
	fault.ToolDenied:          {fault.Codes{RPC: noMethod, HTTP: http.StatusNotFound}, tomoNoMethod},
	fault.HeaderMismatch:      {fault.Codes{RPC: -32020, HTTP: http.StatusBadRequest}, tomoInvalidRequest},
	fault.UnsupportedVersion:  {fault.Codes{RPC: -32022, HTTP: http.StatusBadRequest}, tomoInvalidRequest},
	fault.PayloadTooLarge:     {fault.Codes{RPC: -32600, HTTP: http.StatusRequestEntityTooLarge}, tomoInvalidRequest},
	fault.ResultTooLarge:      {fault.Codes{RPC: -32600, HTTP: http.StatusRequestEntityTooLarge}, tomoInvalidRequest},
	fault.IdempotencyConflict: {fault.Codes{RPC: -32600, HTTP: http.StatusConflict}, tomoConflict},
	// The call with this key still runs: the client has to wait and to try again, which it does for this code only.
	fault.IdempotencyInProgress: {fault.Codes{RPC: -32001, HTTP: http.StatusTooManyRequests}, tomoRateLimited},
}

// JSON-RPC codes with rules of their own.
const (
	forbidden = -32003 // of callers without the right, for which the table has none
	noMethod  = -32601
)

// tomoError returns a fault with the code that the owner gives it, or else with that of its kind.
func tomoError(f *fault.Error) Error {
	of := tomoCodes(f.Kind)
	return Error{of.Codes, ErrorData{TOMOCode: cmp.Or(f.Own, of.code), TOMOField: f.Field}}
}

func tomoCodes(kind fault.Kind) tomoKind {
	if own, ok := tomoOwn[kind]; ok {
		return own
	}
	codes := kind.Class().Codes
	switch codes.RPC {
	case forbidden:
		codes.RPC = -32000
	case noMethod:
		codes.HTTP = http.StatusNotFound
	}
	return tomoKind{codes, tomoErrors[codes.RPC]}
}
