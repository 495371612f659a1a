package main

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTools compares what emcp tools prints with the list that clients of the contract get.
func TestTools(t *testing.T) {
	config := configuration(t, "sites: {main: {dsn: \""+site(t)+"\"}}\n"+
		"servers: [{handle: content, site: main}, {handle: small, site: main, tools: [evo.site.describe]}]\n")
	golden, err := os.ReadFile("../../server/testdata/tools_list.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Result struct{ Tools []map[string]any }
	}
	if err := json.Unmarshal(golden, &want); err != nil {
		t.Fatal(err)
	}
	for handle, tools := range map[string][]map[string]any{"content": want.Result.Tools, "small": want.Result.Tools[len(want.Result.Tools)-1:]} {
		got := asked(t, "", config, "tools", "--server", handle)
		var printed []map[string]any
		if err := json.Unmarshal([]byte(got.Stdout), &printed); err != nil || got.Stderr != "" || got.Status != 0 {
			t.Fatalf("%s: %+v: %v", handle, got, err)
		}
		if diff := cmp.Diff(tools, printed); diff != "" {
			t.Errorf("%s:\n%s", handle, diff)
		}
	}
	if got, want := asked(t, "", config, "tools", "all"), (outcome{"", "emcp tools: unexpected argument \"all\"\n", 2}); got != want {
		t.Errorf("%+v", got)
	}
}
