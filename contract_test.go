package emcp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/toolset"
	"emcp/tvfilter"
)

// table returns the rows of the first table below a heading of a page, cells without backquotes.
func table(t *testing.T, page, heading string) [][]string {
	t.Helper()
	text, err := os.ReadFile(page) //nolint:gosec // of this repository
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n"+heading+"\n")
	if !found {
		t.Fatalf("%s has no heading %q", page, heading)
	}
	var rows [][]string
	for line := range strings.Lines(section) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "|"):
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for i := range cells {
				cells[i] = strings.ReplaceAll(strings.TrimSpace(cells[i]), "`", "")
			}
			rows = append(rows, cells)
		case len(rows) > 0:
			return rows[2:] // below the head and its rule
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no table below %q", page, heading)
	}
	return rows[2:]
}

// namesInCell splits a cell that lists names.
func namesInCell(cell string) []string {
	if cell == "" {
		return nil
	}
	return strings.Split(cell, ", ")
}

// schema is what the tests need of a JSON Schema.
type schema struct {
	Type       any               `json:"type"`
	Enum       []string          `json:"enum"`
	Minimum    *int64            `json:"minimum"`
	Maximum    *int64            `json:"maximum"`
	MaxItems   int               `json:"maxItems"`
	MaxLength  int               `json:"maxLength"`
	Items      *schema           `json:"items"`
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
}

// listedTools returns the input schemas of the tools that a running server with the default configuration lists.
func listedTools(t *testing.T) map[string]schema {
	t.Helper()
	return listedBy(t, `{sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}, auth: {modes: [none]}}`)
}

// listedBy is listed for a configuration.
func listedBy(t *testing.T, text string) map[string]schema {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp",
		bytes.NewReader([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)))
	request.Header.Set("Content-Type", "application/json")
	request.Host = "localhost"
	response := httptest.NewRecorder()
	contractServer(t, text).ServeHTTP(response, request)
	var answer struct {
		Result struct {
			Tools []struct {
				Name        string `json:"name"`
				InputSchema schema `json:"inputSchema"`
			} `json:"tools"`
		} `json:"result"`
	}
	if err := json.Unmarshal(response.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	tools := map[string]schema{}
	for _, tool := range answer.Result.Tools {
		tools[tool.Name] = tool.InputSchema
	}
	return tools
}

// addedTools are those that the contract does not have. All their arguments are optional.
var addedTools = []string{"evo.site.describe"}

func TestContractExtensions(t *testing.T) {
	var documented []string
	for _, row := range table(t, "TOOLSET.md", "## Extensions") {
		documented = append(documented, row[0])
	}
	if diff := cmp.Diff(append(documented, addedTools...), toolset.Extensions); diff != "" {
		t.Errorf("documented (-) and served (+) extensions differ:\n%s", diff)
	}
}

func TestContractTools(t *testing.T) {
	type arguments struct{ Required, Optional []string }
	documented := map[string]arguments{}
	for _, row := range table(t, "TOOLSET.md", "## Tools") {
		a := arguments{namesInCell(row[1]), namesInCell(row[2])}
		for _, extension := range table(t, "TOOLSET.md", "## Extensions") {
			if extends(extension[0], row[0], slices.Contains(a.Required, "limit")) {
				a.Optional = append(a.Optional, extension[0])
			}
		}
		slices.Sort(a.Required)
		slices.Sort(a.Optional)
		documented[row[0]] = a
	}
	for _, tool := range addedTools {
		var a arguments
		for _, row := range table(t, "TOOLSET.md", "### "+tool) {
			a.Optional = append(a.Optional, row[0])
		}
		slices.Sort(a.Optional)
		documented[tool] = a
	}
	served := map[string]arguments{}
	for name, s := range listedTools(t) {
		a := arguments{Required: s.Required}
		for argument := range s.Properties {
			if !slices.Contains(s.Required, argument) {
				a.Optional = append(a.Optional, argument)
			}
		}
		slices.Sort(a.Required)
		slices.Sort(a.Optional)
		served[name] = a
	}
	if diff := cmp.Diff(documented, served); diff != "" {
		t.Errorf("documented (-) and served (+) tools differ:\n%s", diff)
	}
}

