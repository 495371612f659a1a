package emcp_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// declaredImports reads testdata/imports.txt: the packages of emcp that each of its packages may import.
func declaredImports(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/imports.txt")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		folder, imports, found := strings.Cut(line, ":")
		if _, twice := declared[folder]; twice || !found {
			t.Errorf("testdata/imports.txt: want one line \"folder: imports\" for each folder, got %q", line)
		}
		declared[folder] = strings.Fields(imports)
	}
	return declared
}

// folders splits a cell of the table. A cell names a folder once: in "internal/redisdb, secret" secret is
// internal/secret.
func folders(cell string) []string {
	var found []string
	parent := ""
	for _, name := range namesInCell(cell) {
		switch {
		case strings.Contains(name, "/"):
			parent = path.Dir(name)
		default:
			name = path.Join(parent, name)
		}
		found = append(found, name)
	}
	return found
}

// owners are the only packages that may import a library.
var owners = map[string][]string{
	"github.com/Masterminds/squirrel": {"query"},
	"github.com/go-sql-driver/mysql":  {"evodb", "internal/test/golden/record", "internal/test/testdb"},
	"database/sql": {
		"evodb", "internal/test/evosite", "internal/test/golden/record", "internal/test/testdb",
	},
	"github.com/mark3labs/mcp-go": {
		"mcp", "mcp/catalog", "mcp/method", "mcp/session", "mcp/wire", "upstream",
	},
	"github.com/labstack/echo":            {"middleware", "server"},
	"github.com/coder/websocket":          {"internal/test/servertest", "server", "upstream"},
	"go.yaml.in/yaml":                     {"config"},
	"golang.org/x/sync":                   {"evodb", "internal/sitepage", "richtext", "server"},
	"github.com/agnivade/levenshtein":     {"internal/fault"},
	"github.com/redis/go-redis":           {"internal/idempotency", "internal/redisdb", "internal/state"},
	"github.com/go-redis/redis_rate":      {"internal/ratelimit"},
	"github.com/golang-jwt/jwt":           {"internal/auth", "internal/oauth"},
	"github.com/coreos/go-oidc":           {"internal/openid"},
	"golang.org/x/oauth2":                 {"internal/openid"},
	"github.com/go-jose/go-jose":          {"internal/test/provider"},
	"github.com/MicahParks/jwkset":        {"internal/auth", "internal/oauth"},
	"go.etcd.io/bbolt":                    {"internal/state"},
	"golang.org/x/term":                   {"cmd/emcp"},
	"github.com/creack/pty":               {},
	"golang.org/x/net":                    {"internal/sitepage", "richtext/evotags"},
	"github.com/yuin/goldmark":            {},
	"github.com/blevesearch/snowballstem": {"internal/index/words"},
	"golang.org/x/text": {
		"config", "internal/index/words", "internal/oauth", "internal/quantity", "internal/visible",
	},
	"github.com/santhosh-tekuri/jsonschema": {"internal/owner/probe", "toolset/schema", "upstream"},
	"github.com/maypok86/otter": {
		"internal/audit", "internal/auth", "internal/auth/personal", "internal/oauth", "internal/ratelimit",
		"internal/sitepage", "toolset", "toolset/describe", "toolset/find", "toolset/tree", "toolset/view",
	},
	"github.com/prometheus":              {"internal/metrics"},
	"go.opentelemetry.io":                {"internal/tracing"},
	"google.golang.org/protobuf":         {"internal/tracing"},
	"github.com/dolthub/go-mysql-server": {},
}

// goFiles returns the paths of the Go files of the module.
func goFiles(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() &&
			(file == "bench" || file == "demo" || file == "tools" || strings.HasPrefix(entry.Name(), ".") && file != "."):
			return filepath.SkipDir
		case filepath.Ext(file) == ".go":
			found = append(found, filepath.ToSlash(file))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// product returns the imports of every package of the module, without its tests.
func product(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		imported := found[path.Dir(file)]
		for _, spec := range parsed.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			imported = append(imported, name)
		}
		found[path.Dir(file)] = imported
	}
	return found
}

