package oracle

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
)

// The beginning of a text that CAST reads. A text without such a beginning counts as 0.
var (
	integerStart = regexp.MustCompile(`^ *([+-]?[0-9]+)`)
	decimalStart = regexp.MustCompile(`^ *([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)`)
)

var (
	minSigned   = new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 63)) // -2^63
	maxUnsigned = new(big.Int).Sub(two64, big.NewInt(1))                // 2^64-1
	two63       = new(big.Int).Lsh(big.NewInt(1), 63)
	two64       = new(big.Int).Lsh(big.NewInt(1), 64)
)

// Cast is the database's CAST of a text of printable ASCII to UNSIGNED, SIGNED or DECIMAL(p,s). MariaDB and MySQL
// differ over some texts, so a site must not contain them where answers are compared: negative zero in any spelling
// (for MySQL 5.6, -0.00 is less than 0.00), and control characters before a number.
func Cast(text, as string) *big.Rat {
	switch as {
	case "UNSIGNED":
		return new(big.Rat).SetInt(new(big.Int).Mod(integer(text), two64))
	case "SIGNED":
		n := integer(text)
		if n.Cmp(two63) >= 0 {
			n.Sub(n, two64)
		}
		return new(big.Rat).SetInt(n)
	}
	var precision, scale int64
	if _, err := fmt.Sscanf(as, "DECIMAL(%d,%d)", &precision, &scale); err != nil {
		panic("no such cast: " + as)
	}
	return decimal(text, precision, scale)
}

// integer reads the integer at the beginning of a text and clamps it to 64 bits: a negative number to the signed range,
// any other to the unsigned range.
func integer(text string) *big.Int {
	match := integerStart.FindStringSubmatch(text)
	if match == nil {
		return new(big.Int)
	}
	n, _ := new(big.Int).SetString(match[1], 10)
	switch {
	case n.Cmp(minSigned) < 0:
		return new(big.Int).Set(minSigned)
	case n.Cmp(maxUnsigned) > 0:
		return new(big.Int).Set(maxUnsigned)
	}
	return n
}

// decimal reads the number at the beginning of a text, rounds it to scale digits after the point (halves away from
// zero), and clamps it to precision digits.
func decimal(text string, precision, scale int64) *big.Rat {
	match := decimalStart.FindStringSubmatch(text)
	if match == nil {
		return new(big.Rat)
	}
	unit := new(big.Rat).SetInt(power(scale))
	units := new(big.Rat).Mul(number(match[1]), unit)
	half := big.NewRat(1, 2)
	if units.Sign() < 0 {
		half.Neg(half)
	}
	units.Add(units, half)
	whole := new(big.Int).Quo(units.Num(), units.Denom()) // towards zero

	largest := new(big.Int).Sub(power(precision), big.NewInt(1))
	if whole.CmpAbs(largest) > 0 {
		if whole.Sign() < 0 {
			largest.Neg(largest)
		}
		whole = largest
	}
	return new(big.Rat).Quo(new(big.Rat).SetInt(whole), unit)
}

// power is 10^n.
func power(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }

// number returns the exact value of a number in decimal notation.
func number(text string) *big.Rat {
	n, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("no number: " + text)
	}
	return n
}

// floatStart matches the beginning of a text that counts when it is compared with an integer.
var floatStart = regexp.MustCompile(`^ *([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)`)

// CompareInteger compares an integer of at most 32 bits with a text of printable ASCII as the database does: as
// floating point numbers.
func CompareInteger(n int64, text string) int {
	other := 0.0
	if match := floatStart.FindStringSubmatch(text); match != nil {
		other, _ = strconv.ParseFloat(match[1], 64) // ParseFloat returns infinity if it is out of range
	}
	return cmp.Compare(float64(n), other)
}
