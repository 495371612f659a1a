package oracle

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"emcp/internal/test/evosite"
)

// table is what evo.model.* may show of a table. Fields with a # are integers, all others are texts.
type table struct {
	name       string
	fields     string
	permission string // manager permission that is required; empty: none
}

var tables = map[string]table{
	"SiteTemplate": {"site_templates", "id# templatename description editor_type# icon category# locked#", ""},
	"SiteTmplvar": {
		"site_tmplvars", "id# name caption description type default_text display elements rank# category# locked#", "",
	},
	"SiteTmplvarContentvalue": {"site_tmplvar_contentvalues", "id# contentid# tmplvarid# value", ""},
	"SiteSnippet": {
		"site_snippets", "id# name description category# locked# disabled# createdon# editedon#", internal,
	},
	"SitePlugin": {
		"site_plugins", "id# name description category# locked# disabled# createdon# editedon#", internal,
	},
	"SiteModule": {"site_modules", "id# name description category# disabled# createdon# editedon#", internal},
	"Category":   {"categories", "id# category", internal},
	"User":       {"users", "id# username", "edit_user"},
	"UserAttribute": {"user_attributes", "id# internalKey# fullname email phone mobilephone blocked# blockeduntil# " +
		"blockedafter# failedlogincount# logincount# lastlogin#", "edit_user"},
	"UserRole":          {"user_roles", "id# name description", "edit_role"},
	"Permissions":       {"permissions", "id# name key lang_key group_id# disabled#", "edit_role"},
	"PermissionsGroups": {"permissions_groups", "id# name", "edit_role"},
	"RolePermissions":   {"role_permissions", "id# role_id# permission", "edit_role"},
}

