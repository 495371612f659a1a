package evotags

import (
	"html"
	"math"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"emcp/richtext/steps"
)

// conditions are the modifiers that compare a value, by name. ok is false if only the site can decide.
var conditions = byNames(map[string]func(value, option string) (holds, ok bool){
	"= eq is equals":                      func(v, o string) (bool, bool) { return loosely(v, o) == 0, true },
	"ne neq notequals isnot isnt not !=":  func(v, o string) (bool, bool) { return loosely(v, o) != 0, true },
	">= gte eg isgte":                     func(v, o string) (bool, bool) { return loosely(v, o) >= 0, true },
	"> gt greaterthan isgreaterthan isgt": func(v, o string) (bool, bool) { return loosely(v, o) > 0, true },
	"<= lte el islte":                     func(v, o string) (bool, bool) { return loosely(v, o) <= 0, true },
	"< lt lowerthan islowerthan islt":     func(v, o string) (bool, bool) { return loosely(v, o) < 0, true },
	"isempty":                             func(v, _ string) (bool, bool) { return empty(v), true },
	"isnotempty isntempty":                func(v, _ string) (bool, bool) { return !empty(v), true },
	"find":                                func(v, o string) (bool, bool) { return strings.Contains(v, o), true },
	"in inarray in_array":                 func(v, o string) (bool, bool) { return oneOf(v, strings.Split(o, ",")), true },
	"fnmatch wcard wcard_match wildcard wildcard_match": func(v, o string) (bool, bool) {
		holds, err := path.Match(o, v)
		return holds, err == nil && !strings.ContainsAny(v, "/")
	},
	"%": func(v, o string) (bool, bool) {
		a, b := integerOf(v), integerOf(o)
		return b != 0 && a%b == 0, b != 0
	},
})

// changes are the modifiers that change a value that is not empty, by name. They are those of Evolution that need
// nothing but the value. ok is false if only the site can make the change.
var changes = byNames(map[string]func(value, option string) (changed string, ok bool){
	"htmlent htmlentities":                         always(html.EscapeString),
	"html_entity_decode decode_html html_decode":   always(html.UnescapeString),
	"htmlspecialchars hsc encode_html html_encode": always(escapeOnce),
	"esc escape":      always(func(v string) string { return inBrackets.Replace(escapeOnce(v)) }),
	"spam_protect":    always(strings.NewReplacer("@", "&#64;", ".", "&#46;").Replace),
	"strip_linefeeds": always(strings.NewReplacer("\n", "", "\r", "").Replace),
	"strip":           strip,
	"notags strip_tags remove_html": func(v, o string) (string, bool) {
		return strings.TrimSpace(withoutTags(v)), o == ""
	},
	"urlencode url_encode encode_url": always(url.QueryEscape),
	"rawurlencode":                    always(url.PathEscape),
	"lcase strtolower lower_case":     always(strings.ToLower),
	"ucase strtoupper upper_case":     always(strings.ToUpper),
	"ucfirst":                         always(func(v string) string { return firstLetter(v, unicode.ToUpper) }),
	"lcfirst":                         always(func(v string) string { return firstLetter(v, unicode.ToLower) }),
	"capitalize ucwords":              always(capitalize),
	"length len strlen count_characters": always(func(v string) string {
		return strconv.Itoa(utf8.RuneCountInString(strings.ReplaceAll(v, "\r\n", "\n")))
	}),
	"count_words":         always(func(v string) string { return strconv.Itoa(max(1, len(strings.Fields(v)))) }),
	"substr":              substr,
	"limit trim_to":       limitFilter,
	"replace str_replace": replaceFilter,
	"replace_to tpl": func(v, o string) (string, bool) {
		return inTemplate(v, o), len(o)*len(v) < steps.MaxInput
	},
	"cat concatenate .": func(v, o string) (string, bool) { return v + o, true },
	"number_format":     numberFormat,
	"nl2lf":             always(strings.NewReplacer("\r\n", `\n`, "\n", `\n`, "\r", `\n`).Replace),
	"nl2br": always(strings.NewReplacer("\r\n", "<br />\r\n", "\n", "<br />\n", "\r",
		"<br />\r").Replace),
	"trim": func(v, o string) (string, bool) {
		return strings.Trim(v, trimSet(o)), !strings.Contains(o, "..")
	},
	"ltrim": func(v, o string) (string, bool) {
		return strings.TrimLeft(v, trimSet(o)), !strings.Contains(o, "..")
	},
	"rtrim": func(v, o string) (string, bool) {
		return strings.TrimRight(v, trimSet(o)), !strings.Contains(o, "..")
	},
	"strftime date dateformat": date,
	"time":                     func(v, o string) (string, bool) { return date(v, orElse(o, "%H:%M")) },
	"toint":                    always(func(v string) string { return strconv.FormatInt(integerOf(v), 10) }),
	"round":                    func(v, o string) (string, bool) { return rounded(v, math.Round), empty(o) },
	"floor":                    always(func(v string) string { return rounded(v, math.Floor) }),
	"ceil":                     always(func(v string) string { return rounded(v, math.Ceil) }),
	"abs":                      always(func(v string) string { return rounded(v, math.Abs) }),
	"count":                    always(func(v string) string { return strconv.Itoa(strings.Count(v, ",") + 1) }),
	"dummy raw":                always(func(v string) string { return v }),
})

