package mcp

import (
	"errors"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
)

// meta is what every method's params may have beside their own members; emcp needs nothing of it.
type meta struct {
	Meta jsontext.Value `json:"_meta"`
}

// maxParam bounds texts in params, in bytes.
const maxParam = 1024

// wrongParams is what a client is told whose params cannot be read, of methods that ignore params they do not have.
const wrongParams = "the params are not those of the method"

// readParams reads the params of a method strictly: a member that the method does not have, or
// of another type, is a fault that names it.
func readParams(params jsontext.Value, into any) error {
	if params == nil {
		return nil
	}
	err := json.Unmarshal(params, into, json.RejectUnknownMembers(true))
	var mistake *json.SemanticError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &mistake):
		return err // the edge has read the text already
	}
	path := strings.ReplaceAll(strings.TrimPrefix(string(mistake.JSONPointer), "/"), "/", ".")
	switch {
	case errors.Is(err, json.ErrUnknownName):
		return fault.Invalid(path, "the method has no such param; leave it out")
	case mistake.GoType.Kind() == reflect.String:
		return fault.Invalid(path, "%s must be a text", path)
	}
	return fault.Invalid(path, "%s must be an object", path)
}

// needed refuses a text that is missing or too long.
func needed(path, text string) error {
	switch {
	case text == "":
		return fault.Invalid(path, "%s is missing", path)
	case len(text) > maxParam:
		return fault.Invalid(path, "%s must have at most %d bytes", path, maxParam)
	}
	return nil
}

// onePage are the params of a list that is always answered whole.
type onePage struct {
	Cursor string `json:"cursor"`
	meta
}

func readOnePage(params jsontext.Value) error {
	var in onePage
	if err := readParams(params, &in); err != nil {
		return err
	}
	if in.Cursor != "" {
		return fault.Invalid("cursor", "this list has one page only; leave out cursor")
	}
	return nil
}
