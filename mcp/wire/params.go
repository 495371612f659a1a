package wire

import (
	"errors"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
)

// Meta is what the params of every method may have beside their own members. Message has read what matters of it.
type Meta struct {
	Meta jsontext.Value `json:"_meta"`
}

// maxParam bounds strings in params, in characters.
const maxParam = 1024

// WrongParams is the message about unreadable params, for methods that ignore unknown params.
const WrongParams = "the params are not those of the method"

// ReadParams reads the params of a method strictly: a member that the method does not have, or that has another type,
// is a fault that names it.
func ReadParams(params jsontext.Value, into any) error {
	if params == nil {
		return nil
	}
	err := json.Unmarshal(params, into, json.RejectUnknownMembers(true))
	var mistake *json.SemanticError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &mistake):
		return err // cannot be: Read has checked that they are JSON
	}
	path := strings.ReplaceAll(strings.TrimPrefix(string(mistake.JSONPointer), "/"), "/", ".")
	switch {
	case errors.Is(err, json.ErrUnknownName):
		return fault.Invalid(path, "the method has no such param; remove it")
	case mistake.GoType.Kind() == reflect.String:
		return fault.Invalid(path, "%s must be a string", path)
	}
	return fault.Invalid(path, "%s must be an object", path)
}

// Required refuses a param that is missing or too long.
func Required(path, text string) error {
	if text == "" {
		return fault.Invalid(path, "%s is missing", path)
	}
	return Bounded(path, text)
}

// Bounded refuses a param that is too long.
func Bounded(path, text string) error {
	if utf8.RuneCountInString(text) > maxParam {
		return fault.Invalid(path, "%s must have at most %d characters", path, maxParam)
	}
	return nil
}

// ReadOnePage reads the params of a list that is always answered whole.
func ReadOnePage(params jsontext.Value) error {
	var in struct {
		Cursor string `json:"cursor"`
		Meta
	}
	if err := ReadParams(params, &in); err != nil {
		return err
	}
	if in.Cursor != "" {
		return fault.Invalid("cursor", "this list has only one page; remove cursor")
	}
	return nil
}
