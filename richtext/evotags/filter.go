package evotags

import (
	"strings"
)

// modifier is an output modifier of a placeholder.
type modifier struct{ name, option string }

// filter applies output modifiers to a value, as Evolution's class Modifiers does. The result is unknown for modifiers
// that run code of the site and for modifiers that emcp does not know.
func (r *resolver) filter(key, value, modifiers string, in scope, depth int) string {
	if modifiers == "raw" {
		return value
	}
	if strings.Contains(value, unknown) {
		return unknown
	}
	all := r.splitModifiers(strings.ReplaceAll(strings.ReplaceAll(modifiers, "\r\n", "\n"), "\r", "\n"))
	if len(all) == 0 {
		return ""
	}
	if _, condition := conditions[strings.ToLower(all[len(all)-1].name)]; condition {
		all = append(all, modifier{"then", "1"}, modifier{"else", "0"})
	}
	f := filtering{source: value, value: value, limit: r.Budget.left}
	for _, m := range all {
		option := r.expand(m.option, in, depth+1)
		ok := f.apply(strings.ToLower(r.expand(m.name, in, depth+1)), option)
		if !r.spend(len(f.value)) {
			return ""
		}
		if !ok || strings.Contains(f.value, unknown) && f.value != option {
			return unknown
		}
		f.value = strings.ReplaceAll(f.value, "[+key+]", key)
	}
	return f.value
}

// splitModifiers reads :name, :name=`option`, :name(option), :>=`option` and the like.
func (r *resolver) splitModifiers(text string) []modifier {
	var all []modifier
	text = ":" + strings.Trim(strings.TrimSpace(text), ":")
	name := ""
	for text != "" && len(all) < maxModifier {
		c := text[0]
		text = text[1:]
		sign := ""
		if c == ':' {
			sign = signOf(text)
		}
		switch {
		case sign != "":
			text = text[len(sign):]
			bracket := strings.HasPrefix(text, "(")
			if bracket {
				text = text[1:]
			}
			var option string
			option, text = optionOf(text, bracket)
			all, name = append(all, modifier{sign, option}), ""
		case c == '(' || c == '=':
			var option string
			option, text = optionOf(strings.TrimSpace(text), c == '(')
			all, name = append(all, modifier{strings.TrimSpace(name), option}), ""
		case c == ':':
			if name != "" {
				all, name = append(all, modifier{strings.TrimSpace(name), ""}), ""
			}
		default:
			name += string(c)
			if strings.TrimSpace(text) == "" && strings.TrimSpace(name) != "" {
				return append(all, modifier{strings.TrimSpace(name), ""})
			}
		}
		if len(name) > maxModifierName {
			return append(all, modifier{"unknown", ""})
		}
	}
	return all
}

// maxModifierName is the longest name of a modifier, in bytes.
const maxModifierName = 64

// signOf returns the comparison at the beginning of a modifier, such as >= or !=.
func signOf(text string) string {
	n := 0
	if strings.HasPrefix(text, "!") {
		n = 1
	}
	end := n
	for end < len(text) && end < n+2 && strings.IndexByte("<>=", text[end]) >= 0 {
		end++
	}
	if end == n {
		return ""
	}
	return text[:end]
}

// optionOf reads an option, quoted or not, at the beginning of a text. It returns the option and the rest of the text.
func optionOf(text string, bracket bool) (option, rest string) {
	closing := ""
	if text != "" && strings.IndexByte("\"'`", text[0]) >= 0 {
		closing = text[:1]
		if bracket {
			closing += ")"
		}
		if option, rest, found := strings.Cut(text[1:], closing); found {
			return option, strings.TrimSpace(rest)
		}
	}
	if bracket {
		option, rest, _ = strings.Cut(text, ")")
		return option, strings.TrimSpace(rest)
	}
	if end := strings.IndexAny(text, ":)"); end >= 0 {
		if text[end] == ':' {
			return text[:end], text[end:]
		}
		option = text[:end]
		if next := strings.IndexByte(text, ':'); next >= 0 {
			return option, text[next:]
		}
		return option, ""
	}
	return text, ""
}

// filtering is a value with the modifiers applied so far.
type filtering struct {
	source, value string
	conditions    []string // 0, 1, || and &&
	limit         int      // largest size of value, in bytes
}

// apply applies a modifier, and reports whether it can be applied without running the site. name is in lower case.
func (f *filtering) apply(name, option string) bool {
	if compare, ok := conditions[name]; ok {
		if strings.Contains(option, unknown) {
			return false
		}
		result, ok := compare(f.value, option)
		f.conditions = append(f.conditions, boolDigit(result))
		return ok
	}
	switch name {
	case "input", "if":
		if !empty(option) {
			f.value = option
		}
	case "or":
		f.conditions = append(f.conditions, "||")
	case "and":
		f.conditions = append(f.conditions, "&&")
	case "show", "this", "then", "else":
		holds, ok := f.holds()
		if !ok {
			return false
		}
		switch {
		case name == "else" && !holds, name == "then" && holds:
			f.value = option
		case name == "else":
		case holds:
			f.value = f.source
		default:
			f.value = ""
		}
	case "ifempty", "_default", "default":
		if empty(f.value) {
			f.value = option
		}
	case "ifnotempty":
		if !empty(f.value) {
			f.value = option
		}
	case "select", "switch":
		f.value = choose(f.value, option)
	default:
		change, ok := changes[name]
		switch {
		case !ok || strings.Contains(option, unknown):
			return false
		case f.value == "":
			return true
		}
		changed, ok := change(f.value, option)
		if len(changed) > f.limit {
			return false
		}
		f.value = changed
		return ok
	}
	return true
}

// holds evaluates the conditions; && binds more tightly than ||. ok is false if they are malformed.
func (f *filtering) holds() (holds, ok bool) {
	if len(f.conditions)%2 == 0 {
		return false, false
	}
	all := true
	for i, c := range f.conditions {
		if i%2 == 0 {
			if c != "0" && c != "1" {
				return false, false
			}
			all = all && c == "1"
			continue
		}
		switch c {
		case "&&":
		case "||":
			holds, all = holds || all, true
		default:
			return false, false
		}
	}
	return holds || all, true
}

func boolDigit(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// choose returns what an option of the form a=1&b=2 maps a value to.
func choose(value, option string) string {
	chosen := ""
	for pair := range strings.SplitSeq(option, "&") {
		if key, text, _ := strings.Cut(pair, "="); key == value {
			chosen = text
		}
	}
	return chosen
}
