package toolset_test

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/snapshot"
	"emcp/internal/test/testdb"
	"emcp/toolset"
)

// shopSite is a Ukrainian site with English translations, a shop of sCommerce and articles of sArticles. What nobody
// may read has canary in it.
func shopSite() *evosite.Site {
	text := evosite.Text
	type row = evosite.Record
	doc := func(id, parent int64, title, alias string, published bool) evosite.Document {
		return evosite.Document{ID: id, Parent: parent, Template: 1, Published: published, Title: title, Alias: text(alias)}
	}
	product := func(id int64, published bool, alias string, members row) row {
		p := row{
			"id": id, "published": published, "availability": 1, "sku": "A" + string(rune('0'+id)), "gtin": nil, "alias": alias,
			"price_regular": "0", "price_special": "0", "price_opt_regular": "0", "price_opt_special": "0", "currency": "EUR",
			"inventory": 1, "cover": "", "relevants": "[]", "similar": "[]", "tmplvars": `{"x":"canary"}`, "votes": "[]",
			"additional": `["canary"]`, "representation": "canary", "weight": "0", "mode": 0,
			"updated_at": "2026-03-01 10:00:00",
		}
		for name, value := range members {
			p[name] = value
		}
		return p
	}
	texts := func(id int64, lang, title, introtext, content string) row {
		return row{"product": id, "lang": lang, "pagetitle": title, "longtitle": "", "introtext": introtext,
			"content": content, "builder": `[{"richtext":"canary"}]`, "constructor": `{"x":"canary"}`}
	}
	in := func(id, category int64, scope string) row {
		return row{"product": id, "category": category, "scope": scope}
	}
	attribute := func(id int64, published, filter bool, kind int64, alias string) row {
		return row{"id": id, "published": published, "asfilter": filter, "position": id, "type": kind, "alias": alias,
			"helptext": "canary"}
	}
	attributeTitle := func(id int64, lang, title string) row {
		return row{"attribute": id, "lang": lang, "pagetitle": title, "introtext": "canary", "content": "canary"}
	}
	choice := func(id, attribute int64, alias, base, uk, en string) row {
		return row{"avid": id, "attribute": attribute, "alias": alias, "code": "canary", "base": base, "uk": uk, "en": en,
			"position": id}
	}
	has := func(product, attribute, choice int64, value string) row {
		return row{"product": product, "attribute": attribute, "valueid": choice, "value": value}
	}
	group := func(product int64, members string) row {
		return row{"product": product, "mode": 1, "sku": "canary", "mods": members, "parameters": `["canary"]`}
	}
	review := func(product int64, published bool) row {
		return row{"product": product, "user": 7, "name": "canary", "title": "canary", "message": "canary",
			"published": published}
	}
	setting := func(name, value string) row { return row{"setting_name": name, "setting_value": value} }
	article := func(id int64, published bool, parent int64, alias, kind string, at any) row {
		return row{"id": id, "published": published, "parent": parent, "author_id": 1, "alias": alias, "type": kind,
			"relevants": `["2","3"]`, "tmplvars": `{"x":"canary"}`, "votes": `{"total":2,"1":0,"5":2}`, "published_at": at}
	}
	articleTexts := func(id int64, lang, title, introtext string) row {
		return row{"article": id, "lang": lang, "pagetitle": title, "introtext": introtext, "description": "",
			"content": "", "seotitle": "canary", "seodescription": "canary", "builder": `["canary"]`,
			"constructor": `["canary"]`}
	}
	term := func(key string, id int64, alias, base string, en any) row {
		return row{key: id, "alias": alias, "base": base, "base_content": "canary", "en": en}
	}
	return &evosite.Site{
		Documents: []evosite.Document{
			doc(1, 0, "Головна", "index", true), doc(3, 0, "News", "news", true), doc(10, 0, "Shop", "shop", true),
			doc(11, 10, "Boat", "boat", true), doc(12, 10, "Hidden", "hidden", true), doc(13, 10, "canary", "gone", true),
			doc(14, 10, "canary", "unpub", false),
		},
		Records: map[string][]row{
			"system_settings": {
				setting("site_url", "https://example.com/"), setting("friendly_urls", "1"), setting("use_alias_path", "1"),
				setting("s_lang_default", "uk"), setting("s_lang_config", "uk,en,de"), setting("s_lang_front", "uk,en"),
				setting("scom_catalog_root", "10"),
			},
			"s_lang_content": {{"resource": 11, "lang": "en", "pagetitle": "Boats", "introtext": "", "content": ""}},
			"s_products": {
				product(1, true, "kayak", row{"price_regular": "100", "price_special": "80", "price_opt_regular": "70.707",
					"inventory": 3, "cover": "assets/images/k.jpg", "relevants": `["3","4","99"]`, "similar": `["2"]`,
					"votes": `{"total":3,"5":3}`, "weight": "12.5000", "gtin": "4006381333931"}),
				product(2, true, "html5-kit", row{"availability": 2, "price_regular": "100", "price_special": "120",
					"currency": "UAH", "inventory": 0, "cover": "/assets/images/noimage.png"}),
				product(3, true, "oar", row{"availability": 0, "price_regular": "19.99", "currency": "USD", "inventory": -1,
					"cover": "https://cdn.example/x.jpg"}),
				product(4, false, "draft", row{"price_regular": "5", "sku": "canary"}),
				product(5, true, "lost", row{"price_regular": "1234567.891", "price_opt_regular": "666.707"}),
			},
			"s_product_translates": {
				texts(1, "uk", "Каяк", "", ""), texts(1, "en", "Kayak [[canary? &x=`y`]]", "<p>A <b>kayak</b></p>",
					`<p>See [*pagetitle*]<a href="[~11~]">boats</a> and <a href="[~14~]">this</a> {{canary}}</p>`),
				texts(2, "base", "Kit base", "", ""), texts(2, "en", "", "", ""), texts(3, "uk", "Весло", "", ""),
				texts(4, "en", "canary", "canary", "canary"), texts(1, "de", "canary", "canary", "canary"),
			},
			"s_product_category": {
				in(1, 11, "primary"), in(1, 12, ""), in(2, 12, "primary"), in(3, 13, "primary"), in(4, 11, "primary"),
				in(5, 14, "primary"), in(2, 12, ""),
			},
			"s_attributes": {
				attribute(1, true, true, 3, "color"), attribute(2, true, true, 0, "len"), attribute(3, true, false, 5, "note"),
				attribute(4, true, true, 1, "new"), attribute(5, true, true, 4, "sizes"),
				attribute(6, false, false, 15, "canary"), attribute(7, true, true, 0, "elsewhere"),
				attribute(8, false, true, 16, "cost"),
			},
			"s_attribute_translates": {
				attributeTitle(1, "uk", "Колір"), attributeTitle(1, "en", "Color"), attributeTitle(2, "uk", "Довжина"),
				attributeTitle(3, "base", "Note"), attributeTitle(6, "uk", "canary"),
			},
			"s_attribute_values": {
				choice(1, 1, "red", "Червоний", "Червоний", "Red"), choice(2, 1, "blue", "Синій", "Синій", ""),
				choice(3, 5, "s", "S", "", ""), choice(4, 5, "m", "M", "", ""),
			},
			"s_attribute_category": {
				{"attribute": 1, "category": 10}, {"attribute": 2, "category": 10}, {"attribute": 3, "category": 11},
				{"attribute": 4, "category": 11}, {"attribute": 5, "category": 11}, {"attribute": 6, "category": 10},
				{"attribute": 7, "category": 3},
			},
			"s_product_attribute_values": {
				has(1, 1, 1, "1"), has(1, 2, 0, "12.5"), has(1, 3, 0, `{"uk":"прим","en":"note"}`), has(1, 4, 0, "1"),
				has(1, 5, 3, "3"), has(1, 5, 4, "4"), has(2, 1, 2, "2"), has(1, 6, 0, "canary"), has(1, 7, 0, "5"),
				has(4, 1, 1, "1"),
			},
			"s_product_modifications": {group(1, `["1","2","4"]`), group(2, `["1","2","4"]`)},
			"s_reviews":               {review(1, true), review(1, false), review(3, false)},
			"s_orders": {{"user_info": `["canary"]`, "delivery_info": `["canary"]`, "payment_info": `["canary"]`,
				"products": `["canary"]`, "manager_info": `["canary"]`, "manager_notes": `["canary"]`, "history": `["canary"]`,
				"identifier": "canary", "comment": "canary"}},
			"s_order_payments": {{"order_id": 1, "kind": "canary", "amount": "707", "provider_ref": "canary"}},
			"s_payment_methods": {
				{"name": "canary", "class": "canary", "title": "canary", "description": "canary",
					"\u0441redentials": `{"key":"canary"}`, "settings": "canary", "active": 0},
				{"name": "cash", "class": "canary", "title": `{"uk":"Готівка","en":"Cash"}`, "description": "[]",
					"\u0441redentials": `{"key":"canary"}`, "settings": "canary", "active": 1},
			},
			"s_delivery_methods": {
				{"name": "canary", "class": "canary", "title": "canary", "description": "canary", "settings": "canary",
					"active": 0, "cost": "707", "currency": "EUR", "formula": "canary"},
				{"name": "none", "class": "canary", "title": "[]", "description": "canary", "settings": "canary", "active": 1,
					"cost": "707", "currency": "EUR", "formula": "canary"},
				{"name": "post", "class": "canary", "title": `{"base":"Post","uk":"Пошта"}`,
					"description": `{"uk":"<p>За <b>2</b> дні [[canary]]</p>"}`, "settings": "canary", "active": 1,
					"cost": "5.50", "currency": "EUR", "formula": "canary"},
			},
			"s_articles": {
				article(1, true, 3, "first", "article", "2037-01-01 00:00:00"),
				article(2, true, 0, "second", "news", "2024-01-01 00:00:00"),
				article(3, false, 3, "hiddenart", "canary", nil),
			},
			"s_article_translates": {
				articleTexts(1, "uk", "Перша", "<p>Вступ</p>"), articleTexts(1, "en", "First", ""),
				articleTexts(2, "base", "Second", ""), articleTexts(3, "uk", "canary", "canary"),
			},
			"s_articles_authors": {{"autid": 1, "alias": "canary", "gender": "canary", "image": "canary", "base_name": "Олена",
				"base_lastname": "Коваль", "base_office": "Редакторка", "en_name": "Olena"}},
			"s_articles_tags":     {term("tagid", 1, "water", "Вода", "Water"), term("tagid", 2, "canary", "canary", nil)},
			"s_articles_features": {{"fid": 1, "alias": "top", "base": "Топ", "badge": "canary", "color": "canary"}},
			"s_articles_categories": {{"catid": 1, "alias": "sport", "base": "Спорт", "en": "", "base_content": "canary",
				"cover": "canary"}},
			"s_article_tags":       {{"article": 1, "tag": 1}, {"article": 3, "tag": 2}},
			"s_article_features":   {{"article": 1, "feature": 1}},
			"s_article_categories": {{"article": 1, "category": 1}, {"article": 2, "category": 1}},
			"s_article_comments": {
				{"article_id": 1, "user_id": 7, "approved": 1, "comment": "canary"},
				{"article_id": 1, "user_id": 7, "approved": 0, "comment": "canary"},
			},
			"s_articles_polls": {{"question": "canary", "answers": "canary", "votes": "canary"}},
		},
	}
}

