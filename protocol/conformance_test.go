//go:build protocol

package protocol

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// suite is the command line of the official conformance suite.
const suite = "node_modules/@modelcontextprotocol/conformance/dist/index.js"

// revisions are those of MCP that the suite knows and emcp speaks.
var revisions = []string{"2025-06-18", "2025-11-25", "2026-07-28"}

// Where a scenario passes. Any other text is the reason why it is not run, as RELIABILITY.md has it.
const (
	onProgram  = "emcp"
	onDescribe = "emcp with the one tool that can be called without arguments" // which the suite does with the first
	onFixtures = "emcp with the suite's fixtures"
)

// Reasons.
const (
	noServerRequests = "emcp asks its clients for nothing: its tools need neither a model nor a person"
	noLogs           = "emcp sends no log messages to clients"
	noProgress       = "only tools of upstreams report progress; other calls end within seconds"
	noResuming       = "emcp answers a call with JSON, not with a stream that could be taken up again"
	noTasks          = "emcp has no tasks: a call ends within seconds"
	noSkills         = "emcp offers no skills"
	noParamHeaders   = "no tool of emcp wants an argument in a header"
	noListTrigger    = "no tool of emcp changes its lists; TestListChanges in server shows the notifications"
)

// scenarios are all of the suite's for servers, and where they pass.
var scenarios = map[string]string{
	"caching":                     onProgram,
	"dns-rebinding-protection":    onProgram,
	"ping":                        onProgram,
	"prompts-list":                onProgram,
	"resources-list":              onProgram,
	"sep-2164-resource-not-found": onProgram,
	"server-initialize":           onProgram,
	"server-session-lifecycle":    onProgram,
	"server-sse-multiple-streams": onProgram,
	"server-stateless":            onProgram,
	"tools-list":                  onProgram,

	"http-header-validation": onDescribe,

	"completion-complete":           onFixtures,
	"json-schema-2020-12":           onFixtures,
	"prompts-get-embedded-resource": onFixtures,
	"prompts-get-simple":            onFixtures,
	"prompts-get-with-args":         onFixtures,
	"prompts-get-with-image":        onFixtures,
	"resources-read-binary":         onFixtures,
	"resources-read-text":           onFixtures,
	"resources-subscribe":           onFixtures,
	"resources-templates-read":      onFixtures,
	"resources-unsubscribe":         onFixtures,
	"tools-call-audio":              onFixtures,
	"tools-call-embedded-resource":  onFixtures,
	"tools-call-error":              onFixtures,
	"tools-call-image":              onFixtures,
	"tools-call-mixed-content":      onFixtures,
	"tools-call-simple-text":        onFixtures,

	"elicitation-sep1034-defaults":                  noServerRequests,
	"elicitation-sep1330-enums":                     noServerRequests,
	"http-custom-header-server-validation":          noParamHeaders,
	"input-required-result-basic-elicitation":       noServerRequests,
	"input-required-result-basic-list-roots":        noServerRequests,
	"input-required-result-basic-sampling":          noServerRequests,
	"input-required-result-capability-check":        noServerRequests,
	"input-required-result-ignore-extra-params":     noServerRequests,
	"input-required-result-missing-input-response":  noServerRequests,
	"input-required-result-multi-round":             noServerRequests,
	"input-required-result-multiple-input-requests": noServerRequests,
	"input-required-result-non-tool-request":        noServerRequests,
	"input-required-result-request-state":           noServerRequests,
	"input-required-result-result-type":             noServerRequests,
	"input-required-result-tampered-state":          noServerRequests,
	"input-required-result-unsupported-methods":     noServerRequests,
	"input-required-result-validate-input":          noServerRequests,
	"logging-set-level":                             noLogs,
	"sep-2640-skills-directory":                     noSkills,
	"sep-2640-skills-enumeration":                   noSkills,
	"sep-2640-skills-manifest":                      noSkills,
	"server-sse-polling":                            noResuming,
	"tasks-capability-negotiation":                  noTasks,
	"tasks-dispatch-and-envelope":                   noTasks,
	"tasks-lifecycle":                               noTasks,
	"tasks-mrtr-composition":                        noTasks,
	"tasks-mrtr-input":                              noTasks,
	"tasks-request-headers":                         noTasks,
	"tasks-request-state-removal":                   noTasks,
	"tasks-required-task-error":                     noTasks,
	"tasks-status-notifications":                    noTasks,
	"tasks-wire-fields":                             noTasks,
	"tools-call-elicitation":                        noServerRequests,
	"tools-call-sampling":                           noServerRequests,
	"tools-call-with-logging":                       noLogs,
	"tools-call-with-progress":                      noProgress,
}

