package toolset

import (
	"slices"

	"emcp/allowlist"
	"emcp/richtext"
	"emcp/toolset/view"
)

// fieldOfCall is a member of documents in a call's answer.
type fieldOfCall struct {
	allowlist.DocumentField

	key      string // the name as it is written in JSON, with the colon
	withheld bool   // null, because this server does not show it
}

// read reports whether the field is read together with the document.
func (f fieldOfCall) read() bool {
	return f.Source != allowlist.Tree && f.Source != allowlist.Nearby && f.Source != allowlist.Embedded && !f.withheld
}

// isText reports whether the field is read as text.
func (f fieldOfCall) isText() bool {
	return f.Type == allowlist.Text || f.Type == allowlist.Title || f.Type == allowlist.Markup || f.Type == allowlist.Link
}

// allFields are all members that a document can have. contractFields are those that a call gets by default.
var allFields, contractFields = everyField(), slices.DeleteFunc(everyField(), func(f fieldOfCall) bool { return !f.Contract })

// onlyID is for statements that only find documents.
var onlyID = allowlist.DocumentFields()[:1]

func everyField() []fieldOfCall {
	var fields []fieldOfCall
	for _, f := range allowlist.DocumentFields() {
		fields = append(fields, fieldOfCall{DocumentField: f, key: `"` + f.Name + `":`})
	}
	return fields
}

func fieldNames() []string {
	names := make([]string, len(allFields))
	for i, f := range allFields {
		names[i] = f.Name
	}
	return names
}

// requestedNames are the names of the fields that are returned only on request.
func requestedNames() []string { return fieldNames()[len(contractFields):] }

// shape says what the documents of an answer contain.
type shape struct {
	fields  []fieldOfCall
	columns []allowlist.DocumentField // members that are read together with the documents
	format  richtext.Format
	page    bool     // whether content is the page as visitors see it
	convert bool     // whether to convert rich-text template variables, too
	length  int64    // longest rich text, in characters
	offset  int64    // where to continue a rich text, in characters
	rfc3339 bool     // whether times are strings
	sparse  bool     // whether members without a value are left out
	chosen  bool     // whether the call has chosen the fields
	typed   bool     // whether values of template variables are typed
	expand  []string // names of the template variables whose ids become documents
}

// Default length of a rich text in an answer, in characters.
const (
	listLength = 4_000
	getLength  = 20_000
	maxLength  = 100_000
)

// shape returns the shape that a call asks for. length is the default length of rich texts.
func (in listInput) shape(length int64, o view.Options) shape {
	s := shape{fields: contractFields, convert: in.Format != "" || in.TVFormat == typedValues, length: or(in.MaxChars, length), rfc3339: wantsRFC3339(o, in.Dates), sparse: in.OmitEmpty}
	s.format, _ = richtext.ParseFormat(in.Format) // the schema has checked the format and the names
	if in.Fields != nil {
		s.chosen = true
		s.fields = slices.DeleteFunc(slices.Clone(allFields), func(f fieldOfCall) bool {
			return f.Name != "id" && !slices.Contains(in.Fields, f.Name)
		})
		for i, f := range s.fields {
			s.fields[i].withheld = f.Source == allowlist.TemplateName && !o.Allows("SiteTemplate", "templatename")
		}
	}
	s.offset = int64(in.ContentOffset)
	s.page = in.Format == pageFormat && s.kinds()
	s.typed, s.expand = in.TVFormat == typedValues, in.Expand
	s.columns = contractColumns
	if s.chosen {
		s.columns = s.read()
	}
	return s
}

// Formats of times.
const (
	unix    = "unix"
	rfc3339 = "rfc3339"
)

// rfc3339 reports whether times are strings in a call with this argument dates.
func wantsRFC3339(o view.Options, dates string) bool {
	return dates == rfc3339 || dates == "" && o.RFC3339
}

// defaultDates is the value of dates that a call without it has.
func defaultDates(o view.Options) string {
	if o.RFC3339 {
		return rfc3339
	}
	return unix
}

// contractColumns are the columns of calls that do not choose fields.
var contractColumns = shape{fields: contractFields}.read()

// read returns the members that are read together with the documents.
func (s shape) read() []allowlist.DocumentField {
	var read []allowlist.DocumentField
	for _, f := range s.fields {
		if f.read() {
			read = append(read, f.DocumentField)
		}
	}
	if s.readsContent() {
		read = append(read, allowlist.Content)
	}
	if s.kinds() {
		read = append(read, allowlist.ContentKind)
	}
	if s.has("content") {
		read = append(read, allowlist.Template)
	}
	if s.page {
		read = append(read, allowlist.EditedOn)
	}
	return read
}

// kinds reports whether the media type of the content matters.
func (s shape) kinds() bool { return s.has("content") || s.has("media") }

// readsContent reports whether the content is read, but not returned.
func (s shape) readsContent() bool { return s.has("media") && !s.has("content") }

// placed reports whether a field depends on the documents above.
func (s shape) placed() bool {
	return slices.ContainsFunc(s.fields, func(f fieldOfCall) bool { return f.Source == allowlist.Tree })
}
