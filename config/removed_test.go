package config

import (
	"slices"
	"strings"
	"testing"
)

// TestRemovedKeys has each removed key in a file. The file's only mistake is the key, and the message says what to do.
func TestRemovedKeys(t *testing.T) {
	for _, key := range removedKeys {
		path := strings.NewReplacer("[]", "[0]", "*", "shop.1").Replace(key.path)
		text := "1"
		for _, name := range slices.Backward(strings.Split(key.path, ".")) {
			if list, ok := strings.CutSuffix(name, "[]"); ok {
				name, text = list, "["+text+"]"
			}
			text = "{" + strings.Replace(name, "*", "shop.1", 1) + ": " + text + "}"
		}
		var m mistakes
		_, err := m.tree(sourceFile{text: text}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := "line 1: " + path + " is no longer a key: " + key.advice
		if len(m.list) != 1 || m.list[0].Error() != want {
			t.Errorf("%s: %v", text, m.list)
		}
	}
}

// TestRemovedAreNoKeys has no key both in the table of keys and among the removed ones.
func TestRemovedAreNoKeys(t *testing.T) {
	for _, k := range reference() {
		for _, key := range removedKeys {
			if strings.HasPrefix(k.path+".", key.path+".") {
				t.Errorf("%s is a key, and %s is removed", k.path, key.path)
			}
		}
	}
}
