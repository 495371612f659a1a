package toolset

import (
	"html"
	"strings"
)

// print returns the value as the site's widget prints it (getTVDisplayFormat). Only the site can run other widgets.
func (one *printed) print() variable {
	if one.computed {
		return variable{computed: true}
	}
	parameters := widgetParameters(one.parameters)
	switch one.widget {
	case "", "default":
		if one.tv.Type == "checkbox" || one.tv.Type == "listbox-multiple" {
			return variable{text: strings.ReplaceAll(one.text, "||", "")}
		}
		return variable{text: one.text}
	case "string":
		switch strings.ToLower(parameters["format"]) {
		case "upper case", "lower case", "sentence case", "capitalize":
			return variable{computed: true}
		}
		return variable{text: one.text}
	case "delim":
		between := parameters["format"]
		switch between {
		case "":
			between = " "
		case `\n`:
			between = "\n"
		}
		return variable{text: strings.ReplaceAll(one.text, "||", between)}
	case "image":
		return variable{text: each(one.text, func(source, _ string) string {
			return `<img src="` + source + `" alt="` + html.EscapeString(parameters["alttext"]) + `" />`
		}, "")}
	case "hyperlink":
		return variable{text: each(one.text, func(name, address string) string {
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
		for value := range strings.SplitSeq(one.text, "||") {
			if value != "" {
				out.WriteString("<" + tag + ">" + value + "</" + tag + ">")
			}
		}
		return variable{text: out.String()}
	}
	return variable{computed: true}
}

// each prints the values of a list. Each value may have a name before ==.
func each(list string, write func(name, value string) string, between string) string {
	var all []string
	for one := range strings.SplitSeq(list, "||") {
		name, value, _ := strings.Cut(one, "==")
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
	for one := range strings.SplitSeq(text, "&") {
		if name, value, ok := strings.Cut(strings.TrimSpace(one), "="); ok && !strings.Contains(value, "=") {
			all[name] = strings.NewReplacer("%3D", "=", "%26", "&").Replace(value)
		}
	}
	return all
}
