package bundle

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Keys of an object that stands for a value which is known only when the tool is called.
const (
	argumentKey = "$argument"
	defaultKey  = "$default"
	stepKey     = "$step"
	pathKey     = "$path"
	eachKey     = "$each"
	textKey     = "$text"
	nowKey      = "$now"
)

// Template is a JSON value with places for arguments and for results of steps. A place is filled by a whole value, so
// no value can become part of an expression.
type Template struct {
	Literal  jsontext.Value // a value without places; then the other members are empty
	Argument string         // {"$argument": NAME}; a member of an argument is NAME.MEMBER
	Default  jsontext.Value // {"$argument": NAME, "$default": VALUE}: used if the argument is absent; can be nil
	Result   *Result
	Text     *Text          // only in what a tool returns
	Now      *time.Duration // {"$now": OFFSET}: likewise, the time of the call and the offset
	Members  []Member       // of an object
	Elements []Template     // of an array
}

// Member is a member of an object.
type Member struct {
	Name  string
	Value Template
}

// Result is a part of a step's result, {"$step": NAME, "$path": POINTER}, or of an element of a list.
type Result struct {
	Step string   // empty: the element inside of $each, otherwise the previous step
	Path []string // the tokens of a JSON pointer (RFC 6901)
	Each *Template
}

// maxTemplate is the deepest nesting of a template.
const maxTemplate = 20

// isObject reports whether the template makes an object, whatever fills its places.
func (t Template) isObject() bool {
	return t.Members != nil || t.Literal != nil && t.Literal.Kind() == '{'
}

// Walk calls visit for the template and every template in it.
func (t Template) Walk(visit func(Template)) {
	visit(t)
	for _, m := range t.Members {
		m.Value.Walk(visit)
	}
	for _, element := range t.Elements {
		element.Walk(visit)
	}
	if t.Result != nil && t.Result.Each != nil {
		t.Result.Each.Walk(visit)
	}
	if t.Text != nil {
		for _, m := range t.Text.Values {
			m.Value.Walk(visit)
		}
	}
}

// Arguments returns the names of the arguments in the template.
func (t Template) Arguments() []string {
	var found []string
	t.Walk(func(t Template) {
		if t.Argument != "" && !slices.Contains(found, t.Argument) {
			found = append(found, t.Argument)
		}
	})
	return found
}

// checkWith returns what only a result can have.
func (t Template) checkWith() (wrong []error) {
	t.Walk(func(t Template) {
		switch {
		case t.Text != nil:
			wrong = append(wrong, fmt.Errorf("%s can stand only in a result; a call takes whole values", textKey))
		case t.Now != nil:
			wrong = append(wrong,
				fmt.Errorf("%s can stand only in a result; times of a call can be relative, such as -30d", nowKey))
		}
	})
	return wrong
}

// checkSteps returns what is wrong with references to steps. steps are the names of the preceding ones, and before says
// whether there is one.
func (t Template) checkSteps(steps []string, before bool) (wrong []error) {
	t.Walk(func(t Template) {
		switch {
		case t.Result == nil:
		case t.Result.Step != "" && !slices.Contains(steps, t.Result.Step):
			wrong = append(wrong, fmt.Errorf("there is no step %q before this one", t.Result.Step))
		case !before:
			wrong = append(wrong, errors.New("no step before this one has a result; the first step can use only arguments"))
		}
	})
	return wrong
}