// openShop opens shopSite as its migrations and owners leave it.
func openShop(t *testing.T) (*toolset.Toolset, *testdb.Database) {
	t.Helper()
	tools, d := openDatabase(t, shopSite(), withPackages)
	change(t, d, "UPDATE evo_site_content SET alias_visible = 0 WHERE id = 12")
	change(t, d, "UPDATE evo_site_content SET deleted = 1 WHERE id = 13")
	return tools, d
}

// TestItems compares whole answers with a file: one line a call, and its answer below it.
func TestItems(t *testing.T) {
	tools, _ := openShop(t)
	var got strings.Builder
	for _, c := range []struct {
		who                 identity.Principal
		as, tool, arguments string
	}{
		{public, "visitor", "get", `{"type":"product","id":1,"lang":"en"}`},
		{public, "visitor", "get", `{"type":"product","alias":"html5-kit"}`},
		{public, "visitor", "get", `{"type":"product","url":"/en/oar.html","omit_empty":true}`},
		{public, "visitor", "get", `{"type":"product","ids":[3,1,4,99],"fields":["title","sku"]}`},
		{public, "visitor", "get", `{"type":"product","id":4}`},
		{manager, "manager", "get", `{"type":"product","id":5}`},
		{public, "visitor", "get", `{"type":"product","id":1,"lang":"en","fields":["introtext","content"],"max_chars":12}`},
		{public, "visitor", "get", `{"type":"product","id":1,"lang":"en","fields":["content"],"content_offset":4}`},
		{public, "visitor", "list", `{"type":"product","limit":9}`},
		{public, "visitor", "list", `{"type":"product","limit":1,"include_total":true,"fields":["sku"],"order_by":"sku"}`},
		{manager, "manager", "list", `{"type":"product","limit":9,"fields":["published","price_wholesale"]}`},
		{public, "visitor", "get", `{"type":"article","id":1}`},
		{public, "visitor", "get", `{"type":"article","url":"https://example.com/second.html","fields":["title"]}`},
		{public, "visitor", "list", `{"type":"article","limit":9,"lang":"en"}`},
		{public, "visitor", "get a page", `{"url":"/en/kayak.html","fields":["pagetitle","content"]}`},
		{public, "visitor", "get a page", `{"url":"https://www.example.com/news/first.html?x=1"}`},
		{public, "visitor", "get a page", `{"url":"/kayak","fields":["pagetitle"]}`},
		{public, "visitor", "list", `{"type":"product","limit":0,"include_total":true}`},
		{public, "visitor", "list", `{"type":"product","limit":9,"count_by":"availability"}`},
		{public, "visitor", "list", `{"type":"product","limit":1,"count_by":"currency"}`},
		{public, "visitor", "list", `{"type":"product","limit":9,"count_by":"categories","lang":"en"}`},
		{public, "visitor", "list", `{"type":"product","limit":9,"count_by":"color"}`},
		{public, "visitor", "list", `{"type":"product","limit":9,"count_by":"attr:len"}`},
		{public, "visitor", "list", `{"type":"product","limit":9,"count_by":"new"}`},
		{public, "visitor", "list", `{"type":"product","limit":9,"count_by":"note","category":11}`},
		{public, "visitor", "list", `{"type":"article","limit":9,"count_by":"tags","lang":"en"}`},
		{public, "visitor", "list", `{"type":"article","limit":9,"count_by":"folder"}`},
	} {
		tool := "evo.items." + c.tool
		if c.tool == "get a page" {
			tool = "evo.content.get"
		}
		answer := callTool(t, tools, c.who, tool, c.arguments)
		answer = nextCursor.ReplaceAllString(answer, "") // another in every run
		got.WriteString(c.as + " " + c.tool + " " + c.arguments + "\n" + answer + "\n\n")
	}
	snapshot.Expect(t, "items.txt", got.String())
}

