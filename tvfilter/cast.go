package tvfilter

import (
	"regexp"
	"strconv"
	"time"

	"emcp/allowlist"
	"emcp/internal/fault"
)

// Cast is the type that a template variable's stored string is read as: a number, a date or a time. The zero value is
// no cast: strings are compared. Values come from ParseCast.
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
	dateKind
	datetimeKind
	numberKind
)

// CastNames are the casts that ParseCast knows. p and s stand for numbers.
var CastNames = []string{"UNSIGNED", "SIGNED", "DECIMAL(p,s)", "DATE", "DATETIME", "NUMBER"}

// Limits of DECIMAL in MySQL and MariaDB.
const (
	maxPrecision = 65
	maxScale     = 30
)

var decimalPattern = regexp.MustCompile(`^DECIMAL\(([0-9]{1,2}),([0-9]{1,2})\)$`)

// ParseCast parses UNSIGNED, SIGNED, DATE, DATETIME, NUMBER or DECIMAL(p,s) with p from 1 to 65 and s from 0
// to the smaller of 30 and p.
func ParseCast(text string) (Cast, error) {
	switch text {
	case "UNSIGNED":
		return Cast{kind: unsigned}, nil
	case "SIGNED":
		return Cast{kind: signed}, nil
	case "DATE":
		return Cast{kind: dateKind}, nil
	case "DATETIME":
		return Cast{kind: datetimeKind}, nil
	case "NUMBER":
		return numberCast, nil
	}
	m := decimalPattern.FindStringSubmatch(text)
	if m == nil {
		return Cast{}, fault.Invalid("cast",
			"cast must be UNSIGNED, SIGNED, DATE, DATETIME, NUMBER or DECIMAL(p,s), such as DECIMAL(10,2)")
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

// Decimal reports whether the cast is to DECIMAL.
func (c Cast) Decimal() bool { return c.kind == decimal }

// Time reports whether the cast is to a date or a time, and Day whether to a date.
func (c Cast) Time() bool { return c.kind == dateKind || c.kind == datetimeKind }

// Day reports whether the cast is to a date, without a time of day.
func (c Cast) Day() bool { return c.kind == dateKind }

// numberCast is the cast to a number as people write it, such as 1.234,50 €.
var numberCast = Cast{kind: numberKind}

// dateCast and datetimeCast are the casts to a day and to a time.
var dateCast, datetimeCast = Cast{kind: dateKind}, Cast{kind: datetimeKind}

// Number reports whether the cast is numberCast.
func (c Cast) Number() bool { return c.kind == numberKind }

// Seconds returns the Unix seconds with which a time is compared: the time itself, or the beginning of its day.
func (c Cast) Seconds(at int64) int64 {
	const day = 24 * 60 * 60
	if c.kind == dateKind {
		at -= (at%day + day) % day
	}
	return at
}

// String returns the cast as written in a call. For casts to numbers SQL has the same notation; it consists of a
// keyword and numbers within MySQL's limits. It is "" if there is no cast.
func (c Cast) String() string {
	switch c.kind {
	case unsigned:
		return "UNSIGNED"
	case signed:
		return "SIGNED"
	case decimal:
		return "DECIMAL(" + strconv.Itoa(c.precision) + "," + strconv.Itoa(c.scale) + ")"
	case dateKind:
		return "DATE"
	case datetimeKind:
		return "DATETIME"
	case numberKind:
		return "NUMBER"
	}
	return ""
}

// numberPattern bounds digits to what DECIMAL(65,30) holds, so that a comparison with it is exact.
var numberPattern = regexp.MustCompile(`^[+-]?[0-9]{1,35}(\.[0-9]{1,30})?$`)

// time returns the cast with which a text is compared, and the time in Unix seconds that it is compared as. Without a
// cast, a day is compared with days, and a time with times.
func (o Operand) time(text string) (Cast, string, error) {
	at, ok := allowlist.ParseTime(text, time.Now(), o.tv.dateOrder())
	cast, subject := o.cast, "with cast "+o.cast.String()+" the value"
	if cast.None() {
		cast, subject = datetimeCast, "the value for a date"
		if at.Day() {
			cast = dateCast
		}
	}
	if !ok {
		return cast, "", fault.Invalid("value", "%s must be a date such as 2026-01-31, 31.01.2026 or 2026-01-31T12:00:00Z, "+
			"or relative such as -30d; 01/02/2026 can be two days", subject)
	}
	return cast, strconv.FormatInt(cast.Seconds(at.First()), 10), nil
}

// dateOrder returns the order of dates in a condition. Until the variable is known, any will do.
func (tv TV) dateOrder() allowlist.DateOrder {
	if tv.Unread {
		return allowlist.DayFirst
	}
	return tv.DateOrder
}

// checkNumber refuses texts that are not compared exactly as a number.
func checkNumber(text string) error {
	if !numberPattern.MatchString(text) {
		return fault.Invalid("value",
			"with cast the value must be a number such as 100 or 19.99, without exponent and with at most 35 digits before "+
				"the point")
	}
	return nil
}

// number returns the number that a text is compared as under the cast NUMBER: a plain number unchanged, any other text
// as in values.
func (o Operand) number(text string) (string, error) {
	if numberPattern.MatchString(text) || o.tv.Unread {
		return text, nil
	}
	if written, ok := o.Quantity().Parse(text); ok {
		return written, nil
	}
	return "", fault.Invalid("value",
		"with numbers the value must be a number such as 100 or 19.99, or as the values are written, such as 1.234,50")
}
