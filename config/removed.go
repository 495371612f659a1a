package config

import (
	"regexp"
	"strings"
)

// removedKeys are keys of earlier versions and what to do about them in a file. They are errors, like unknown keys, so
// that no limit that an owner has set ends silently. In a path, [] stands for any element of a list and * for any name.
var removedKeys = []struct{ path, advice string }{
	{"limits.max_tv_filters", tvFiltersAdvice},
	{"limits.max_tv_order", tvOrderAdvice},
	{"limits.max_with_tvs", withTVsAdvice},
	{"servers[].limits.max_tv_filters", tvFiltersAdvice},
	{"servers[].limits.max_tv_order", tvOrderAdvice},
	{"servers[].limits.max_with_tvs", withTVsAdvice},
	{"domain.content.max_depth", "a call goes through at most 6 levels of the tree; remove the key"},
	{"domain.content.max_limit", "set limits.max_result_items instead"},
	{"cache.max_bytes", "emcp keeps at most 32 MiB of results; remove the key, or set cache.ttl to 0s to keep none"},
	{"idempotency.header", "the header is always Idempotency-Key; remove the key and use this header in clients"},
	{
		"trace",
		"the header is always X-Trace-Id, and each request has an id; remove the section and use this header in clients",
	},
	{"auth.jwt.leeway", "clocks may differ by 60 seconds; remove the key"},
	{"groups.*.llm.steps", "a task makes at most 8 calls of tools; remove the key and set tokens to limit the cost"},
	{
		"groups.*.llm.bytes",
		"the model reads at most 128 KiB of results for a task; remove the key and set tokens to limit the cost",
	},
	{"groups.*.llm.timeout", "a task takes at most 45 seconds; remove the key"},
}

const (
	tvFiltersAdvice = "a search has at most 10 conditions in tv_filters; remove the key"
	tvOrderAdvice   = "a search has at most 5 sort keys in tv_order; remove the key"
	withTVsAdvice   = "a call has at most 20 template variables in with_tvs; remove the key"
)

// removed returns the advice about a removed key, or an empty string for any other key.
func removed(path string) string {
	for _, key := range removedKeys {
		pattern := strings.NewReplacer(`\[\]`, `\[\d+\]`, `\*`, `.+`).Replace(regexp.QuoteMeta(key.path))
		if regexp.MustCompile("^" + pattern + "$").MatchString(path) {
			return key.advice
		}
	}
	return ""
}