// TestItemFilters finds items by members, attributes and category.
func TestItemFilters(t *testing.T) {
	tools, _ := openShop(t)
	for _, c := range []struct {
		kind, filters string
		want          []int64
	}{
		{"product", `{"field":"price","op":"<","value":81},{"field":"price","op":">=","value":"19.99"}`, []int64{1, 3}},
		{"product", `{"field":"price","value":[80,19.99]}`, []int64{1, 3}},
		{"product", `{"field":"price_special","op":">","value":0}`, []int64{1, 2}},
		{"product", `{"field":"availability","value":"in stock"}`, []int64{1, 5}},
		{"product", `{"field":"availability","op":"!=","value":1}`, []int64{2, 3}},
		{"product", `{"field":"availability","value":["On order","Not available"]}`, []int64{2, 3}},
		{"product", `{"field":"currency","value":"eur"}`, []int64{1, 5}},
		{"product", `{"field":"inventory","op":"<=","value":0}`, []int64{2, 3}},
		{"product", `{"field":"weight","op":">","value":12.4}`, []int64{1}},
		{"product", `{"field":"title","op":"like","value":"kay"}`, nil}, // has a tag, which counts as no text
		{"product", `{"field":"title","op":"like","value":"BASE"}`, []int64{2}},
		{"product", `{"field":"sku","value":["A1","a3","A4"]}`, []int64{1, 3}},
		{"product", `{"field":"gtin","value":"4006381333931"}`, []int64{1}},
		{"product", `{"field":"updated","value":"2026-03-01"}`, []int64{1, 2, 3, 5}},
		{"product", `{"field":"updated","op":">","value":"2026-03-01"}`, nil},
		{"product", `{"field":"color","value":"red"}`, []int64{1}},
		{"product", `{"field":"Колір","value":"Синій"}`, []int64{2}},
		{"product", `{"field":"attr:color","op":"!=","value":"blue"}`, []int64{1, 3, 5}},
		{"product", `{"field":"color","value":["red","blue"]}`, []int64{1, 2}},
		{"product", `{"field":"color","op":"like","value":"ерво"}`, []int64{1}},
		{"product", `{"field":"sizes","value":"m"},{"field":"sizes","value":"s"}`, []int64{1}},
		{"product", `{"field":"len","op":">","value":12.4},{"field":"len","op":"<=","value":12.5}`, []int64{1}},
		{"product", `{"field":"len","op":">","value":12.5}`, nil},
		{"product", `{"field":"len","value":[12.5,7]}`, []int64{1}},
		{"product", `{"field":"new","value":true}`, []int64{1}},
		{"product", `{"field":"new","value":false}`, []int64{2, 3, 5}},
		{"product", `{"field":"new","op":"!=","value":"no"}`, []int64{1}},
		{"product", `{"field":"note","op":"like","value":"при"}`, []int64{1}},
		{"product", `{"field":"note","value":"note"}`, nil}, // in another language
		{"product", `{"field":"cost","op":">","value":1000}`, []int64{5}},
		{"article", `{"field":"kind","value":"news"}`, []int64{2}},
		{"article", `{"field":"published_at","op":"<","value":"2030-01-01"}`, []int64{2}},
		{"article", `{"field":"tags","value":"Вода"}`, []int64{1}},
		{"article", `{"field":"categories","value":"sport"}`, []int64{1, 2}},
		{"article", `{"field":"features","op":"!=","value":"top"}`, []int64{2}},
	} {
		arguments := `{"type":"` + c.kind + `","limit":9,"order_by":"id","filters":[` + c.filters + `]}`
		got := foundBy(t, tools, public, "evo.items.list", arguments)
		if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", c.filters, diff)
		}
	}
	for category, want := range map[string][]int64{"10": {1, 2}, "11": {1}, "12": {1, 2}, "3": nil} {
		got := foundBy(t, tools, public, "evo.items.list", `{"type":"product","limit":9,"category":`+category+`}`)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("category %s: %s", category, diff)
		}
	}
	if got := foundBy(t, tools, public, "evo.items.list", `{"type":"article","limit":9,"category":3}`); len(got) != 1 {
		t.Errorf("articles below 3: %d", got)
	}
}

