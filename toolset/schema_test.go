package toolset_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/toolset"
	"emcp/toolset/schema"
)

// TestInteger has numbers in all notations of JSON.
func TestInteger(t *testing.T) {
	for text, want := range map[string]schema.Int64{
		"0": 0, "-0": 0, "0.0": 0, "-0.00e5": 0, "0e99999999999999999999": 0,
		"20": 20, "20.0": 20, "2e1": 20, "2.0E+1": 20, "0.2e2": 20, "2000e-2": 20, "-20.0": -20,
		"9007199254740991.0": 1<<53 - 1, "9007199254740993": 1<<53 + 1, "-9223372036854775808": -1 << 63,
	} {
		var got schema.Int64
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is read as %d, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"0.5", "1e-1", "1e-400", "1.00000000000000000000000001", "25e-1", "9007199254740992.0", "-9007199254740992.0", "1e16",
		"9223372036854775808", "1e19", "1e400", "1e99999999999999999999", "1e-99999999999999999999", `"1"`, "true", "null",
		"[1]",
	} {
		var got schema.Int64
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s is read as %d", text, got)
		}
	}
}

// TestBoundsAreTrue tries every integer argument of every tool at the bounds that the message for a value beyond them
// names. These values are taken; the next lower one is refused, unless the message says with which argument it goes.
func TestBoundsAreTrue(t *testing.T) {
	_, d := openDatabase(t, shop(), standard)
	chatGPT := bounds()
	chatGPT.ChatGPT = true
	needed := map[string]any{"limit": 1, "id": 2, "from": 0, "model": "SiteTemplate", "type": "chunk", "query": "chair"}
	bounds := regexp.MustCompile(
		`^(\w+) must be an integer (?:of at least (\d+)|between (\d+) and (\d+)(?:, or (\d+) with (\w+))?)$`)
	tried := 0
	for _, options := range []toolset.Options{withElements(), chatGPT} {
		tools := toolset.New(database(t, d.DSN), options)
		for _, tool := range tools.Tools() {
			var input struct {
				Required   []string
				Properties map[string]struct {
					Type    any
					Minimum *int64
				}
			}
			if err := json.Unmarshal(tool.Input.JSON(), &input, json.MatchCaseInsensitiveNames(true)); err != nil {
				t.Fatal(err)
			}
			call := func(name, value string, others ...string) *fault.Error {
				arguments := map[string]any{}
				for _, required := range input.Required {
					arguments[required] = needed[required]
				}
				if tool.Name == "evo.content.get" || tool.Name == "evo.elements.get" {
					arguments["id"] = 2
				}
				arguments[name] = jsontext.Value(value)
				for _, other := range others {
					arguments[other] = true
				}
				text, err := json.Marshal(arguments)
				if err != nil {
					t.Fatal(err)
				}
				if _, err = tools.Call(t.Context(), manager, tool.Name, text); err == nil {
					return nil
				}
				return fault.From(err)
			}
			for name, property := range input.Properties {
				if property.Type != "integer" {
					continue
				}
				tried++
				beyond := call(name, strconv.FormatInt(*property.Minimum-1, 10))
				words := bounds.FindStringSubmatch(beyond.Message)
				if words == nil || words[1] != name {
					t.Errorf("%s %s: %s", tool.Name, name, beyond.Message)
					continue
				}
				lowest := words[2] + words[3]
				for _, bound := range []string{lowest, words[4]} {
					if bound == "" {
						continue
					}
					if err := call(name, bound); err != nil && strings.HasPrefix(err.Message, name+" must be") {
						t.Errorf("%s %s %s: %s", tool.Name, name, bound, err.Message)
					}
				}
				n, err := strconv.ParseInt(lowest, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				if err := call(name, strconv.FormatInt(n-1, 10)); err == nil || err.Field != name {
					t.Errorf("%s %s %d: %v", tool.Name, name, n-1, err)
				}
				if words[5] != "" {
					if err := call(name, words[5], words[6]); err != nil {
						t.Errorf("%s %s %s with %s: %v", tool.Name, name, words[5], words[6], err)
					}
				}
			}
		}
	}
	if tried < 70 {
		t.Errorf("only %d arguments were tried", tried)
	}
}

// TestWrongArgumentsLeadOn checks the message for an argument or operator that has the name of other tools.
func TestWrongArgumentsLeadOn(t *testing.T) {
	tools := open(t, shop(), standard)
	search := func(arguments string) []string {
		return refuse(t, tools, public, "evo.content.search", `{"limit":1,`+arguments+`}`).Suggestions
	}
	for arguments, want := range map[string]string{
		`"q":"a"`: "query", `"sort":"price"`: "order_by tv_order", `"tvs":["price"]`: "with_tvs", `"tag":"a"`: "tags_data",
		`"language":"de"`: "lang",
		`"page":2`:        "cursor", `"per_page":2`: "limit", `"group_by":"a"`: "count_by", `"where":{}`: "tv_filters",
		`"withTvs":[]`: "with_tvs", `"parent_id":1`: "parent",
		`"edited_between":{"gte":"-1d"}`: "from", `"edited_between":{"$lte":"-1d"}`: "to",
		`"edited_between":{"until":"-1d"}`:         "to",
		`"tv_filters":[{"name":"price","op":"="}]`: "tv", `"tv_filters":[{"tv":"price","operator":"="}]`: "op",
		`"tv_filters":[{"tv":"price","values":"a"}]`: "value",
		`"count_by":"month"`:                         "year", `"fields":["title"]`: "longtitle menutitle pagetitle",
	} {
		if got := strings.Join(search(arguments), " "); got != want {
			t.Errorf("%s: %q, want %q", arguments, got, want)
		}
	}
	for operators, want := range map[string]string{
		"gt $gt": ">", "gte $gte": ">=", "lt": "<", "lte $lte LTE": "<=", "eq == ===": "=", "ne <> !==": "!=",
		"nin notin $nin": "not_in", "not-in": "not_in", "contains": "like",
		"startswith": "like-r", "ends_with": "like-l", "isnull is_null empty": "null", "exists not_null": "!null",
		"between": "<= >=", "IN": "in", "regex": "",
	} {
		for _, operator := range strings.Fields(operators) {
			if got := strings.Join(search(`"tv_filters":[{"tv":"price","op":"`+operator+`","value":"1"}]`), " "); got != want {
				t.Errorf("%s: %q, want %q", operator, got, want)
			}
		}
	}
	got := refuse(t, tools, public, "evo.content.get", `{"path":"/a"}`).Suggestions
	if !slices.Equal(got, []string{"url"}) {
		t.Errorf("path: %q", got)
	}

	const zero = ", or 0 with include_total"
	for arguments, want := range map[string]string{
		`{"limit":101}`:                     "limit must be an integer between 1 and 100" + zero,
		`{"limit":-1,"include_total":true}`: "limit must be an integer between 1 and 100" + zero,
		`{}`:                                "limit is required: an integer between 1 and 100" + zero,
		`{"limit":0}`:                       "limit must be at least 1; 0 goes with include_total",
	} {
		if got := refuse(t, tools, public, "evo.content.search", arguments).Message; got != want {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
	message := refuse(t, tools, public, "evo.content.children", `{"id":1,"limit":0}`).Message
	if message != "limit must be an integer between 1 and 100" {
		t.Error(message)
	}

	const unneeded = "; leave out what you do not need"
	for arguments, want := range map[string]string{
		`{"limit":1,"match":null}`:              "match must be a string" + unneeded,
		`{"limit":1,"parent":null,"lang":null}`: "parent must be an integer" + unneeded,
		`{"limit":1,"lang":""}`:                 "lang must not be empty" + unneeded,
		`{"limit":1,"fields":null}`:             "fields must be an array" + unneeded,
		`{"limit":1,"order_dir":""}`:            "order_dir must be one of asc, desc" + unneeded,
		`{"limit":null}`:                        "limit must be an integer",
		`{"limit":1,"fields":[""]}`:             "fields[0] must be one of ",
	} {
		got := refuse(t, tools, public, "evo.content.search", arguments).Message
		if !strings.HasPrefix(got, want) || strings.HasSuffix(got, unneeded) != strings.HasSuffix(want, unneeded) {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
}