// byNames splits keys that list several names into one entry for each name.
func byNames[T any](table map[string]T) map[string]T {
	all := map[string]T{}
	for names, t := range table {
		for name := range strings.FieldsSeq(names) {
			all[name] = t
		}
	}
	return all
}

// always makes a modifier of a change that needs no option and always succeeds.
func always(change func(string) string) func(value, option string) (string, bool) {
	return func(value, _ string) (string, bool) { return change(value), true }
}

// empty reports what PHP's empty returns for a text.
func empty(text string) bool { return text == "" || text == "0" }

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// numberOf returns the number that PHP reads in a text.
func numberOf(text string) (float64, bool) {
	text = strings.Trim(text, " \t\n\r\v\f")
	if strings.ContainsAny(text, "xXpP_nNiI") {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// integerOf returns the integer at the beginning of a text.
func integerOf(text string) int64 {
	text = strings.TrimLeft(text, " \t\n\r\v\f")
	end := 0
	for end < len(text) && end < 18 && (text[end] >= '0' && text[end] <= '9' || end == 0 && text[end] == '-') {
		end++
	}
	n, _ := strconv.ParseInt(text[:end], 10, 64) // 0 if there is none
	return n
}

// loosely compares as PHP's == and < do: as numbers if both are numbers, otherwise as texts.
func loosely(a, b string) int {
	x, first := numberOf(a)
	y, second := numberOf(b)
	switch {
	case !first || !second:
		return strings.Compare(a, b)
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func oneOf(value string, list []string) bool {
	for _, item := range list {
		if loosely(value, item) == 0 {
			return true
		}
	}
	return false
}

// inBrackets escapes the characters that would form a tag of Evolution.
var inBrackets = strings.NewReplacer("[", "&#91;", "]", "&#93;", "`", "&#96;")

// escapeOnce escapes HTML, but leaves existing character references alone.
func escapeOnce(text string) string {
	var out strings.Builder
	for i, part := range strings.Split(text, "&") {
		if i > 0 {
			if end := strings.IndexByte(part, ';'); end > 0 && isReference(part[:end]) {
				out.WriteByte('&')
			} else {
				out.WriteString("&amp;")
			}
		}
		out.WriteString(escapedQuotes.Replace(part))
	}
	return out.String()
}

var escapedQuotes = strings.NewReplacer("<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#039;")

// isReference reports whether a text is the inside of a character reference.
func isReference(name string) bool {
	digits, numeric := strings.CutPrefix(name, "#")
	for i := range len(digits) {
		if c := digits[i]; numeric && (c < '0' || c > '9') || !numeric && !isLetter(c) {
			return false
		}
	}
	return digits != ""
}

// strip replaces white space by the option, or by a space.
func strip(value, option string) (string, bool) {
	option = orElse(option, " ")
	var out strings.Builder
	inSpace := false
	for _, r := range value {
		switch {
		case !strings.ContainsRune(" \n\r\t\f\v", r):
			out.WriteRune(r)
			inSpace = false
		case !inSpace:
			out.WriteString(option)
			inSpace = true
		}
		if out.Len() > steps.MaxInput {
			return "", false
		}
	}
	return out.String(), true
}

func firstLetter(text string, change func(rune) rune) string {
	if text == "" || text[0] >= utf8.RuneSelf { // PHP changes ASCII letters only
		return text
	}
	return string(change(rune(text[0]))) + text[1:]
}

func capitalize(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		words[i] = firstLetter(word, unicode.ToUpper)
	}
	return strings.Join(words, " ")
}

// substr returns a substring. The option is from,length in characters; negative numbers count from the end.
func substr(value, option string) (string, bool) {
	if empty(option) {
		return value, true
	}
	first, second, two := strings.Cut(option, ",")
	runes := []rune(value)
	from := between(integerOf(first), len(runes))
	to := len(runes)
	if two {
		if n := integerOf(second); n < 0 {
			to = max(from, between(n, len(runes)))
		} else {
			to = int(min(int64(len(runes)), int64(from)+n))
		}
	}
	return string(runes[from:to]), true
}

// between converts a position in a text of that length. A negative position counts from the end. The result is clamped
// to the text.
func between(position int64, length int) int {
	if position < 0 {
		position += int64(length)
	}
	return int(min(max(position, 0), int64(length)))
}

// limitFilter returns that many characters. If it drops any, it appends what follows a + in the option.
func limitFilter(value, option string) (string, bool) {
	number, more, _ := strings.Cut(option, "+")
	number = orElse(number, "100")
	n, err := strconv.Atoi(number)
	runes := []rune(value)
	switch {
	case err != nil || n == 0:
		return value, err == nil
	case n > len(runes) || -n > len(runes):
		more = ""
	}
	if n > 0 {
		return string(runes[:min(n, len(runes))]) + more, true
	}
	return more + string(runes[max(0, len(runes)+n):]), true
}

// replaceFilter replaces a text by another. The option contains both, separated by a delimiter.
func replaceFilter(value, option string) (string, bool) {
	if !strings.Contains(option, ",") {
		return value, true
	}
	for _, delimiter := range []string{",", "|", "=>", "/"} {
		if strings.Count(option, delimiter) != 1 {
			continue
		}
		from, to, _ := strings.Cut(option, delimiter)
		if from == "" {
			return value, true
		}
		if len(value)+strings.Count(value, from)*len(to) > steps.MaxInput {
			return "", false
		}
		return strings.ReplaceAll(value, from, to), true
	}
	return value, true
}

// inTemplate inserts a value into a template.
func inTemplate(value, template string) string {
	if len(value)*len(template) >= steps.MaxInput {
		return ""
	}
	return strings.NewReplacer("[+value+]", value, "[+output+]", value, "{value}", value, "%s", value).Replace(template)
}

// trimSet returns the characters to trim.
func trimSet(option string) string { return orElse(option, " \t\n\r\x00\x0b") }

// rounded returns a number as PHP prints it.
func rounded(value string, round func(float64) float64) string {
	n, _ := numberOf(value) // 0 for a text that is not a number
	return strconv.FormatFloat(round(n), 'f', -1, 64)
}

// numberFormat writes a number with commas between thousands, and with the number of decimals in the option.
func numberFormat(value, option string) (string, bool) {
	n, ok := numberOf(value)
	decimals := integerOf(option)
	if !ok || decimals < 0 || decimals > 20 || math.Abs(n) > 1e15 {
		return "", false
	}
	text := strconv.FormatFloat(math.Round(math.Abs(n)*math.Pow10(int(decimals)))/math.Pow10(int(decimals)), 'f',
		int(decimals), 64)
	whole, fraction, _ := strings.Cut(text, ".")
	var out strings.Builder
	if n < 0 {
		out.WriteByte('-')
	}
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			out.WriteByte(',')
		}
		out.WriteByte(whole[i])
	}
	if fraction != "" {
		out.WriteString("." + fraction)
	}
	return out.String(), true
}
