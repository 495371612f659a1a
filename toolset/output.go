package toolset

import (
	"emcp/allowlist"
	"emcp/toolset/schema"
)

// documentOutput is the schema of a document. A call chooses the members, so only the id is required. Other
// members, which say how texts were cut, are possible. tools/list shows this schema once, because it is as
// long as the rest of a tool.
func documentOutput() *schema.Schema {
	var all []schema.Property
	for _, f := range allowlist.DocumentFields() {
		s := fieldOutput(f)
		if f.Source == allowlist.Tree { // a document below one that the caller does not see has no place
			schema.Nullable(s)
		}
		if f.Name == "id" {
			all = append(all, schema.Required(f.Name, s))
		} else {
			all = append(all, schema.Optional(f.Name, s))
		}
	}
	return schema.OpenObject(append(all,
		schema.Optional("excerpt", schema.OneOf("string")),
		schema.Optional("also_in", schema.ArrayOf(schema.OneOf("object"))),
		schema.Optional("tvs", schema.OneOf("object")), schema.Optional("typed", schema.OneOf("object")),
		schema.Optional("tv_defaults", schema.ArrayOf(schema.OneOf("string"))),
		schema.Optional("truncated", schema.OneOf("boolean")), schema.Optional("dynamic", schema.OneOf("boolean")))...)
}

// listedOutput is the schema of a document in a list.
func listedOutput() *schema.Schema {
	return schema.OpenObject(schema.Required("id",
		schema.OneOf("integer")))
}

// fieldOutput is the schema of a field of documents.
func fieldOutput(f allowlist.DocumentField) *schema.Schema {
	neighbour := func() *schema.Schema {
		return schema.OpenObject(schema.Required("id", schema.OneOf("integer")))
	}
	switch f.Type {
	case allowlist.Integer:
		return schema.OneOf("integer")
	case allowlist.Boolean:
		return schema.OneOf("boolean")
	case allowlist.Moment: // a string or null if the call asks for RFC 3339
		return schema.OneOf("integer", "string", "null")
	case allowlist.Text, allowlist.Title, allowlist.Markup:
		return schema.OneOf("string", "null")
	case allowlist.Titles:
		return schema.ArrayOf(schema.OneOf("string"))
	case allowlist.IDs:
		return schema.ArrayOf(schema.OneOf("integer"))
	case allowlist.Related:
		return schema.Nullable(neighbour())
	case allowlist.RelatedList:
		return schema.ArrayOf(neighbour())
	case allowlist.Link:
		return schema.Nullable(schema.OpenObject(schema.Required("url", schema.OneOf("string"))))
	case allowlist.MediaList:
		return schema.ArrayOf(schema.OpenObject(schema.Required("kind", schema.OneOf("string")),
			schema.Required("url", schema.OneOf("string"))))
	case allowlist.Metadata:
		return schema.OneOf("object", "null")
	case allowlist.Headings:
		return schema.ArrayOf(schema.OneOf("object"))
	}
	panic("a type of fields without a schema")
}

// itemOutput is the schema of an item of a package. A call chooses the members.
func itemOutput() *schema.Schema {
	return schema.OpenObject(schema.Required("id", schema.OneOf("integer")))
}

// elementOutput is the schema of an element. Its members depend on the kind of element.
func elementOutput() *schema.Schema {
	return schema.OpenObject(schema.Required("id", schema.OneOf("integer")))
}

// modelOutput is the schema of a model's row, whose members depend on the model.
func modelOutput() *schema.Schema { return schema.OneOf("object") }

func listOutput(item *schema.Schema) *schema.Schema {
	return answerSchema([]schema.Property{schema.Required("items", schema.ArrayOf(item))},
		schema.Required("limit", schema.OneOf("integer")), schema.Required("offset", schema.OneOf("integer")),
		schema.Required("count", schema.OneOf("integer")),
		schema.Required("has_more", schema.OneOf("boolean")))
}

func getOutput(item *schema.Schema) *schema.Schema {
	return answerSchema([]schema.Property{schema.Required("item", schema.Nullable(item))})
}

// documentsOutput is the schema of the answer of evo.content.get: item, or items of several documents.
func documentsOutput(item *schema.Schema) *schema.Schema {
	return answerSchema([]schema.Property{schema.Optional("item", schema.Nullable(item)),
		schema.Optional("items", schema.ArrayOf(listedOutput()))})
}

// answerSchema is the schema of an answer. Members of meta that only some answers have are left out.
func answerSchema(payload []schema.Property, meta ...schema.Property) *schema.Schema {
	return schema.OpenObject(append(payload,
		schema.Required("meta", schema.OpenObject(append(meta,
			schema.Required("toolsetVersion", schema.OneOf("string")))...)))...)
}
