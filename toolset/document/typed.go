package document

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/quantity"
	"emcp/richtext"
	"emcp/toolset/jsonout"
	"emcp/toolset/schema"
	"emcp/toolset/tree"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// Limits of the documents that values name.
const (
	maxExpanded      = 50 // of one value
	maxExpandedInAll = 500
)

// TypeArguments are the arguments that choose how values of template variables are returned.
func TypeArguments(o view.Options) []schema.Property {
	return []schema.Property{
		schema.Optional("tv_format", schema.Choice("Of TVs; typed: lists, numbers, dates", storedValues,
			typedValues).InBrief("")),
		schema.Optional("expand",
			schema.Array("TVs of ids, whose documents to return", o.WithTVs, schema.Name("")).InBrief("")),
	}
}

// checkExpand refuses to expand template variables that the answer does not have.
func (r *Reader) checkExpand(selection []tvfilter.Selection) error {
	for i, name := range r.Shape.expand {
		if !slices.ContainsFunc(selection, func(s tvfilter.Selection) bool { return s.Name() == name }) {
			path := schema.Index("expand", i)
			return fault.Invalid(path, "%s must also be in with_tvs, without :d", path)
		}
	}
	return nil
}

// selected returns the template variable of a selection.
func (r *Reader) selected(s tvfilter.Selection) evodb.TV {
	for _, tv := range r.Schema.TVs(s.Name()) {
		if tv.ID == s.Operand().TV() {
			return tv
		}
	}
	return evodb.TV{}
}

// typeValues fills in the typed values of documents.
func (r *Reader) typeValues(ctx context.Context, items []*Item) error {
	if !r.Shape.typed && len(r.Shape.expand) == 0 && len(r.Options.TVTypes) == 0 {
		return nil
	}
	typers := map[int64]*valueTyper{}
	expanded, err := r.expanded(ctx, items)
	if err != nil {
		return err
	}
	for _, item := range items {
		item.tvs.typed = make([]jsontext.Value, len(item.tvs.selection))
		for i, s := range item.tvs.selection {
			id := s.Operand().TV()
			if typers[id] == nil {
				typers[id] = r.typer(r.selected(s))
			}
			text := item.tvs.stored[i]
			var value any
			switch {
			case slices.Contains(r.Shape.expand, s.Name()):
				value = expanded.documents(text)
			case r.Shape.typed && !r.converts(id):
				value = typers[id].value(text)
			}
			if value != nil {
				if item.tvs.typed[i], err = jsonout.AppendValue(nil, value); err != nil {
					return err
				}
			}
			if amount := typers[id].amount(text); amount != nil {
				item.amounts = append(item.amounts, jsonout.Member{Name: s.Name(), Value: amount})
			}
		}
	}
	return nil
}

// valueTyper types the stored values of one template variable.
type valueTyper struct {
	*Reader
	tv       evodb.TV
	labels   map[string]string // labels of the options, by value
	quantity *quantity.Type    // nil: values are not read as amounts
}

func (r *Reader) typer(tv evodb.TV) *valueTyper {
	t := &valueTyper{Reader: r, tv: tv, labels: map[string]string{}}
	for _, option := range r.OptionsOf(tv) {
		t.labels[option.Value] = option.Label
	}
	if known, configured := r.QuantityOf(tv); configured || r.Shape.typed {
		t.quantity = known
	}
	return t
}

// choiceValue is a chosen value with its label.
type choiceValue struct {
	Value string  `json:"value"`
	Label *string `json:"label"` // nil: no option has the value
}

// value returns the typed value, or nil if the stored text stays. Amounts stay, because they
// have a member of their own.
func (t *valueTyper) value(text *string) any {
	if text == nil {
		return null
	}
	switch kind := t.tv.Type; {
	case t.quantity != nil:
		return nil // stays as stored
	case view.Chosen[kind]:
		all := []choiceValue{}
		for value := range strings.SplitSeq(*text, view.Separator) {
			if value != "" {
				all = append(all, t.choice(value))
			}
		}
		return all
	case view.IsChoice(kind):
		if *text == "" {
			return null
		}
		return t.choice(*text)
	case kind == "image", kind == "file":
		return t.address(strings.TrimSpace(*text))
	case kind == view.DateType:
		return orNull(storedMoment(text))
	case kind == "number":
		if number, ok := quantity.Plain.Parse(*text); ok && !strings.Contains(*text, ",") {
			return jsontext.Value(number)
		}
	}
	if structured := t.structured(*text); structured != nil {
		return structured
	}
	return nil
}

// null is the typed value of a missing value.
var null = jsontext.Value("null")

