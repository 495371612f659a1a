package tvfilter

import (
	"regexp"
	"strconv"

	"emcp/internal/fault"
)

// Cast is the numeric type that a template variable's stored string is read as. The zero value is no cast: strings are compared.
// Values come from ParseCast.
type Cast struct {
	kind             castKind
	precision, scale int
}

type castKind uint8

const (
	noCast castKind = iota
	unsigned
	signed
	decimal
)

// CastNames are the casts that ParseCast knows, p and s standing for numbers.
var CastNames = []string{"UNSIGNED", "SIGNED", "DECIMAL(p,s)"}

// Limits of DECIMAL in MySQL and MariaDB.
const (
	maxPrecision = 65
	maxScale     = 30
)

var decimalPattern = regexp.MustCompile(`^DECIMAL\(([0-9]{1,2}),([0-9]{1,2})\)$`)

// ParseCast parses UNSIGNED, SIGNED or DECIMAL(p,s) with p from 1 to 65 and s from 0 to the smaller of 30 and p.
func ParseCast(text string) (Cast, error) {
	switch text {
	case "UNSIGNED":
		return Cast{kind: unsigned}, nil
	case "SIGNED":
		return Cast{kind: signed}, nil
	}
	m := decimalPattern.FindStringSubmatch(text)
	if m == nil {
		return Cast{}, fault.Invalid("cast", "cast must be UNSIGNED, SIGNED or DECIMAL(p,s), such as DECIMAL(10,2)")
	}
	precision, _ := strconv.Atoi(m[1]) // two digits at most
	scale, _ := strconv.Atoi(m[2])
	switch {
	case precision < 1 || precision > maxPrecision:
		return Cast{}, fault.Invalid("cast", "the precision of DECIMAL must be between 1 and %d", maxPrecision)
	case scale > maxScale:
		return Cast{}, fault.Invalid("cast", "the scale of DECIMAL must be between 0 and %d", maxScale)
	case scale > precision:
		return Cast{}, fault.Invalid("cast", "the scale of DECIMAL must not be greater than its precision")
	}
	return Cast{decimal, precision, scale}, nil
}

// None reports whether there is no cast.
func (c Cast) None() bool { return c.kind == noCast }

// Decimal reports whether the cast is to DECIMAL, else it is to integers.
func (c Cast) Decimal() bool { return c.kind == decimal }

// String returns the cast as it is written, in a call and in SQL alike; it consists of a keyword and of numbers in MySQL's
// bounds. It is empty if there is no cast.
func (c Cast) String() string {
	switch c.kind {
	case unsigned:
		return "UNSIGNED"
	case signed:
		return "SIGNED"
	case decimal:
		return "DECIMAL(" + strconv.Itoa(c.precision) + "," + strconv.Itoa(c.scale) + ")"
	}
	return ""
}

// numberPattern bounds digits to what DECIMAL(65,30) holds, so that a comparison with it is exact.
var numberPattern = regexp.MustCompile(`^[+-]?[0-9]{1,35}(\.[0-9]{1,30})?$`)

// requireNumber checks that a value compared under a cast is a plain number.
func requireNumber(text string) error {
	if !numberPattern.MatchString(text) {
		return fault.Invalid("value", "with cast the value must be a number such as 100 or 19.99, without exponent and with at most 35 digits before the point")
	}
	return nil
}
