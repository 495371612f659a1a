package toolset

import (
	"slices"

	"emcp/richtext"
)

// field is a member of a document in answers.
type field struct {
	name string
	kind fieldKind
}

type fieldKind uint8

const (
	number   fieldKind = iota // integer
	flag                      // boolean
	moment                    // Unix seconds, 0 where there is none
	plain                     // text
	rich                      // text with markup, converted and cut
	placed                    // made of the documents above
	withheld                  // not for callers of this server: null
)

// fields are all members that a document can have, in the order of answers. The first ones are those of the contract,
// which are returned when a call does not choose.
var fields = []field{
	{"id", number}, {"parent", number}, {"pagetitle", plain}, {"longtitle", plain}, {"description", plain}, {"alias", plain},
	{"published", number}, {"deleted", number}, {"hidemenu", flag}, {"menuindex", number}, {"template", number},
	{"createdon", moment}, {"editedon", moment}, {"pub_date", moment}, {"unpub_date", moment}, {"isfolder", number}, {"type", plain},

	{"menutitle", plain}, {"introtext", rich}, {"content", rich}, {"link_attributes", plain}, {"publishedon", moment},
	{"searchable", number}, {"template_name", plain}, {"children_count", number}, {"url", placed}, {"depth", placed}, {"path", placed},
}

// contractFields is how many of fields are those of the contract.
const contractFields = 17

func fieldNames() []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return names
}

// shape is what documents look like in an answer.
type shape struct {
	fields  []field
	format  richtext.Format
	convert bool  // whether values of rich-text template variables are converted, too
	length  int64 // of a rich text, in characters
	offset  int64 // of a rich text that is read on, in characters
	rfc3339 bool  // whether times are texts
}

// Length of a rich text in an answer where a call does not say, in characters.
const (
	listLength = 4_000
	getLength  = 20_000
	maxLength  = 100_000
)

// shape returns what the call asks for; length is that of rich texts where it does not say.
func (in listInput) shape(length int64, o Options) shape {
	s := shape{fields: fields[:contractFields], convert: in.Format != "", length: or(in.MaxChars, length), rfc3339: in.Dates == rfc3339}
	s.format, _ = richtext.ParseFormat(in.Format) // checked against the schema, as are the names
	if in.Fields != nil {
		s.fields = slices.DeleteFunc(slices.Clone(fields), func(f field) bool {
			return f.name != "id" && !slices.Contains(in.Fields, f.name)
		})
		for i, f := range s.fields {
			if f.name == "template_name" && !o.allows("SiteTemplate", "templatename") {
				s.fields[i].kind = withheld
			}
		}
	}
	s.offset = int64(in.ContentOffset)
	return s
}

// Names of the ways to write times.
const (
	unix    = "unix"
	rfc3339 = "rfc3339"
)

// columns returns the members that are read with the documents themselves.
func (s shape) columns() []string {
	var names []string
	for _, f := range s.fields {
		if f.kind != placed && f.kind != withheld {
			names = append(names, f.name)
		}
	}
	return names
}

// has reports whether there is a field of a kind.
func (s shape) has(kind fieldKind) bool {
	return slices.ContainsFunc(s.fields, func(f field) bool { return f.kind == kind })
}