func orNull(text *string) any {
	if text == nil {
		return null
	}
	return *text
}

func (t *valueTyper) choice(value string) choiceValue {
	if label, ok := t.labels[value]; ok {
		return choiceValue{value, &label}
	}
	return choiceValue{Value: value}
}

// address returns the address of a file.
func (t *valueTyper) address(text string) any {
	if text == "" {
		return null
	}
	return strings.ReplaceAll(richtext.Absolute(t.URL(), text), " ", "%20")
}

// maxNesting is the deepest nesting of a JSON value. Deeper ones stay strings.
const maxNesting = 32

// structured returns the JSON array or object that the text contains, otherwise nil. Of MultiTV it returns the rows. It
// removes tags from the strings inside if the caller may not see tags.
func (t *valueTyper) structured(text string) jsontext.Value {
	var written strings.Builder
	out := jsontext.NewEncoder(&written)
	whole := eachToken(text, func(token jsontext.Token) bool {
		if token.Kind() == '"' {
			token = jsontext.String(t.Untagged(token.String()))
		}
		return out.WriteToken(token) == nil // an error, for example, if two names are the same without their tags
	})
	if !whole {
		return nil
	}
	value := jsontext.Value(strings.TrimSpace(written.String()))
	var multi struct {
		Rows jsontext.Value `json:"fieldValue"`
	}
	if json.Unmarshal(value, &multi) == nil && multi.Rows.Kind() == '[' {
		return multi.Rows
	}
	return value
}

// eachToken calls yield with the tokens of the JSON array or object that is the text, until it returns false. It
// reports whether the text is one, at most maxNesting levels deep, and yield got all of it.
func eachToken(text string, yield func(jsontext.Token) bool) bool {
	text = strings.TrimSpace(text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	in := jsontext.NewDecoder(strings.NewReader(text))
	for {
		token, err := in.ReadToken()
		if err != nil || in.StackDepth() > maxNesting || !yield(token) {
			return false
		}
		if in.StackDepth() == 0 {
			return strings.TrimSpace(text[in.InputOffset():]) == ""
		}
	}
}

// amount returns the amount of money or the measure in a text, or nil if there is none.
func (t *valueTyper) amount(text *string) any {
	if t.quantity == nil || text == nil {
		return nil
	}
	number, ok := t.quantity.Parse(*text)
	if !ok {
		return nil
	}
	if t.quantity.Currency() == "" {
		return jsonout.Object{{Name: "value", Value: jsontext.Value(number)}, {Name: "unit", Value: t.quantity.Unit()}}
	}
	minor, ok := t.quantity.Minor(number)
	if !ok {
		return nil
	}
	return jsonout.Object{{Name: "minor", Value: minor}, {Name: "currency", Value: t.quantity.Currency()}}
}

// expansion has the documents that values name.
type expansion struct{ places tree.Places }

// NamedIDs returns the document ids in a value. They may be separated by commas, semicolons, spaces or ||.
func NamedIDs(text *string) (ids []int64) {
	if text == nil {
		return nil
	}
	for part := range strings.FieldsFuncSeq(*text,
		func(r rune) bool { return r == ',' || r == '|' || r == ' ' || r == ';' }) {
		id, err := strconv.ParseInt(part, 10, 64)
		if err == nil && id > 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		if len(ids) == maxExpanded {
			break
		}
	}
	return ids
}

// expanded reads the documents that are named in values of the template variables in expand.
func (r *Reader) expanded(ctx context.Context, items []*Item) (expansion, error) {
	var ids []int64
	for _, item := range items {
		for i, s := range item.tvs.selection {
			if slices.Contains(r.Shape.expand, s.Name()) {
				ids = append(ids, NamedIDs(item.tvs.stored[i])...)
			}
		}
	}
	if len(ids) == 0 {
		return expansion{}, nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	ids = ids[:min(len(ids), maxExpandedInAll)]
	at, err := tree.PlacesOf(ctx, r.Site, ids)
	if err != nil {
		return expansion{}, err
	}
	r.show(nil, at)
	return expansion{at}, nil
}

// documents returns the documents that a value names, without those that the caller may not see.
func (e expansion) documents(text *string) any {
	if text == nil {
		return null
	}
	type document struct {
		ID    int64  `json:"id"`
		Title string `json:"pagetitle"`
		URL   string `json:"url"`
	}
	all := []document{}
	for _, id := range NamedIDs(text) {
		if n := e.places.Nodes[id]; n.Seen {
			all = append(all, document{id, n.Title, e.places.URL(id)})
		}
	}
	return all
}
