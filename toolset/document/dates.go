package document

import (
	"strings"
	"time"

	"emcp/allowlist"
	"emcp/toolset/view"
)

// Formats of times.
const (
	Unix    = "unix"
	RFC3339 = "rfc3339"
)

// WantsRFC3339 reports whether times are strings, given the argument dates of a call.
func WantsRFC3339(o view.Options, dates string) bool {
	return dates == RFC3339 || dates == "" && o.RFC3339
}

// DefaultDates is the value of dates if a call leaves it out.
func DefaultDates(o view.Options) string {
	if o.RFC3339 {
		return RFC3339
	}
	return Unix
}

// Moment formats a time as RFC 3339; nil for 0.
func Moment(seconds int64) *string {
	if seconds == 0 {
		return nil
	}
	return new(FormatTime(seconds))
}

// FormatTime returns Unix seconds as RFC 3339 has them.
func FormatTime(seconds int64) string { return time.Unix(seconds, 0).UTC().Format(time.RFC3339) }

// storedMoment returns the date that a template variable stores as RFC 3339, or nil if there is none. Other text is
// returned unchanged.
func storedMoment(text *string) *string {
	if text == nil {
		return nil
	}
	trimmed := strings.TrimSpace(*text)
	if strings.Trim(trimmed, "0-:TZ. ") == "" { // also 0 and 0000-00-00
		return nil
	}
	if seconds, ok := allowlist.ParseStoredDate(trimmed); ok {
		return new(FormatTime(seconds))
	}
	return text
}
