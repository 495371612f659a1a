package items

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/itemtype"
	"emcp/query"
	"emcp/toolset/view"
)

// attribute is an attribute of products that the site shows.
type attribute struct {
	id      int64
	shown   bool // on pages of products; otherwise only as a filter
	kind    itemtype.AttributeType
	alias   string
	title   string
	folders []int64 // documents to whose products it applies, and to those below
}

// attributeValue is an attribute of a product in an answer.
type attributeValue struct {
	Alias string `json:"alias"`
	Title string `json:"title"`
	Type  string `json:"type"`
	// Value is a number, true, a text, or for multiselect a list of texts.
	Value any `json:"value"`
}

// known returns the attributes that the site shows, in their order.
func (r *Reader) known(ctx context.Context) ([]attribute, error) {
	if r.attributes != nil || !slices.ContainsFunc(r.Type.Members,
		func(m itemtype.Member) bool { return m.Kind == itemtype.Values }) {
		return r.attributes, nil
	}
	statement, err := r.Compiler().Attributes(r.lang)
	if err != nil {
		return nil, err
	}
	all := []attribute{}
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var a attribute
		var kind int64
		var title, folders *string
		if err := scan(&a.id, &a.shown, &kind, &a.alias, &title, &folders); err != nil {
			return err
		}
		a.kind = itemtype.AttributeType(kind)
		if a.title = r.short(view.OrEmpty(title)); a.title == "" {
			a.title = a.alias
		}
		for id := range strings.SplitSeq(view.OrEmpty(folders), ",") {
			a.folders = append(a.folders, number(id))
		}
		all = append(all, a)
		return nil
	})
	r.attributes = all
	return all, err
}

// readAttributes reads the attributes of products. A product has those that apply to one of the documents in which it
// lies, or to one above.
func (d *reading) readAttributes(ctx context.Context, _ []*Item) error {
	r := d.reader
	if !r.has(itemtype.Values) {
		return nil
	}
	all, err := r.known(ctx)
	if err != nil {
		return err
	}
	shown := map[int64]attribute{}
	var ids []int64
	for _, a := range all {
		if a.shown && a.kind != itemtype.PriceRange {
			shown[a.id] = a
			ids = append(ids, a.id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	statement, err := r.Compiler().AttributesOf(d.ids, ids, r.lang)
	if err != nil {
		return err
	}
	found := map[int64]map[int64][]any{} // values by product and attribute
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var product, id int64
		var value string
		var label *string
		if err := scan(&product, &id, &value, &label); err != nil {
			return err
		}
		if found[product] == nil {
			found[product] = map[int64][]any{}
		}
		if v := r.attributeValue(shown[id].kind, value, label); v != nil && len(found[product][id]) < most {
			found[product][id] = append(found[product][id], v)
		}
		return nil
	})
	if err != nil {
		return err
	}
	d.values = map[int64][]attributeValue{}
	for _, product := range d.ids {
		above := d.above(product)
		for _, id := range ids {
			a, values := shown[id], found[product][id]
			if len(values) == 0 || len(d.values[product]) == maxValues ||
				!slices.ContainsFunc(a.folders, func(f int64) bool { return above[f] }) {
				continue
			}
			v := attributeValue{Alias: a.alias, Title: a.title, Type: a.kind.String(), Value: values[0]}
			if a.kind == itemtype.Multiselect {
				v.Value = values
			}
			d.values[product] = append(d.values[product], v)
		}
	}
	return nil
}

// maxValues is how many attributes a product has in an answer.
const maxValues = 100

// above returns the documents in which an item lies, and those above them.
func (d *reading) above(item int64) map[int64]bool {
	all := map[int64]bool{}
	for _, f := range d.folders[item] {
		all[f.id] = true
		for _, id := range d.places.Above(f.id) {
			all[id] = true
		}
	}
	return all
}

// attributeValue returns the value of an attribute as visitors read it, or nil. label is the name of a chosen value.
func (r *Reader) attributeValue(kind itemtype.AttributeType, value string, label *string) any {
	switch {
	case kind.Chosen():
		if label == nil {
			return nil
		}
		return r.short(*label)
	case kind == itemtype.Checkbox:
		if value == "1" {
			return true
		}
		return nil
	case kind == itemtype.Number:
		if n := decimal(value); n != nil {
			return n
		}
	}
	if text := r.short(r.inLanguage(kind, value)); strings.TrimSpace(text) != "" {
		return text
	}
	return nil
}

// inLanguage returns the text of an attribute, which is JSON with a member for each language.
func (r *Reader) inLanguage(kind itemtype.AttributeType, value string) string {
	var texts map[string]jsontext.Value
	if kind != itemtype.Text || json.Unmarshal([]byte(value), &texts) != nil {
		return value
	}
	for _, lang := range []string{r.lang, itemtype.Base} {
		var text string
		if json.Unmarshal(texts[lang], &text) == nil && text != "" {
			return text
		}
	}
	return ""
}

// choice is a term, or a value of an attribute, that can be chosen.
type choice struct {
	id                int64
	alias, name, base string
}

// choices returns the values of an attribute, or otherwise the terms of a member.
func (r *Reader) choices(ctx context.Context, a *query.Attribute, m itemtype.Member) (all []choice, err error) {
	var statement evodb.Statement
	if a != nil {
		statement, err = r.Compiler().AttributeValues(a.ID, r.lang)
	} else {
		statement, err = r.Compiler().Terms(r.Type, m.Related, r.lang)
	}
	if err != nil {
		return nil, err
	}
	return all, r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var c choice
		err := scan(&c.id, &c.alias, &c.name, &c.base)
		c.name = r.short(c.name)
		all = append(all, c)
		return err
	})
}

// is reports whether a caller means the value.
func (c choice) is(text string) bool {
	return strings.EqualFold(c.alias, text) || strings.EqualFold(c.name, text) || strings.EqualFold(c.base, text)
}

// number returns the number that the value stands for.
func (c choice) number() (float64, bool) {
	n, err := strconv.ParseFloat(strings.Replace(c.name, ",", ".", 1), 64)
	return n, err == nil
}
