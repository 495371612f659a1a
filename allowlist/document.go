package allowlist

// DocumentField is a member of documents in answers.
type DocumentField struct {
	Name   string
	Type   DocumentType
	Source DocumentSource
	// Contract means that the field is returned if a call does not choose fields. Others are returned on request.
	Contract bool
}

// DocumentType is the type of a field.
type DocumentType uint8

// The types, and what they are in JSON.
const (
	Integer DocumentType = iota // integer
	Boolean                     // boolean; 0 or 1 in the database
	Moment                      // Unix seconds, 0 where there is none; on request a string, null where there is none
	Text                        // string or null; visitors get it without Evolution's tags
	Title                       // as Text, but without markup in calls that choose what they return
	Markup                      // string or null; HTML with Evolution's tags, converted and cut
	Titles                      // array of strings
	Link                        // object with url, and id where that is of a document; null where there is none
)

// DocumentSource is the source of a field.
type DocumentSource uint8

// The sources.
const (
	Column       DocumentSource = iota // of site_content, with the name of the field
	TemplateName                       // SiteTemplate.templatename, for callers who may read that
	Children                           // the number of children that the caller may see
	Tree                               // the documents above that the caller may see
	Target                             // site_content.content of a weblink, the beginning; NULL of other documents
	Kind                               // a number that says what site_content.content is: HTMLContent and so on
)

// What the content of a document is.
const (
	HTMLContent   = iota // HTML
	OtherContent         // of another media type, such as text/plain or application/json
	WeblinkTarget        // where a weblink leads: the id of a document, or an address
)

// ContentKind says what the content of a document is. It is not returned, but read where content is.
var ContentKind = DocumentField{"", Integer, Kind, false}

// documentFields is the table of the members of documents, in the order of answers. Schemas, SQL, the columns that accounts must
// be able to read, and the table of TOOLSET.md are derived from it or compared with it.
var documentFields = []DocumentField{
	{"id", Integer, Column, true},
	{"parent", Integer, Column, true},
	{"pagetitle", Title, Column, true},
	{"longtitle", Title, Column, true},
	{"description", Text, Column, true},
	{"alias", Text, Column, true},
	{"published", Integer, Column, true},
	{"deleted", Integer, Column, true},
	{"hidemenu", Boolean, Column, true},
	{"menuindex", Integer, Column, true},
	{"template", Integer, Column, true},
	{"createdon", Moment, Column, true},
	{"editedon", Moment, Column, true},
	{"pub_date", Moment, Column, true},
	{"unpub_date", Moment, Column, true},
	{"isfolder", Integer, Column, true},
	{"type", Text, Column, true},

	{"menutitle", Title, Column, false},
	{"introtext", Markup, Column, false},
	{"content", Markup, Column, false},
	{"link_attributes", Text, Column, false},
	{"publishedon", Moment, Column, false},
	{"searchable", Integer, Column, false},
	{"template_name", Text, TemplateName, false},
	{"children_count", Integer, Children, false},
	{"url", Text, Tree, false},
	{"depth", Integer, Tree, false},
	{"path", Titles, Tree, false},
	{"link", Link, Target, false},
}

// DocumentFields returns all members that a document can have, in the order of answers. Callers must not change them.
func DocumentFields() []DocumentField { return documentFields }

// DocumentColumns returns the columns of site_content that hold fields.
func DocumentColumns() []string {
	var columns []string
	for _, f := range documentFields {
		if f.Source == Column {
			columns = append(columns, f.Name)
		}
	}
	return columns
}
