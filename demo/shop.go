package main

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"emcp/internal/itemtype"
	"emcp/internal/test/evosite"
)

// words is a text in the languages of the site.
type words [3]string

// UnmarshalText reads texts with bars between them, or one text for all languages.
func (w *words) UnmarshalText(text []byte) error {
	parts := strings.Split(string(text), "|")
	if n := len(parts); n != 1 && n != len(w) {
		return fmt.Errorf("%q has %d languages", text, n)
	}
	for i := range w {
		w[i] = strings.TrimSpace(parts[min(i, len(parts)-1)])
	}
	return nil
}

// shop is what products are made of.
type shop struct {
	Models     []string
	Shelves    []shelf
	Sentences  []words
	Attributes []attribute
}

// shelf is a document with products.
type shelf struct {
	ID         int64
	Noun       words
	Size       string // alias of the attribute in which the products of a model differ
	Sizes      []string
	Materials  []string // aliases
	Watertight bool
	Kinds      []kind
	Sentences  []words
}

type kind struct {
	Name         words
	Price, Grams int
}

type attribute struct {
	Alias   string
	Title   words
	Type    itemtype.AttributeType
	Numbers []string
	Values  []choice
	Shelves []int64
	Hidden  bool
	id      int64
}

// choice is a value of an attribute, or a term of articles.
type choice struct {
	Alias string
	Name  words
	id    int64
}

// What the shop consists of.
const (
	modelsOfKind  = 10
	productCount  = 2000
	shopDocument  = 2
	tradeDocument = 60  // for trade customers only
	translated    = 100 // between the ids of a document and its translation
	shopChanged   = "2026-02-16 09:00:00"
)

// item is a product. Its members are chosen by its id and their names, so that they are the same in every demo.
type item struct {
	id    int64
	model string
	size  string
	kind  kind
	shelf shelf
	group []int64 // the other sizes of the model, and itself
}

// pick returns a number below n for something of the product.
func (i item) pick(what string, n int) int {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s %d", what, i.id)
	return int(h.Sum64()>>40) % n // the last bits depend on those of the id
}

func (i item) title(l int) string { return i.model + " " + i.kind.Name[l] + " " + i.size }

// addShop adds the products with their texts and attributes.
func addShop(site *evosite.Site) {
	s := load[shop]("shop.yaml")
	s.addAttributes(site)
	id := int64(0)
	for n, shelf := range s.Shelves {
		for k, kind := range shelf.Kinds {
			for m := range modelsOfKind {
				var group []int64
				for range shelf.Sizes {
					group = append(group, id+int64(len(group))+1)
				}
				for _, size := range shelf.Sizes {
					id++
					s.addProduct(site, item{
						id, s.Models[(n*3+k*7+m)%len(s.Models)], size, kind, shelf, group,
					})
				}
			}
		}
	}
}

func (s *shop) addAttributes(site *evosite.Site) {
	choices := int64(0)
	for n := range s.Attributes {
		a := &s.Attributes[n]
		a.id = int64(n + 1)
		add(site, "s_attributes", evosite.Record{"id": a.id, "published": bit(!a.Hidden),
			"asfilter": bit(!a.Hidden && a.Type != itemtype.Text), "position": n, "type": int64(a.Type), "alias": a.Alias,
			"helptext": ""})
		for l, code := range []string{itemtype.Base, "de", "uk"} {
			add(site, "s_attribute_translates", evosite.Record{"attribute": a.id, "lang": code, "pagetitle": a.Title[l],
				"introtext": "", "content": ""})
		}
		shelves := a.Shelves
		if shelves == nil {
			shelves = []int64{shopDocument}
		}
		for _, id := range shelves {
			add(site, "s_attribute_category", evosite.Record{"attribute": a.id, "category": id})
		}
		if !a.Type.Chosen() {
			continue
		}
		for i := range a.Values {
			choices++
			v := &a.Values[i]
			v.id = choices
			add(site, "s_attribute_values", evosite.Record{"avid": v.id, "attribute": a.id, "position": i, "alias": v.Alias,
				"code": "", "base": v.Name[0], "de": v.Name[1], "uk": v.Name[2]})
		}
	}
}

// Shares of products, one of so many.
const (
	unpublishedOf = 50
	reducedOf     = 6
	reviewedOf    = 12
	forTradeOf    = 40
)

