package emcp_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/fault"
)

// pages returns the pages for owners and those for hosters.
func pages(t *testing.T) []string {
	t.Helper()
	owners, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	hosters, err := filepath.Glob("docs/hosters/*.md")
	if err != nil || len(owners) == 0 || len(hosters) == 0 {
		t.Fatalf("no pages in docs: %v", err)
	}
	return append(owners, hosters...)
}

// wholeConfiguration adds to an example what every emcp.yaml has, and an example may leave out: a site, and who may
// call.
func wholeConfiguration(example string) string {
	for _, section := range []string{
		`sites: {main: {dsn: "emcp:password@tcp(127.0.0.1:3306)/evolution"}}`,
		`auth: {tokens: [{name: claude, sha256: "` + tokenHash + `"}]}`,
	} {
		name, _, _ := strings.Cut(section, " ")
		if !strings.HasPrefix(example, name) && !strings.Contains(example, "\n"+name) {
			example += section + "\n"
		}
	}
	return example
}

// TestDocumentedConfigurations reads every example of emcp.yaml in docs and READMEs as emcp would.
func TestDocumentedConfigurations(t *testing.T) {
	shortened := regexp.MustCompile(`sha256: "([0-9a-f]{4})\.\.\."`)
	readmes, err := filepath.Glob("README*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages(t), readmes...) {
		text, err := os.ReadFile(page) //nolint:gosec // of this repository
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
			example := wholeConfiguration(shortened.ReplaceAllString(block[1], `sha256: "`+strings.Repeat("$1", 16)+`"`))
			if _, err := config.Parse([]byte(example),
				func(string) (string, bool) { return strings.Repeat("x", 32), true }); err != nil {
				t.Errorf("%s:\n%s\n%v", page, example, err)
			}
		}
	}
}

// TestTroubleshooting compares the table of codes in docs with the kinds of faults.
func TestTroubleshooting(t *testing.T) {
	text, err := os.ReadFile("docs/hosters/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## Troubleshooting by code\n")
	if !found {
		t.Fatal("docs/hosters/operate.md has no table of codes")
	}
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| .+ \\|$").FindAllStringSubmatch(section, -1) {
		documented = append(documented, row[1])
	}
	slices.Sort(documented)
	var kinds []string
	for kind := range fault.Kinds() {
		kinds = append(kinds, string(kind))
	}
	slices.Sort(kinds)
	if diff := cmp.Diff(kinds, documented); diff != "" {
		t.Errorf("kinds (-), documented (+):\n%s", diff)
	}
}

// TestSystemConfiguration has everything that is installed, and every page, name the one path of
// a system's configuration.
func TestSystemConfiguration(t *testing.T) {
	mentioned := regexp.MustCompile(`/etc/[a-z/]*emcp\.yaml`)
	for _, file := range append(pages(t), "README.md") {
		text, err := os.ReadFile(file) //nolint:gosec // of this repository
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range mentioned.FindAllString(string(text), -1) {
			if path != config.Paths[1] {
				t.Errorf("%s: %s, want %s", file, path, config.Paths[1])
			}
		}
	}
	for _, file := range []string{
		"packaging/scripts/postinstall", "packaging/scripts/postremove", "packaging/emcp.service",
		"packaging/docker/compose.yaml", "tools/release/pack/image.go",
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		paths := mentioned.FindAllString(string(text), -1)
		if len(paths) == 0 || slices.ContainsFunc(paths, func(path string) bool { return path != config.Paths[1] }) {
			t.Errorf("%s names %q, want %s", file, paths, config.Paths[1])
		}
	}
}

// TestDocumentedSnippets has the page that the owner copies from show what the tests of packaging try.
func TestDocumentedSnippets(t *testing.T) {
	page, err := os.ReadFile("docs/hosters/install.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"nginx.conf", "apache.conf", "Caddyfile"} {
		snippet, err := os.ReadFile(filepath.Join("packaging", name))
		if err != nil {
			t.Fatal(err)
		}
		indented := regexp.MustCompile("(?m)^(.)").ReplaceAllString(string(snippet), "    $1")
		if !strings.Contains(string(page), indented) {
			t.Errorf("docs/hosters/install.md does not have packaging/%s as it is", name)
		}
	}
}

// TestAttacks has every test exist that the table of attacks on sign-in names.
func TestAttacks(t *testing.T) {
	rows := table(t, "RELIABILITY.md", "## Sign-in")
	if len(rows) == 0 {
		t.Fatal("RELIABILITY.md has no attacks")
	}
	for _, row := range rows {
		expectTests(t, row[0], namesInCell(row[1]), namesInCell(row[2]))
	}
}

