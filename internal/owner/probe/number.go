package probe

import (
	"encoding/json"
	"math"
	"math/big"
)

// rational reads a JSON number exactly. It returns nil for any other value, and for an exponent so large that the
// number would fill the memory.
func rational(value any) *big.Rat {
	text, ok := value.(json.Number)
	if !ok || len(text) > 64 {
		return nil
	}
	if f, err := text.Float64(); err != nil || f != 0 && (math.Abs(f) > 1e30 || math.Abs(f) < 1e-30) {
		return nil
	}
	n, ok := new(big.Rat).SetString(string(text))
	if !ok {
		return nil
	}
	return n
}

// number returns 1 if the schema allows it, otherwise a number near the bounds.
func number(object map[string]any, variant int) (any, error) {
	low, high := bound(object, "minimum", "exclusiveMinimum", 1), bound(object, "maximum", "exclusiveMaximum", -1)
	step := rational(object["multipleOf"])
	if whole := valueType(object) == "integer"; step == nil || step.Sign() <= 0 {
		step = nil
		if whole {
			step = big.NewRat(1, 1)
		}
	} else if whole {
		step = new(big.Rat).SetInt(step.Num()) // an integer must be a multiple of the numerator
	}
	value := big.NewRat(1, 1)
	switch {
	case step != nil:
		value = multiple(value, step, true)
		if low.below(value) {
			value = low.next(multiple(low.at, step, true), step)
		}
		if high.below(value) {
			value = high.next(multiple(high.at, step, false), new(big.Rat).Neg(step))
		}
	case !low.below(value) && !high.below(value):
	case low.below(value) && !low.open:
		value = low.at
	case high.below(value) && !high.open:
		value = high.at
	case low.at != nil && high.at != nil:
		value = new(big.Rat).Quo(new(big.Rat).Add(low.at, high.at), big.NewRat(2, 1))
	case low.at != nil:
		value = new(big.Rat).Add(low.at, value)
	default:
		value = new(big.Rat).Sub(high.at, value)
	}
	if variant > 0 {
		if step == nil {
			step = big.NewRat(1, 1)
		}
		value = new(big.Rat).Add(value, new(big.Rat).Mul(step, big.NewRat(int64(variant), 1)))
	}
	if value.IsInt() {
		return json.Number(value.Num().String()), nil
	}
	digits, exact := value.FloatPrec()
	if !exact {
		digits = 17
	}
	return json.Number(value.FloatString(digits)), nil
}

// edge is a limit of the allowed range: the lowest number (side 1) or the highest (side -1). open excludes the limit
// itself.
type edge struct {
	at   *big.Rat // nil: no limit
	open bool
	side int
}

// bound reads a limit from its two keywords. The second keyword is a boolean before draft 6.
func bound(object map[string]any, name, exclusive string, side int) edge {
	l := edge{rational(object[name]), object[exclusive] == true, side}
	if open := rational(object[exclusive]); open != nil && (l.at == nil || open.Cmp(l.at)*side >= 0) {
		l.at, l.open = open, true
	}
	return l
}

// below reports whether the value lies outside the limit.
func (l edge) below(value *big.Rat) bool {
	if l.at == nil {
		return false
	}
	compared := value.Cmp(l.at) * l.side
	return compared < 0 || compared == 0 && l.open
}

// next returns the value, or the value one step further if it is the limit and the limit is excluded.
func (l edge) next(value, step *big.Rat) *big.Rat {
	if l.below(value) {
		return new(big.Rat).Add(value, step)
	}
	return value
}

// multiple returns the multiple of step next to value: above it if up is set, otherwise below it.
func multiple(value, step *big.Rat, up bool) *big.Rat {
	quotient := new(big.Rat).Quo(value, step)
	rounded, rest := new(big.Int).DivMod(quotient.Num(), quotient.Denom(), new(big.Int))
	if up && rest.Sign() != 0 {
		rounded.Add(rounded, big.NewInt(1))
	}
	return new(big.Rat).Mul(new(big.Rat).SetInt(rounded), step)
}

// formats are sample values for the formats of JSON Schema that tools use.
var formats = map[string]string{
	"date-time": "2026-01-01T00:00:00Z", "date": "2026-01-01", "time": "00:00:00Z", "duration": "P1D",
	"email": "probe@example.com", "idn-email": "probe@example.com", "hostname": "example.com", "idn-hostname": "example.com",
	"ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "uuid": "6f1d0c52-8f0c-4c3e-9d3a-2b7a1c0e5f11",
	"uri": "https://example.com/", "uri-reference": "https://example.com/", "iri": "https://example.com/", "url": "https://example.com/",
	"uri-template": "https://example.com/{id}", "json-pointer": "/probe", "relative-json-pointer": "0", "regex": "probe",
}
