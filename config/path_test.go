package config

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFind takes the path that is given, else the first that is there.
func TestFind(t *testing.T) {
	if got, err := Find("elsewhere.yaml"); got != "elsewhere.yaml" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	dir := t.TempDir()
	here, system := filepath.Join(dir, "emcp.yaml"), filepath.Join(dir, "etc")
	want := "there is no configuration at " + here + " or " + system +
		"; create one with emcp init, or name another file with --config"
	if got, err := firstExisting([]string{here, system}); got != "" || err == nil || err.Error() != want {
		t.Errorf("%s, %v", got, err)
	}
	for _, path := range []string{system, here} { // the second comes first
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := firstExisting([]string{here, system}); got != path || err != nil {
			t.Errorf("%s, %v, want %s", got, err, path)
		}
	}
}
