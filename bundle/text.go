package bundle

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Text is a string made of several values, {"$text": "{name}: {price}", "name": VALUE, "price": VALUE}.
type Text struct {
	Form   string // {NAME} is the value of that name
	Values []Member
}

// text reads a text. values are the other members of its object.
func (p *parser) text(keys map[string]jsontext.Value, values []Member, path string) Template {
	if len(keys) > 1 || keys[textKey].Kind() != '"' {
		return p.refuse(path, "%s must be a string, and beside it are only the values that it names", textKey)
	}
	form := unquoted(keys[textKey])
	var named []string
	for _, found := range placeholders.FindAllStringSubmatch(form, -1) {
		named = append(named, found[1])
		if !slices.ContainsFunc(values, func(v Member) bool { return v.Name == found[1] }) {
			p.refuse(path, "{%s} in %s has no value; add the member %s beside it", found[1], textKey, found[1])
		}
	}
	for _, v := range values {
		if !slices.Contains(named, v.Name) {
			p.refuse(path, "%s does not have the value %s; write {%s} into it", textKey, v.Name, v.Name)
		}
	}
	return Template{Text: &Text{form, values}}
}

// show returns the text as JSON. A line none of whose values is there is left out. If nothing is left, ok is false.
func (t *Text) show(v Values) (text jsontext.Value, ok bool) {
	values := map[string]string{}
	for _, value := range t.Values {
		values[value.Name] = plain(value.Value.Show(v))
	}
	var all strings.Builder
	for line := range strings.Lines(t.Form) {
		needs, has := false, false
		filled := placeholders.ReplaceAllStringFunc(line, func(place string) string {
			value := values[strings.Trim(place, "{}")]
			needs, has = true, has || value != ""
			return value
		})
		if has || !needs {
			all.WriteString(filled)
		}
	}
	text, _ = jsontext.AppendQuote(nil, strings.TrimSuffix(all.String(), "\n")) // the error would be one of UTF-8
	return text, all.Len() > 0
}

// plain returns a value as it stands in a text: a string as it is, a list with its elements on lines of their own, and
// null as an empty text.
func plain(value jsontext.Value) string {
	switch value.Kind() {
	case 'n':
		return ""
	case '"':
		return unquoted(value)
	case '[':
		var lines []string
		_ = EachElement(value, func(element jsontext.Value) error { // it has been parsed before
			if line := plain(element); line != "" {
				lines = append(lines, line)
			}
			return nil
		})
		return strings.Join(lines, "\n")
	}
	return string(value)
}
