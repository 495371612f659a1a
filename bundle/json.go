package bundle

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// child returns a member or an element of a value, or nil if it does not exist.
func child(value jsontext.Value, token string) (found jsontext.Value) {
	switch {
	case value == nil:
	case value.Kind() == '{':
		_ = EachMember(value, func(name string, member jsontext.Value) error {
			if name == token {
				found = member
			}
			return nil
		})
	case value.Kind() == '[':
		at, err := strconv.Atoi(token)
		if err != nil {
			return nil
		}
		_ = EachElement(value, func(element jsontext.Value) error {
			if at == 0 {
				found = element
			}
			at--
			return nil
		})
	}
	return found
}

// EachMember calls visit for each member of an object. The JSON must be valid.
func EachMember(object jsontext.Value, visit func(name string, value jsontext.Value) error) error {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != '}' {
		var name jsontext.Token
		if name, err = d.ReadToken(); err != nil {
			break
		}
		key := name.String()
		var value jsontext.Value
		if value, err = d.ReadValue(); err == nil {
			err = visit(key, bytes.Clone(value))
		}
	}
	return err
}

// EachElement calls visit for each element of an array. The JSON must be valid.
func EachElement(array jsontext.Value, visit func(value jsontext.Value) error) error {
	d := jsontext.NewDecoder(bytes.NewReader(array))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != ']' {
		var value jsontext.Value
		if value, err = d.ReadValue(); err == nil {
			err = visit(bytes.Clone(value))
		}
	}
	return err
}
