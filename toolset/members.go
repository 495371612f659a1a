package toolset

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// members is a JSON object that keeps its order.
type members []namedValue

type namedValue struct {
	name  string
	value any
}

// MarshalJSONTo writes the object.
func (m members) MarshalJSONTo(e *jsontext.Encoder) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, member := range m {
		if err := e.WriteToken(jsontext.String(member.name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(e, member.value); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}
