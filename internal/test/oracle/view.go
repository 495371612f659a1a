package oracle

import (
	"errors"
	"slices"
	"strings"

	"emcp/internal/test/evosite"
)

// Errors for calls that name something that the view does not show.
var (
	ErrForbidden = errors.New("forbidden") // a model
	ErrUnknownTV = errors.New("unknown_tv")
)

// View is who looks at the site: a visitor, or a user of its manager.
type View struct {
	Visitor bool
	Member  *Member // user of the manager; nil: a user who may see everything
}

// Member is a user of the manager.
type Member struct {
	Role        int64
	Permissions []string
	Groups      []int64 // document groups
	UseUdperms  bool    // setting use_udperms: private documents are only for their groups
}

// unlimited reports whether the view sees everything that the manager has.
func (v View) unlimited() bool {
	return !v.Visitor && (v.Member == nil || v.Member.Role == 1)
}

// has reports whether the view has a permission of the manager.
func (v View) has(permission string) bool {
	return v.unlimited() || !v.Visitor && (permission == internal || slices.Contains(v.Member.Permissions, permission))
}

// in reports whether the user of the view is in one of the groups.
func (v View) in(groups []int64) bool {
	return !v.Visitor && slices.ContainsFunc(groups, func(g int64) bool { return slices.Contains(v.Member.Groups, g) })
}

// read returns what the view reads of the stored text of a TV. For visitors a binding is dropped, because they would
// see its result, which is not stored.
func (v View) read(text *string) *string {
	if text == nil || v.Visitor && isBinding(*text) {
		return nil
	}
	cut := v.cut(*text)
	return &cut
}

// compared returns what the view compares with for the stored text of a TV. It is NULL if a visitor does not see all of
// the text.
func (v View) compared(text *string) *string {
	if text == nil || v.Visitor && isBinding(*text) {
		return nil
	}
	return v.plain(*text)
}

// cut returns what the view reads of any other text.
func (v View) cut(text string) string {
	if v.Visitor {
		return withoutTags(text)
	}
	return text
}

// plain returns what the view compares with for any other text.
func (v View) plain(text string) *string {
	if v.Visitor && beginsTag(text) {
		return nil
	}
	return &text
}

// isBinding reports whether Evolution executes a text: the text, trimmed as PHP trims, begins with @ and one of the
// commands, in any case.
func isBinding(text string) bool {
	text = strings.ToUpper(strings.Trim(text, " \t\n\r\x00\x0b"))
	for _, command := range []string{
		"CHUNK", "DIRECTORY", "DOCUMENT", "EVAL", "FILE", "INHERIT", "NONE", "PHP", "RESOURCE", "SELECT",
	} {
		if strings.HasPrefix(text, "@"+command) {
			return true
		}
	}
	return false
}

// groupsOfTV returns the document groups that a TV is restricted to.
func (m *Model) groupsOfTV(id int64) []int64 {
	var groups []int64
	for _, row := range m.site.Records["site_tmplvar_access"] {
		if row["tmplvarid"].(int64) == id {
			groups = append(groups, row["documentgroup"].(int64))
		}
	}
	return groups
}

// sensitive are the TV names, in lower case, that nobody may read.
var sensitive = []string{"password", "cachepwd", "verified_key", "refresh_token", "access_token", "sessionid"}

// ShowsTV reports whether the view shows a TV.
func (m *Model) ShowsTV(view View, id int64) bool {
	for _, tv := range m.site.TVs {
		if tv.ID == id && slices.Contains(sensitive, strings.ToLower(strings.TrimSpace(tv.Name))) {
			return false
		}
	}
	groups := m.groupsOfTV(id)
	return len(groups) == 0 || view.unlimited() || view.in(groups)
}

// tv returns the TV of a name that the view shows. If two have the same name, it is the older one.
func (m *Model) tv(view View, name string) (evosite.TV, bool) {
	var found []evosite.TV
	for _, tv := range m.site.TVs {
		if tv.Name == name && m.ShowsTV(view, tv.ID) {
			found = append(found, tv)
		}
	}
	if len(found) == 0 {
		return evosite.TV{}, false
	}
	return slices.MinFunc(found, func(a, b evosite.TV) int { return int(a.ID - b.ID) }), true
}

// KnowsTV reports whether the view shows a TV of that name.
func (m *Model) KnowsTV(view View, name string) bool {
	_, ok := m.tv(view, name)
	return ok
}

// KnowsTVs reports whether the view shows all TVs that a call names.
func (m *Model) KnowsTVs(view View, a Arguments) bool {
	var names []string
	for _, name := range a.WithTVs {
		name, _ = cutDefault(name)
		names = append(names, name)
	}
	for _, f := range a.TVFilters {
		names = append(names, f.TV)
	}
	for _, o := range a.TVOrder {
		names = append(names, o.TV)
	}
	names = append(names, a.QueryTVs...)
	return !slices.ContainsFunc(names, func(name string) bool { return !m.KnowsTV(view, name) })
}

// value is the value of a document for a TV in a view. see turns the stored text into the one that the view reads or
// compares with. nil is NULL.
func (m *Model) value(view View, tv string, document int64, useDefault bool, see func(View, *string) *string) *string {
	known, ok := m.tv(view, tv)
	if !ok {
		panic("no such TV: " + tv)
	}
	stored := see(view, m.values[valueKey{known.ID, document}])
	if stored == nil && useDefault {
		return see(view, known.Default)
	}
	return stored
}

// internal is the permission for tables of which no page shows anything. All users of the manager have it.
const internal = "any user of the manager"
