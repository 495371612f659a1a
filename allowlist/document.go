package allowlist

import "slices"

// DocumentField is a member of documents in answers.
type DocumentField struct {
	Name   string
	Type   DocumentType
	Source DocumentSource
	// Contract means that the field is returned if a call does not choose fields. Others are returned on request.
	Contract bool
	// Sorts means that searches can be sorted by the field (contract section 6.1). Its source is Column.
	Sorts bool
}

// DocumentType is the type of a field.
type DocumentType uint8

// The types, with their JSON types.
const (
	Integer     DocumentType = iota // integer
	Boolean                         // boolean; 0 or 1 in the database
	Moment                          // Unix seconds, or 0 if there is none; on request a string, or null if there is none
	Text                            // string or null; visitors get it without Evolution's tags
	Title                           // like Text, but without markup if the call chooses what it returns
	Markup                          // string or null; HTML with Evolution's tags, converted and cut
	Titles                          // array of strings
	IDs                             // array of integers
	Related                         // object with id and pagetitle, or null
	RelatedList                     // array of objects with id and pagetitle
	Link                            // object with url, and with id if the target is a document; null if there is none
	MediaList                       // array of objects with kind, url and where
	Headings                        // array of objects with level, title and offset
	Metadata                        // object with title, description, keywords, canonical and robots, or null
)

// DocumentSource is the source of a field.
type DocumentSource uint8

// The sources.
const (
	Column       DocumentSource = iota // a column of site_content with the name of the field
	TemplateName                       // SiteTemplate.templatename, for callers who may read it
	Children                           // the number of children that the caller may see
	Tree                               // the documents above that the caller may see
	Nearby                             // siblings and children that the caller may see
	Target                             // the beginning of site_content.content for a weblink, otherwise NULL
	Kind                               // a number for the kind of site_content.content: HTMLContent and so on
	// headings, images, links and files in site_content.content, and files in values of template variables
	Embedded
	SearchEngines // what the page prints for search engines, with the package sSeo
)

// Kinds of content.
const (
	HTMLContent   = iota // HTML
	OtherContent         // of another media type, such as text/plain or application/json
	WeblinkTarget        // the target of a weblink: the id of a document, or an address
)

// Fields that are also read if a call does not return them.
var (
	// Content is the field from which Embedded is made. It is read if a call asks for media or headings.
	Content = fieldNamed("content")
	// EditedOn is read with pages, because a kept page may only be used while its document is unchanged.
	EditedOn = fieldNamed("editedon")
	// Template is read with the content, because the page may have more than the content: what the template prints.
	Template = fieldNamed("template")
	// ContentKind is the kind of a document's content. It is not returned, but is read together with the content.
	ContentKind = DocumentField{Type: Integer, Source: Kind}
)

func fieldNamed(name string) DocumentField {
	return documentFields[slices.IndexFunc(documentFields, func(f DocumentField) bool { return f.Name == name })]
}

// documentFields is the table of the members of documents, in the order of answers. Schemas, SQL, the columns that
// accounts must be able to read, and the table of TOOLSET.md are derived from it or compared with it.
var documentFields = []DocumentField{
	// name, type, source, contract, sorts
	{"id", Integer, Column, true, true},
	{"parent", Integer, Column, true, false},
	{"pagetitle", Title, Column, true, true},
	{"longtitle", Title, Column, true, false},
	{"description", Text, Column, true, false},
	{"alias", Text, Column, true, false},
	{"published", Integer, Column, true, false},
	{"deleted", Integer, Column, true, false},
	{"hidemenu", Boolean, Column, true, false},
	{"menuindex", Integer, Column, true, true},
	{"template", Integer, Column, true, false},
	{"createdon", Moment, Column, true, true},
	{"editedon", Moment, Column, true, false},
	{"pub_date", Moment, Column, true, true},
	{"unpub_date", Moment, Column, true, false},
	{"isfolder", Integer, Column, true, false},
	{"type", Text, Column, true, false},

	{"menutitle", Title, Column, false, false},
	{"introtext", Markup, Column, false, false},
	{"content", Markup, Column, false, false},
	{"link_attributes", Text, Column, false, false},
	{"publishedon", Moment, Column, false, false},
	{"searchable", Integer, Column, false, false},
	{"template_name", Text, TemplateName, false, false},
	{"children_count", Integer, Children, false, false},
	{"url", Text, Tree, false, false},
	{"depth", Integer, Tree, false, false},
	{"path", Titles, Tree, false, false},
	{"path_ids", IDs, Tree, false, false},
	{"previous", Related, Nearby, false, false},
	{"next", Related, Nearby, false, false},
	{"children", RelatedList, Nearby, false, false},
	{"link", Link, Target, false, false},
	{"lang", Text, Tree, false, false},
	{"media", MediaList, Embedded, false, false},
	{"headings", Headings, Embedded, false, false},
	{"seo", Metadata, SearchEngines, false, false},
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
