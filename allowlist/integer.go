package allowlist

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

var integerPattern = regexp.MustCompile(`^[+-]?[0-9]+$`)

// ParseInteger returns a 64-bit integer: int64 if it fits, otherwise uint64. The text may have a sign.
func ParseInteger(text string) (any, bool) {
	if !integerPattern.MatchString(text) {
		return nil, false
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return i, true
	}
	u, err := strconv.ParseUint(strings.TrimPrefix(text, "+"), 10, 64)
	return u, err == nil
}

// numberStart matches the beginning of a text that MySQL reads as a number.
var numberStart = regexp.MustCompile(`^[ \t\n\v\f\r]*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)`)

// roundedDown returns the greatest 64-bit integer, int64 or uint64, that is not greater than the number in a text, and
// whether it equals that number. MySQL compares an integer with a text as floating point numbers, and reads the
// beginning of the text as a number. A text without a number is 0.
func roundedDown(text string) (floor any, exact bool) {
	if integer, ok := ParseInteger(text); ok {
		return integer, true
	}
	number := 0.0
	if match := numberStart.FindStringSubmatch(text); match != nil {
		number, _ = strconv.ParseFloat(match[1], 64) // infinite if it is out of range
	}
	switch down := math.Floor(number); {
	case down >= 1<<64:
		return uint64(math.MaxUint64), false
	case down >= 1<<63:
		return uint64(down), down == number
	case down >= -1<<63:
		return int64(down), down == number
	}
	return nil, false
}

// compareInteger turns a comparison of an integer with texts into one with integers, so that it means the same with and
// without an index: with an index, MySQL rounds a text such as 2.5 and considers 3 equal to it. An In without values
// never holds. A NotIn without values holds for all values except NULL.
func compareInteger(op Operator, texts []string) (Operator, []any) {
	if op.TakesList() || op == Equal || op == NotEqual {
		var values []any
		for _, text := range texts {
			if integer, exact := roundedDown(text); exact {
				values = append(values, integer)
			}
		}
		switch {
		case len(values) > 0:
			return op, values
		case op == Equal || op == In:
			return In, nil
		}
		return NotIn, nil
	}
	less := op == Less || op == LessOrEqual
	switch floor, exact := roundedDown(texts[0]); {
	case exact:
		return op, []any{floor}
	case floor == nil && less: // all integers are greater
		return In, nil
	case floor == nil:
		return NotIn, nil
	case less:
		return LessOrEqual, []any{floor}
	default:
		return Greater, []any{floor}
	}
}
