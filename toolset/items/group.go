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
	"emcp/toolset/tree"
)

// Group is a value that items share, and their number.
type Group struct {
	Value jsontext.Value `json:"value"` // an id, a number, or a text as conditions take it
	Label *string        `json:"label,omitzero"`
	Count int64          `json:"count"`
}

// groups reports whether items can be counted by a member.
func groups(m itemtype.Member) bool {
	switch m.Kind {
	case itemtype.Choice, itemtype.Flag, itemtype.Folder, itemtype.Folders, itemtype.Terms:
		return true
	case itemtype.Line:
		return !m.Translated
	}
	return false
}

// Groups returns the largest groups of a list, at most limit, and whether there are more. by is the name of a member,
// or the alias or title of an attribute. The error is a fault.
func (r *Reader) Groups(ctx context.Context, l query.ItemList, by string, limit int64) ([]Group, bool, error) {
	var g query.ItemGrouping
	m, ok := r.Type.Member(by)
	if ok && groups(m) {
		g.Member = m
	} else {
		a, err := r.attribute(ctx, by)
		switch {
		case err != nil:
			return nil, false, err
		case a == nil || a.kind == itemtype.PriceRange:
			return nil, false, r.unknown(ctx, "count_by", by, groups)
		}
		g.Attribute = &query.Attribute{ID: a.id, Type: a.kind}
	}
	statement, err := r.Compiler().ItemGroups(l, g, limit+1)
	if err != nil {
		return nil, false, err
	}
	type counted struct {
		value string
		count int64
	}
	var all []counted
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var value *string
		var n int64
		if err := scan(&value, &n); err != nil || value == nil {
			return err
		}
		all = append(all, counted{*value, n})
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	more := int64(len(all)) > limit
	all = all[:min(int64(len(all)), limit)]
	var values []string
	for _, c := range all {
		values = append(values, c.value)
	}
	label, err := r.labels(ctx, g, values)
	if err != nil {
		return nil, false, err
	}
	list := []Group{}
	for _, c := range all {
		if next, seen := label(c.value); seen {
			next.Count = c.count
			list = append(list, next)
		}
	}
	return list, more, nil
}

// labels returns a function that names a group; seen is false for one that the caller does not see.
func (r *Reader) labels(
	ctx context.Context, g query.ItemGrouping, values []string,
) (func(value string) (next Group, seen bool), error) {
	ids := make([]int64, 0, len(values))
	for _, value := range values {
		ids = append(ids, number(value))
	}
	if len(ids) == 0 {
		return nil, nil
	}
	names := map[string]Group{}
	byName := func(value string) (Group, bool) { g, ok := names[value]; return g, ok }
	add := func(id int64, value jsontext.Value, label string) {
		names[strconv.FormatInt(id, 10)] = Group{Value: value, Label: &label}
	}
	switch a := g.Attribute; {
	case a != nil && a.Type.Chosen(), a == nil && g.Member.Kind == itemtype.Terms:
		all, err := r.choices(ctx, a, g.Member)
		for _, c := range all {
			add(c.id, quoted(c.alias), c.name)
		}
		return byName, err
	case a == nil && (g.Member.Kind == itemtype.Folders || g.Member.Kind == itemtype.Folder):
		places, err := tree.PlacesOf(ctx, r.Site, slices.Clone(ids))
		for _, id := range ids {
			if n := places.Nodes[id]; n.Seen {
				add(id, jsontext.Value(strconv.FormatInt(id, 10)), n.Title)
			}
		}
		return byName, err
	}
	return func(value string) (Group, bool) {
		switch {
		case g.Attribute != nil && g.Attribute.Type == itemtype.Checkbox:
			return Group{Value: jsontext.Value("true")}, value == "1"
		case g.Attribute != nil && g.Attribute.Type == itemtype.Number:
			n, _ := decimal(value).(jsontext.Value)
			return Group{Value: n}, n != nil
		case g.Attribute == nil && g.Member.Kind == itemtype.Choice:
			if n := int(number(value)); n >= 0 && n < len(g.Member.Labels) {
				return Group{Value: quoted(g.Member.Labels[n])}, true
			}
		case g.Attribute == nil && g.Member.Kind == itemtype.Flag:
			return Group{Value: jsontext.Value(strconv.FormatBool(value != "0"))}, true
		}
		text := r.short(value)
		return Group{Value: quoted(text)}, strings.TrimSpace(text) != ""
	}, nil
}

// quoted returns a text as JSON.
func quoted(text string) jsontext.Value {
	value, _ := json.Marshal(text, jsontext.AllowInvalidUTF8(true)) // a string has a form in JSON
	return value
}
