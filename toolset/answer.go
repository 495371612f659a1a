package toolset

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// answer is the result of a tool.
type answer interface {
	rows() int // documents or rows of a model in it
}

// listAnswer is the result of a list tool.
type listAnswer[T any] struct {
	Items []T      `json:"items"`
	Meta  listMeta `json:"meta"`
}

func (a listAnswer[T]) rows() int { return len(a.Items) }

type listMeta struct {
	Limit          int64  `json:"limit"`
	Offset         int64  `json:"offset"`
	Count          int    `json:"count"` // of the items on this page
	ToolsetVersion string `json:"toolsetVersion"`
	Model          string `json:"model,omitzero"` // of evo.model.*
}

// getAnswer is the result of a get tool; Item is nil where there is none.
type getAnswer[T any] struct {
	Item *T      `json:"item"`
	Meta getMeta `json:"meta"`
}

func (a getAnswer[T]) rows() int {
	if a.Item == nil {
		return 0
	}
	return 1
}

type getMeta struct {
	ToolsetVersion string `json:"toolsetVersion"`
	Model          string `json:"model,omitzero"` // of evo.model.*
}

// oneOf is the schema of a value in an answer.
func oneOf(kinds ...string) *Schema { return &Schema{kinds: kinds} }

// contentItem is the schema of a document. It does not list the members, which the call chooses: twelve times they would
// be a third of what tools/list costs an assistant.
func contentItem() *Schema {
	s := object("", required("id", oneOf("integer")))
	s.open = true
	return s
}

// modelItem is the schema of a model's row, whose members depend on the model.
func modelItem() *Schema { return oneOf("object") }

func listOutput(item *Schema) *Schema {
	return answerSchema(required("items", &Schema{kinds: []string{"array"}, items: item}),
		required("limit", oneOf("integer")), required("offset", oneOf("integer")), required("count", oneOf("integer")))
}

func getOutput(item *Schema) *Schema {
	item.kinds = []string{"object", "null"}
	return answerSchema(required("item", item))
}

func answerSchema(payload property, meta ...property) *Schema {
	m := object("", append(meta, required("toolsetVersion", oneOf("string")), optional("model", oneOf("string")))...)
	m.open = true
	s := object("", payload, required("meta", m))
	s.open = true
	return s
}

// decoder reads a JSON text whose names are known to be unique.
func decoder(text jsontext.Value) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
}

func indexed(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