// TestItemOrders reads lists in every order page by page.
func TestItemOrders(t *testing.T) {
	tools, _ := openShop(t)
	for _, c := range []struct {
		order, want string
	}{
		{`"order_by":"price"`, "3 1 2 5"},
		{`"order_by":"price","order_dir":"desc"`, "5 2 1 3"},
		{`"order_by":"id","order_dir":"desc"`, "5 3 2 1"},
		{`"order_by":"sku","order_dir":"desc"`, "5 3 2 1"},
		{`"order_by":"title"`, "2 3 1 5"},
		{`"order_by":"inventory"`, "3 2 5 1"},
		{`"order_by":"updated","order_dir":"desc"`, "1 2 3 5"},
	} {
		l := listCall{"evo.items.list", `"type":"product",` + c.order}
		got := strings.Join(idsOf(t, l.walk(t, tools, public, 1, nil)), " ")
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.order, diff)
		}
	}
}

// TestWrongItems names what exists.
func TestWrongItems(t *testing.T) {
	tools, d := openShop(t)
	const members = "title, longtitle, sku, gtin, availability, mode, price, price_regular, price_special, currency, " +
		"inventory, weight, width, height, length, volume, rating, updated; attributes: color, len, note, new, sizes, " +
		"elsewhere, cost"
	for _, c := range []struct{ tool, arguments, field, want string }{
		{"list", `"type":"order","limit":1`, "type", "type must be one of product, article"},
		{"list", `"type":"product","limit":1,"filters":[{"field":"colour","value":"red"}]`, "filters[0].field",
			`no member or attribute "colour" to use here; members: ` + members},
		{"list", `"type":"product","limit":1,"filters":[{"field":"price_wholesale","value":1}]`, "filters[0].field",
			`no member or attribute "price_wholesale" to use here; members: ` + members},
		{"list", `"type":"product","limit":1,"filters":[{"field":"canary","value":1}]`, "filters[0].field",
			`no member or attribute "canary" to use here; members: ` + members},
		{"list", `"type":"product","limit":1,"filters":[{"field":"color","value":"green"}]`, "filters[0].value",
			"color has no value of this name; its values: Червоний, Синій"},
		{"list", `"type":"product","limit":1,"filters":[{"field":"currency","value":"GBP"}]`, "filters[0].value",
			"no prices are in this currency; prices are in EUR, UAH, USD"},
		{"list", `"type":"product","limit":1,"filters":[{"field":"availability","value":"gone"}]`, "filters[0].value",
			"value must be one of Not available, In stock, On order"},
		{"list", `"type":"product","limit":1,"filters":[{"field":"price","value":"cheap"}]`, "filters[0].value",
			"value must be a number, such as 12.5"},
		{"list", `"type":"product","limit":1,"filters":[{"field":"sku","op":">","value":1}]`, "filters[0].op",
			"the operator > is for numbers and times"},
		{"list", `"type":"product","limit":1,"filters":[{"field":"price","op":"like","value":1}]`, "filters[0].op",
			"the operator like is for texts"},
		{"list", `"type":"article","limit":1,"filters":[{"field":"tags","value":"canary?"}]`, "filters[0].value",
			"tags has no value of this name; its values: Вода"},
		{"list", `"type":"product","limit":1,"order_by":"attributes"`, "order_by", "order_by must be id or one of title, " +
			"longtitle, sku, gtin, availability, mode, price, price_regular, price_special, currency, inventory, weight, " +
			"width, height, length, volume, rating, updated"},
		{"list", `"type":"product","limit":1,"count_by":"price"`, "count_by", `no member or attribute "price" to use here; ` +
			"members: sku, gtin, availability, mode, currency, categories; attributes: color, len, note, new, sizes, " +
			"elsewhere, cost"},
		{"list", `"type":"product","limit":1,"category":14`, "category",
			"there is no document with this id; count_by: categories lists those with products"},
		{"get", `"type":"product"`, "id", "give exactly one of id, ids, alias and url"},
		{"get", `"type":"product","url":"https://example.net/kayak.html"`, "url",
			"this is not an address of this site, whose addresses begin with https://example.com/"},
	} {
		f := refuse(t, tools, public, "evo.items."+c.tool, "{"+c.arguments+"}")
		if f.Message != c.want || f.Field != c.field || f.Kind != fault.InvalidParams {
			t.Errorf("%s: %s: %s", c.arguments, f.Field, f.Message)
		}
	}
	for field, arguments := range map[string]string{"lang": `"limit":1,"lang":"fr"`, "limit": `"limit":0`} {
		f := refuse(t, tools, public, "evo.items.list", `{"type":"product",`+arguments+`}`)
		if f.Kind != fault.InvalidParams || f.Field != field {
			t.Errorf("%s: %v", arguments, f)
		}
	}
	if f := refuse(t, tools, public, "evo.items.get", `{"type":"product","id":1,"fields":["price_wholesale"]}`); f.Field !=
		"fields" || strings.Contains(f.Message, "published") {
		t.Errorf("a member of managers: %s", f.Message)
	}
	change(t, d, "DROP TABLE evo_s_product_translates")
	if f := refuse(t, over(t, d.DSN), public, "evo.items.get", `{"type":"product","id":1}`); f.Message !=
		"this site has no items of this type; its types: article" {
		t.Errorf("without texts of products: %s", f.Message)
	}
	change(t, d, "DROP TABLE evo_s_articles")
	without := over(t, d.DSN)
	without.Await(t.Context())
	if f := refuse(t, without, public, "evo.items.get", `{"type":"product","id":1}`); f.Kind != fault.UnknownTool {
		t.Errorf("without tables: %v", f)
	}
	for _, tool := range without.Tools() {
		if strings.HasPrefix(tool.Name, "evo.items.") {
			t.Errorf("without tables there is %s", tool.Name)
		}
	}
}

