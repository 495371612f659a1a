package quantity_test

import (
	"testing"

	"emcp/internal/quantity"
)

func TestParse(t *testing.T) {
	must := func(typ *quantity.Type, err error) *quantity.Type {
		if err != nil {
			t.Fatal(err)
		}
		return typ
	}
	euro, dinar, yen := must(quantity.NewMoney("EUR")), must(quantity.NewMoney("KWD")), must(quantity.NewMoney("JPY"))
	gram, metre := must(quantity.NewMeasure("g")), must(quantity.NewMeasure("m"))
	for _, c := range []struct {
		typ        *quantity.Type
		text, want string // empty: no number
	}{
		{euro, "45,00 €", "45.00"}, {euro, "€ 45.00", "45.00"}, {euro, "EUR 1.234,50", "1234.50"},
		{euro, "1,234.50 eur", "1234.50"}, {euro, "1 234,5", "1234.5"},
		{euro, "1\u00a0234,5\u202f€", "1234.5"}, {euro, "1'234.50", "1234.50"}, {euro, "1.234", "1234"},
		{euro, "1,234", "1234"}, {euro, "0.125", "0.125"},
		{euro, "1.234.567", "1234567"}, {euro, "45,-", "45"}, {euro, "45,-- Euro", "45"}, {euro, "-45", "-45"},
		{euro, "+007,50", "7.50"}, {euro, "-0,00", "0.00"},
		{euro, "€ -5", "-5"}, {euro, "1.234,567", "1234.567"}, {euro, "12345.678", "12345.678"},
		{euro, "", ""}, {euro, "from 45 €", ""}, {euro, "45 $", ""}, {euro, "45 € / 50 €", ""}, {euro, "1.2.3", ""},
		{euro, "1.23,4.5", ""}, {euro, "45 kg", ""},
		{euro, "12,34,567", ""}, {euro, "99999999999999999999999999", ""}, {euro, "1e3", ""}, {euro, "[[price]]", ""},
		{euro, "@EVAL 1", ""}, {euro, "€", ""}, {euro, "--5", ""},
		{dinar, "1.234", "1.234"}, {yen, "¥1,234", "1234"},
		{gram, "250 g", "250"}, {gram, "1.234", "1.234"}, {gram, "1,5 G", "1.5"}, {gram, "1.234.567 g", "1234567"},
		{gram, "1,5 kg", ""}, {gram, "250 g g", ""}, {gram, "g 250", ""},
		{metre, "45 m", "45"}, {metre, "45 mm", ""}, {quantity.Plain, "1.234,5", "1234.5"}, {quantity.Plain, "45 €", ""},
		{quantity.Plain, "100 EUR", ""},
		{quantity.Any, "45 €", "45"}, {quantity.Any, "$1,299.00", "1299.00"}, {quantity.Any, "1 299,00 грн", "1299.00"},
		{quantity.Any, "US$ 1,299", "1299"}, {quantity.Any, "1.234", "1.234"}, {quantity.Any, "1.234 €", "1234"},
		{quantity.Any, "CHF 45.-", ""}, {quantity.Any, "Fr. 45,-", "45"}, {quantity.Any, "12 kg", ""},
		{quantity.Any, "€", ""}, {quantity.Any, "zł 5", "5"}, {quantity.Any, "5 €/kg", ""},
	} {
		if got, ok := c.typ.Parse(c.text); got != c.want || ok != (c.want != "") {
			t.Errorf("%q in %s%s: %q, %t, want %q", c.text, c.typ.Currency(), c.typ.Unit(), got, ok, c.want)
		}
	}
	for number, want := range map[string]int64{"45": 4500, "45.5": 4550, "-1234.50": -123450, "45.0000": 4500, "0": 0} {
		if got, ok := euro.Minor(number); got != want || !ok {
			t.Errorf("%s: %d, %t, want %d", number, got, ok, want)
		}
	}
	for _, number := range []string{"45.005", "92233720368547758.08"} {
		if got, ok := euro.Minor(number); ok {
			t.Errorf("%s: %d", number, got)
		}
	}
	if got, _ := dinar.Minor("1.234"); got != 1234 {
		t.Error(got)
	}
	if got, _ := yen.Minor("500.0"); got != 500 {
		t.Error(got)
	}
}

func TestNewTypes(t *testing.T) {
	for _, code := range []string{"", "eur", "EURO", "XX", "€", "QQQ"} {
		if typ, err := quantity.NewMoney(code); err == nil {
			t.Errorf("%q is %s", code, typ.Currency())
		}
	}
	for _, unit := range []string{"", "1", "a b", "m2", "g.", "kilogrammes and more"} {
		if typ, err := quantity.NewMeasure(unit); err == nil {
			t.Errorf("%q is %s", unit, typ.Unit())
		}
	}
}

func TestNamed(t *testing.T) {
	for _, c := range []struct {
		caption string
		options []string
		want    string
	}{
		{"Price (EUR)", nil, "EUR"}, {"Price, €", nil, "EUR"}, {"Preis in Euro:", nil, "EUR"}, {"Ціна, грн.", nil, "UAH"},
		{"Weight [kg]", nil, "kg"}, {"Weight, g", nil, "g"},
		{"Price in euros", nil, "EUR"}, {"Fee in euros, 0.00 is free", nil, "EUR"}, {"Price (in EUR)", nil, "EUR"},
		{"Preis €", nil, "EUR"}, {"Price EUR", nil, "EUR"}, {"Price: €", nil, "EUR"},
		{"Preis [€]", nil, "EUR"}, {"Ціна (грн)", nil, "UAH"}, {"Ціна, грн", nil, "UAH"}, {"Ціна в грн", nil, "UAH"},
		{"Ціна грн.:", nil, "UAH"}, {"Цена в руб.", nil, "RUB"}, {"Price, USD", nil, "USD"},
		{"Weight in grams", nil, "g"}, {"Weight in g", nil, "g"}, {"Weight (kg)", nil, "kg"}, {"Gewicht in Gramm", nil, "g"},
		{"Вага, кг", nil, "кг"}, {"Вага (г)", nil, "г"}, {"Length/cm", nil, "cm"},
		{"Price $", nil, ""}, {"Available in CHF shops", nil, ""}, {"Article SKU", nil, ""}, {"Items in stock, g", nil, "g"},
		{"Colour in the dark", nil, ""}, {"in euros", nil, ""}, {"Sold in, g or kg", nil, ""},
		{"Width (mm):", nil, "mm"}, {"Price", nil, ""}, {"Price ($)", nil, ""}, {"Options (ALL)", nil, ""},
		{"Born in Berlin", nil, ""}, {"Name, first", nil, ""}, {"", nil, ""},
		{"Weight", []string{"250 g", "1.000 g"}, "g"}, {"Weight", []string{"250 g", "1 kg"}, ""},
		{"Weight", []string{"250 g", "other"}, ""}, {"Price", []string{"€ 5", "10 €"}, "EUR"},
		{"Price", []string{"5 €"}, ""}, {"Size", []string{"38", "40"}, ""},
	} {
		got := ""
		if typ := quantity.Named(c.caption, c.options); typ != nil {
			got = typ.Currency() + typ.Unit()
		}
		if got != c.want {
			t.Errorf("%q %q: %q, want %q", c.caption, c.options, got, c.want)
		}
	}
}
