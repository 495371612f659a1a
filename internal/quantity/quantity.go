package quantity

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/currency"
)

// Type is the meaning of the numbers in a template variable: money, a measure, or Plain. NewMoney and NewMeasure make a
// new Type at each call. Named returns the same pointer for the same meaning.
type Type struct {
	currency string // ISO 4217; empty for a measure
	scale    int    // digits of the currency's minor unit
	unit     string // empty for money
	marks    []string
	shape    *regexp.Regexp
	// otherwise is the type of texts that are no number of this one; nil: there is none
	otherwise *Type
}

// Plain is a number without a unit.
var Plain = newType(Type{})

// Any is a number without a unit, or otherwise an amount in any of the currencies with symbols.
var Any = newType(Type{otherwise: anyMoney()})

func anyMoney() *Type {
	all := map[string]bool{}
	for code := range symbols {
		for _, mark := range money(code).marks {
			all[mark] = true
		}
	}
	marks := slices.SortedFunc(maps.Keys(all), func(a, b string) int { // a mark can be part of a longer one
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	return newType(Type{currency: currency.XXX.String(), scale: 2, marks: marks})
}

// NewMoney returns the type of amounts in a currency, a code of ISO 4217 such as EUR.
func NewMoney(code string) (*Type, error) {
	if _, err := currency.ParseISO(code); err != nil || code != strings.ToUpper(code) {
		return nil, fmt.Errorf("%q is not a currency code of ISO 4217, such as EUR", code)
	}
	return money(code), nil
}

// maxUnit is the length of the longest unit, in characters.
const maxUnit = 20

// NewMeasure returns the type of measures in a unit, such as g. A unit has no digits, no white space and none of the
// characters + - . ,
func NewMeasure(unit string) (*Type, error) {
	if unit == "" || utf8.RuneCountInString(unit) > maxUnit || strings.ContainsAny(unit, "0123456789+-., \t\n") ||
		!utf8.ValidString(unit) {
		return nil, fmt.Errorf("%q is not a unit, such as g or km", unit)
	}
	return measure(unit), nil
}

// scales are the digits of minor units that do not have two (ISO 4217).
var scales = map[int]string{
	0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
	3: "BHD IQD JOD KWD LYD OMR TND",
}

// symbols are written beside amounts instead of the code of the currency. They are in lower case, the longest first.
var symbols = map[string][]string{
	"EUR": {"euro", "€"}, "USD": {"us$", "$"}, "GBP": {"£"}, "CHF": {"sfr.", "sfr", "fr.", "fr"}, "JPY": {"¥", "円"},
	"CNY": {"¥", "元"},
	"UAH": {"грн.", "грн", "₴"}, "RUB": {"руб.", "руб", "₽"}, "PLN": {"zł"}, "CZK": {"kč"}, "HUF": {"ft"}, "SEK": {"kr"},
	"NOK": {"kr"}, "DKK": {"kr"},
	"TRY": {"₺"}, "INR": {"₹"}, "KZT": {"₸"}, "CAD": {"ca$", "$"}, "AUD": {"a$", "$"},
}

// noCents are ways to write an amount without cents.
var noCents = []string{",--", ",-"}

func money(code string) *Type {
	t := Type{currency: code, scale: 2, marks: slices.Concat(symbols[code], []string{strings.ToLower(code)}, noCents)}
	for scale, codes := range scales {
		if slices.Contains(strings.Fields(codes), code) {
			t.scale = scale
		}
	}
	return newType(t)
}

func measure(unit string) *Type {
	return newType(Type{unit: unit, marks: []string{strings.ToLower(unit)}})
}

func newType(t Type) *Type {
	quoted := make([]string, len(t.marks))
	for i, mark := range t.marks {
		quoted[i] = quote(mark)
	}
	marks := "(" + strings.Join(quoted, "|") + ")"
	shape := `^[+-]?[0-9][0-9.,]*$`
	switch {
	case t.currency != "":
		shape = `^[+-]?` + marks + `?[+-]?[0-9][0-9.,]*` + marks + `*$`
	case t.unit != "":
		shape = `^[+-]?[0-9][0-9.,]*` + marks + `?$`
	}
	t.shape = regexp.MustCompile(shape)
	return &t
}

// quote escapes a text for a pattern of Go, MariaDB and all versions of MySQL.
func quote(text string) string {
	var quoted strings.Builder
	for _, r := range text {
		switch {
		case r >= utf8.RuneSelf, 'a' <= r && r <= 'z':
			quoted.WriteRune(r)
		case r == '^' || r == '\\' || r == '[' || r == ']': // not used in units; matches nothing
			quoted.WriteString("[ ]")
		default:
			quoted.WriteString("[" + string(r) + "]")
		}
	}
	return quoted.String()
}

// Otherwise returns the type of texts that are no number of this one, or nil.
func (t *Type) Otherwise() *Type { return t.otherwise }

// Currency returns the code of the currency, or "" if the type is not money.
func (t *Type) Currency() string { return t.currency }

// Unit returns the unit of a measure, or "" if the type is not a measure.
func (t *Type) Unit() string { return t.unit }

// MaxLength is the length of the longest text that can be a number, in characters.
const MaxLength = 64

// Spaces are removed from a text before it is read. They separate thousands, and numbers from units.
var Spaces = []string{" ", "\u00a0", "\u202f", "\u2009", "'", "’"}

// Marks are written beside numbers, in lower case. They are removed in this order.
func (t *Type) Marks() []string { return t.marks }

// Shape is the pattern of a text with a number, which must be in lower case and without Spaces.
func (t *Type) Shape() string { return t.shape.String() }

// Form is a way to write a number.
type Form struct {
	Pattern   string // of the number, without marks
	Thousands string // separator of thousands; empty: none
	Point     string // decimal point other than a point; empty: none
	pattern   *regexp.Regexp
}

func newForm(pattern, thousands, point string) Form {
	return Form{pattern, thousands, point, regexp.MustCompile(pattern)}
}

var (
	decimals      = newForm(`^[+-]?[0-9]{1,25}([.,][0-9]{1,10})?$`, "", ",")
	amounts       = newForm(`^[+-]?([0-9]{1,25}([.,]([0-9]{1,2}|[0-9]{4,10}))?|(0|[0-9]{4,25})[.,][0-9]{3})$`, "", ",")
	dotsBetween   = newForm(`^[+-]?[0-9]{1,3}([.][0-9]{3}){1,7}(,[0-9]{1,10})?$`, ".", ",")
	commasBetween = newForm(`^[+-]?[0-9]{1,3}(,[0-9]{3}){1,7}([.][0-9]{1,10})?$`, ",", "")
)

// Forms are the ways to write a number. A text is read by the first form that matches. Amounts of money do not have
// three decimals: 1.234 € is more than a thousand.
func (t *Type) Forms() []Form {
	if t.currency != "" && t.scale != 3 {
		return []Form{amounts, dotsBetween, commasBetween}
	}
	return []Form{decimals, dotsBetween, commasBetween}
}

// Parse returns the number in a text as JSON, such as -1234.50. ok is false if the text is not a number of this type.
func (t *Type) Parse(text string) (number string, ok bool) {
	if number, ok = t.parse(text); !ok && t.otherwise != nil {
		return t.otherwise.parse(text)
	}
	return number, ok
}

func (t *Type) parse(text string) (number string, ok bool) {
	if utf8.RuneCountInString(text) > MaxLength {
		return "", false
	}
	text = strings.ToLower(text)
	for _, space := range Spaces {
		text = strings.ReplaceAll(text, space, "")
	}
	if !t.shape.MatchString(text) {
		return "", false
	}
	for _, mark := range t.marks {
		text = strings.ReplaceAll(text, mark, "")
	}
	for _, form := range t.Forms() {
		if !form.pattern.MatchString(text) {
			continue
		}
		if form.Thousands != "" {
			text = strings.ReplaceAll(text, form.Thousands, "")
		}
		if form.Point != "" {
			text = strings.ReplaceAll(text, form.Point, ".")
		}
		return canonical(text), true
	}
	return "", false
}

// canonical returns a number without + and leading zeros.
func canonical(number string) string {
	number, negative := strings.CutPrefix(strings.TrimPrefix(number, "+"), "-")
	number = strings.TrimLeft(number, "0")
	if number == "" || number[0] == '.' {
		number = "0" + number
	}
	if negative && strings.Trim(number, "0.") != "" {
		return "-" + number
	}
	return number
}

// Minor converts an amount, as Parse returns it, to the minor unit of the currency. ok is false if the result is not a
// whole number.
func (t *Type) Minor(number string) (minor int64, ok bool) {
	whole, fraction, _ := strings.Cut(number, ".")
	if len(fraction) > t.scale {
		if strings.Trim(fraction[t.scale:], "0") != "" {
			return 0, false
		}
		fraction = fraction[:t.scale]
	}
	minor, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", t.scale-len(fraction)), 10, 64)
	return minor, err == nil
}
