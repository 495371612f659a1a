package mcp_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// completing is a message that completes an argument of a prompt.
func completing(prompt, argument, value string) string {
	return RequestWith("completion/complete", fmt.Sprintf(
		`{"ref":{"type":"ref/prompt","name":%q},"argument":{"name":%q,"value":%q}}`, prompt, argument, value))
}

// completingVariable is a message that completes a variable of a resource template.
func completingVariable(template, variable, value string) string {
	return RequestWith("completion/complete", fmt.Sprintf(
		`{"ref":{"type":"ref/resource","uri":%q},"argument":{"name":%q,"value":%q}}`, template, variable, value))
}

// completedTo is the answer with these values.
func completedTo(values ...string) string {
	quoted := ""
	if len(values) > 0 {
		quoted = `"` + strings.Join(values, `","`) + `"`
	}
	return Success(`{"completion":{"values":[` + quoted + `],"hasMore":false}}`)
}

func TestComplete(t *testing.T) {
	ids := func(value string) string { return completing("audit-section", "section", value) }
	tvs := func(value string) string { return completing("find-content", "tv", value) }
	models := func(value string) string { return completing("find-content", "model", value) }
	inquiries := []inquiry{
		{"a title", "full", ids("shop"), completedTo("2")},
		{"the beginning of titles, then what is within them", "full", ids("g"), completedTo("24", "25", "30", "3")},
		{"the same for managers", "manager", ids("g"), completedTo("24", "25", "30", "3", "20", "18")},
		{"a draft", "full", ids("Draft"), completedTo()},
		{"a draft for managers", "manager", ids("Draft"), completedTo("4", "13", "26")},
		{"a title in the trash", "manager", ids("Trash"), completedTo()},
		{"a title beyond ASCII", "full", ids("світе 🌍"), completedTo("31")},
		{"wildcards", "full", ids("%"), completedTo()},
		{"digits", "full", ids("1"), completedTo("1", "10", "11", "12", "14")},
		{"digits for managers", "manager", ids("1"), completedTo("1", "10", "11", "12", "13", "14", "16", "17", "18", "19")},
		{"digits of a draft", "full", ids("13"), completedTo()},
		{"an id of the template", "full", completingVariable(documentTemplate, "id", "Chair"), completedTo("10")},
		{"the server", "full", completingVariable(documentTemplate, "server", "con"), completedTo("content")},
		{"the server of the site", "full", completingVariable(siteTemplate, "server", ""), completedTo("content")},
		{"a template by its name", "full", completingVariable(templateTemplate, "id", "po"), completedTo("3")},
		{"a template by its id", "full", completingVariable(templateTemplate, "id", "2"), completedTo("2")},
		{
			"a model of the template", "full", completingVariable(modelTemplate, "model", "value"),
			completedTo("SiteTmplvarContentvalue"),
		},
		{"a model of the row", "full", completingVariable(rowTemplate, "model", "user"), completedTo()},
		{"the id of a row", "full", completingVariable(rowTemplate, "id", "1"), completedTo()},
		{"the server of a model", "full", completingVariable(rowTemplate, "server", "c"), completedTo("content")},
		{"another server", "full", completingVariable(documentTemplate, "server", "small"), completedTo()},
		{"all TVs", "full", tvs(""), completedTo("SKU", "color", "in-stock", "order", "price", "topics")},
		{"some TVs", "full", tvs("O"), completedTo("order", "color", "topics", "in-stock")},
		{"models", "full", models("site"), completedTo("SiteTemplate", "SiteTmplvar", "SiteTmplvarContentvalue")},
		{
			"models for managers", "manager", models("site"),
			completedTo("SiteModule", "SitePlugin", "SiteSnippet", "SiteTemplate", "SiteTmplvar", "SiteTmplvarContentvalue"),
		},
		{"models about people", "full", models("user"), completedTo()},
		{"models about people for managers", "manager", models("USER"), completedTo("User", "UserAttribute", "UserRole")},
		{"1,024 letters of two bytes", "full", ids(strings.Repeat("ї", 1024)), completedTo()},
		{"free text", "full", completing("find-content", "question", "a"), completedTo()},
		{"the context does not matter", "full", RequestWith("completion/complete",
			`{"ref":{"type":"ref/prompt","name":"compare-pages","title":"x"},"argument":{"name":"second","value":"Lamp"},`+
				`"context":{"arguments":{"first":"1"}}}`), completedTo("12")},
		{"no such prompt", "full", completing("compare", "first", ""), Traced(Failure("1", -32602,
			"ref.name: "+noPromptMessage+"; did you mean compare-pages?",
			`"code":"invalid_params","field":"ref.name","suggestions":["compare-pages"],"retryable":false`))},
		{
			"no such argument", "full", completing("compare-pages", "third", ""),
			Traced(ParamsFailure("argument.name", "argument.name: the prompt compare-pages has no such argument")),
		},
		{
			"no such template", "full", completingVariable("evo://content/content/{id}", "id", ""),
			Traced(ParamsFailure("ref.uri", "ref.uri: there is no such URI template; resources/templates/list returns them")),
		},
		{
			"no such variable", "full", completingVariable(siteTemplate, "id", ""),
			Traced(ParamsFailure("argument.name", "argument.name: the template evo://{server}/site has no such variable")),
		},
	}
	for params, want := range map[string][2]string{
		`{}`: {"ref.type", refTypeMessage},
		`{"ref":{"type":"ref/tool"},"argument":{"name":"a","value":"b"}}`: {"ref.type", refTypeMessage},
		`{"ref":[],"argument":{}}`:                                        {"ref", "ref must be an object"},
		`{"ref":{"type":"ref/prompt","name":"compare-pages","id":1},"argument":{}}`: {"ref.id",
			"ref.id: " + noParamMessage},
		`{"ref":{"type":"ref/prompt","name":"compare-pages"},"argument":{"value":1}}`: {"argument.value",
			"argument.value must be a string"},
		`{"ref":{"type":"ref/prompt","name":"compare-pages"},"argument":{"name":"first","value":"` +
			strings.Repeat("ї", 1025) + `"}}`: {
			"argument.value", "argument.value must have at most 1024 characters",
		},
	} {
		inquiries = append(inquiries,
			inquiry{params, "full", RequestWith("completion/complete", params), Traced(ParamsFailure(want[0], want[1]))})
	}
	expectAnswers(t, NewServer(t, Fixture(t).DSN), inquiries)
}

// TestCompletionIsBounded has more documents than a completion may have values.
func TestCompletionIsBounded(t *testing.T) {
	d := Fixture(t)
	var want []string
	for n := range 101 {
		Execute(t, d, "INSERT INTO evo_site_content (id, pagetitle, published, type, contentType) VALUES (?, 'Same', 1, "+
			"'document', 'text/html')", 300+n)
		if n < 100 {
			want = append(want, strconv.Itoa(300+n))
		}
	}
	base := Serve(t, d.DSN)
	for value, ids := range map[string][]string{"same": want, "3": append([]string{"3", "30", "31", "32"}, want[:96]...)} {
		expected := strings.Replace(completedTo(ids...), `"hasMore":false`, `"hasMore":true`, 1)
		Equal(t, Answered(expected), Post(t, base+"/mcp", completing("audit-section", "section", value)), value)
	}
}
