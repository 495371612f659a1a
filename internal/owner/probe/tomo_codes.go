package probe

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Error codes that TOMO adds to those of JSON-RPC.
const (
	codeInvalidAuth = -32000
	codeRateLimited = -32001
	codeMaintenance = -32002
)

// tomoCodes are the codes of TOMO for those of JSON-RPC (section 4).
var tomoCodes = map[int]string{
	codeInvalidRequest: "INVALID_REQUEST",
	codeNoMethod:       "METHOD_NOT_FOUND",
	codeInvalidParams:  "INVALID_REQUEST",
	codeInternal:       "INTERNAL_ERROR",
	codeInvalidAuth:    "INVALID_AUTH",
	codeRateLimited:    "RATE_LIMITED",
	codeMaintenance:    "PARTNER_MAINTENANCE",
}

// codeForm is the form of a code. Intents have more codes than the table, which are not public.
var codeForm = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)

// tomoCode returns the member tomo_error_code of an error's data, or "".
func tomoCode(data json.RawMessage) string { return dataText(data, "tomo_error_code") }

func dataText(data json.RawMessage, name string) string {
	var members map[string]any
	if json.Unmarshal(data, &members) != nil {
		return ""
	}
	text, _ := members[name].(string)
	return text
}

// answered describes a reply.
func answered(reply rpc) string {
	if reply.code == 0 {
		return "a result"
	}
	code := tomoCode(reply.data)
	if code == "" {
		code = "no tomo_error_code"
	}
	return strconv.Itoa(reply.code) + " and " + clean(code)
}

// judgeCode checks the code of an error. It is called for each error of the run.
func (r *tomoRun) judgeCode(reply rpc) {
	if r.codes.Verdict == Unchecked {
		r.codes.Verdict, r.codes.Seen = Passed, ""
	}
	code := tomoCode(reply.data)
	standard := slices.Contains(slices.Collect(maps.Values(tomoCodes)), code)
	if !codeForm.MatchString(code) || standard && tomoCodes[reply.code] != code {
		r.codes.fail("It answers with "+answered(reply)+": "+reply.message,
			"Put a code of the table in section 4, or of the intent, into error.data.tomo_error_code.")
	}
}

// refusedWith returns a finding if a reply is not an error with one of the codes.
func refusedWith(reply rpc, codes ...int) error {
	if slices.Contains(codes, reply.code) && tomoCode(reply.data) == tomoCodes[reply.code] {
		return nil
	}
	var want []string
	for _, code := range codes {
		want = append(want, fmt.Sprintf("%d and %s", code, tomoCodes[code]))
	}
	return wrong("It answers with "+answered(reply)+".",
		"Answer with a JSON-RPC error: "+strings.Join(want, ", or ")+" as error.data.tomo_error_code.")
}