// TestItemsOfOldVersions reads tables that lack what newer versions have.
func TestItemsOfOldVersions(t *testing.T) {
	_, d := openShop(t)
	for _, statement := range []string{
		"ALTER TABLE evo_s_products DROP COLUMN gtin", "DROP TABLE evo_s_attribute_values", "DROP TABLE evo_s_reviews",
		"ALTER TABLE evo_s_articles DROP COLUMN type", "ALTER TABLE evo_s_article_translates DROP COLUMN description",
		"DROP TABLE evo_s_articles_categories",
	} {
		change(t, d, statement)
	}
	tools := over(t, d.DSN)
	for kind, absent := range map[string][]string{
		"product": {"gtin", "attributes", "reviews"}, "article": {"kind", "description", "categories"},
	} {
		got := callTool(t, tools, public, "evo.items.get", `{"type":"`+kind+`","id":1}`)
		for _, member := range absent {
			if strings.Contains(got, `"`+member+`":`) {
				t.Errorf("%s has %s: %s", kind, member, got)
			}
		}
		if !strings.Contains(got, `"title":`) {
			t.Errorf("%s: %s", kind, got)
		}
	}
}

// recordedItem is what the PHP of a package returned for an item. Prices are in euros.
type recordedItem struct {
	ID, Article int64
	Pagetitle   *string
	Title       string // of an article
	Link, Price string
	Active      int // published reviews
	// Attr has title, value and label of attributes.
	Attr jsontext.Value
}

