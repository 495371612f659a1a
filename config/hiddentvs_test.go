package config

import (
	"os"
	"strings"
	"testing"
)

func TestHiddenTVs(t *testing.T) {
	parse := func(names string) (*Config, error) {
		return Parse([]byte(`{sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d", hidden_tvs: `+names+`}}, auth: {modes: [none]}}`),
			os.LookupEnv)
	}
	c, err := parse(`[cost, "Закупівля *", "a.b"]`)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"cost": true, "Cost": true, " cost ": true, "costs": false, "закупівля 1": true, "Закупівля": false, "a.b": true,
		"axb": false,
	} {
		if got := c.Sites["main"].HidesTV(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
	const want = `sites.main.hidden_tvs[1]: " " is not the name of a template variable; * stands for any characters`
	if _, err := parse(`[cost, " "]`); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
