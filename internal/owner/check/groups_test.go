package check_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/owner/check"
)

// TestGroups reports groups that no server has, and patterns that match no tool.
func TestGroups(t *testing.T) {
	text := `sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}
servers: [{handle: content, site: main, upstreams: [crm], bundles: [{name: shop}], groups: [a, b, c]}, ` +
		`{handle: more, site: main}]
upstreams: {crm: {command: [/nothing]}}
bundles: {shop: {tools: [{name: news, description: News., call: evo.content.search}]}}
groups:
  a: {description: A., tools: [evo.content.*, news, crm_read, "crm_*", "cr*", "*"]}
  b: {description: B., tools: [evo.contents.*, evo_content_get, neww, cr, erp_*, news]}
  c: {description: C., tools: [newsx]}
  d: {description: D., tools: [news]}
`
	var got []string
	for _, f := range check.File(t.Context(), written(t, text), noEnvironment, check.More{}).Findings {
		if strings.HasPrefix(f.Subject, "group ") {
			got = append(got, fmt.Sprintf("%s %s: %s", f.Level, f.Subject, f.What))
		}
	}
	want := []string{
		"ok group a: 1 server(s) have it",
		`warning group b: no tool matches "evo.contents.*", "evo_content_get", "neww", "cr", "erp_*"`,
		`warning group c: no tool matches "newsx"`,
		"warning group d: no server has it",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestLanguageModels asks the endpoint of each language model for its list, and reports what
// is missing without the key.
func TestLanguageModels(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodGet || r.URL.Path != "/v1/models":
			http.NotFound(w, r)
		case r.Header.Get("Authorization") != "Bearer right-key":
			http.Error(w, "no: "+r.Header.Get("Authorization"), http.StatusUnauthorized)
		default:
			_, _ = io.WriteString(w, `{"data":[{"id":"small"}]}`)
		}
	}))
	defer s.Close()
	group := func(keys string) string { return "{description: A., tools: [\"*\"], llm: {" + keys + "}}\n" }
	text := `sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}
servers: [{handle: content, site: main, groups: [a, b, c, d, e]}]
groups:
  a: ` + group(`url: "`+s.URL+`/v1", model: small, key: right-key`) + `  b: ` +
		group(`url: "`+s.URL+`/v1", model: smal, key: right-key`) +
		`  c: ` + group(`url: "`+s.URL+`/v1", model: small, key: wrong-key`) + `  d: ` +
		group(`url: "`+s.URL+`/v2", model: small`) + `  e: ` + group(`url: "http://127.0.0.1:1", model: small`)
	var got []string
	for _, f := range check.File(t.Context(), written(t, text), noEnvironment, check.More{}).Findings {
		if strings.HasPrefix(f.Subject, "language model ") {
			got = append(got, fmt.Sprintf("%s %s: %s", f.Level, f.Subject, f.What))
		}
	}
	want := []string{
		`ok language model of group a: the endpoint has "small"`,
		`warning language model of group b: the endpoint does not list the model "smal"`,
		"warning language model of group c: the language model refuses the request: status 401",
		"warning language model of group d: the language model refuses the request: status 404",
		"warning language model of group e: the language model does not answer: it could not be reached",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