// Models returns the names of the models in alphabetical order.
func Models() []string {
	var names []string
	for name := range tables {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Fields returns the names of a model's fields. A # follows the names of integer fields.
func Fields(model string) []string { return strings.Fields(tables[model].fields) }

// callModel answers evo.model.*.
func (m *Model) callModel(view View, tool string, a Arguments) (Object, error) {
	name := canonical(a.Model)
	if needed := tables[name].permission; needed != "" && !view.has(needed) {
		return nil, ErrForbidden
	}
	var rows []Object
	for _, row := range m.rows(name) {
		if m.shows(view, name, row) {
			rows = append(rows, row)
		}
	}
	if tool == "evo.model.get" {
		answer := Object{"item": nil, "meta": Object{"toolsetVersion": toolsetVersion, "model": name}}
		for _, row := range rows {
			if row["id"] == *a.ID {
				answer["item"] = view.readRow(name, row)
			}
		}
		return answer, nil
	}
	if a.Filters != nil {
		for _, c := range a.Filters.Where {
			rows = slices.DeleteFunc(rows, func(row Object) bool { return !c.holds(view.comparedRow(name, row)) })
		}
	}
	compare := func(Object, Object) int { return 0 }
	if a.OrderBy != "" {
		compare = directed(a.OrderDir, func(x, y Object) int {
			return compareValues(view.comparedRow(name, x)[a.OrderBy], view.comparedRow(name, y)[a.OrderBy])
		})
	}
	slices.SortFunc(rows, func(x, y Object) int {
		return cmp.Or(compare(x, y), compareValues(x["id"], y["id"]))
	})
	items := []Object{}
	for _, row := range page(rows, a) {
		items = append(items, view.readRow(name, row))
	}
	meta := listMeta(a, len(items), len(rows))
	meta["model"] = name
	return Object{"items": items, "meta": meta}, nil
}

// canonical returns the name of the model that a call names in any case.
func canonical(written string) string {
	for name := range tables {
		if strings.EqualFold(name, written) {
			return name
		}
	}
	panic("no such model: " + written)
}

// shows reports whether the view shows a row. Visitors see a stored value if they see its document and its TV. Users of
// the manager see it if they see the TV and may see the document, even if the document is in the trash or deleted.
func (m *Model) shows(view View, model string, row Object) bool {
	switch model {
	case "SiteTmplvar":
		return m.ShowsTV(view, row["id"].(int64))
	case "SiteTmplvarContentvalue":
		id := row["contentid"].(int64)
		d, there := m.documents[id]
		_, visible := m.find(view, id)
		everything := view.unlimited() || !view.Visitor && !view.Member.UseUdperms
		return (visible || everything || there && m.permitted(view)(d)) && m.ShowsTV(view, row["tmplvarid"].(int64))
	}
	return true
}

// ofTVs are the fields of models that hold texts of TVs, which can be bindings.
var ofTVs = map[string][]string{"SiteTmplvar": {"default_text", "elements"}, "SiteTmplvarContentvalue": {"value"}}

// readRow returns a row as the view reads it.
func (v View) readRow(model string, row Object) Object {
	return v.seeRow(model, row, v.read, func(text string) *string {
		text = v.cut(text)
		return &text
	})
}

// comparedRow returns a row as the view compares with it.
func (v View) comparedRow(model string, row Object) Object {
	return v.seeRow(model, row, v.compared, v.plain)
}

// seeRow returns a row with all texts as the view sees them.
func (v View) seeRow(model string, row Object, ofTV func(*string) *string, other func(string) *string) Object {
	seen := Object{}
	for field, value := range row {
		text, isText := value.(string)
		switch {
		case !isText:
			seen[field] = value
		case slices.Contains(ofTVs[model], field):
			seen[field] = nullable(ofTV(&text))
		default:
			seen[field] = nullable(other(text))
		}
	}
	return seen
}

// rows returns the public fields of all rows of a model.
func (m *Model) rows(model string) []Object {
	var records []evosite.Record
	switch model {
	case "SiteTmplvar":
		for i, tv := range m.site.TVs {
			records = append(records, evosite.Record{
				"id": tv.ID, "name": tv.Name, "caption": tv.Caption, "type": tv.Type, "elements": tv.Elements,
				"default_text": nullable(tv.Default), "rank": i,
				"description": "", "display": "", "category": 0, "locked": 0,
			})
		}
	case "SiteTmplvarContentvalue":
		for i, v := range m.site.Values {
			records = append(records, evosite.Record{
				"id": i + 1, "contentid": v.Document, "tmplvarid": v.TV, "value": nullable(v.Text),
			})
		}
	default:
		records = m.site.Records[tables[model].name]
	}
	var rows []Object
	for _, record := range records {
		row := Object{}
		for _, field := range Fields(model) {
			column := strings.TrimSuffix(field, "#")
			value, ok := record[column]
			if !ok {
				panic(fmt.Sprintf("the model knows no defaults of columns, and a row of %s has no %s", model, column))
			}
			if n, ok := value.(int); ok {
				value = int64(n)
			}
			row[column] = value
		}
		rows = append(rows, row)
	}
	return rows
}

// holds reports whether a condition is true for a row. Integers compare as numbers, but the like operators see their
// digits as text.
func (c Condition) holds(row Object) bool {
	n, isInteger := row[c.Field].(int64)
	if !isInteger {
		text, isText := row[c.Field].(string)
		if !isText {
			return holds(c.Op, nil, c.Value)
		}
		return holds(c.Op, &text, c.Value)
	}
	compare := func(text string) int { return CompareInteger(n, text) }
	isIn := func() bool {
		return slices.ContainsFunc(texts(c.Value, true), func(text string) bool { return compare(text) == 0 })
	}
	switch c.Op {
	case "in":
		return isIn()
	case "not_in":
		return !isIn()
	case "null", "!null", "like", "like-l", "like-r":
		digits := strconv.FormatInt(n, 10)
		return holds(c.Op, &digits, c.Value)
	}
	return compares(c.Op, compare(texts(c.Value, false)[0]))
}

// compareValues compares two values of a field. NULL comes first.
func compareValues(a, b any) int {
	if a == nil || b == nil {
		return cmp.Compare(flag(a != nil), flag(b != nil))
	}
	if n, ok := a.(int64); ok {
		return cmp.Compare(n, b.(int64))
	}
	return Compare(a.(string), b.(string))
}