// TestCompatibility has every test exist that the pages about other contracts name, and no statement without one.
func TestCompatibility(t *testing.T) {
	pages, err := filepath.Glob("docs/hosters/compat/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("there are no pages", err)
	}
	for _, page := range pages {
		for _, row := range table(t, page, "## Statements") {
			if len(row) != 4 || row[2] == "" {
				t.Errorf("%s: %s has no test", page, row[0])
				continue
			}
			expectTests(t, page+": "+row[0], namesInCell(row[2]), namesInCell(row[3]))
		}
	}
}

// expectTests has each of the tests exist in one of the folders.
func expectTests(t *testing.T, what string, names, folders []string) {
	t.Helper()
	var code strings.Builder
	for _, folder := range folders {
		files, err := filepath.Glob(folder + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file) //nolint:gosec // of this repository
			if err != nil {
				t.Fatal(err)
			}
			code.Write(text)
		}
	}
	for _, name := range names {
		if !strings.Contains(code.String(), "\nfunc "+name+"(t ") {
			t.Errorf("%s: no folder of %s has %s", what, strings.Join(folders, ", "), name)
		}
	}
}

// TestContributing has what CONTRIBUTING.md names exist: files, targets of make and functions.
func TestContributing(t *testing.T) {
	page, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range regexp.MustCompile("`([\\w/.-]+\\.(?:go|md))`").FindAllStringSubmatch(string(page), -1) {
		found, err := filepath.Glob(file[1])
		if err != nil {
			t.Fatal(err)
		}
		if below, err := filepath.Glob("*/" + file[1]); err != nil || len(found)+len(below) == 0 {
			t.Errorf("there is no %s", file[1])
		}
	}
	for _, target := range regexp.MustCompile("(?m)(?:^    |`)make ([a-z0-9 -]+[a-z0-9])").FindAllStringSubmatch(
		string(page), -1) {
		for name := range strings.FieldsSeq(target[1]) {
			if folder, found := strings.CutPrefix(name, "test-"); found {
				if _, err := os.Stat(folder); err == nil {
					name = "test-%"
				}
			}
			if !strings.Contains(string(makefile), "\n"+name+":") {
				t.Errorf("make has no target %s", name)
			}
		}
	}
	for _, name := range regexp.MustCompile("`(\\w+Tools)`").FindAllStringSubmatch(string(page), -1) {
		if !declares(t, name[1]) {
			t.Errorf("nothing is called %s", name[1])
		}
	}
}

// declares reports whether toolset or a root test has a function or a variable of the name.
func declares(t *testing.T, name string) bool {
	t.Helper()
	files, err := filepath.Glob("toolset/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "contract_test.go") {
		text, err := os.ReadFile(file) //nolint:gosec // of this repository
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?m)^(func|var) ` + name + `\b`).Match(text) {
			return true
		}
	}
	return false
}

// TestLinks has every link of a page to another lead somewhere. README.md names the pages for owners and the index for
// hosters, which names the others.
func TestLinks(t *testing.T) {
	root, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	compat, err := filepath.Glob("docs/hosters/compat/*.md")
	if err != nil {
		t.Fatal(err)
	}
	linked := map[string][]string{} // by page
	for _, page := range slices.Concat(pages(t), compat, root) {
		text, err := os.ReadFile(page) //nolint:gosec // of this repository
		if err != nil {
			t.Fatal(err)
		}
		prose := regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(string(text), "")
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(prose, -1) {
			target, anchor, _ := strings.Cut(link[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := page
			if target != "" {
				file = filepath.Join(filepath.Dir(page), target)
			}
			linked[page] = append(linked[page], file)
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: nothing is at %s", page, link[1])
				continue
			}
			if anchor == "" {
				continue
			}
			content, err := os.ReadFile(file) //nolint:gosec // of this repository
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(anchors(string(content)), anchor) {
				t.Errorf("%s: no heading of %s is #%s", page, file, anchor)
			}
		}
	}
	const index = "docs/hosters/README.md"
	for _, page := range append(pages(t), compat...) {
		from := index
		if filepath.Dir(page) == "docs" || page == index {
			from = "README.md"
		}
		if !slices.Contains(linked[from], page) {
			t.Errorf("%s does not name %s", from, page)
		}
	}
}

// anchors returns those of a page's headings, as GitHub makes them.
func anchors(page string) []string {
	var found []string
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(page, -1) {
		kept := regexp.MustCompile(`[^\p{L}\p{N}_ -]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		found = append(found, strings.ReplaceAll(kept, " ", "-"))
	}
	return found
}
