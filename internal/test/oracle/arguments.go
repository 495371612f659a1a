package oracle

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Arguments are the arguments of any call. As JSON they are what a client sends. nil and empty arguments are omitted.
type Arguments struct {
	ID          *int64     `json:"id,omitempty"`
	Parent      *int64     `json:"parent,omitempty"`
	Depth       *int64     `json:"depth,omitempty"`
	From        *int64     `json:"from,omitempty"`
	To          *int64     `json:"to,omitempty"`
	Published   *bool      `json:"published,omitempty"`
	Deleted     *bool      `json:"deleted,omitempty"`
	HideMenu    *bool      `json:"hidemenu,omitempty"`
	Template    *int64     `json:"template,omitempty"`
	WithTVs     []string   `json:"with_tvs,omitempty"`
	TVFilters   []TVFilter `json:"tv_filters,omitempty"`
	TVOrder     []TVOrder  `json:"tv_order,omitempty"`
	TagsData    *TagsData  `json:"tags_data,omitempty"`
	Query       string     `json:"query,omitempty"`
	Match       string     `json:"match,omitempty"`
	QueryTVs    []string   `json:"query_tvs,omitempty"`
	Types       []string   `json:"types,omitempty"`
	Model       string     `json:"model,omitempty"`
	Filters     *Filters   `json:"filters,omitempty"`
	OrderBy     string     `json:"order_by,omitempty"`
	OrderDir    string     `json:"order_dir,omitempty"`
	OrderByDate string     `json:"order_by_date,omitempty"`
	ByEdited    string     `json:"order_by_edited,omitempty"`
	Limit       *int64     `json:"limit,omitempty"`
	Offset      *int64     `json:"offset,omitempty"`

	IncludeTotal bool     `json:"include_total,omitempty"`
	Fields       []string `json:"fields,omitempty"`
	// the texts of the site have no markup, so that all formats look the same
	Format string `json:"format,omitempty"`
	Dates  string `json:"dates,omitempty"`
	// Cursor is for the product alone. The oracle uses Offset, the number of items before the page.
	Cursor string `json:"cursor,omitempty"`
}

// TVFilter is an element of tv_filters. Value is a string, a json.Number, or a []any of these.
type TVFilter struct {
	TV         string `json:"tv"`
	Op         string `json:"op"`
	Value      any    `json:"value,omitempty"`
	Cast       string `json:"cast,omitempty"`
	UseDefault bool   `json:"use_default,omitempty"`
}

// TVOrder is an element of tv_order.
type TVOrder struct {
	TV         string `json:"tv"`
	Dir        string `json:"dir,omitempty"`
	Cast       string `json:"cast,omitempty"`
	UseDefault bool   `json:"use_default,omitempty"`
}

// TagsData asks for documents with at least one of the tags.
type TagsData struct {
	TV   int64    `json:"tv_id"`
	Tags []string `json:"tags"`
}

// Filters are the conditions on a model.
type Filters struct {
	Where []Condition `json:"where,omitempty"`
}

// Condition is a condition on a field of a model. Value is the same as in TVFilter.
type Condition struct {
	Field string `json:"field"`
	Op    string `json:"op"`
	Value any    `json:"value,omitempty"`
}

// texts returns the texts of a filter's value. list says that a single text is a comma-separated list.
func texts(value any, list bool) []string {
	switch v := value.(type) {
	case string:
		if list {
			return splitList(v)
		}
		return []string{v}
	case json.Number:
		return []string{v.String()}
	case []any:
		var all []string
		for _, element := range v {
			all = append(all, texts(element, false)...)
		}
		return all
	}
	panic(fmt.Sprintf("a filter with the value %#v", value))
}

// splitList splits a comma-separated text.
func splitList(text string) []string {
	parts := strings.Split(text, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// or returns the value of an optional argument, or its default.
func or(n *int64, absent int64) int64 {
	if n == nil {
		return absent
	}
	return *n
}

// cutDefault splits "name:d".
func cutDefault(name string) (string, bool) {
	if n := len(name); n > 2 && name[n-2:] == ":d" {
		return name[:n-2], true
	}
	return name, false
}