func (s *shop) addProduct(site *evosite.Site, i item) {
	at := slices.Index(i.shelf.Sizes, i.size)
	cents := i.kind.Price * (100 + 15*at) * (80 + 5*i.pick("price", 10)) / 100
	price := cents - cents%100 + []int{0, 50, 90, 95}[i.pick("cents", 4)]
	special := 0
	if i.pick("special", reducedOf) == 0 {
		special = price * 4 / 5
	}
	availability, inventory := 1, 1+i.pick("inventory", 40)
	if lot := i.pick("availability", 10); lot > 6 {
		availability, inventory = (lot-6)%3, 0
	}
	grams := i.kind.Grams * (100 + 12*at + i.pick("grams", 15)) / 100
	alias := strings.ReplaceAll(strings.ToLower(i.title(0)), " ", "-")
	others := func(what string) string {
		return fmt.Sprintf(`["%d","%d"]`, 1+i.pick(what+"1", productCount), 1+i.pick(what+"2", productCount))
	}
	add(site, "s_products", evosite.Record{
		"id": i.id, "published": bit(i.pick("published", unpublishedOf) != 0), "availability": availability,
		"sku": fmt.Sprintf("MO-%05d", 10*i.id), "alias": alias, "price_regular": money(price),
		"price_special": money(special), "price_opt_regular": money(price * 3 / 5), "price_opt_special": "0",
		"weight": fmt.Sprintf("%d.%03d", grams/1000, grams%1000), "inventory": inventory, "currency": "EUR",
		"cover": "assets/images/shop/" + alias + ".jpg", "relevants": others("relevant"), "similar": others("similar"),
		"tmplvars": "[]", "votes": fmt.Sprintf(`{"total":%d}`, i.pick("votes", 30)), "additional": "[]",
		"rating": 3 + i.pick("rating", 3), "mode": 1, "updated_at": shopChanged,
	})
	s.addTexts(site, i)
	add(site, "s_product_category", evosite.Record{"product": i.id, "category": i.shelf.ID, "scope": itemtype.Primary})
	if i.pick("trade", forTradeOf) == 0 {
		add(site, "s_product_category", evosite.Record{"product": i.id, "category": int64(tradeDocument), "scope": ""})
	}
	for _, a := range s.Attributes {
		if a.Shelves == nil || slices.Contains(a.Shelves, i.shelf.ID) {
			i.addAttribute(site, a)
		}
	}
	var group []string
	for _, id := range i.group {
		group = append(group, `"`+strconv.FormatInt(id, 10)+`"`)
	}
	add(site, "s_product_modifications", evosite.Record{"product": i.id, "mode": 1, "sku": "",
		"mods": "[" + strings.Join(group, ",") + "]", "parameters": "[]"})
	if i.pick("review", reviewedOf) == 0 {
		add(site, "s_reviews", evosite.Record{"product": i.id, "name": "A customer", "message": "Squeaks uphill.",
			"published": bit(i.pick("approved", 3) != 0)})
	}
}

// addTexts adds the texts of a product. One of three has none in Ukrainian, and visitors read English there.
func (s *shop) addTexts(site *evosite.Site, i item) {
	for l, code := range []string{itemtype.Base, "de", "uk"} {
		if code == "uk" && i.pick(code, 3) == 0 {
			continue
		}
		own, general := i.shelf.Sentences, s.Sentences
		add(site, "s_product_translates", evosite.Record{
			"product": i.id, "lang": code, "pagetitle": i.title(l), "longtitle": "",
			"introtext": "<p>" + own[i.pick("intro", len(own))][l] + "</p>",
			"content": fmt.Sprintf("<p>%s %s</p>\n<p><a href=\"[~%d~]\">%s</a></p>", general[i.pick("a", len(general))][l],
				own[i.pick("b", len(own))][l], i.shelf.ID+int64(l)*translated, i.shelf.Noun[l]),
			"builder": "[]", "constructor": "[]",
		})
	}
}

// addAttribute adds the values of an attribute that the product has.
func (i item) addAttribute(site *evosite.Site, a attribute) {
	has := func(id int64, value string) {
		add(site, itemtype.AttributesOf, evosite.Record{"product": i.id, "attribute": a.id, "valueid": id, "value": value})
	}
	chosen := func(c choice) { has(c.id, strconv.FormatInt(c.id, 10)) }
	named := func(alias string) choice {
		return a.Values[slices.IndexFunc(a.Values, func(c choice) bool { return c.Alias == alias })]
	}
	n := i.pick(a.Alias, max(1, len(a.Values)))
	switch {
	case a.Alias == i.shelf.Size && a.Type == itemtype.Select:
		chosen(named(strings.ToLower(i.size)))
	case a.Alias == i.shelf.Size:
		has(0, i.size)
	case a.Alias == "material":
		chosen(named(i.shelf.Materials[i.pick(a.Alias, len(i.shelf.Materials))]))
	case a.Type == itemtype.Number:
		has(0, a.Numbers[i.pick(a.Alias, len(a.Numbers))])
	case a.Type == itemtype.Checkbox && i.pick(a.Alias, 2) == 0:
		has(0, "1")
	case a.Type == itemtype.Text:
		v := a.Values[n].Name
		has(0, fmt.Sprintf(`{"base":%q,"de":%q,"uk":%q}`, v[0], v[1], v[2]))
	case a.Type == itemtype.Multiselect:
		chosen(a.Values[n])
		if next := (n + 1) % len(a.Values); i.pick(a.Alias+" 2", 2) == 0 {
			chosen(a.Values[next])
		}
	case a.Type.Chosen():
		chosen(a.Values[n])
	}
}

// money returns cents as sCommerce stores prices.
func money(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// add adds a row to a table.
func add(site *evosite.Site, table string, r evosite.Record) {
	site.Records[table] = append(site.Records[table], r)
}