// extends reports whether a tool has an argument of the extensions, as the chapter says.
func extends(argument, tool string, list bool) bool {
	switch argument {
	case "cursor", "include_total":
		return list
	case "omit_empty":
		return list || tool == "evo.content.get"
	case "query", "query_tvs", "match", "types", "count_by", "created_between", "edited_between", "published_between",
		"expires_between", "only", "order_by_edited", "template_name":
		return tool == "evo.content.search"
	case "content_offset", "section", "ids", "url":
		return tool == "evo.content.get"
	case "dates":
		return strings.HasPrefix(tool, "evo.content.") || strings.HasPrefix(tool, "evo.model.")
	}
	return strings.HasPrefix(tool, "evo.content.")
}

func TestContractArguments(t *testing.T) {
	documented := map[string][2]string{}
	rows := slices.Concat(table(t, "TOOLSET.md", "## Arguments"), table(t, "TOOLSET.md", "## Extensions"))
	for _, tool := range addedTools {
		rows = append(rows, table(t, "TOOLSET.md", "### "+tool)...)
	}
	for _, row := range rows {
		documented[row[0]] = [2]string{row[1], row[2]}
	}
	seen := map[string]bool{}
	for tool, s := range listedTools(t) {
		for argument, property := range s.Properties {
			seen[argument] = true
			want := documented[argument]
			if tool == "evo.model.list" && argument == "order_by" {
				want[1] = "" // its bounds depend on the model
			}
			walks := []string{"evo.content.search", "evo.content.descendants", "evo.content.ancestors"}
			if argument == "depth" && !slices.Contains(walks, tool) {
				want[1] = strings.Replace(want[1], "1 to", "0 to", 1) // as its meaning says
			}
			if tool == "evo.content.search" && argument == "limit" {
				want[1] = strings.Replace(want[1], "1 to", "0 to", 1) // likewise
			}
			if got := [2]string{fmt.Sprint(property.Type), bounds(argument, property)}; got != want {
				t.Errorf("%s %s: documented %q, served %q", tool, argument, want, got)
			}
		}
	}
	for argument := range documented {
		if !seen[argument] {
			t.Errorf("%s is documented, but no tool has it", argument)
		}
	}
}

// bounds says in the words of TOOLSET.md what bounds an argument has.
func bounds(argument string, s schema) string {
	switch {
	case argument == "model":
		return "one of the models below"
	case argument == "tags_data":
		return fmt.Sprintf("at most %d tags", s.Properties["tags"].MaxItems)
	case argument == "filters":
		return fmt.Sprintf("at most %d conditions", s.Properties["where"].MaxItems)
	case s.MaxItems > 0:
		return fmt.Sprintf("at most %d", s.MaxItems)
	case len(s.Enum) > 0:
		return strings.Join(s.Enum, ", ")
	case s.Minimum != nil:
		return fmt.Sprintf("%d to %d", *s.Minimum, *s.Maximum)
	}
	return ""
}

// TestContractDocuments compares the table of what documents have with that of the allowlist.
func TestContractDocuments(t *testing.T) {
	types := map[allowlist.DocumentType]string{
		allowlist.Integer: "integer", allowlist.Boolean: "boolean", allowlist.Moment: "time", allowlist.Text: "string",
		allowlist.Markup: "rich text",
		allowlist.Titles: "array of strings", allowlist.Title: "title", allowlist.Link: "link",
		allowlist.IDs: "array of integers", allowlist.Related: "document", allowlist.RelatedList: "array of documents",
		allowlist.MediaList: "array of media", allowlist.Headings: "array of headings",
		allowlist.Metadata: "metadata",
	}
	sources := map[allowlist.DocumentSource]string{
		allowlist.Column: "site_content", allowlist.TemplateName: "site_templates", allowlist.Children: "its children",
		allowlist.Tree:   "the documents above",
		allowlist.Target: "content of a weblink", allowlist.Nearby: "the documents around",
		allowlist.Embedded: "content and template variables", allowlist.SearchEngines: "s_seo",
	}
	var served [][]string
	for _, f := range allowlist.DocumentFields() {
		public := ""
		source := sources[f.Source]
		switch {
		case f.Name == "depth": // hidden documents are levels, too
		case f.Type == allowlist.Headings:
			source = "content"
		case f.Source == allowlist.Children, f.Source == allowlist.Tree, f.Source == allowlist.Target,
			f.Source == allowlist.Nearby, f.Source == allowlist.Embedded:
			public = "of visible documents"
		case f.Type == allowlist.Text, f.Type == allowlist.Title, f.Type == allowlist.Markup, f.Type == allowlist.Metadata:
			public = "without Evolution's tags"
		}
		served = append(served,
			[]string{f.Name, types[f.Type], map[bool]string{true: "yes", false: "no"}[f.Contract], source, public})
	}
	if diff := cmp.Diff(table(t, "TOOLSET.md", "## Answers"), served); diff != "" {
		t.Errorf("documented (-) and served (+) members of documents differ:\n%s", diff)
	}
}

