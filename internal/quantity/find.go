package quantity

import (
	"regexp"
	"strings"
)

// known are the types that captions and options can name, by their notation. It lacks notations with several meanings,
// such as $.
var known = func() map[string]*Type {
	types := map[string]*Type{}
	for code, names := range map[string]string{
		"EUR": "€ Euro euro Euros euros", "GBP": "£", "UAH": "₴ грн грн.", "RUB": "₽ руб руб.", "PLN": "zł", "CZK": "Kč",
		"TRY": "₺", "INR": "₹", "KZT": "₸", "HUF": "Ft",
		"USD": "US$", "CHF": "Fr.", "JPY": "", "CNY": "", "SEK": "", "NOK": "", "DKK": "", "RON": "", "BGN": "", "CAD": "",
		"AUD": "", "NZD": "", "ILS": "", "GEL": "",
	} {
		t := money(code)
		for _, name := range append(strings.Fields(names), code) {
			types[name] = t
		}
	}
	for unit := range strings.FieldsSeq(
		"mm cm m km m² m³ ha mg g kg t ml cl l W kW kWh V A Hz °C % h min s px GB MB кг г мм см м км л мл") {
		types[unit] = measure(unit)
	}
	for unit, names := range map[string]string{
		"g": "gram grams Gramm", "kg": "kilogram kilograms Kilogramm kilo kilos Kilo",
		"mm": "millimetres millimeters Millimeter", "cm": "centimetres centimeters Zentimeter",
		"m": "metres meters Meter", "km": "kilometres kilometers Kilometer", "l": "litres liters Liter",
		"ml": "millilitres milliliters Milliliter",
		"г":  "грам грамах граммах", "кг": "кілограм кілограмах килограммах", "%": "percent Prozent",
	} {
		for name := range strings.FieldsSeq(names) {
			types[name] = types[unit]
		}
	}
	return types
}()

var (
	// captioned are the places of units in captions: at the end, as in Price (EUR), Price, EUR, Price EUR and Price [€],
	// and after in, as in Price in EUR, without tax.
	captioned = []*regexp.Regexp{
		regexp.MustCompile(`[(\[]\s*(?:(?:in|у|в)\s+)?([^()\[\]]{1,12}?)\s*[)\]]\s*:?\s*$`),
		regexp.MustCompile(`[,/:]\s*([^\s,/:]{1,12})\s*:?\s*$`),
		regexp.MustCompile(`\s(\p{Sc}|[A-Z]{3}|грн\.?|руб\.?|zł|Kč)\s*:?\s*$`),
		regexp.MustCompile(`\s(?:in|у|в)\s+([^\s:,;(]{1,12})\s*(?:[:,;(].*)?$`),
	}
	// marked matches a number with a unit before or behind it.
	marked = regexp.MustCompile(
		`^\s*(?:[+-]?[0-9][0-9., ]*?\s*([^0-9\s.,+-][^0-9\s]{0,7})|([^0-9\s.,+-]{1,8})\s*[0-9][0-9., ]*)\s*$`)
)

// Named returns the type that a caption names, or that all options have in common. It returns nil if there is none.
func Named(caption string, options []string) *Type {
	for _, pattern := range captioned {
		if t := known[first(pattern.FindStringSubmatch(caption))]; t != nil {
			return t
		}
	}
	var common *Type
	for _, option := range options {
		t := known[first(marked.FindStringSubmatch(option))]
		if t == nil || common != nil && t != common {
			return nil
		}
		common = t
	}
	if len(options) < 2 {
		return nil
	}
	return common
}

// first returns the group that matched.
func first(groups []string) string {
	if groups == nil {
		return ""
	}
	return strings.Join(groups[1:], "")
}
