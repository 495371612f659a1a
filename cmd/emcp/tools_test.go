package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTools compares what emcp tools prints with the list that clients of the contract get.
func TestTools(t *testing.T) {
	config := configuration(t, "sites: {main: {dsn: \""+site(t)+"\"}}\n"+
		"servers: [{handle: content, site: main}, {handle: small, site: main, tools: [evo.site.describe]}]\n")
	golden, err := os.ReadFile("../../mcp/testdata/tools_list.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Result struct{ Tools []map[string]any }
	}
	if err := json.Unmarshal(golden, &want); err != nil {
		t.Fatal(err)
	}
	for handle, tools := range map[string][]map[string]any{
		"content": want.Result.Tools, "small": want.Result.Tools[len(want.Result.Tools)-1:],
	} {
		got := runCommand(t, "", config, "tools", "--server", handle)
		var printed []map[string]any
		if err := json.Unmarshal([]byte(got.Stdout), &printed); err != nil || got.Stderr != "" || got.Status != 0 {
			t.Fatalf("%s: %+v: %v", handle, got, err)
		}
		if diff := cmp.Diff(tools, printed); diff != "" {
			t.Errorf("%s:\n%s", handle, diff)
		}
	}
	if got, want := runCommand(t, "", config, "tools", "all"),
		(outcome{"", "emcp tools: unexpected argument \"all\"\n", 2}); got != want {
		t.Errorf("%+v", got)
	}
}

// TestManifest prints the manifest of the example in docs/hosters/tomo.md, and refuses a server without tools for TOMO.
func TestManifest(t *testing.T) {
	config := configuration(t,
		tomoExample(t, strings.Repeat("a", 64), "servers:\n", "servers:\n  - {handle: content, site: main}\n"))
	const partner = `"service_area":["Bangalore","Mumbai"],"pricing_band":"good",`
	const callback = `"completion_callback":"https://www.automobnxt.com/api/v1/cpc/mcp_provider/p1"}`
	const want = `{"intents":[{"intent":"marketplace.buy_product","intent_version":"v1.0.0","tools":[` +
		`{"name":"get_product","tool_role":"get_detail","result_widget":"marketplace_listing_detail",` +
		`"ttbs_signals":{"time":0.9,"taste":0.8,"budget":0.5,"safety":0.7},` + partner + callback + `,` +
		`{"name":"search_products","tool_role":"search","result_widget":"marketplace_listing_results",` +
		`"ttbs_signals":{"time":0.6,"taste":0.8,"budget":0.5,"safety":0.7},` + partner +
		`"pricing_range":{"lowest":5,"highest":250,"currency":"EUR"},` + callback + `]}]}`
	got := runCommand(t, "", config, "tools", "--server", "tomo", "--manifest")
	var printed bytes.Buffer
	if err := json.Compact(&printed, []byte(got.Stdout)); err != nil || got.Status != 0 {
		t.Fatalf("%+v: %v", got, err)
	}
	if diff := cmp.Diff(want, printed.String()); diff != "" {
		t.Error(diff)
	}
	got = runCommand(t, "", config, "tools", "--server", "content", "--manifest")
	if want := (outcome{
		"", "emcp: tools: no tool of the server has meta.tomo; docs/hosters/tomo.md explains it\n", 1,
	}); got !=
		want {
		t.Errorf("%+v", got)
	}
}
