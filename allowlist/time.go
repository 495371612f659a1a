package allowlist

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Time is a time in a condition, in whole seconds.
type Time struct {
	at  time.Time
	day bool // a whole day
}

// timeLayouts are the accepted notations of a time. Times without a zone are in UTC.
var timeLayouts = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04",
}

// relativePattern is a time counted from now. Six digits reach farther than a year of four digits.
var relativePattern = regexp.MustCompile(`^([+-][0-9]{1,6})([hdwmy])$`)

// spokenDays are the accepted notations of a day beside 2026-01-31, as people write them. A time can follow.
var spokenDays = []string{"2.1.2006", "02-01-2006", "2006/1/2"}

// DateOrder says which comes first in a date such as 01/02/2026.
type DateOrder uint8

// Orders of dates. With UnknownOrder, a date that can be two days is none.
const (
	UnknownOrder DateOrder = iota
	DayFirst
	MonthFirst
)

// layouts returns the layouts of a date with slashes, the right one first.
func (o DateOrder) layouts() []string {
	if o == MonthFirst {
		return []string{"1/2/2006", "2/1/2006"}
	}
	return []string{"2/1/2006", "1/2/2006"}
}

// ParseTime parses a time or a day: RFC 3339 (2026-01-31T12:00:00Z, 2026-01-31), 31.01.2026, 31-01-2026, 2026/01/31,
// 31/01/2026 or 01/31/2026, each with or without a time such as 18:30, Unix seconds, now, today, or a time relative to
// now, such as -30d, with h, d, w, m and y for hours to years. Years are between 1 and 9999.
func ParseTime(text string, now time.Time, order DateOrder) (Time, bool) {
	t, ok := parseTime(text, now)
	if !ok {
		t, ok = parseSpoken(text, order)
	}
	return t, ok && t.at.Year() >= 1 && t.at.Year() <= 9999
}

// parseSpoken parses a day with or without a time, as people write it.
func parseSpoken(text string, order DateOrder) (Time, bool) {
	var found []Time
	for _, day := range append(order.layouts(), spokenDays...) {
		for _, clock := range []string{"", " 15:04", " 15:04:05"} {
			if at, err := time.Parse(day+clock, text); err == nil {
				found = append(found, Time{at.Truncate(time.Second), clock == ""})
			}
		}
	}
	if len(found) == 0 || len(found) == 2 && order == UnknownOrder && found[0] != found[1] {
		return Time{}, false
	}
	return found[0], true
}

func parseTime(text string, now time.Time) (Time, bool) {
	now = now.UTC().Truncate(time.Second)
	switch text {
	case "now":
		return Time{at: now}, true
	case "today":
		return Time{dayOf(now), true}, true
	}
	if match := relativePattern.FindStringSubmatch(text); match != nil {
		n, _ := strconv.Atoi(match[1]) // six digits
		return Time{at: shifted(now, n, match[2])}, true
	}
	if at, err := time.Parse(time.DateOnly, text); err == nil {
		return Time{at, true}, true
	}
	for _, layout := range timeLayouts {
		if at, err := time.Parse(layout, strings.ToUpper(text)); err == nil {
			return Time{at: at.UTC().Truncate(time.Second)}, true
		}
	}
	seconds, err := strconv.ParseUint(text, 10, 40)
	return Time{at: time.Unix(int64(seconds), 0).UTC()}, err == nil //nolint:gosec // 40 bits
}

func shifted(now time.Time, n int, unit string) time.Time {
	switch unit {
	case "h":
		return now.Add(time.Duration(n) * time.Hour)
	case "d":
		return now.AddDate(0, 0, n)
	case "w":
		return now.AddDate(0, 0, 7*n)
	case "m":
		return now.AddDate(0, n, 0)
	}
	return now.AddDate(n, 0, 0)
}

func dayOf(at time.Time) time.Time {
	year, month, day := at.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Day reports whether it is a whole day.
func (t Time) Day() bool { return t.day }

// First returns the time in Unix seconds; for a day, its first second.
func (t Time) First() int64 { return t.at.Unix() }

// Last returns the time in Unix seconds; for a day, its last second.
func (t Time) Last() int64 {
	if t.day {
		return t.at.AddDate(0, 0, 1).Unix() - 1
	}
	return t.at.Unix()
}

// storedLayouts are the formats in which sites store dates: those of the manager's date picker, except mm/dd/YYYY, and
// ISO 8601. Without the site's setting, a date in mm/dd/YYYY can be taken for another one.
var storedLayouts = append([]string{"02-01-2006 15:04:05", "02-01-2006 15:04", "02-01-2006",
	"2006/01/02 15:04:05", "2006/01/02 15:04", "2006/01/02", time.DateOnly, "2006-01-02T15:04:05Z",
	"2006-01-02 15:04:05Z"}, timeLayouts[1:]...)

// storedSeconds matches dates stored as Unix seconds, from 1973 to 2286, so that a year does not match.
var storedSeconds = regexp.MustCompile(`^[1-9][0-9]{8,9}$`)

// ParseStoredDate parses the date that a template variable stores, and returns it in Unix seconds: dd-mm-YYYY with or
// without HH:MM or HH:MM:SS, the same from year to day, also with slashes, or Unix seconds. A date without a zone is in
// UTC. query compares values by the same rule.
func ParseStoredDate(text string) (seconds int64, ok bool) {
	if storedSeconds.MatchString(text) {
		seconds, err := strconv.ParseInt(text, 10, 64)
		return seconds, err == nil
	}
	for _, layout := range storedLayouts {
		if len(layout) != len(text) { // time.Parse also accepts shorter numbers and fractions of seconds
			continue
		}
		if at, err := time.Parse(layout, text); err == nil && at.Year() >= 1000 {
			return at.Unix(), true
		}
	}
	return 0, false
}
