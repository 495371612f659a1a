// Package unprinted finds template variables that nothing on a site prints, such as a purchase price.
package unprinted

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"emcp/evodb"
)

// source is where a site names the template variables that it prints.
type source struct {
	table, column string
	code          bool // PHP or settings of it: every word counts, otherwise only those in tags
}

var sources = []source{
	{"site_templates", "content", false},
	{"site_htmlsnippets", "snippet", false},
	{"site_content", "content", false},
	{"site_content", "introtext", false},
	{"site_content", "longtitle", false},
	{"site_content", "description", false},
	{"site_tmplvar_contentvalues", "value", false},
	{"site_tmplvars", "default_text", false},
	{"site_tmplvars", "elements", false},
	{"site_snippets", "snippet", true},
	{"site_snippets", "properties", true},
	{"site_plugins", "plugincode", true},
	{"site_plugins", "properties", true},
	{"site_modules", "properties", true},
}

// Readable reports whether the database user may read the code of the site's templates and snippets.
func Readable(s *evodb.Schema) bool {
	return s.HasColumn("site_templates", "content") && s.HasColumn("site_snippets", "snippet")
}

// Find returns the names of the template variables that visitors could see and that nothing on the site prints, in
// order: nothing in the database names them, and no file of the site's own code in the folder dir. It returns none
// if the site prints no variable at all, because then the code that prints them is elsewhere. A name counts
// wherever it is a whole word, in upper or lower case: an owner who hides what is returned rather hides too little
// than something that visitors see.
func Find(ctx context.Context, db *evodb.DB, s *evodb.Schema, dir string) ([]string, error) {
	unseen := names{}
	for _, name := range s.TVNames() {
		unseen[strings.ToLower(name)] = name
	}
	all := len(unseen)
	for _, from := range sources {
		if !s.HasColumn(from.table, from.column) {
			continue
		}
		if err := from.each(ctx, db, s.Prefix, unseen.remove); err != nil {
			return nil, err
		}
	}
	if err := eachFile(ctx, dir, unseen.remove); err != nil {
		return nil, err
	}
	if len(unseen) == all {
		return nil, nil
	}
	groups := s.TVGroups()
	var found []string
	for _, name := range unseen {
		if slices.ContainsFunc(s.TVs(name), func(tv evodb.TV) bool { return len(groups[tv.ID]) == 0 }) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found, nil
}

// each calls use with each text of the source in which names count.
func (from source) each(ctx context.Context, db *evodb.DB, prefix string, use func(text string)) error {
	statement := fmt.Sprintf("SELECT `%s` FROM `%s%s` WHERE `%[1]s` <> ''", from.column, prefix, from.table)
	if !from.code {
		statement += fmt.Sprintf(" AND (`%s` LIKE '%%[%%' OR `%[1]s` LIKE '%%{%%' OR `%[1]s` LIKE '%%@%%')", from.column)
	}
	return db.Query(ctx, evodb.Statement{SQL: statement}, func(scan evodb.Scan) error {
		var text string
		err := scan(&text)
		if !from.code {
			text = tags(text)
		}
		use(text)
		return err
	})
}

// names are the template variables that were not found yet, by their names in lower case.
type names map[string]string

// remove removes the names that a text has as whole words. Names with other characters than those of words, such as
// price-net, can be anywhere in it.
func (n names) remove(text string) {
	text = strings.ToLower(text)
	for word := range strings.FieldsFuncSeq(text, notInWord) {
		delete(n, word)
	}
	for name := range n {
		if strings.ContainsFunc(name, notInWord) && strings.Contains(text, name) {
			delete(n, name)
		}
	}
}

func notInWord(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// tags returns the parts of a text where the site's tags can be: in brackets and braces, after an @ to the
// end of the line, as directives of Blade are written, and all of a text that begins with @, which is a
// binding or extends a layout.
func tags(text string) string {
	if strings.HasPrefix(strings.TrimSpace(text), "@") {
		return text
	}
	var found strings.Builder
	depth := 0
	for line := range strings.Lines(text) {
		directive := false
		for _, r := range line {
			switch r {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(depth-1, 0)
			case '@':
				directive = true
			}
			if directive || depth > 0 {
				found.WriteRune(r)
			} else {
				found.WriteByte(' ')
			}
		}
	}
	return found.String()
}
