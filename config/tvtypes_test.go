package config

import (
	"os"
	"strings"
	"testing"
)

func TestTVTypes(t *testing.T) {
	parse := func(types string) (*Config, error) {
		return Parse([]byte(`{sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d", tv_types: `+types+`}}, auth: {modes: [none]}}`),
			os.LookupEnv)
	}
	c, err := parse(`{price: {money: EUR}, weight: {unit: kg}}`)
	if err != nil {
		t.Fatal(err)
	}
	types := c.Sites["main"].TVTypes
	if len(types) != 2 || types["price"].Currency() != "EUR" || types["weight"].Unit() != "kg" {
		t.Errorf("%+v", types)
	}
	const oneMeaning = `sites.main.tv_types.price: must have one key, money or unit, such as {money: EUR} or {unit: g}`
	for text, want := range map[string]string{
		`{price: {money: euro}}`: `sites.main.tv_types.price.money: "euro" is not a currency code of ISO 4217, ` +
			`such as EUR`,
		`{weight: {unit: "1 kg"}}`:        `sites.main.tv_types.weight.unit: "1 kg" is not a unit, such as g or km`,
		`{price: {}}`:                     oneMeaning,
		`{price: {money: EUR, unit: kg}}`: oneMeaning,
		`{price: {currency: EUR}}`:        `sites.main.tv_types.price.currency: unknown key; money and unit are known here`,
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
