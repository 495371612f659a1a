package toolset

import "emcp/allowlist"

// oneOf is the schema of a value in an answer.
func oneOf(kinds ...string) *Schema { return &Schema{kinds: kinds} }

// openObject is the schema of an object in an answer that can have more members.
func openObject(properties ...property) *Schema {
	s := object("", properties...)
	s.open = true
	return s
}

// nullable adds null to the types of a schema.
func nullable(s *Schema) *Schema {
	s.kinds = append(s.kinds, "null")
	return s
}

func arrayOf(item *Schema) *Schema { return &Schema{kinds: []string{"array"}, items: item} }

// documentOutput is the schema of a document. A call chooses which members it has, so only the id is required. It can have
// more members than these: those that say how texts were cut. tools/list shows it once, because it is as long as the rest of
// a tool.
func documentOutput() *Schema {
	var all []property
	for _, f := range allowlist.DocumentFields() {
		s := fieldOutput(f)
		if f.Source == allowlist.Tree && !s.allows("null") { // a document below one that the caller does not see has no place
			nullable(s)
		}
		all = append(all, property{name: f.Name, required: f.Name == "id", schema: s})
	}
	return openObject(append(all,
		optional("excerpt", oneOf("string")), optional("also_in", arrayOf(oneOf("string"))),
		optional("tvs", oneOf("object")), optional("typed", oneOf("object")), optional("tv_defaults", arrayOf(oneOf("string"))),
		optional("truncated", oneOf("boolean")), optional("dynamic", oneOf("boolean")))...)
}

// listedOutput is the schema of a document in a list.
func listedOutput() *Schema {
	s := openObject(required("id", oneOf("integer")))
	s.description = "With members as those of item of evo.content.get"
	return s
}

// fieldOutput is the schema of a field of documents.
func fieldOutput(f allowlist.DocumentField) *Schema {
	neighbour := func() *Schema { return openObject(required("id", oneOf("integer"))) }
	switch f.Type {
	case allowlist.Integer:
		return oneOf("integer")
	case allowlist.Boolean:
		return oneOf("boolean")
	case allowlist.Moment: // a string or null if the call asks for RFC 3339
		return oneOf("integer", "string", "null")
	case allowlist.Text, allowlist.Title, allowlist.Markup:
		return oneOf("string", "null")
	case allowlist.Titles:
		return arrayOf(oneOf("string"))
	case allowlist.IDs:
		return arrayOf(oneOf("integer"))
	case allowlist.Related:
		return nullable(neighbour())
	case allowlist.RelatedList:
		return arrayOf(neighbour())
	case allowlist.Link:
		return nullable(openObject(required("url", oneOf("string"))))
	case allowlist.MediaList:
		return arrayOf(openObject(required("kind", oneOf("string")), required("url", oneOf("string"))))
	}
	panic("a type of fields without a schema")
}

// elementOutput is the schema of an element. Its members depend on the kind of element.
func elementOutput() *Schema { return openObject(required("id", oneOf("integer"))) }

// modelOutput is the schema of a model's row, whose members depend on the model.
func modelOutput() *Schema { return oneOf("object") }

func listOutput(item *Schema) *Schema {
	return answerSchema([]property{required("items", arrayOf(item))},
		required("limit", oneOf("integer")), required("offset", oneOf("integer")), required("count", oneOf("integer")),
		required("has_more", oneOf("boolean")))
}

func getOutput(item *Schema) *Schema {
	return answerSchema([]property{required("item", nullable(item))})
}

// someOutput is the schema of the answer of evo.content.get: item, or items of several documents.
func someOutput(item *Schema) *Schema {
	return answerSchema([]property{optional("item", nullable(item)), optional("items", arrayOf(listedOutput()))})
}

// siteOutput is the schema of the answer of evo.site.describe.
func siteOutput() *Schema {
	integers, texts := oneOf("integer"), arrayOf(oneOf("string"))
	return answerSchema([]property{
		required("site", openObject(required("name", oneOf("string")), required("url", oneOf("string")), required("languages", texts), required("documents", integers),
			optional("on_every_page", arrayOf(openObject(required("lang", oneOf("string", "null")), required("text", oneOf("string"))))))),
		required("templates", arrayOf(openObject(
			required("id", integers), required("name", oneOf("string", "null")), required("documents", integers), required("tvs", oneOf("array"))))),
		optional("tvs", oneOf("array")),
		optional("models", arrayOf(openObject(required("name", oneOf("string")), required("fields", texts)))),
		optional("operators", texts), optional("casts", texts), optional("limits", oneOf("object")),
	})
}

// answerSchema is the schema of an answer. Members of meta that only some answers have are left out.
func answerSchema(payload []property, meta ...property) *Schema {
	return openObject(append(payload, required("meta", openObject(append(meta, required("toolsetVersion", oneOf("string")))...)))...)
}
