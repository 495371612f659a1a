package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// asked runs a command that asks in its own process, with the configuration of a site, and returns what
// is the same in every run.
func asked(t *testing.T, stdin, config string, args ...string) outcome {
	t.Helper()
	stdout, stderr, status := emcp(t, stdin, append(args, "--config", config)...)
	stderr = regexp.MustCompile(`(?m)^time=\S+ |trace_id=\S+ `).ReplaceAllString(stderr, "")
	return outcome{stdout, stderr, status}
}

const parasolPretty = `{
  "item": {
    "id": 23,
    "pagetitle": "Parasol",
    "tvs": {
      "price": ""
    }
  },
  "meta": {
    "toolsetVersion": "1.0"
  }
}
`

// TestCall calls tools from the shell: the result is JSON for a person, an error is one sentence.
func TestCall(t *testing.T) {
	config := configuration(t, "sites: {main: {dsn: \""+site(t)+
		"\"}}\nservers: [{handle: content, site: main}, {handle: small, site: main, limits: {max_result_items: 3}}]\n")
	get := `{"id":23,"fields":["pagetitle"],"with_tvs":["price:d"]}`
	failed := func(message string) outcome { return outcome{"", "emcp: call: " + message + "\n", 1} }
	for name, test := range map[string]struct {
		stdin string
		args  []string
		want  outcome
	}{
		"arguments": {"", []string{"call", "evo.content.get", get}, outcome{parasolPretty, "", 0}},
		"flags between": {
			"", []string{"call", "--view", "manager", "evo.content.get", "--server", "small", get},
			outcome{parasolPretty, "", 0},
		},
		"underscores, standard input": {get, []string{"call", "evo_content_get", "-"}, outcome{parasolPretty, "", 0}},
		"no arguments": {
			"", []string{"call", "evo.content.get"}, failed("id, ids or url is required (invalid_params)"),
		},
		"wrong argument": {
			"", []string{"call", "evo.content.get", `{"id":23,"with_tvs":["prise"]}`},
			failed("with_tvs[0]: the site has no template variable of this name; did you mean price? (unknown_tv)"),
		},
		"unknown tool": {
			"", []string{"call", "evo.content.gett", "{}"},
			failed(
				"there is no tool of this name; tools/list returns the tools; did you mean evo.content.get, evo.content.search " +
					"or evo.content.ancestors? (unknown_tool)"),
		},
		"deleted": {
			"", []string{"call", "evo.content.get", `{"id":15,"fields":["pagetitle"]}`},
			outcome{"{\n  \"item\": null,\n  \"meta\": {\n    \"toolsetVersion\": \"1.0\"\n  }\n}\n", "", 0},
		},
		"no JSON": {
			"", []string{"call", "evo.content.get", "id=1"},
			failed(`the arguments are not a JSON object such as '{"id": 1}'; put them into single quotes in a shell`),
		},
		"a list": {
			"[1]", []string{"call", "evo.content.get", "-"},
			failed(`the arguments are not a JSON object such as '{"id": 1}'; put them into single quotes in a shell`),
		},
		"two views": {
			"", []string{"call", "evo.content.get", "--view", "all"},
			outcome{"", "emcp: --view: \"all\" " + wrongViewMessage + "\n", 1},
		},
		"no server": {"", []string{"call", "evo.content.get", "--server", "news"}, failed(noServerMessage + "\"news\"")},
		"no tool": {
			"", []string{"call"},
			outcome{"", "usage: emcp call TOOL ARGUMENTS, such as emcp call evo.content.get '{\"id\": 1}'\n", 2},
		},
		"too much": {"", []string{"call", "a", "{}", "b"}, outcome{"", "emcp call: unexpected argument \"b\"\n", 2}},
	} {
		if diff := cmp.Diff(test.want, asked(t, test.stdin, config, test.args...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	down := configuration(t, "sites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\n")
	want := outcome{"", "level=ERROR msg=\"call failed\" error=\"database_unavailable: " + databaseDownMessage + ": " +
		"dial tcp 127.0.0.1:1: connect: connection refused\"\n" +
		"emcp: call: " + databaseDownMessage + " (database_unavailable)\n", 1}
	if diff := cmp.Diff(want, asked(t, "", down, "call", "evo.content.get", `{"id":1}`)); diff != "" {
		t.Errorf("no database (-want +got):\n%s", diff)
	}
}

// TestShow shows a page by its id, its URL, a part of that, and the address that works without friendly URLs.
func TestShow(t *testing.T) {
	database, dsn := siteDatabase(t)
	_, err := database.DB.ExecContext(t.Context(),
		"INSERT INTO evo_system_settings (setting_name, setting_value) VALUES ('friendly_urls', '1'), ('use_alias_path', "+
			"'1') ON DUPLICATE KEY UPDATE setting_value = '1'")
	if err != nil {
		t.Fatal(err)
	}
	config := configuration(t, "sites: {main: {dsn: \""+dsn+"\", base_url: \"https://www.example.com/shop/\"}}\n"+
		"servers: [{handle: content, site: main, limits: {max_result_items: 3}}, {handle: chat, site: main, profile: "+
		"chatgpt}]\n")
	page := asked(t, "", config, "show", "23")
	head := regexp.MustCompile(
		`^---\nid: 23\nparent: 21\ntitle: "Parasol"\n(?s:.*)\nurl: ` +
			`"(https://www\.example\.com/shop/[^"]+)"\n(?s:.*)\n---\n`).FindStringSubmatch(page.Stdout)
	if head == nil || page.Stderr != "" || page.Status != 0 {
		t.Fatalf("%+v", page)
	}
	for _, address := range []string{
		head[1], strings.TrimPrefix(head[1], "https://www.example.com"),
		strings.Replace(head[1], "https://www.example.com", "http://127.0.0.1:8080", 1) + "?from=mail#top",
		"https://www.example.com/shop/index.php?id=23",
	} {
		if diff := cmp.Diff(page, asked(t, "", config, "show", address)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", address, diff)
		}
	}
	failed := func(message string) outcome { return outcome{"", "emcp: show: " + message + "\n", 1} }
	const missing = noSuchPage
	for args, want := range map[string]outcome{
		"26": failed("there is no such document that you may see; evo.content.search finds documents (resource_not_found)"),
		"https://www.example.com/shop/no-such-page": failed(missing),
		"Parasol": failed(missing),
		"?":       failed("\"?\" is neither the id of a page nor a URL"),
		"23 24":   {"", "emcp show: unexpected argument \"24\"\n", 2},
		"":        {"", "usage: emcp show ID or emcp show URL, such as emcp show https://www.example.com/contact.html\n", 2},
	} {
		if diff := cmp.Diff(want, asked(t, "", config, append([]string{"show"}, strings.Fields(args)...)...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", args, diff)
		}
	}
	if got := asked(t, "", config, "show", "26", "--view", "manager"); !strings.HasPrefix(got.Stdout, "---\nid: 26\n") ||
		got.Status != 0 {
		t.Errorf("a draft in the manager's view: %+v", got)
	}
	if diff := cmp.Diff(failed(noSuchPage), asked(t, "", config, "show", "26", "--format", "text")); diff != "" {
		t.Errorf("a draft as text (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(failed(`the server "chat" has only the tools search and fetch; name another server with --server`),
		asked(t, "", config, "show", "23", "--server", "chat")); diff != "" {
		t.Errorf("a server with tools only (-want +got):\n%s", diff)
	}
}

// TestShowPage prints the text that visitors get, and says when that is the stored text.
func TestShowPage(t *testing.T) {
	database, dsn := siteDatabase(t)
	for id, text := range map[int]string{22: "stored", 23: "stored too"} {
		if _, err := database.DB.ExecContext(t.Context(), "UPDATE evo_site_content SET content = ? WHERE id = ?", text,
			id); err != nil {
			t.Fatal(err)
		}
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("id") != "23" {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<title>Parasol</title><main><h1>Parasol</h1>"+strings.Repeat("<p>In stock</p>", 2000)+
			"</main>")
	}))
	defer site.Close()
	config := configuration(t, "sites: {main: {dsn: \""+dsn+"\", base_url: \""+site.URL+
		"\", pages: {enabled: true}}}\nservers: [{handle: content, site: main}]\n")
	got := asked(t, "", config, "show", "23", "--format", "page")
	if !strings.HasPrefix(got.Stdout, "# Parasol\n\nIn stock\n\nIn stock\n") || got.Status != 0 ||
		got.Stderr != "The text goes on; assistants read the rest with content_offset 20000.\n" {
		t.Errorf("%+v", got)
	}
	want := outcome{"stored\n", "emcp did not get the page from the site (status 503), so this is the stored text.\n", 0}
	if diff := cmp.Diff(want, asked(t, "", config, "show", "22", "--format", "page")); diff != "" {
		t.Error(diff)
	}
}