// untestable are single checks of scenarios that pass otherwise, with the reason why they are not run.
var untestable = map[string]string{
	"server-stateless:sep-2575-http-server-no-independent-requests-on-stream":     noServerRequests,
	"server-stateless:sep-2575-missing-capability-http-400":                       noServerRequests,
	"server-stateless:sep-2575-server-no-log-without-loglevel":                    noLogs,
	"server-stateless:sep-2575-server-rejects-undeclared-capability":              noServerRequests,
	"server-stateless:sep-2575-server-sends-prompts-list-changed-on-subscription": noListTrigger,
	"server-stateless:sep-2575-server-sends-tools-list-changed-on-subscription":   noListTrigger,
}

// TestConformance runs all scenarios of every revision and looks at those that pass.
func TestConformance(t *testing.T) {
	known := knownScenarios(t)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(scenarios)), slices.Sorted(maps.Keys(known))); diff != "" {
		t.Fatalf("the scenarios of the table (-) are not those of the suite (+):\n%s", diff)
	}
	program := serve(t, emcp, configuration(t, open+"servers:\n  - {handle: content, site: main}\n"+
		"  - {handle: describe, site: main, security: {deny_tools: [evo.content.*, evo.model.*]}}\n"))
	for where, url := range map[string]string{
		onProgram:  program,
		onDescribe: program + "/describe",
		onFixtures: serve(t, emcpWithFixtures, configuration(t, open)),
	} {
		for _, revision := range revisions {
			t.Run(where+" "+revision, func(t *testing.T) {
				t.Parallel()
				mistakes := run(t, url, revision)
				for name, applicable := range known {
					if scenarios[name] != where || !slices.Contains(applicable, revision) {
						continue
					}
					found, ran := mistakes[name]
					if !ran {
						t.Errorf("%s did not run", name)
					}
					for _, mistake := range found {
						t.Errorf("%s: %s", name, mistake)
					}
				}
			})
		}
	}
}

// knownScenarios returns the suite's scenarios for servers, each with its revisions.
func knownScenarios(t *testing.T) map[string][]string {
	t.Helper()
	list, err := node(t, suite, "list", "--server").Output()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string][]string{}
	for _, line := range regexp.MustCompile(`(?m)^ {2}- (\S+) \[(.*)\]$`).FindAllStringSubmatch(string(list), -1) {
		known[line[1]] = strings.Split(line[2], ",")
	}
	return known
}

// check is what the suite has checked in a scenario.
type check struct{ ID, Status, ErrorMessage string }

// checksIn reads a file with the results of a scenario.
func checksIn(t *testing.T, file string) (checks []check) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &checks); err != nil {
		t.Fatal(err)
	}
	return checks
}

// run runs all scenarios of a revision and returns what was wrong in each. One in which nothing
// was checked is wrong, too.
func run(t *testing.T, url, revision string) map[string][]string {
	t.Helper()
	results := t.TempDir()
	// The status says whether all passed; what counts here is in the results.
	output, _ := node(t, suite, "server", "--url", url, "--suite", "all", "--spec-version", revision, "--output-dir",
		results).CombinedOutput()
	files, err := filepath.Glob(filepath.Join(results, "server-*", "checks.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no results: %v\n%s", err, output)
	}
	folder := regexp.MustCompile(`^server-(.*)-\d{4}-\d\d-\d\dT[0-9-]+Z$`)
	mistakes := map[string][]string{}
	for _, file := range files {
		checks := checksIn(t, file)
		name := folder.FindStringSubmatch(filepath.Base(filepath.Dir(file)))[1]
		var found []string
		passed := 0
		for _, check := range checks {
			switch reason := untestable[name+":"+check.ID]; {
			case check.Status == "SUCCESS":
				passed++
			case check.Status == "INFO", check.Status == "SKIPPED",
				reason != "" && strings.HasPrefix(check.ErrorMessage, "Not testable: "):
			default:
				found = append(found, fmt.Sprintf("%s %s: %s", check.Status, check.ID, check.ErrorMessage))
			}
		}
		if passed == 0 {
			found = append(found, "no check has passed")
		}
		mistakes[name] = found
	}
	return mistakes
}

// TestNotRun compares the scenarios and checks that are not run with the table in RELIABILITY.md.
func TestNotRun(t *testing.T) {
	text, err := os.ReadFile("../RELIABILITY.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]string{}
	_, table, _ := strings.Cut(string(text), "\n| reason | scenarios |\n")
	for _, row := range regexp.MustCompile("(?m)^\\| (.+) \\| (`.+) \\|$").FindAllStringSubmatch(table, -1) {
		for name := range strings.SplitSeq(row[2], ", ") {
			documented[strings.Trim(name, "`")] = row[1]
		}
	}
	notRun := maps.Clone(scenarios)
	maps.DeleteFunc(notRun, func(_, where string) bool {
		return slices.Contains([]string{onProgram, onDescribe, onFixtures}, where)
	})
	maps.Copy(notRun, untestable)
	if diff := cmp.Diff(notRun, documented); diff != "" {
		t.Errorf("the scenarios that are not run (-) are not those of RELIABILITY.md (+):\n%s", diff)
	}
}
