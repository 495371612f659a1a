package document

import (
	"slices"

	"emcp/allowlist"
	"emcp/toolset/schema"
)

// OmitEmptyArgument is the argument that leaves out members without a value.
func OmitEmptyArgument() schema.Property {
	return schema.Optional("omit_empty", schema.Boolean("Leave out empty members").InBrief(""))
}

// isEmpty reports whether a field of the document has no value: null, an empty string or list, or a missing time.
func (i *Item) isEmpty(f fieldOfCall, c Cell) bool {
	switch {
	case f.withheld:
		return true
	case f.Type == allowlist.Link:
		return linkOf(c) == nil
	case f.Source == allowlist.Tree:
		return IsEmpty(i.Place.Value(f.Name))
	case f.Source == allowlist.Nearby:
		return IsEmpty(i.nearby.member(f.Name))
	case f.Source == allowlist.SearchEngines:
		return i.seo == nil
	case f.Type == allowlist.Headings:
		return len(i.headings) == 0
	case f.Source == allowlist.Embedded:
		return len(i.media.list) == 0
	case f.Type == allowlist.Moment:
		return c.Number == 0
	}
	return f.isText() && (c.Text == nil || *c.Text == "")
}

// IsEmpty reports whether a value is null, an empty string or an empty list.
func IsEmpty(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case *string:
		return v == nil || *v == ""
	case **string:
		return *v == nil || **v == ""
	case **int64:
		return *v == nil
	case []string:
		return len(v) == 0
	case []int64:
		return len(v) == 0
	case []related:
		return len(v) == 0
	case *related:
		return v == nil
	}
	return false
}

// withoutEmpty returns the values without null, empty strings and empty lists; nil if none are left.
func (v *tvValues) withoutEmpty() *tvValues {
	if v == nil {
		return nil
	}
	var kept *tvValues
	for i, s := range v.selection {
		if v.stored[i] == nil || *v.stored[i] == "" {
			continue
		}
		if v.typed != nil && (string(v.typed[i]) == "null" || string(v.typed[i]) == "[]") {
			continue
		}
		if kept == nil {
			kept = &tvValues{public: v.public}
		}
		kept.selection, kept.stored = append(kept.selection, s), append(kept.stored, v.stored[i])
		if v.typed != nil {
			kept.typed = append(kept.typed, v.typed[i])
		}
		if slices.Contains(v.defaults, s.Name()) {
			kept.defaults = append(kept.defaults, s.Name())
		}
	}
	return kept
}
