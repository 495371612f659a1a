package emcp_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// imports are the packages of emcp that each of its packages may import, the table of SPEC.md.
var imports = map[string][]string{
	"cmd/emcp": {"check", "config", "evodb", "identity", "internal/fault", "middleware", "probe", "server", "setup"},
	"check": {
		"allowlist", "config", "evodb", "grants", "identity", "internal/fault", "internal/redisdb", "query", "toolset",
	},
	"server":           {"config", "evodb", "grants", "idempotency", "identity", "internal/fault", "internal/redisdb", "metrics", "middleware", "ratelimit", "toolset", "tracing"},
	"middleware":       {"identity", "internal/fault", "ratelimit", "tracing"},
	"metrics":          {"evodb", "internal/fault", "internal/redisdb", "middleware", "toolset"},
	"config":           {"allowlist", "identity", "internal/fault", "internal/secret"},
	"toolset":          {"allowlist", "evodb", "identity", "internal/fault", "query", "richtext", "tracing", "tvfilter"},
	"query":            {"allowlist", "evodb", "internal/fault", "tvfilter"},
	"tvfilter":         {"allowlist", "internal/fault"},
	"evodb":            {"internal/fault", "tracing"},
	"identity":         {"evodb", "internal/fault", "internal/secret"},
	"tracing":          {"internal/fault"},
	"idempotency":      {"internal/redisdb"},
	"ratelimit":        {"internal/redisdb"},
	"siteconf":         {},
	"setup":            {"allowlist", "config", "evodb", "grants", "identity", "internal/fault", "siteconf"},
	"allowlist":        {},
	"probe":            {},
	"internal/fault":   {},
	"richtext":         {},
	"internal/redisdb": {},
	"internal/secret":  {},
	"grants":           {"allowlist", "evodb"},
	"internal/evosite": {},
	"internal/testdb":  {},
	"internal/model":   {"allowlist", "identity", "internal/evosite"},
	"packaging/mcpb":   {},
}

// owners are the only packages that may import a library.
var owners = map[string][]string{
	"github.com/Masterminds/squirrel":              {"query"},
	"github.com/go-sql-driver/mysql":               {"evodb", "internal/testdb"},
	"database/sql":                                 {"evodb", "internal/evosite", "internal/testdb"},
	"github.com/mark3labs/mcp-go":                  {"server"},
	"github.com/labstack/echo":                     {"middleware", "server"},
	"go.yaml.in/yaml":                              {"config"},
	"golang.org/x/sync":                            {"evodb", "toolset"},
	"github.com/agnivade/levenshtein":              {"internal/fault"},
	"github.com/redis/go-redis":                    {"idempotency", "internal/redisdb"},
	"github.com/go-redis/redis_rate":               {"ratelimit"},
	"github.com/golang-jwt/jwt":                    {"identity"},
	"github.com/MicahParks/jwkset":                 {"identity"},
	"github.com/JohannesKaufmann/html-to-markdown": {"richtext"},
	"golang.org/x/term":                            {"cmd/emcp"},
	"github.com/creack/pty":                        {},
	"golang.org/x/net":                             {"richtext"},
	"golang.org/x/text":                            {"richtext"},
	"github.com/santhosh-tekuri/jsonschema":        {"probe"},
	"github.com/maypok86/otter":                    {"idempotency", "identity", "ratelimit", "toolset"},
	"github.com/prometheus":                        {"metrics"},
	"go.opentelemetry.io":                          {"tracing"},
	"google.golang.org/protobuf":                   {"tracing"},
	"github.com/dolthub/go-mysql-server":           {},
}

// product returns the imports of every package of the module, without its tests.
func product(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (file == "bench" || file == "demo" || file == "tools" || strings.HasPrefix(entry.Name(), ".") && file != "."):
			return filepath.SkipDir
		case filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range parsed.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			found[path.Dir(filepath.ToSlash(file))] = append(found[path.Dir(filepath.ToSlash(file))], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestImports(t *testing.T) {
	for folder, imported := range product(t) {
		allowed, known := imports[folder]
		if !known {
			t.Errorf("the folder %s is not in the table of imports", folder)
		}
		for _, name := range imported {
			if inside, ok := strings.CutPrefix(name, "emcp/"); ok && !slices.Contains(allowed, inside) {
				t.Errorf("%s must not import %s", folder, inside)
			}
			for library, folders := range owners {
				if (name == library || strings.HasPrefix(name, library+"/")) && !slices.Contains(folders, folder) {
					t.Errorf("%s must not import %s", folder, name)
				}
			}
		}
	}
}

// traces are what must not be in a file of the repository: places that exist on one machine only.
var traces = regexp.MustCompile(`/work` + `/|/home` + `/[a-z]|/ro` + `ot/|proxy\.gol` + `ang|registry\.npm` + `js|deb\.deb` + `ian\.org|\.\./sha` + `red`)

func TestNoTraces(t *testing.T) {
	listed, err := exec.CommandContext(t.Context(), "git", "ls-files", "--cached", "--others", "--exclude-standard").Output()
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
