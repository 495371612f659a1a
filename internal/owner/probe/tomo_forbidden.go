package probe

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// forbidden are the beginnings of field names that TOMO refuses (section 11), in snake_case.
var forbidden = regexp.MustCompile(`(^|_)(paid_placement|ad_bid|sponsored)(_|$)`)

// findForbidden looks for forbidden names at every level of a JSON value.
func (r *tomoRun) findForbidden(where string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			snake := strings.ToLower(breaks.ReplaceAllString(capitals.ReplaceAllString(name, "${1}_$2"), "_"))
			if forbidden.MatchString(snake) {
				r.forbidden.fail(where+" "+clean(name)+".",
					"Remove fields about paid placement; TOMO ranks without them and refuses the server.")
			}
			r.findForbidden(where, value[name])
		}
	case []any:
		for _, element := range value {
			r.findForbidden(where, element)
		}
	}
}

// Places where a name in another style gets an underscore.
var (
	capitals = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	breaks   = regexp.MustCompile(`[^A-Za-z0-9]+`)
)
