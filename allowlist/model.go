package allowlist

import (
	"fmt"
	"slices"
	"strings"
)

// Field is a public column of a model. Values come only from a Model.
type Field struct {
	name    string
	integer bool
	binding bool
	time    bool
}

// Name returns the column's name, which is also its key in the answer.
func (f Field) Name() string { return f.name }

// Integer reports whether the field is an integer in the answer; all others are text.
func (f Field) Integer() bool { return f.integer }

// Time reports whether the field is a time in Unix seconds, 0 or NULL for none.
func (f Field) Time() bool { return f.time }

// Binding reports whether the field can hold an @-binding, from which Evolution computes a value: code or a
// query that visitors never see.
func (f Field) Binding() bool { return f.binding }

// Model is an administrative table that evo.model.* may read.
type Model struct {
	Name   string  // canonical name, "SiteTemplate"
	Table  string  // table without prefix, "site_templates"
	Fields []Field // public fields, id first
	// Permission is the one that shows the same in Evolution's manager. It keeps the model, which describes people and
	// their rights, from callers with the public view. Empty: none is needed.
	Permission string
	// Internal means that no page shows any of it. Callers with the public view can read it only if
	// the configuration names it.
	Internal bool
	// DocumentField names the field that holds a document's id; rows of documents that the caller may not see are not
	// shown. It is empty if rows do not belong to documents.
	DocumentField string
	// TVField names the field that holds a template variable's id; rows of variables that the caller may not see are not
	// shown. It is empty if rows do not belong to variables.
	TVField string
}

// Permissions of Evolution's manager.
const (
	editUsers = "edit_user"
	editRoles = "edit_role"
)

// sensitive are the columns that no configuration can open (contract section 7).
var sensitive = []string{"password", "cachepwd", "verified_key", "refresh_token", "access_token", "sessionid"}

// Sensitive reports whether a column or a template variable of this name must never leave the
// database, whatever the table.
func Sensitive(name string) bool {
	return slices.ContainsFunc(sensitive, func(s string) bool { return strings.EqualFold(s, name) })
}

// Models returns the default models. Columns that a site's Evolution version does not have are cut later, by Cut.
func Models() []Model {
	return []Model{
		model("SiteTemplate", "site_templates",
			"id# templatename description editor_type# icon category# locked#"),
		ofTV("id", model("SiteTmplvar", "site_tmplvars",
			"id# name caption description type default_text@ display elements@ rank# category# locked#")),
		ofTV("tmplvarid", ofDocument("contentid", model("SiteTmplvarContentvalue", "site_tmplvar_contentvalues",
			"id# contentid# tmplvarid# value@"))),
		internal(model("SiteSnippet", "site_snippets",
			"id# name description category# locked# disabled# createdon~ editedon~")),
		internal(model("SitePlugin", "site_plugins",
			"id# name description category# locked# disabled# createdon~ editedon~")),
		internal(model("SiteModule", "site_modules",
			"id# name description category# disabled# createdon~ editedon~")),
		internal(model("Category", "categories", "id# category")),
		needs(editUsers, model("User", "users", "id# username")),
		needs(editUsers, model("UserAttribute", "user_attributes",
			"id# internalKey# fullname email phone mobilephone blocked# blockeduntil~ blockedafter~ "+
				"failedlogincount# logincount# lastlogin~")),
		needs(editRoles, model("UserRole", "user_roles", "id# name description")),
		needs(editRoles, model("Permissions", "permissions", "id# name key lang_key group_id# disabled#")),
		needs(editRoles, model("PermissionsGroups", "permissions_groups", "id# name")),
		needs(editRoles, model("RolePermissions", "role_permissions", "id# role_id# permission")),
	}
}

// model reads fields from a list of names, of which those with a trailing # are integers, those with a trailing ~
// times, and those with a trailing @ can hold bindings.
func model(name, table, fields string) Model {
	m := Model{Name: name, Table: table}
	for _, f := range strings.Fields(fields) {
		column, integer := strings.CutSuffix(f, "#")
		column, binding := strings.CutSuffix(column, "@")
		column, moment := strings.CutSuffix(column, "~")
		m.Fields = append(m.Fields, Field{column, integer || moment, binding, moment})
	}
	return m
}

func needs(permission string, m Model) Model {
	m.Permission = permission
	return m
}

func internal(m Model) Model {
	m.Internal = true
	return m
}

func ofDocument(field string, m Model) Model {
	m.DocumentField = field
	return m
}

func ofTV(field string, m Model) Model {
	m.TVField = field
	return m
}

// Field returns the public field of that name.
func (m Model) Field(name string) (Field, bool) {
	for _, f := range m.Fields {
		if f.name == name {
			return f, true
		}
	}
	return Field{}, false
}

// FieldNames returns the names of the public fields in their order.
func (m Model) FieldNames() []string {
	names := make([]string, len(m.Fields))
	for i, f := range m.Fields {
		names[i] = f.name
	}
	return names
}

// Cut returns the model with only those fields for which keep is true. The id always stays.
func (m Model) Cut(keep func(field string) bool) Model {
	m.Fields = slices.DeleteFunc(slices.Clone(m.Fields), func(f Field) bool {
		return f.name != "id" && !keep(f.name)
	})
	return m
}

// Narrow returns the model with only the fields of the given names. A name that is not public is an error: a
// configuration can close fields, but not open them.
func (m Model) Narrow(names []string) (Model, error) {
	for _, name := range names {
		if Sensitive(name) {
			return Model{}, fmt.Errorf("field %s of %s is sensitive and can never be shown", name, m.Name)
		}
		if _, ok := m.Field(name); !ok {
			return Model{}, fmt.Errorf("%s has no public field %s; it has %s", m.Name, name, strings.Join(m.FieldNames(), ", "))
		}
	}
	return m.Cut(func(field string) bool { return slices.Contains(names, field) }), nil
}
