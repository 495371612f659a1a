package page

import (
	"html"
	"strings"
	"time"

	"emcp/allowlist"
	"emcp/toolset/view"
)

// print returns the value as the site's widget prints it (getTVDisplayFormat). Only the site can run other widgets.
func (v *Value) print() variable {
	if v.computed {
		return variable{computed: true}
	}
	parameters := widgetParameters(v.parameters)
	switch v.widget {
	case "", "default":
		return variable{text: v.joined()}
	case "string":
		return variable{text: inCase(v.Text, strings.ToLower(parameters["format"]))}
	case "htmlentities":
		return variable{text: html.EscapeString(v.joined())}
	case "date":
		if text, known := printDate(v.Text, parameters); known {
			return variable{text: text}
		}
	case "delim":
		between := parameters["format"]
		switch between {
		case "":
			between = " "
		case `\n`:
			between = "\n"
		}
		return variable{text: strings.ReplaceAll(v.Text, "||", between)}
	case "image":
		return variable{text: joinOptions(v.Text, func(source, _ string) string {
			return `<img src="` + source + `" alt="` + html.EscapeString(parameters["alttext"]) + `" />`
		}, "")}
	case "hyperlink":
		return variable{text: joinOptions(v.Text, func(name, address string) string {
			text := name
			if parameters["text"] != "" {
				text = html.EscapeString(parameters["text"])
			}
			return `<a href="` + address + `">` + text + "</a>"
		}, "<br />")}
	case "htmltag":
		tag := parameters["tagname"]
		if tag == "" {
			tag = "div"
		}
		var out strings.Builder
		for value := range strings.SplitSeq(v.Text, "||") {
			if value != "" {
				out.WriteString("<" + tag + ">" + value + "</" + tag + ">")
			}
		}
		return variable{text: out.String()}
	}
	return variable{text: "tvs." + html.EscapeString(v.TV.Name), computed: true}
}

// joined returns the value without separators between chosen values.
func (v *Value) joined() string {
	if v.TV.Type == "checkbox" || v.TV.Type == "listbox-multiple" {
		return strings.ReplaceAll(v.Text, view.Separator, "")
	}
	return v.Text
}

// inCase returns a text in the case that the widget's parameter format names. PHP changes only ASCII letters.
func inCase(text, format string) string {
	upper := func(c byte) byte {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		return c
	}
	all := []byte(text)
	for i, c := range all {
		switch {
		case format == "upper case", format == "sentence case" && i == 0, format == "capitalize" &&
			(i == 0 || strings.IndexByte(" \t\r\n\f\v", all[i-1]) >= 0):
			all[i] = upper(c)
		case format == "lower case" && 'A' <= c && c <= 'Z':
			all[i] = c + 'a' - 'A'
		}
	}
	return string(all)
}

// dateLetters maps letters of strftime to layouts of Go, as far as they depend neither on the site's
// zone nor on its language.
var dateLetters = map[byte]string{
	'd': "02", 'e': "_2", 'm': "01", 'Y': "2006", 'y': "06", 'H': "15", 'I': "03", 'M': "04", 'S': "05",
	'F': "2006-01-02", 'T': "15:04:05", 'R': "15:04", 'D': "01/02/06", 'j': "002", 'n': "\n", 't': "\t",
}

// printDate prints a date in the format of strftime. known is false if only the site can: names are in its language,
// and other dates in its zone.
func printDate(text string, parameters map[string]string) (output string, known bool) {
	if text == "" {
		return "", parameters["default"] != "Yes" // Yes: the present time
	}
	seconds, ok := allowlist.ParseStoredDate(text)
	if !ok || !strings.Contains(text, "-") || strings.HasSuffix(text, "Z") {
		return "", false
	}
	format := parameters["format"]
	if format == "" {
		return "", false // with names
	}
	at := time.Unix(seconds, 0).UTC()
	var out strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			out.WriteByte(format[i])
			continue
		}
		i++
		layout, known := dateLetters[format[i]]
		switch {
		case known:
			out.WriteString(at.Format(layout))
		case format[i] == '%':
			out.WriteByte('%')
		default:
			return "", false
		}
	}
	return out.String(), true
}

// joinOptions prints the values of a list. Each value may have a name before ==.
func joinOptions(list string, write func(name, value string) string, between string) string {
	var all []string
	for option := range strings.SplitSeq(list, "||") {
		name, value, _ := strings.Cut(option, "==")
		if value == "" {
			value = name
		}
		if value != "" {
			all = append(all, write(name, value))
		}
	}
	return strings.Join(all, between)
}

// widgetParameters parses &name=value&name=value.
func widgetParameters(text string) map[string]string {
	all := map[string]string{}
	for pair := range strings.SplitSeq(text, "&") {
		if name, value, ok := strings.Cut(strings.TrimSpace(pair), "="); ok && !strings.Contains(value, "=") {
			all[name] = strings.NewReplacer("%3D", "=", "%26", "&").Replace(value)
		}
	}
	return all
}
