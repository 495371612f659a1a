package document

import (
	"slices"

	"emcp/allowlist"
)

// fieldOfCall is a field that a call returns.
type fieldOfCall struct {
	allowlist.DocumentField

	key      string // the name as it is written in JSON, with the colon
	withheld bool   // null, because this server does not show it
	ifAny    bool   // left out of documents without a value
}

// read reports whether the field is read together with the document.
func (f fieldOfCall) read() bool {
	switch f.Source {
	case allowlist.Tree, allowlist.Nearby, allowlist.Embedded, allowlist.SearchEngines:
		return false
	case allowlist.Column, allowlist.TemplateName, allowlist.Children, allowlist.Target, allowlist.Kind:
	}
	return !f.withheld
}

// isText reports whether the field is read as text.
func (f fieldOfCall) isText() bool {
	return f.Type == allowlist.Text || f.Type == allowlist.Title || f.Type == allowlist.Markup || f.Type == allowlist.Link
}

// AllFields are all members that a document can have. contractFields are those that a call gets by default.
var AllFields, contractFields = everyField(),
	slices.DeleteFunc(everyField(), func(f fieldOfCall) bool { return !f.Contract })

// OnlyID are the columns of statements that only find documents.
var OnlyID = allowlist.DocumentFields()[:1]

func everyField() []fieldOfCall {
	var fields []fieldOfCall
	for _, f := range allowlist.DocumentFields() {
		fields = append(fields, fieldOfCall{DocumentField: f, key: `"` + f.Name + `":`})
	}
	return fields
}

// FieldNames returns the names of all members that a document can have.
func FieldNames() []string {
	names := make([]string, len(AllFields))
	for i, f := range AllFields {
		names[i] = f.Name
	}
	return names
}

// RequestedNames are the names of the fields that are returned only on request.
func RequestedNames() []string { return FieldNames()[len(contractFields):] }
