package profile

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/bundle"
)

// tomoKey is the member of a tool's _meta that TOMO reads.
const tomoKey = "tomo"

// tomoMeta is the member (section 2, "Required _meta.tomo fields").
type tomoMeta struct {
	Intent   *string             `json:"intent"`
	Version  *string             `json:"intent_version"`
	Role     *string             `json:"tool_role"`
	Widget   *string             `json:"result_widget"`
	Signals  *map[string]float64 `json:"ttbs_signals"`
	Area     *[]string           `json:"service_area"`
	Band     *string             `json:"pricing_band"`
	Callback *string             `json:"completion_callback"`
}

// Values of tool_role.
const (
	roleSearch = "search"
	roleDetail = "get_detail"
)

var (
	// tomoRoles are the values of tool_role for tools that read.
	tomoRoles = []string{roleSearch, roleDetail, "track", "utility"}
	// tomoWrites are the others.
	tomoWrites = []string{"create", "modify", "cancel", "rate"}

	tomoAxes  = []string{"time", "taste", "budget", "safety"}
	tomoBands = []string{"ok", "good", "great"}
	// tomoForbidden are names that TOMO refuses in answers (section 11).
	tomoForbidden = []string{"paid_placement_score", "ad_bid", "sponsored_rank"}

	tomoName    = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)+$`)
	tomoIntent  = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$`)
	tomoVersion = regexp.MustCompile(
		`^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
	tomoCode    = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)
	callbackEnd = regexp.MustCompile(`^/api/v1/cpc/mcp_provider/[^/]+$`)
)

// maxTOMODescription is the length of the longest description, in characters.
const maxTOMODescription = 140

func checkTOMOTools(tools []bundle.Tool) (found []error) {
	type version struct{ number, place string }
	versions := map[string]version{} // by intent, that of its first tool
	for _, tool := range tools {
		wrong := func(path, format string, args ...any) {
			found = append(found, fmt.Errorf("%s.%s: %w", tool.Place, path, fmt.Errorf(format, args...)))
		}
		if !tomoName.MatchString(tool.Name) {
			wrong("name", "%q is not in snake_case with a verb and a noun, such as search_availability", tool.Name)
		}
		if utf8.RuneCountInString(tool.Description) > maxTOMODescription {
			wrong("description", "has more than %d characters", maxTOMODescription)
		}
		if name, ok := emits(tool, tomoForbidden); ok {
			wrong("result", "TOMO refuses the field %s; remove it", name)
		}
		if tool.IsText() {
			wrong("result", "TOMO reads JSON; return an object that has the text as a member")
		}
		for key, code := range tool.Codes.All() {
			if !tomoCode.MatchString(code) {
				wrong("codes."+key, "%q is not a code such as LISTING_NOT_FOUND", code)
			}
		}
		meta, err := readTOMOMeta(tool.Meta)
		if err != nil {
			wrong("meta."+tomoKey, "%w", err)
			continue
		}
		meta.check(func(field, format string, args ...any) { wrong("meta."+tomoKey+"."+field, format, args...) })
		if meta.Intent == nil || meta.Version == nil {
			continue
		}
		first, known := versions[*meta.Intent]
		if !known {
			versions[*meta.Intent] = version{*meta.Version, tool.Place}
		} else if first.number != *meta.Version {
			wrong("meta."+tomoKey+".intent_version", "is %s, but %s has %s for the same intent", *meta.Version, first.place,
				first.number)
		}
	}
	return found
}

// readTOMOMeta reads the member of a tool's _meta. It refuses unknown members, because most are known
// ones with a typing error.
func readTOMOMeta(whole jsontext.Value) (meta tomoMeta, err error) {
	members := map[string]jsontext.Value{}
	if whole != nil {
		if err := json.Unmarshal(whole, &members); err != nil {
			return meta, err
		}
	}
	own, ok := members[tomoKey]
	if !ok || own.Kind() != '{' {
		return meta, errors.New("must be an object that says which intent the tool serves; docs/hosters/tomo.md lists its members")
	}
	err = json.Unmarshal(own, &meta, json.RejectUnknownMembers(true))
	var mistake *json.SemanticError
	if errors.As(err, &mistake) {
		path := strings.ReplaceAll(strings.TrimPrefix(string(mistake.JSONPointer), "/"), "/", ".")
		if errors.Is(err, json.ErrUnknownName) {
			return meta, fmt.Errorf("TOMO has no member %s", path)
		}
		return meta, fmt.Errorf("%s has the wrong type", path)
	}
	return meta, err
}

// check reports each member that is missing or wrong.
func (m tomoMeta) check(wrong func(field, format string, args ...any)) {
	text := func(field string, value *string, ok func(string) bool, format string, args ...any) {
		switch {
		case value == nil:
			wrong(field, "is missing")
		case !ok(*value):
			wrong(field, format, append([]any{*value}, args...)...)
		}
	}
	among := func(known []string) func(string) bool {
		return func(value string) bool { return slices.Contains(known, value) }
	}
	text("intent", m.Intent, tomoIntent.MatchString, "%q is not the id of an intent such as travel.book_hotel")
	text("intent_version", m.Version, tomoVersion.MatchString, "%q is not a semantic version such as v1.0.0")
	if m.Role != nil && slices.Contains(tomoWrites, *m.Role) {
		wrong("tool_role", "emcp only reads, so no tool can have the role %s; use one of %s", *m.Role,
			strings.Join(tomoRoles, ", "))
	} else {
		text("tool_role", m.Role, among(tomoRoles), "%q is not one of %s", strings.Join(tomoRoles, ", "))
	}
	text("result_widget", m.Widget, func(value string) bool { return value != "" }, "%q must be the name of a widget")
	text("pricing_band", m.Band, among(tomoBands), "%q is not one of %s", strings.Join(tomoBands, ", "))
	text("completion_callback", m.Callback, isCallback,
		"%q is not an https address that ends with /api/v1/cpc/mcp_provider/ and the id of the partner")
	if m.Area == nil || len(*m.Area) == 0 || slices.Contains(*m.Area, "") {
		wrong("service_area", "must be a list of cities or pincodes")
	}
	if m.Signals == nil {
		wrong("ttbs_signals", "is missing")
		return
	}
	for _, axis := range tomoAxes {
		if value, ok := (*m.Signals)[axis]; !ok || value < 0 || value > 1 {
			wrong("ttbs_signals."+axis, "must be a number from 0 to 1")
		}
	}
	for axis := range *m.Signals {
		if !slices.Contains(tomoAxes, axis) {
			wrong("ttbs_signals."+axis, "is not one of %s", strings.Join(tomoAxes, ", "))
		}
	}
}

// isCallback reports whether a string is the address of TOMO's webhook for a partner.
func isCallback(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "https" && u.Host != "" && callbackEnd.MatchString(u.Path)
}

// emits returns the first of the names that a declared result has, however it is written: adBid is ad_bid.
func emits(tool bundle.Tool, names []string) (name string, ok bool) {
	if tool.Result == nil {
		return "", false
	}
	see := func(member string) {
		if slices.Contains(names, snakeCase(member)) {
			name, ok = member, true
		}
	}
	tool.Result.Walk(func(t bundle.Template) {
		for _, m := range t.Members {
			see(m.Name)
		}
		for _, member := range namesIn(t.Literal) {
			see(member)
		}
	})
	return name, ok
}

var wordBegin = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// snakeCase returns a name in lower case with underscores.
func snakeCase(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "_", " ", "_").Replace(wordBegin.ReplaceAllString(name, "${1}_$2")))
}

// namesIn returns the names of the members in a value, at every level.
func namesIn(value jsontext.Value) (names []string) {
	d := jsontext.NewDecoder(bytes.NewReader(value))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return names
		}
		if kind, n := d.StackIndex(d.StackDepth()); kind == '{' && n%2 == 1 {
			names = append(names, token.String())
		}
	}
}
