// Package oracle answers the calls of the toolset over an evosite.Site in plain Go: it looks at every document, value
// and row, and applies the rules of the contract one by one. It is slow and obvious, and shares no code with the
// product. The tests compare the product's answers with its answers.
//
// It is exact only where the answer does not depend on details of the database that the package does not know. This
// limits what a site and a call may contain; Compare, Like and Cast describe the limits.
package oracle

import "emcp/internal/test/evosite"

// Call returns the complete answer to a valid call: an Object with item or items, and meta.
func (m *Model) Call(view View, tool string, a Arguments) (Object, error) {
	switch tool {
	case "evo.model.list", "evo.model.get":
		return m.callModel(view, tool, a)
	}
	if !m.KnowsTVs(view, a) {
		return nil, ErrUnknownTV
	}
	if tool == "evo.content.get" {
		meta := Object{"toolsetVersion": toolsetVersion}
		d, ok := m.find(view, *a.ID)
		if !ok {
			return Object{"item": nil, "meta": meta}, nil
		}
		return Object{"item": m.item(view, d, a), "meta": meta}, nil
	}
	var documents []evosite.Document
	if tool == "evo.content.search" {
		documents = m.search(view, a)
	} else {
		documents = m.list(view, tool, a)
	}
	items := []Object{}
	for _, d := range page(documents, a) {
		items = append(items, m.item(view, d, a))
	}
	meta := listMeta(a, len(items), len(documents))
	return Object{"items": items, "meta": meta}, nil
}

// list returns all documents that a list tool other than search finds, in order.
func (m *Model) list(view View, tool string, a Arguments) []evosite.Document {
	switch tool {
	case "evo.content.root_tree":
		return sorted(m.below(0, or(a.Depth, 1)+1, m.visible(view)), byID)
	case "evo.content.descendants":
		return sorted(m.below(*a.ID, or(a.Depth, 1), m.visible(view)), byParent, byMenuIndex, byID)
	case "evo.content.ancestors":
		return m.ancestors(view, *a.ID, a.Depth)
	case "evo.content.children", "evo.content.children_range":
		found := m.where(view, func(d evosite.Document) bool { return d.Parent == *a.ID && inRange(d, a) })
		return sorted(found, byMenuIndex, byID)
	}
	// The remaining tools return siblings of a document, all or some of them.
	node, ok := m.find(view, *a.ID)
	if !ok {
		return nil
	}
	found := m.where(view, func(d evosite.Document) bool {
		return d.Parent == node.Parent && d.ID != node.ID && isSibling(tool, node, d, a)
	})
	if tool == "evo.content.prev_siblings" { // nearest first
		return sorted(found, directed("desc", byMenuIndex), directed("desc", byID))
	}
	return sorted(found, byMenuIndex, byID)
}

// isSibling reports whether a tool returns d: another document with the same parent as node.
func isSibling(tool string, node, d evosite.Document, a Arguments) bool {
	switch tool {
	case "evo.content.siblings":
		return true
	case "evo.content.neighbors":
		return d.MenuIndex == node.MenuIndex-1 || d.MenuIndex == node.MenuIndex+1
	case "evo.content.prev_siblings":
		return d.MenuIndex < node.MenuIndex
	case "evo.content.next_siblings":
		return d.MenuIndex > node.MenuIndex
	case "evo.content.siblings_range":
		return inRange(d, a)
	}
	panic("no such tool: " + tool)
}

// inRange reports whether the menuindex is in [from, to]. Either limit may be absent.
func inRange(d evosite.Document, a Arguments) bool {
	return (a.From == nil || d.MenuIndex >= *a.From) && (a.To == nil || d.MenuIndex <= *a.To)
}

// item is a document as an answer has it.
func (m *Model) item(view View, d evosite.Document, a Arguments) Object {
	item := m.members(view, d, a)
	if len(a.WithTVs) == 0 {
		return item
	}
	tvs := Object{}
	for _, name := range a.WithTVs {
		name, useDefault := cutDefault(name)
		tvs[name] = nullable(m.value(view, name, d.ID, useDefault, View.read))
	}
	item["tvs"] = tvs
	return item
}