// TestImports compares what the packages import with testdata/imports.txt, both ways, and with owners.
func TestImports(t *testing.T) {
	declared, imported := declaredImports(t), map[string][]string{}
	for folder, all := range product(t) {
		imported[folder] = nil
		for _, name := range all {
			if inside, ok := strings.CutPrefix(name, "emcp/"); ok {
				imported[folder] = append(imported[folder], inside)
			}
			for library, owners := range owners {
				if (name == library || strings.HasPrefix(name, library+"/")) && !slices.Contains(owners, folder) {
					t.Errorf("%s must not import %s", folder, name)
				}
			}
		}
		slices.Sort(imported[folder])
		imported[folder] = slices.Compact(imported[folder])
	}
	if diff := cmp.Diff(declared, imported, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("imports: testdata/imports.txt (-) and the packages (+) differ:\n%s", diff)
	}
}

// TestPackages compares the table of SPEC.md with the packages that there are.
func TestPackages(t *testing.T) {
	var documented []string
	for _, row := range table(t, "SPEC.md", "## Structure") {
		documented = append(documented, folders(row[0])...)
	}
	slices.Sort(documented)
	if diff := cmp.Diff(documented, slices.Sorted(maps.Keys(product(t)))); diff != "" {
		t.Errorf("packages: the table of SPEC.md (-) and the folders (+) differ:\n%s", diff)
	}
}

// TestConfigurationReachesNoDatabase: whoever imports config gets neither the driver of MySQL nor
// the client of Redis with it.
func TestConfigurationReachesNoDatabase(t *testing.T) {
	imported := product(t)
	reached, next := map[string]bool{}, []string{"config"}
	for len(next) > 0 {
		folder := next[0]
		next = next[1:]
		for _, name := range imported[folder] {
			switch inside, ok := strings.CutPrefix(name, "emcp/"); {
			case name == "database/sql" || name == "github.com/go-sql-driver/mysql" ||
				strings.HasPrefix(name, "github.com/redis/"):
				t.Errorf("config reaches %s through %s", name, folder)
			case ok && !reached[inside]:
				reached[inside] = true
				next = append(next, inside)
			}
		}
	}
}

// httpClients are ways to make an HTTP client, or to use a shared one.
var httpClients = regexp.MustCompile(
	`\bhttp\.(Client\{|Transport\{|Default(Client|Transport)\b|(Get|Head|Post|PostForm)\()`)

// TestOutbound: only internal/outbound makes the clients of the program, so that all of them have its rules.
func TestOutbound(t *testing.T) {
	for _, file := range goFiles(t) {
		folder := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") || folder == "internal/outbound" ||
			strings.HasPrefix(folder, "internal/test") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := httpClients.Find(text); found != nil {
			t.Errorf("%s has %s; use internal/outbound", file, found)
		}
	}
}

// traces are what must not be in a file of the repository: places that exist on one machine only.
var traces = regexp.MustCompile(`/work` + `/|/home` + `/[a-z]|/ro` + `ot/|proxy\.gol` + `ang|registry\.npm` +
	`js|deb\.deb` + `ian\.org|\.\./sha` + `red`)

func TestNoTraces(t *testing.T) {
	listed, err := exec.CommandContext(t.Context(), "git", "ls-files", "--cached", "--others",
		"--exclude-standard").Output()
	if err != nil {
		t.Fatalf("list the files of the repository: %v", err)
	}
	files := strings.Fields(string(listed))
	if len(files) == 0 {
		t.Fatal("the repository has no files")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("read a file of the repository: %v", err)
			continue
		}
		if at := traces.FindIndex(text); at != nil {
			t.Errorf("%s has %q in it", file, text[at[0]:at[1]])
		}
	}
}