// TestItemsAsTheirPackage compares titles, addresses, prices, reviews and attributes with what the PHP of the packages
// returned for the same rows, in each language and for each rule of addresses.
func TestItemsAsTheirPackage(t *testing.T) {
	_, d := openShop(t)
	more, err := os.ReadFile("testdata/items/shop.sql")
	if err != nil {
		t.Fatal(err)
	}
	for statement := range strings.SplitSeq(strings.TrimSpace(string(more)), ";\n\n") {
		change(t, d, statement)
	}
	compared := 0
	for _, lang := range []string{"uk", "en"} {
		for _, file := range []string{"root", "catalog", "category", "shop"} {
			rule := strings.Replace(file, "shop", "category", 1)
			o := bounds()
			o.ProductLinks = rule
			tools := toolset.New(database(t, d.DSN), o)
			text, err := os.ReadFile("testdata/items/" + lang + "-" + file + ".jsonl")
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				var want recordedItem
				if err := json.Unmarshal([]byte(line), &want, json.MatchCaseInsensitiveNames(true)); err != nil {
					t.Fatal(err)
				}
				expectRecorded(t, tools, lang, rule, want)
				compared++
			}
		}
	}
	if compared != 168 {
		t.Errorf("%d items are recorded", compared)
	}
}

func expectRecorded(t *testing.T, tools *toolset.Toolset, lang, rule string, want recordedItem) {
	t.Helper()
	kind, id := "product", want.ID
	if want.Article != 0 {
		kind, id = "article", want.Article
	}
	var got struct {
		Item struct {
			Title   *string
			URL     string
			Reviews int
			Price   struct {
				Amount   float64
				Currency string
			}
			Categories []struct{}
			Attributes []struct {
				Alias, Title, Type string
				Value              any
			}
		}
	}
	answer := callTool(t, tools, manager, "evo.items.get", fmt.Sprintf(`{"type":%q,"id":%d,"lang":%q}`, kind, id, lang))
	if err := json.Unmarshal([]byte(answer), &got, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	item, about := got.Item, fmt.Sprintf("%s %d in %s by %s", kind, id, lang, rule)
	if kind == "article" && want.Title != "" {
		want.Pagetitle = &want.Title
	}
	if kind == "product" && id == 4 || kind == "article" && id == 3 {
		want.Pagetitle = item.Title // of drafts, whose texts here are canaries
	}
	if item.Title != nil { // the manager view has the tag in it
		before, _, _ := strings.Cut(*item.Title, " [[")
		item.Title = &before
	}
	if diff := cmp.Diff(want.Pagetitle, item.Title); diff != "" {
		t.Errorf("%s: title %s", about, diff)
	}
	path, err := url.PathUnescape(strings.TrimPrefix(item.URL, "https://example.com")) // the package escapes nothing
	if err != nil || path != want.Link {
		t.Errorf("%s: address %q, want %q", about, path, want.Link)
	}
	if kind == "article" {
		return
	}
	price := strings.ReplaceAll(want.Price, " ", "")
	cents := math.Round(item.Price.Amount * 100)
	if amount := fmt.Sprintf("%.2f", cents/100); item.Price.Currency == "EUR" && amount != price {
		t.Errorf("%s: price %s, want %s", about, amount, price)
	}
	if item.Reviews != want.Active {
		t.Errorf("%s: %d reviews, want %d", about, item.Reviews, want.Active)
	}
	recorded := map[string][]any{}
	_ = json.Unmarshal(want.Attr, &recorded) // [] without attributes
	for _, a := range item.Attributes {
		other, ok := recorded[a.Alias]
		if !ok && id != 4 {
			t.Errorf("%s: attribute %s", about, a.Alias)
		}
		if !ok {
			continue
		}
		value := a.Value
		switch v := value.(type) {
		case float64:
			value = math.Trunc(v) // the package returns the integer part
		case bool:
			value = 1.0
		case []any:
			value = v[0] // the package returns one
		}
		if a.Title != other[0] || value != other[2] {
			t.Errorf("%s: attribute %v, want %v", about, a, other)
		}
		delete(recorded, a.Alias)
	}
	// What the package returns has no regard to categories. Pages have the attributes that those of the product have.
	outside := len(item.Categories) == 0 || rule == "category" && !strings.Contains(want.Link, "/shop/")
	if id != 4 && !outside && len(recorded) > 0 {
		t.Errorf("%s: no attributes %v", about, recorded)
	}
}

// TestStatementsOfItems counts the statements of calls, which do not depend on the number of items.
func TestStatementsOfItems(t *testing.T) {
	_, d := openShop(t)
	db := databaseOver(t, d.DSN, 1)
	tools := toolset.New(db, bounds())
	for _, c := range []struct {
		tool, arguments string
		want            int64
	}{
		{"list", `{"type":"product","limit":1}`, 3},
		{"list", `{"type":"product","limit":20}`, 3},
		{"list", `{"type":"product","limit":20,"category":10,"filters":[{"field":"color","value":["red","blue"]}]}`, 7},
		{"get", `{"type":"product","id":1}`, 10},
		{"get", `{"type":"product","ids":[1,2,3,5]}`, 10},
		{"list", `{"type":"article","limit":20}`, 4},
	} {
		if got := workOf(t, db, tools, "evo.items."+c.tool, c.arguments)["Com_select"]; got != c.want {
			t.Errorf("%s %s: %d statements, want %d", c.tool, c.arguments, got, c.want)
		}
	}
}

// TestNoCanaryInItems calls the tools in every way: nothing of orders, people, credentials, wholesale prices, drafts
// and columns that no table of members names comes out.
func TestNoCanaryInItems(t *testing.T) {
	tools, _ := openShop(t)
	for _, who := range []identity.Principal{public, revised} {
		for _, kind := range []string{"product", "article"} {
			for _, lang := range []string{"uk", "en"} {
				begin := `{"type":"` + kind + `","lang":"` + lang + `",`
				answers := []string{
					callTool(t, tools, who, "evo.items.get", begin+`"ids":[1,2,3,4,5]}`),
					callTool(t, tools, who, "evo.items.get", begin+`"alias":"draft"}`),
					callTool(t, tools, who, "evo.items.get", begin+`"url":"/draft.html"}`),
					callTool(t, tools, who, "evo.items.list", begin+`"limit":99}`),
					callTool(t, tools, who, "evo.content.get", `{"url":"/draft.html","lang":"`+lang+`"}`),
				}
				by := []string{"availability", "mode", "sku", "currency", "categories", "color", "len", "note", "new", "sizes"}
				if kind == "article" {
					by = []string{"kind", "tags", "categories", "features", "folder"}
				}
				for _, member := range by {
					answers = append(answers, callTool(t, tools, who, "evo.items.list", begin+`"limit":99,"count_by":"`+member+`"}`))
				}
				for _, answer := range answers {
					if strings.Contains(answer, "canary") || strings.Contains(answer, "707") || strings.Contains(answer, "unpub") {
						t.Errorf("%s in %s: %s", kind, lang, answer)
					}
				}
			}
		}
	}
}

// TestServersOfItems have the tools if they know JSON.
func TestServersOfItems(t *testing.T) {
	tools, d := openShop(t)
	tools.Await(t.Context())
	_, err := d.DB.ExecContext(t.Context(), "DO JSON_VALID('1')")
	if served := slices.Contains(tools.Extensions(), "evo.items.list"); served != (err == nil) {
		t.Errorf("items are served: %t; JSON: %v", served, err)
	}
}

// TestItemToolsAsDocumented compares the arguments with the tables of TOOLSET.md, and looks for the tools in the list
// of a site that has items, after all others.
func TestItemToolsAsDocumented(t *testing.T) {
	tools, _ := openShop(t)
	tools.Await(t.Context())
	page, err := os.ReadFile("../TOOLSET.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"evo.items.list", "evo.items.get"} {
		at := slices.IndexFunc(tools.Tools(), func(tool toolset.Tool) bool { return tool.Name == name })
		if at < 0 || len(tools.Tools())-at > 2 || !slices.Contains(tools.Extensions(), name) {
			t.Fatalf("%s is at %d", name, at)
		}
		var want []string
		_, section, _ := strings.Cut(string(page), "\n### "+name+"\n")
		_, section, _ = strings.Cut(section, "|---|---|---|---|\n")
		for line := range strings.Lines(section) {
			cells := strings.Split(line, "|")
			if len(cells) < 3 {
				break
			}
			for argument := range strings.SplitSeq(cells[1], ",") {
				want = append(want, strings.Trim(argument, " `"))
			}
		}
		var schema struct {
			Properties map[string]jsontext.Value `json:"properties"`
		}
		if err := json.Unmarshal(tools.Tools()[at].Input.JSON(), &schema); err != nil {
			t.Fatal(err)
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(schema.Properties))); diff != "" {
			t.Errorf("documented (-) and served (+) arguments of %s differ:\n%s", name, diff)
		}
	}
}

// TestProductsBelowHiddenCategories have no address with the alias of a category that the caller does not see.
func TestProductsBelowHiddenCategories(t *testing.T) {
	_, d := openShop(t)
	o := bounds()
	o.ProductLinks = "category"
	got := callTool(t, toolset.New(database(t, d.DSN), o), public, "evo.items.list",
		`{"type":"product","limit":9,"fields":["url"]}`)
	const want = `{"items":[{"id":1,"type":"product","url":"https://example.com/shop/boa/kayak.html"},` +
		`{"id":2,"type":"product","url":"https://example.com/shop/html5-kit.html"},` +
		`{"id":3,"type":"product","url":"https://example.com/13/oar.html"},{"id":5,"type":"product","url":null}],` +
		`"meta":{"limit":9,"offset":0,"count":4,"has_more":false,"toolsetVersion":"1.0"}}`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
