package evosite

// Site is the content of one Evolution site.
type Site struct {
	Documents      []Document
	TVs            []TV
	Values         []Value
	Tags           []Tag
	DocumentGroups []DocumentGroup
	// Records are the rows of all other tables, by table name without prefix ("site_templates"), each row by column
	// name.
	Records map[string][]Record
}

// Document is a row of site_content. Times are Unix seconds; 0 means that there is none.
type Document struct {
	ID, Parent, Template, MenuIndex                   int64
	Title, LongTitle, Description, IntroText, Content string
	MenuTitle                                         string
	Alias                                             *string // nil is NULL
	Type                                              string  // "document" or "reference"; empty is "document"
	Published, Deleted, HideMenu, Folder              bool
	PrivateWeb, PrivateManager                        bool
	CreatedOn, EditedOn, PubDate, UnpubDate           int64
	DeletedOn                                         int64 // set without Deleted where a query of Eloquent has deleted it
}

// TV is a template variable, a row of site_tmplvars.
type TV struct {
	ID                  int64
	Name, Caption, Type string
	Elements            string
	Display             string  // widget that prints the value
	DisplayParams       string  // parameters of the widget, as &name=value
	Default             *string // nil is NULL
	Templates           []int64 // rows of site_tmplvar_templates
	Description         string
	Category            int64
	Locked              bool
}

// Value is the stored value of a document for a template variable, a row of site_tmplvar_contentvalues.
type Value struct {
	TV, Document int64
	Text         *string // nil is NULL
}

// Tag is a tag of a document, set through a tag-like TV (tables tags and site_content_tags).
type Tag struct {
	TV, Document int64
	Name         string
}

// DocumentGroup is a row of documentgroup_names with its documents. The group restricts them if it is private for
// visitors (PrivateWeb), private for managers (PrivateManager), or linked to a member group.
type DocumentGroup struct {
	ID                         int64
	Name                       string
	PrivateWeb, PrivateManager bool
	MemberGroups               []int64 // rows of membergroup_access
	Documents                  []int64 // rows of document_groups
}

// Record is one row by column name.
type Record map[string]any

// Text returns a pointer, for fields where nil means NULL.
func Text(s string) *string { return &s }
