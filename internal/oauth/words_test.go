package oauth

import (
	"reflect"
	"testing"
)

// TestWords has a text in every place of every language, and of its own but for a few.
func TestWords(t *testing.T) {
	same := map[string]bool{"TokenLabel": true}
	for _, w := range languagesInOrder {
		for _, field := range reflect.VisibleFields(reflect.TypeFor[words]()) {
			text := reflect.ValueOf(w).FieldByIndex(field.Index).String()
			if text == "" {
				t.Errorf("%s has no %s", w.Language, field.Name)
			}
			if w.Language != "en" && !same[field.Name] && text == reflect.ValueOf(english).FieldByIndex(field.Index).String() {
				t.Errorf("%s: %s is English", w.Language, field.Name)
			}
		}
	}
}
