package probe

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

var (
	intentName = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$`)
	// semver matches a version of Semantic Versioning 2.0.0, with the v that the examples of TOMO have.
	semver       = regexp.MustCompile(`^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
	callbackPath = regexp.MustCompile(`^/api/v1/cpc/mcp_provider/[A-Za-z0-9._~-]+$`)
)

// Roles of tools and axes of the ranking. The tables of TOMO in this package are not those of internal/profile, by
// which emcp serves: with the same tables the probe would find no mistake in them.
var (
	toolRoles    = []string{"search", "get_detail", "create", "modify", "cancel", "track", "rate", "utility"}
	pricingBands = []string{"ok", "good", "great"}
	rankingAxes  = []string{"time", "taste", "budget", "safety"}
)

// metaField is a member of _meta.tomo.
type metaField struct {
	name string
	fits func(any) bool
	form string
}

// metaFields are the required members of _meta.tomo (section 2).
var metaFields = []metaField{
	{"intent", matching(intentName), "the name of an intent in TOMO's catalog, such as travel.book_hotel"},
	{"intent_version", matching(semver), "the version of the intent's specification, such as v1.0.0"},
	{"tool_role", among(toolRoles), "one of " + strings.Join(toolRoles, ", ")},
	{"result_widget", isText, "the name of the widget that shows the result, from §9 of the intent's specification"},
	{"ttbs_signals", isRanking, "an object with a number from 0 to 1 for each of " + strings.Join(rankingAxes, ", ")},
	{"service_area", isArea, "a list of the cities or pincodes that you serve"},
	{"pricing_band", among(pricingBands), "one of " + strings.Join(pricingBands, ", ")},
	{"completion_callback", isCallback, "TOMO's https address that ends in /api/v1/cpc/mcp_provider/ and your partner id"},
}

// checkMeta checks _meta.tomo of each tool.
func (r *tomoRun) checkMeta() {
	r.checkTools("_meta.tomo", func(c *Check, t tomoTool) {
		if t.meta == nil {
			c.fail(t.name+" has no object _meta.tomo.", "Add it with the members that section 2 of the specification requires.")
		}
		for _, name := range slices.Sorted(maps.Keys(t.meta)) {
			if !slices.ContainsFunc(metaFields, func(f metaField) bool { return f.name == name }) {
				c.fail(fmt.Sprintf("_meta.tomo of %s has the member %s.", t.name, clean(name)),
					"Remove it: TOMO does not expect more members.")
			}
		}
	})
	versions := map[string]any{} // by intent, that of its first tool
	for _, f := range metaFields {
		r.checkTools("_meta.tomo."+f.name, func(c *Check, t tomoTool) {
			value, ok := t.meta[f.name]
			switch {
			case t.meta == nil: // that is a finding of its own
			case !ok:
				c.fail(t.name+" has none.", "It must be "+f.form+".")
			case !f.fits(value):
				c.fail(fmt.Sprintf("%s has %s.", t.name, show(value)), "It must be "+f.form+".")
			case f.name == "intent_version":
				intent := show(t.meta["intent"])
				if first, ok := versions[intent]; ok && first != value {
					c.fail(fmt.Sprintf("%s has %s, another tool of the same intent %s.", t.name, show(value), show(first)),
						"Implement one version of an intent.")
				}
				versions[intent] = value
			}
		})
	}
}

func isText(value any) bool {
	text, ok := value.(string)
	return ok && strings.TrimSpace(text) != ""
}

func matching(form *regexp.Regexp) func(any) bool {
	return func(value any) bool {
		text, ok := value.(string)
		return ok && form.MatchString(text)
	}
}

func among(allowed []string) func(any) bool {
	return func(value any) bool {
		text, ok := value.(string)
		return ok && slices.Contains(allowed, text)
	}
}

// isRanking accepts a number from 0 to 1 for each axis, and no other member.
func isRanking(value any) bool {
	signals, _ := value.(map[string]any)
	for _, axis := range rankingAxes {
		number, _ := signals[axis].(json.Number)
		if n, err := number.Float64(); err != nil || n < 0 || n > 1 {
			return false
		}
	}
	return len(signals) == len(rankingAxes)
}

func isArea(value any) bool {
	places, _ := value.([]any)
	return len(places) > 0 && !slices.ContainsFunc(places, func(place any) bool { return !isText(place) })
}

func isCallback(value any) bool {
	text, _ := value.(string)
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "https" && u.Hostname() != "" && u.User == nil && u.RawQuery == "" &&
		u.Fragment == "" && callbackPath.MatchString(u.Path)
}
