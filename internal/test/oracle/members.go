package oracle

import (
	"cmp"
	"slices"
	"time"

	"emcp/internal/test/evosite"
)

// ContractFields are the members that a document has by default. ExtensionFields are the other members that the oracle
// knows.
var (
	ContractFields = []string{
		"id", "parent", "pagetitle", "longtitle", "description", "alias", "published", "deleted", "hidemenu", "menuindex",
		"template", "createdon", "editedon", "pub_date", "unpub_date", "isfolder", "type",
	}
	ExtensionFields = []string{
		"menutitle", "introtext", "content", "link_attributes", "publishedon", "searchable", "template_name",
		"children_count", "depth", "path", "path_ids", "previous", "next", "children",
	}
)

// members are the members that the call asks for, except tvs.
func (m *Model) members(view View, d evosite.Document, a Arguments) Object {
	fields := a.Fields
	if fields == nil {
		fields = ContractFields
	}
	item := Object{"id": d.ID}
	for _, name := range fields {
		item[name] = m.member(view, d, name, a.Dates)
		if all, ok := item[name].([]Object); ok && name == "children" && len(all) > maxChildren {
			item[name], item["more_children"] = all[:maxChildren], true
		}
	}
	return item
}

func (m *Model) member(view View, d evosite.Document, name, dates string) any {
	switch name {
	case "id":
		return d.ID
	case "parent":
		return d.Parent
	case "pagetitle":
		return view.cut(d.Title)
	case "longtitle":
		return view.cut(d.LongTitle)
	case "description":
		return view.cut(d.Description)
	case "alias":
		if d.Alias == nil {
			return nil
		}
		return view.cut(*d.Alias)
	case "published":
		return flag(d.Published)
	case "deleted":
		return flag(d.Deleted)
	case "hidemenu":
		return d.HideMenu
	case "menuindex":
		return d.MenuIndex
	case "template":
		return d.Template
	case "createdon":
		return moment(d.CreatedOn, dates)
	case "editedon":
		return moment(d.EditedOn, dates)
	case "pub_date":
		return moment(d.PubDate, dates)
	case "unpub_date":
		return moment(d.UnpubDate, dates)
	case "isfolder":
		return flag(d.Folder)
	case "type":
		if d.Type == "" {
			return "document"
		}
		return d.Type
	}
	return m.extension(view, d, name, dates)
}

func (m *Model) extension(view View, d evosite.Document, name, dates string) any {
	switch name {
	case "menutitle":
		return view.cut(d.MenuTitle)
	case "introtext":
		return d.IntroText
	case "content":
		if d.Type == "reference" && d.Content != "" {
			return "/" + d.Content // address of the target, on a site whose address is not known
		}
		return d.Content
	case "link_attributes":
		return "" // a site has none
	case "publishedon":
		return moment(0, dates) // no time
	case "searchable":
		return int64(1) // all are
	case "template_name":
		return m.template(view, d.Template)
	case "children_count":
		return int64(len(m.where(view, func(child evosite.Document) bool { return child.Parent == d.ID })))
	case "previous", "next":
		return m.beside(view, d, name)
	case "children":
		children := []Object{}
		for _, child := range m.inMenu(view, d.ID) {
			children = append(children, related(view, child))
		}
		return children
	}
	if _, shown := m.find(view, d.ID); !shown {
		return nil // a document in the trash has no place in the tree
	}
	switch name {
	case "depth":
		return int64(len(m.above(d.ID)))
	case "path":
		titles := []string{}
		for _, a := range m.ancestors(view, d.ID, nil) {
			titles = append(titles, view.cut(a.Title))
		}
		return titles
	case "path_ids":
		ids := []int64{}
		for _, a := range m.ancestors(view, d.ID, nil) {
			ids = append(ids, a.ID)
		}
		return ids
	}
	panic("no such field: " + name)
}

// maxChildren is how many children an item has at most.
const maxChildren = 50

// inMenu are the children of a document in the order of the menu.
func (m *Model) inMenu(view View, parent int64) []evosite.Document {
	children := m.where(view, func(d evosite.Document) bool { return d.Parent == parent })
	slices.SortFunc(children, inMenuOrder)
	return children
}

func inMenuOrder(a, b evosite.Document) int {
	return cmp.Or(cmp.Compare(a.MenuIndex, b.MenuIndex), cmp.Compare(a.ID, b.ID))
}

// beside is the sibling before a document, or the one after it; NULL where there is none.
func (m *Model) beside(view View, d evosite.Document, name string) any {
	var near any
	for _, sibling := range m.inMenu(view, d.Parent) {
		switch order := inMenuOrder(sibling, d); {
		case name == "previous" && order < 0:
			near = related(view, sibling)
		case name == "next" && order > 0:
			return related(view, sibling)
		}
	}
	return near
}

// related is a document as another one names it.
func related(view View, d evosite.Document) Object {
	return Object{"id": d.ID, "pagetitle": view.cut(d.Title)}
}

// template returns the name of a template, or NULL if it does not exist.
func (m *Model) template(view View, id int64) any {
	templates := m.rows("SiteTemplate")
	i := slices.IndexFunc(templates, func(row Object) bool { return row["id"] == id })
	if i < 0 {
		return nil
	}
	return view.readRow("SiteTemplate", templates[i])["templatename"]
}

// moment returns a time in the format of the call.
func moment(seconds int64, dates string) any {
	switch {
	case dates != "rfc3339":
		return seconds
	case seconds == 0:
		return nil
	}
	return time.Unix(seconds, 0).UTC().Format(time.RFC3339)
}
