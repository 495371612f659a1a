// Package unprinted finds template variables that nothing on a site prints, such as a purchase price.
package unprinted

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"emcp/evodb"
)

// source is where a site names the template variables that it prints.
type source struct {
	table, column string
	code          bool // PHP; every word of it counts, otherwise only those in tags
}

var sources = []source{
	{"site_templates", "content", false},
	{"site_htmlsnippets", "snippet", false},
	{"site_content", "content", false},
	{"site_content", "introtext", false},
	{"site_tmplvar_contentvalues", "value", false},
	{"site_tmplvars", "default_text", false},
	{"site_tmplvars", "elements", false},
	{"site_snippets", "snippet", true},
	{"site_plugins", "plugincode", true},
}

// Limits of what is read: rows of a source, and characters of a text.
const (
	maxRows = 50_000
	maxText = 256 << 10
)

// Readable reports whether the database user may read the code of the site's templates.
func Readable(s *evodb.Schema) bool { return s.HasColumn("site_templates", "content") }

// Find returns the names of the template variables that visitors could see and that nothing on the site prints, in order: no
// template, chunk, document, variable, snippet or plugin in the database names them, and no file of the site's own code in dir
// (none if empty). It returns none if the site prints no variable at all, because then the code that prints them is elsewhere.
// Names count in any spelling and as whole words, so that one too few is returned rather than one too many.
func Find(ctx context.Context, db *evodb.DB, s *evodb.Schema, dir string) ([]string, error) {
	n := names{}
	for _, name := range s.TVNames() {
		n[strings.ToLower(name)] = name
	}
	all := len(n)
	for _, from := range sources {
		if !s.HasColumn(from.table, from.column) {
			continue
		}
		where := ""
		if !from.code {
			where = fmt.Sprintf(" WHERE `%s` LIKE '%%[%%' OR `%[1]s` LIKE '%%{%%' OR `%[1]s` LIKE '%%@%%'", from.column)
		}
		statement := fmt.Sprintf("SELECT LEFT(IFNULL(`%s`, ''), %d) FROM `%s%s`%s LIMIT %d", from.column, maxText, s.Prefix, from.table, where, maxRows)
		err := db.Query(ctx, evodb.Statement{SQL: statement}, func(scan evodb.Scan) error {
			var text string
			err := scan(&text)
			if !from.code {
				text = tags(text)
			}
			n.remove(text)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if err := eachFile(ctx, dir, n.remove); err != nil {
		return nil, err
	}
	if len(n) == all {
		return nil, nil
	}
	groups := s.TVGroups()
	var found []string
	for _, name := range n {
		if slices.ContainsFunc(s.TVs(name), func(tv evodb.TV) bool { return len(groups[tv.ID]) == 0 }) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found, nil
}

// names are the template variables that were not found yet, by their names in lower case.
type names map[string]string

// remove removes the names that stand in a text as whole words.
func (n names) remove(text string) {
	text = strings.ToLower(text)
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !inWord(r) }) {
		delete(n, word)
	}
	for name := range n { // such as price-net
		if strings.ContainsFunc(name, func(r rune) bool { return !inWord(r) }) && strings.Contains(text, name) {
			delete(n, name)
		}
	}
}

// tags returns the parts of a text where the site's own tags can stand: within brackets and braces, and in lines of Blade and
// bindings, which begin with @.
func tags(text string) string {
	var within strings.Builder
	depth := 0
	for line := range strings.Lines(text) {
		whole := strings.HasPrefix(strings.TrimSpace(line), "@")
		for _, r := range line {
			switch r {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(depth-1, 0)
			}
			if whole || depth > 0 {
				within.WriteRune(r)
			} else {
				within.WriteByte(' ')
			}
		}
	}
	return within.String()
}
