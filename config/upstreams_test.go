package config_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
)

const upstreamSettings = `sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}
auth: {modes: [token], tokens: [{name: a, sha256: "` +
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" + `", scopes: [mcp:read, mcp:call, mcp:write]}]}
bundles: {shop: {tools: [{name: crm_find, description: Finds., call: evo.content.search}], prompts: [{name: of_fer, ` +
	`description: Offers., text: Offer.}]}}
`

// TestUpstreams reads other servers, with the defaults of what is absent.
func TestUpstreams(t *testing.T) {
	c, err := config.Parse([]byte(upstreamSettings+`
servers: [{handle: content, site: main, upstreams: [crm, files]}]
upstreams:
  crm: {url: "http://10.0.0.1:8080/mcp", token: secret, allow: ["find_*"], pass_personal_token: true, `+
		`resources: ["crm://a/*"], prompts: [write_*]}
  files: {command: [/usr/bin/node, x.js], env: {KEY: value}, prefix: f-, timeout: 10m}
`), os.LookupEnv)
	if err != nil {
		t.Fatal(err)
	}
	crm, files := c.Upstreams["crm"], c.Upstreams["files"]
	if crm.URL != "http://10.0.0.1:8080/mcp" || crm.Token.Reveal() != "secret" || crm.Prefix != "crm_" ||
		!crm.PassPersonalToken || crm.Timeout != 10*time.Second ||
		len(crm.Allow) != 1 || !crm.Allow[0].Matches("find_a") || crm.Deny != nil || crm.Write != nil {
		t.Errorf("%+v", crm)
	}
	if len(crm.Resources) != 1 || !crm.Resources[0].Matches("crm://a/b?c") || crm.Resources[0].Matches("crm://b") ||
		len(crm.Prompts) != 1 || !crm.Prompts[0].Matches("write_a") {
		t.Errorf("%v %v", crm.Resources, crm.Prompts)
	}
	if diff := cmp.Diff([]string{"/usr/bin/node", "x.js"}, files.Command); diff != "" ||
		files.Env["KEY"].Reveal() != "value" || files.Resources != nil || files.Prompts != nil || files.Prefix != "f-" ||
		files.Timeout != config.MaxUpstreamTime {
		t.Errorf("%+v %s", files, diff)
	}
	if diff := cmp.Diff([]string{"crm", "files"}, c.Servers[0].Upstreams); diff != "" {
		t.Error(diff)
	}
}

// TestWrongUpstreams says what is wrong, and where.
func TestWrongUpstreams(t *testing.T) {
	for _, test := range []struct{ upstreams, server, want string }{
		{`{crm: {}}`, "", "upstreams.crm: set either url or command"},
		{`{crm: {url: "http://a/", command: [/a]}}`, "", "upstreams.crm: set either url or command"},
		{
			`{crm: {url: "ftp://a/"}}`, "",
			"upstreams.crm.url: must be an http, https, ws or wss address without user and password, such as " +
				"https://crm.example.com/mcp",
		},
		{
			`{crm: {url: "http://u:p@a/"}}`, "",
			"upstreams.crm.url: must be an http, https, ws or wss address without user and password, such as " +
				"https://crm.example.com/mcp",
		},
		{
			`{crm: {url: "wss://a/", pass_personal_token: true}}`, "",
			"upstreams.crm.pass_personal_token: a connection over WebSocket has one token for all calls; use an https address",
		},
		{`{crm: {url: "http://a/", token: "a b"}}`, "", "upstreams.crm.token: has characters that a header cannot have"},
		{`{crm: {url: "http://a/", env: {A: b}}}`, "", "upstreams.crm.env: is for a command; remove it"},
		{
			`{crm: {command: [node]}}`, "",
			`upstreams.crm.command: "node" is not an absolute path; emcp does not search for programs`,
		},
		{
			`{crm: {command: [/node], token: a}}`, "",
			"upstreams.crm.token: is for a url; give a program its credentials in env",
		},
		{
			`{crm: {command: [/node], pass_personal_token: true}}`, "",
			"upstreams.crm.pass_personal_token: is for a url; remove it",
		},
		{
			`{crm: {command: [/node], env: {"A=B": c}}}`, "",
			`upstreams.crm.env: "A=B" is not a valid name of a variable, or has an invalid value`,
		},
		{
			`{crm: {url: "http://a/", prefix: a.b}}`, "",
			`upstreams.crm.prefix: "a.b" can contain only letters, digits, _ and -, at most 32 characters`,
		},
		{
			`{crm: {url: "http://a/", prefix: Evo-}}`, "",
			"upstreams.crm.prefix: tools that begin with evo are those of emcp; choose another prefix",
		},
		{
			`{crm: {url: "http://a/", timeout: 601s}}`, "",
			`upstreams.crm.timeout: "601s" is not a time from 100ms to 10m0s, such as 10s`,
		},
		{`{crm: {url: "http://a/", allow: ["a b"]}}`, "", `upstreams.crm.allow[0]: "a b" ` + wrongPatternMessage},
		{
			`{crm: {url: "http://a/", resources: ["a b"]}}`, "",
			`upstreams.crm.resources[0]: "a b" is not a valid pattern of URIs; it can contain the characters of a URI and * ` +
				`for any characters`,
		},
		{
			`{crm: {url: "http://a/", resources: [a, "EVO:*"]}}`, "",
			`upstreams.crm.resources[1]: "EVO:*": the scheme evo is that of emcp's own resources; emcp does not use such ` +
				`resources of other servers`,
		},
		{`{crm: {url: "http://a/", prompts: ["a:b"]}}`, "", `upstreams.crm.prompts[0]: "a:b" ` + wrongPatternMessage},
		{`{find: {url: "http://a/", prefix: of-, prompts: [a]}}`, "upstreams: [find], bundles: [{name: shop}]",
			"servers[0].upstreams[0]: bundles.shop.prompts[0] has the name of_fer, which could be that of a prompt of find; " +
				"rename it, or set another prefix"},
		{
			`{crm: {url: "http://a/"}}`, "upstreams: [cmr]",
			`servers[0].upstreams[0]: there is no upstream "cmr"; did you mean crm?`,
		},
		{`{crm: {url: "http://a/"}, b: {url: "http://a/", prefix: crm_b_}}`, "upstreams: [crm, b]",
			"servers[0].upstreams[1]: the prefixes of crm and b begin alike, so their tools could have the same name; set " +
				"another prefix in upstreams"},
		{`{crm: {url: "http://a/"}}`, "upstreams: [crm], bundles: [{name: shop}]",
			"servers[0].upstreams[0]: bundles.shop.tools[0] has the name crm_find, which could be that of a tool of crm; " +
				"rename it, or set another prefix"},
	} {
		_, err := config.Parse([]byte(upstreamSettings+"upstreams: "+test.upstreams+
			"\nservers: [{handle: content, site: main, "+test.server+"}]\n"), os.LookupEnv)
		if err == nil || strings.TrimSpace(err.Error()) != test.want {
			t.Errorf("%s %s:\n%v\nwant %s", test.upstreams, test.server, err, test.want)
		}
	}
}
