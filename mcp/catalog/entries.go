package catalog

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/identity"
	"emcp/internal/itemtype"
)

// Entry is a resource that is the result of a call.
type Entry struct {
	Tool      string
	Arguments jsontext.Value
}

// EntryOf returns the template, model, row or item of a URI. The URI must be as the resource templates write it.
func (c *Catalog) EntryOf(uri string) (Entry, bool) {
	path, own := strings.CutPrefix(uri, "evo://"+c.Handle+"/")
	if !own {
		return Entry{}, false
	}
	kind, rest, _ := strings.Cut(path, "/")
	switch kind {
	case "template":
		id, ok := parseID(rest)
		return Entry{SiteTool, fmt.Appendf(nil, `{"template":%d}`, id)}, ok
	case "item":
		name, text, _ := strings.Cut(rest, "/")
		id, ok := parseID(text)
		known := slices.Contains(itemtype.Names(), name)
		return Entry{ItemTool, fmt.Appendf(nil, `{"type":%q,"id":%d}`, name, id)}, ok && known
	case "model":
		model, row, isRow := strings.Cut(rest, "/")
		if !c.Tools.HasModel(model) {
			return Entry{}, false
		}
		if !isRow {
			return Entry{ListTool, fmt.Appendf(nil, `{"model":%q,"dates":"rfc3339","limit":%d}`, model,
				c.Tools.ListLimit())}, true
		}
		id, ok := parseID(row)
		return Entry{RowTool, fmt.Appendf(nil, `{"model":%q,"id":%d,"dates":"rfc3339"}`, model, id)}, ok
	}
	return Entry{}, false
}

// parseID parses an id that is written in the shortest form.
func parseID(text string) (int64, bool) {
	id, err := strconv.ParseInt(text, 10, 64)
	return id, err == nil && id > 0 && text == strconv.FormatInt(id, 10)
}

// roomForEntry is the size of a template or model in a list beside its name, in bytes.
const roomForEntry = 250

// Entries returns the templates and models that the caller may read, as many as fit into that many bytes.
func (c *Catalog) Entries(ctx context.Context, caller identity.Principal, room int) ([]Resource, error) {
	templates, models := c.AdmitEntry(caller, SiteTool) == nil, c.AdmitEntry(caller, ListTool) == nil
	if !templates && !models {
		return nil, nil
	}
	known, err := c.Tools.Catalog(ctx, caller)
	if err != nil {
		return nil, err
	}
	var all []Resource
	add := func(path, name, title string) {
		if room -= roomForEntry + len(c.Handle) + 3*len(name); room >= 0 {
			all = append(all, Resource{URI: "evo://" + c.Handle + "/" + path, Name: name, Title: title, MIMEType: JSONType})
		}
	}
	if templates {
		for _, t := range known.Templates {
			id := strconv.FormatInt(t.ID, 10)
			name := cmp.Or(t.Name, id)
			add("template/"+id, name, "Template "+name)
		}
	}
	if models {
		for _, name := range known.Models {
			add("model/"+name, name, "Model "+name)
		}
	}
	return all, nil
}
