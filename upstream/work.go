package upstream

import (
	"errors"
	"maps"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"
)

// work computes what a check can cost: how many schemas apply to the values on one way from the
// arguments down to a value in them.
type work struct {
	root  any
	known map[workKey]float64
	open  map[workKey]bool
}

type workKey struct {
	schema uintptr
	levels int
}

func newWork(root any) *work {
	return &work{root, map[workKey]float64{}, map[workKey]bool{}}
}

// place says which values the schemas of a keyword apply to.
type place uint8

const (
	same   place = iota // to the value itself
	inside              // each to any value in it
	named               // each to another value in it
)

// shape says what the value of a keyword is: a schema, a list of schemas, an object of schemas,
// or either of the first two.
type shape uint8

const (
	one shape = iota
	many
)

// keywords has the keywords whose values are or contain schemas.
var keywords = []struct {
	name  string
	place place
	shape shape
}{
	{"allOf", same, many}, {"anyOf", same, many}, {"oneOf", same, many}, {"not", same, one}, {"if", same, one},
	{"then", same, one},
	{"else", same, one}, {"dependentSchemas", same, many}, {"dependencies", same, many},
	{"properties", named, many}, {"prefixItems", named, many},
	{"patternProperties", inside, many}, {"additionalProperties", inside, one}, {"items", inside, one},
	{"additionalItems", inside, one},
	{"contains", inside, one}, {"propertyNames", inside, one}, {"unevaluatedItems", inside, one},
	{"unevaluatedProperties", inside, one},
}

// of returns the work of checking a value with that many levels against a schema.
func (w *work) of(schema any, levels int) (float64, error) {
	object, ok := schema.(map[string]any)
	if !ok {
		return 1, nil
	}
	key := workKey{reflect.ValueOf(object).Pointer(), levels}
	if total, ok := w.known[key]; ok {
		return total, nil
	}
	if w.open[key] {
		return 0, errors.New("its schema refers to itself without an end")
	}
	w.open[key] = true
	defer delete(w.open, key)
	total, err := w.own(object)
	if err != nil {
		return 0, err
	}
	if ref, ok := object["$ref"].(string); ok {
		target, err := w.target(ref)
		if err != nil {
			return 0, err
		}
		cost, err := w.of(target, levels)
		if err != nil {
			return 0, err
		}
		total += cost
	}
	for _, keyword := range keywords {
		below := levels
		if keyword.place != same {
			if below--; below < 0 {
				continue
			}
		}
		sum, most := 0.0, 0.0
		for _, s := range schemasIn(object[keyword.name], keyword.shape) {
			cost, err := w.of(s, below)
			if err != nil {
				return 0, err
			}
			sum, most = sum+cost, math.Max(most, cost)
		}
		if keyword.place == named {
			sum = most
		}
		total += sum
	}
	w.known[key] = total
	return total, nil
}

// own returns the work of the keywords of a schema that are not in keywords.
func (*work) own(object map[string]any) (float64, error) {
	total := 1.0
	for _, p := range patternsOf(object) {
		size, err := patternSize(p)
		if err != nil {
			return 0, err
		}
		total += size
	}
	total += names(object["required"])
	for _, keyword := range []string{"dependentRequired", "dependencies"} {
		if depending, ok := object[keyword].(map[string]any); ok {
			for _, needed := range depending {
				total += names(needed)
			}
		}
	}
	if values, ok := object["enum"].([]any); ok {
		total += float64(len(values))
	}
	if object["uniqueItems"] == true {
		total += 100
	}
	return total, nil
}

// names returns how many names a list has.
func names(list any) float64 {
	all, _ := list.([]any)
	return float64(len(all))
}

// schemasIn returns the schemas in the value of a keyword.
func schemasIn(value any, of shape) []any {
	switch value := value.(type) {
	case []any:
		return value
	case map[string]any:
		if of == many {
			return slices.Collect(maps.Values(value))
		}
		return []any{value}
	}
	return nil
}

// target returns the schema that a reference names. Only those within the document are allowed.
func (w *work) target(ref string) (any, error) {
	fragment, ok := strings.CutPrefix(ref, "#")
	pointer, err := url.PathUnescape(fragment)
	if !ok || err != nil || pointer != "" && !strings.HasPrefix(pointer, "/") {
		return nil, errors.New("its schema refers to another document")
	}
	at := w.root
	for _, name := range strings.Split(pointer, "/")[1:] {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		object, ok := at.(map[string]any)
		if !ok || object[name] == nil {
			return nil, errors.New("its schema refers to a part that it does not have")
		}
		at = object[name]
	}
	return at, nil
}