func TestContractOperators(t *testing.T) {
	var documented []string
	for _, row := range table(t, "TOOLSET.md", "### Operators") {
		documented = append(documented, row[0])
		op, err := allowlist.ParseOperator(row[0])
		if err != nil {
			continue // reported below
		}
		want := map[bool]string{true: "none", false: "string"}[op.TakesNothing()]
		if op.TakesList() {
			want = "list"
		}
		if row[1] != want {
			t.Errorf("%s: documented with value %s, takes %s", op, row[1], want)
		}
	}
	tools := listedTools(t)
	for _, served := range [][]string{
		tools["evo.content.search"].Properties["tv_filters"].Items.Properties["op"].Enum,
		tools["evo.model.list"].Properties["filters"].Properties["where"].Items.Properties["op"].Enum,
	} {
		if diff := cmp.Diff(documented, served); diff != "" {
			t.Errorf("documented (-) and served (+) operators differ:\n%s", diff)
		}
	}
}

func TestContractCasts(t *testing.T) {
	var documented []string
	for _, row := range table(t, "TOOLSET.md", "### Casts") {
		documented = append(documented, row[0])
		example := strings.NewReplacer("p", "10", "s", "2").Replace(row[0])
		cast, err := tvfilter.ParseCast(example)
		if err != nil || cast.String() != example {
			t.Errorf("%s is documented, but %s is read as %q, %v", row[0], example, cast, err)
		}
	}
	if diff := cmp.Diff(tvfilter.CastNames, documented); diff != "" {
		t.Errorf("casts of evo.site.describe (-) and documented ones (+) differ:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"UNSIGNED", "SIGNED", "DECIMAL(p,s)"}, documented[:3]); diff != "" {
		t.Errorf("casts of the contract (-) and documented ones (+) differ:\n%s", diff)
	}
}

func TestContractModels(t *testing.T) {
	type model struct {
		Name              string
		Fields            []string
		Manager, Internal bool
	}
	var documented, served []model
	var order []string
	for _, row := range table(t, "TOOLSET.md", "## Models") {
		documented = append(documented, model{row[0], namesInCell(row[1]), row[2] == "manager", row[2] == "internal"})
		order = append(order, row[0])
	}
	for _, m := range allowlist.Models() {
		served = append(served, model{m.Name, m.FieldNames(), m.Permission != "", m.Internal})
	}
	if diff := cmp.Diff(documented, served); diff != "" {
		t.Errorf("documented (-) and served (+) models differ:\n%s", diff)
	}
	for _, tool := range []string{"evo.model.list", "evo.model.get"} {
		if diff := cmp.Diff(order, listedTools(t)[tool].Properties["model"].Enum); diff != "" {
			t.Errorf("documented (-) models and those of %s (+) differ:\n%s", tool, diff)
		}
	}
}

// TestContractErrors compares the table of errors with that of kinds.
func TestContractErrors(t *testing.T) {
	documented := map[string][]string{}
	for _, row := range table(t, "TOOLSET.md", "## Errors") {
		documented[row[0]] = row[1:7] // the last cell says in words when
	}
	defined := map[string][]string{}
	for kind, class := range fault.Kinds() {
		in2026 := ""
		switch late := class.In2026(); {
		case late.RPC != class.RPC:
			in2026 = strconv.Itoa(late.RPC)
		case late.HTTP != class.HTTP:
			in2026 = fmt.Sprintf("HTTP %d", late.HTTP)
		}
		defined[string(kind)] = []string{
			strconv.Itoa(class.RPC), strconv.Itoa(class.HTTP), string(class.Layer),
			map[bool]string{true: "yes", false: "no"}[class.Retryable],
			string(class.Party), in2026,
		}
	}
	if diff := cmp.Diff(documented, defined); diff != "" {
		t.Errorf("documented (-) and defined (+) errors differ:\n%s", diff)
	}
}
