package config

import (
	"maps"
	"slices"

	"emcp/internal/quantity"
)

// tvTypes reads the meaning of numbers in template variables: a currency (money) or a unit for each variable.
func (m *mistakes) tvTypes(path string, files map[string]map[string]string) map[string]*quantity.Type {
	if len(files) == 0 {
		return nil
	}
	types := map[string]*quantity.Type{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		below := join(path, name)
		if len(files[name]) != 1 {
			m.add("%s: must have one key, money or unit, such as {money: EUR} or {unit: g}", below)
			continue
		}
		for key, value := range files[name] {
			var err error
			switch key {
			case "money":
				types[name], err = quantity.NewMoney(value)
			case "unit":
				types[name], err = quantity.NewMeasure(value)
			default:
				m.add("%s.%s: unknown key; money and unit are known here", below, key)
			}
			if err != nil {
				m.add("%s.%s: %w", below, key, err)
			}
		}
	}
	return types
}
