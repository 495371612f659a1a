package oracle

import (
	"cmp"

	"emcp/internal/test/evosite"
)

// maxDepth is the default depth of a walk.
const maxDepth = 6

// search returns the documents that meet all conditions of evo.content.search. The words of a query are not among them.
func (m *Model) search(view View, a Arguments) []evosite.Document {
	shown := m.visible(view)
	if a.Deleted != nil && *a.Deleted { // visitors never see the trash
		permitted := m.permitted(view)
		shown = func(d evosite.Document) bool { return d.Deleted && permitted(d) }
	}
	found := m.filter(shown)
	if a.Parent != nil && (*a.Parent != 0 || a.Depth != nil) {
		below := idsOf(m.below(*a.Parent, or(a.Depth, maxDepth), shown))
		found = keep(found, func(d evosite.Document) bool { return below[d.ID] })
	}
	found = keep(found, func(d evosite.Document) bool {
		return (a.Published == nil || d.Published == *a.Published) &&
			(a.HideMenu == nil || d.HideMenu == *a.HideMenu) &&
			(a.Template == nil || d.Template == *a.Template)
	})
	for _, f := range a.TVFilters {
		found = keep(found, func(d evosite.Document) bool { return m.holds(view, f, d) })
	}
	if a.TagsData != nil {
		found = keep(found, func(d evosite.Document) bool { return m.tagged(view, *a.TagsData, d) })
	}
	return sorted(found, append(m.searchOrders(view, a), byID)...)
}

// holds reports whether a condition on a TV is true for a document. For NULL only the operator null is true.
func (m *Model) holds(view View, f TVFilter, d evosite.Document) bool {
	value := m.value(view, f.TV, d.ID, f.UseDefault, View.compared)
	if f.Cast == "" || value == nil {
		return holds(f.Op, value, f.Value)
	}
	return compares(f.Op, Cast(*value, f.Cast).Cmp(number(texts(f.Value, false)[0])))
}

// tagged reports whether a document has one of the tags.
func (m *Model) tagged(view View, tags TagsData, d evosite.Document) bool {
	if !m.ShowsTV(view, tags.TV) {
		return false
	}
	for _, tag := range m.site.Tags {
		if tag.TV == tags.TV && tag.Document == d.ID && view.plain(tag.Name) != nil && anyEqual(tag.Name, tags.Tags) {
			return true
		}
	}
	return false
}

// searchOrders returns the orders that a search asks for: those by TVs, then the one by a field.
func (m *Model) searchOrders(view View, a Arguments) []documentOrder {
	var orders []documentOrder
	for _, o := range a.TVOrder {
		orders = append(orders, directed(o.Dir, m.byTV(view, o)))
	}
	switch {
	case a.OrderByDate != "":
		orders = append(orders, directed(a.OrderByDate, byDate))
	case a.ByEdited != "":
		orders = append(orders, byField(view, "editedon", a.ByEdited))
	case a.OrderBy != "":
		orders = append(orders, byField(view, a.OrderBy, a.OrderDir))
	}
	return orders
}

// byTV compares the values of documents for a TV. NULL comes first.
func (m *Model) byTV(view View, o TVOrder) documentOrder {
	return func(a, b evosite.Document) int {
		x := m.value(view, o.TV, a.ID, o.UseDefault, View.compared)
		y := m.value(view, o.TV, b.ID, o.UseDefault, View.compared)
		switch {
		case x == nil && y == nil:
			return 0
		case x == nil:
			return -1
		case y == nil:
			return 1
		case o.Cast != "":
			return Cast(*x, o.Cast).Cmp(Cast(*y, o.Cast))
		}
		return Compare(*x, *y)
	}
}

// byDate compares the day of publication, or the day of creation for documents without one.
func byDate(a, b evosite.Document) int {
	date := func(d evosite.Document) int64 {
		if d.PubDate == 0 {
			return d.CreatedOn
		}
		return d.PubDate
	}
	return cmp.Compare(date(a), date(b))
}

func byField(view View, name, dir string) documentOrder {
	switch name {
	case "id":
		return directed(dir, byID)
	case "pagetitle":
		return byTitle(view, dir)
	case "menuindex":
		return directed(dir, byMenuIndex)
	case "createdon":
		return directed(dir, func(a, b evosite.Document) int { return cmp.Compare(a.CreatedOn, b.CreatedOn) })
	case "editedon":
		return directed(dir, func(a, b evosite.Document) int { return cmp.Compare(a.EditedOn, b.EditedOn) })
	case "pub_date":
		return directed(dir, func(a, b evosite.Document) int { return cmp.Compare(a.PubDate, b.PubDate) })
	}
	panic("no such order: " + name)
}

// byTitle compares titles. Titles that the view does not see completely are equal, and last in both directions.
func byTitle(view View, dir string) documentOrder {
	compare := directed(dir, Compare)
	return func(a, b evosite.Document) int {
		x, y := view.plain(a.Title), view.plain(b.Title)
		if x == nil || y == nil {
			return cmp.Compare(flag(x == nil), flag(y == nil))
		}
		return compare(*x, *y)
	}
}
