package toolset_test

import (
	"strings"
	"testing"

	"emcp/internal/identity"
	"emcp/internal/test/snapshot"
)

// TestItemSearch compares whole answers with a file: one line a call, and its answer below it.
func TestItemSearch(t *testing.T) {
	tools, _ := openShop(t)
	var got strings.Builder
	for _, c := range []struct {
		who           identity.Principal
		as, arguments string
	}{
		{revised, "revised", `{"query":"каяк","limit":9,"fields":["pagetitle","url"]}`},
		{revised, "revised", `{"query":"boats kayak","limit":9,"fields":["url"],"include_total":true}`},
		{revised, "revised", `{"query":"kayak","lang":"en","limit":9,"types":["product"],"omit_empty":true}`},
		{revised, "revised", `{"query":"A1 4006381333931","limit":9,"types":["product"]}`},
		{revised, "revised", `{"query":"red","limit":9,"lang":"en"}`},
		{revised, "revised", `{"query":"Олена Вода спорт","limit":9}`},
		{revised, "revised", `{"query":"весло","limit":0,"include_total":true}`},
		{revised, "revised", `{"query":"shop","limit":9,"types":["document"],"fields":["pagetitle"]}`},
		{revised, "revised", `{"query":"shop","limit":9,"fields":["pagetitle"]}`},
		{revised, "revised", `{"query":"shop","limit":9,"parent":0,"fields":["pagetitle"]}`},
		{public, "visitor", `{"query":"shop kayak","limit":9,"fields":["pagetitle"]}`},
		{public, "visitor", `{"query":"каяк","limit":9,"types":["document","product"],"fields":["pagetitle"]}`},
		{manager, "manager", `{"query":"draft A3","limit":9,"types":["product"]}`},
		{revised, "revised", `{"query":"\"a kayak\" boat","lang":"en","limit":9}`},
		{revised, "revised", `{"query":"kayak red","match":"all","lang":"en","limit":9}`},
		{revised, "revised", `{"query":"kayak blue","match":"all","lang":"en","limit":9}`},
	} {
		answer := callTool(t, tools, c.who, "evo.content.search", c.arguments)
		got.WriteString(c.as + " " + c.arguments + "\n" + answer + "\n\n")
	}
	snapshot.Expect(t, "itemsearch.txt", got.String())
}

// TestItemsByWords lists items by words with filters, orders and counts.
func TestItemsByWords(t *testing.T) {
	tools, _ := openShop(t)
	for _, c := range []struct {
		arguments string
		want      string
	}{
		{`"type":"product","query":"shop"`, "2 1"},
		{`"type":"product","query":"shop","order_by":"price"`, "1 2"},
		{`"type":"product","query":"каяк весло"`, "1 3"},
		{`"type":"product","query":"каяк весло","match":"all"`, ""},
		{`"type":"product","query":"a1 a2 a3","filters":[{"field":"availability","value":"in stock"},` +
			`{"field":"price","op":"<","value":100}]`, "1"},
		{`"type":"product","query":"shop","filters":[{"field":"color","value":["red","blue"]}]`, "2 1"},
		{`"type":"product","query":"kayak red","lang":"en","category":10`, "1"},
		{`"type":"product","query":"kayak red"`, "1"}, // in the language of the words
		{`"type":"article","query":"Вода спорт"`, "1 2"},
		{`"type":"article","query":"Коваль"`, "2 1"},
	} {
		if got := strings.Join(idsOf(t, listCall{"evo.items.list", c.arguments}.walk(t, tools, revised, 1, nil)), " "); got != c.want {
			t.Errorf("%s finds %s, want %s", c.arguments, got, c.want)
		}
	}
}
