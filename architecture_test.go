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
	"cmd/emcp": {
		"config", "evodb", "internal/audit", "internal/auth", "internal/fault", "internal/identity", "internal/owner/check",
		"internal/owner/permission", "internal/owner/probe", "internal/owner/setup", "server",
	},
	"server": {
		"config", "evodb", "internal/audit", "internal/auth", "internal/fault", "internal/idempotency", "internal/metrics",
		"internal/owner/grants", "internal/ratelimit", "internal/redisdb", "internal/tracing", "mcp", "middleware", "toolset",
	},
	"mcp": {
		"evodb", "internal/audit", "internal/fault", "internal/idempotency", "internal/identity", "internal/ratelimit",
		"internal/tracing", "toolset",
	},
	"middleware": {"internal/audit", "internal/auth", "internal/fault", "internal/identity", "internal/loopback", "internal/ratelimit", "internal/tracing"},
	"config":     {"allowlist", "internal/auth", "internal/fault", "internal/identity", "internal/loopback", "internal/secret"},
	"toolset":    {"allowlist", "evodb", "internal/fault", "internal/identity", "internal/redact", "internal/tracing", "query", "richtext", "tvfilter"},
	"query":      {"allowlist", "evodb", "internal/fault", "tvfilter"},
	"tvfilter":   {"allowlist", "internal/fault"},
	"allowlist":  {},
	"evodb":      {"allowlist", "internal/fault", "internal/tracing"},
	"richtext":   {},

	"internal/audit":       {"internal/fault", "internal/identity", "internal/tracing"},
	"internal/auth":        {"evodb", "internal/fault", "internal/identity", "internal/secret"},
	"internal/fault":       {},
	"internal/idempotency": {"internal/redisdb"},
	"internal/identity":    {},
	"internal/loopback":    {},
	"internal/metrics":     {"evodb", "internal/audit", "internal/fault", "internal/redisdb", "toolset"},
	"internal/ratelimit":   {"internal/fault", "internal/redisdb", "internal/tracing"},
	"internal/redact":      {},
	"internal/redisdb":     {},
	"internal/secret":      {},
	"internal/tracing":     {"internal/fault"},

	"internal/owner/check": {
		"allowlist", "config", "evodb", "internal/auth", "internal/fault", "internal/identity", "internal/owner/grants",
		"internal/loopback", "internal/owner/permission", "internal/redisdb", "query", "toolset",
	},
	"internal/owner/grants":     {"allowlist", "evodb"},
	"internal/owner/permission": {},
	"internal/owner/probe":      {},
	"internal/owner/setup": {
		"allowlist", "config", "evodb", "internal/auth", "internal/fault", "internal/identity", "internal/loopback",
		"internal/owner/grants", "internal/owner/siteconf",
	},
	"internal/owner/siteconf": {},

	"internal/test/evosite":   {},
	"internal/test/oracle":    {"allowlist", "internal/identity", "internal/test/evosite"},
	"internal/test/process":   {},
	"internal/test/program":   {"internal/test/process"},
	"internal/test/testredis": {"internal/redisdb"},
	"internal/test/testdb":    {"internal/test/process"},
	"internal/test/wait":      {},
	"packaging/mcpb":          {},
}

// owners are the only packages that may import a library.
var owners = map[string][]string{
	"github.com/Masterminds/squirrel":       {"query"},
	"github.com/go-sql-driver/mysql":        {"evodb", "internal/test/testdb"},
	"database/sql":                          {"evodb", "internal/test/evosite", "internal/test/testdb"},
	"github.com/mark3labs/mcp-go":           {"mcp"},
	"github.com/labstack/echo":              {"middleware", "server"},
	"go.yaml.in/yaml":                       {"config"},
	"golang.org/x/sync":                     {"evodb", "richtext", "toolset"},
	"github.com/agnivade/levenshtein":       {"internal/fault"},
	"github.com/redis/go-redis":             {"internal/idempotency", "internal/redisdb"},
	"github.com/go-redis/redis_rate":        {"internal/ratelimit"},
	"github.com/golang-jwt/jwt":             {"internal/auth"},
	"github.com/MicahParks/jwkset":          {"internal/auth"},
	"golang.org/x/term":                     {"cmd/emcp"},
	"github.com/creack/pty":                 {},
	"golang.org/x/net":                      {},
	"github.com/yuin/goldmark":              {},
	"golang.org/x/text":                     {"richtext"},
	"github.com/santhosh-tekuri/jsonschema": {"internal/owner/probe"},
	"github.com/maypok86/otter":             {"internal/audit", "internal/auth", "internal/ratelimit", "toolset"},
	"github.com/prometheus":                 {"internal/metrics"},
	"go.opentelemetry.io":                   {"internal/tracing"},
	"google.golang.org/protobuf":            {"internal/tracing"},
	"github.com/dolthub/go-mysql-server":    {},
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
