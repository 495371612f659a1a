package document

import (
	"slices"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/internal/language"
	"emcp/richtext"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

// PageFormat is the format whose content is the main part of the page that the site serves to visitors.
const PageFormat = "page"

// Values of the argument tv_format.
const (
	storedValues = "stored"
	typedValues  = "typed"
)

// Shape says what the documents of an answer contain.
type Shape struct {
	fields  []fieldOfCall
	columns []allowlist.DocumentField // members that are read together with the documents
	format  richtext.Format
	page    bool     // whether content is the page as visitors see it
	convert bool     // whether to convert rich-text template variables, too
	length  int64    // longest rich text, in characters
	offset  int64    // where to continue content, in characters
	section string   // heading above the part of content that is returned; "": all
	RFC3339 bool     // whether times are strings
	Listing bool     // whether a document whose page prints something of its own has its children
	AlsoIn  bool     // whether a document says in which other languages it is
	Sparse  bool     // whether members without a value are left out
	chosen  bool     // whether the call has chosen the fields
	typed   bool     // whether values of template variables are typed
	stored  bool     // whether the call asks for values as they are stored
	expand  []string // names of the template variables whose ids become documents
}

// Default length of a rich text in an answer, in characters.
const (
	ListLength = 4_000
	GetLength  = 20_000
	MaxLength  = 100_000
)

// ShapeInput are the arguments that say what the documents of an answer contain.
type ShapeInput struct {
	Fields        []string      `json:"fields"`
	Format        string        `json:"format"`
	MaxChars      *schema.Int64 `json:"max_chars"`
	ContentOffset schema.Int64  `json:"content_offset"`
	Section       string        `json:"section"`
	Lang          string        `json:"lang"`
	Dates         string        `json:"dates"`
	TVFormat      string        `json:"tv_format"`
	Expand        []string      `json:"expand"`
}

// Extended reports whether a call has arguments beyond the contract.
func (in ShapeInput) Extended() bool {
	return in.Fields != nil || in.Format != "" || in.MaxChars != nil || in.ContentOffset != 0 ||
		in.Section != "" || in.Lang != "" || in.Dates != "" || in.TVFormat != "" || in.Expand != nil
}

// CheckLang refuses a lang that is not a language.
func (in ShapeInput) CheckLang() error {
	if in.Lang != "" && language.Code(in.Lang) == "" {
		return fault.Invalid("lang",
			"lang must be the code of a language, such as de; evo.site.describe lists those of the site")
	}
	return nil
}

// Shape returns the shape that a call asks for. length is the default length of rich texts.
func (in ShapeInput) Shape(length int64, o view.Options) Shape {
	s := Shape{
		fields: contractFields, convert: in.Format != "" || in.TVFormat == typedValues, length: in.MaxChars.Or(length),
		RFC3339: WantsRFC3339(o, in.Dates),
	}
	s.format, _ = richtext.ParseFormat(in.Format) // the schema has checked the format and the names
	if s.section = in.Section; s.section != "" {
		if in.Fields == nil {
			in.Fields = []string{"pagetitle", "url"}
		}
		in.Fields = append(slices.Clone(in.Fields), "content")
	}
	if in.Fields != nil {
		s.chosen = true
		s.fields = slices.DeleteFunc(slices.Clone(AllFields), func(f fieldOfCall) bool {
			return f.Name != "id" && !slices.Contains(in.Fields, f.Name)
		})
		for i, f := range s.fields {
			s.fields[i].withheld = f.Source == allowlist.TemplateName && !o.Allows("SiteTemplate", "templatename")
		}
	}
	s.offset = int64(in.ContentOffset)
	s.page = in.Format == PageFormat && s.kinds()
	s.typed, s.expand = in.TVFormat == typedValues, in.Expand
	s.stored = in.TVFormat == storedValues || in.Dates == Unix
	s.columns = contractColumns
	if s.chosen {
		s.columns = s.read()
	}
	return s
}

// contractColumns are the columns of calls that do not choose fields.
var contractColumns = Shape{fields: contractFields}.read()

// WithTargets adds the targets of weblinks to the members that calls get by default.
func (s *Shape) WithTargets() {
	if s.chosen {
		return
	}
	link := AllFields[slices.IndexFunc(AllFields, func(f fieldOfCall) bool { return f.Type == allowlist.Link })]
	link.ifAny = true
	s.fields = append(slices.Clone(s.fields), link)
	s.columns = s.read()
}

// read returns the members that are read together with the documents.
func (s Shape) read() []allowlist.DocumentField {
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

// has reports whether the call asks for a field.
func (s Shape) has(field string) bool {
	for _, f := range s.fields {
		if f.Name == field {
			return true
		}
	}
	return false
}

// kinds reports whether the media type of the content matters.
func (s Shape) kinds() bool { return s.has("content") || s.embedded() }

// embedded reports whether the call asks for things in the content.
func (s Shape) embedded() bool { return s.has("media") || s.has("headings") }

// readsContent reports whether the content is read, but not returned.
func (s Shape) readsContent() bool { return s.embedded() && !s.has("content") }

// placed reports whether a requested field depends on the documents above.
func (s Shape) placed() bool {
	return slices.ContainsFunc(s.fields, func(f fieldOfCall) bool { return f.Source == allowlist.Tree })
}
