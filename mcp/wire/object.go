package wire

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
)

// jsonObject is a message as JSON: its members and the members of its params, each as it is in the text.
type jsonObject struct {
	members map[string]jsontext.Value
	params  map[string]jsontext.Value // empty where the params are no object
}

// maxNesting bounds objects and arrays inside each other; the deepest arguments of the contract need seven levels.
const maxNesting = 64

// readObject reads a text once, to its end. Names are unique and strings are valid UTF-8 at every level.
func readObject(text []byte) (jsonObject, error) {
	r := reader{text, jsontext.NewDecoder(bytes.NewBuffer(text))} // a buffer is read in place
	o := jsonObject{members: map[string]jsontext.Value{}, params: map[string]jsontext.Value{}}
	if kind := r.decoder.PeekKind(); kind != '{' {
		return jsonObject{}, r.notAnObject(kind)
	}
	if err := r.message(o); err != nil {
		return jsonObject{}, err
	}
	if err := r.end(); err != nil {
		return jsonObject{}, err
	}
	return o, nil
}

// CheckObject refuses a text that is not a JSON object, or that a message could not have in it.
func CheckObject(text []byte) error {
	_, err := readObject(text)
	return err
}

// notAnObject reads a value of another kind, and returns why it is not a message.
func (r reader) notAnObject(kind jsontext.Kind) error {
	if err := r.value(); err != nil {
		return err
	}
	if err := r.end(); err != nil {
		return err
	}
	if kind == '[' {
		return fault.New(fault.InvalidRequest, "batches are not supported; send each message separately")
	}
	return fault.New(fault.InvalidRequest, "a message must be a JSON object")
}

// reader reads a text token by token. Its errors are faults.
type reader struct {
	text    []byte
	decoder *jsontext.Decoder
}

// message reads a message.
func (r reader) message(o jsonObject) error {
	return r.object(func(name string) error {
		begin := r.next()
		read := r.value
		if name == "params" && r.decoder.PeekKind() == '{' {
			read = func() error { return r.membersOf(o.params) }
		}
		if err := read(); err != nil {
			return err
		}
		o.members[name] = r.since(begin)
		return nil
	})
}

// membersOf reads an object into a map.
func (r reader) membersOf(members map[string]jsontext.Value) error {
	return r.object(func(name string) error {
		begin := r.next()
		if err := r.value(); err != nil {
			return err
		}
		members[name] = r.since(begin)
		return nil
	})
}

// object reads an object, the values of its members by a function.
func (r reader) object(read func(name string) error) error {
	if _, err := r.token(); err != nil {
		return err
	}
	for r.decoder.PeekKind() != '}' {
		name, err := r.token()
		if err != nil {
			return err
		}
		if err := read(name.String()); err != nil {
			return err
		}
	}
	_, err := r.token()
	return err
}

// value reads a value with all that is in it.
func (r reader) value() error {
	for depth := r.decoder.StackDepth(); ; {
		if _, err := r.token(); err != nil || r.decoder.StackDepth() == depth {
			return err
		}
	}
}

// token reads a token.
func (r reader) token() (jsontext.Token, error) {
	token, err := r.decoder.ReadToken()
	switch {
	case err != nil:
		return token, fault.Wrap(fault.ParseError, err,
			"the message is not valid JSON (names must be unique, strings must be UTF-8)")
	case r.decoder.StackDepth() > maxNesting:
		return token, fault.New(fault.ParseError, "the message is nested more than %d levels deep", maxNesting)
	}
	return token, nil
}

// end reads what stands behind the value, which must be nothing.
func (r reader) end() error {
	if len(bytes.TrimSpace(r.text[r.decoder.InputOffset():])) > 0 {
		return fault.New(fault.ParseError, "the message has more than one JSON value")
	}
	if _, err := r.token(); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// next returns where the value behind a name begins.
func (r reader) next() int64 {
	offset := r.decoder.InputOffset()
	return offset + int64(len(r.text[offset:])-len(bytes.TrimLeft(r.text[offset:], " \t\r\n:")))
}

// since returns the text from an offset to the end of the last token.
func (r reader) since(begin int64) jsontext.Value { return r.text[begin:r.decoder.InputOffset()] }
