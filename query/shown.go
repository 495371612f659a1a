package query

import (
	"fmt"
	"regexp"
	"strings"

	sq "github.com/Masterminds/squirrel"
)

// A visitor never sees what the site executes: an @-binding of a template variable, and Evolution's tags in any text.
// In texts that are read, a binding becomes NULL, and tags are cut out of the answer (evotags.Strip). In texts
// that are compared, sorted or counted, both become NULL, because SQL cannot cut out tags in linear time.

// bindings are the words that, after an @, make Evolution compute the value of a template variable.
var bindings = []string{
	"EVAL", "PHP", "SELECT", "FILE", "CHUNK", "DOCUMENT", "RESOURCE", "DIRECTORY", "INHERIT", "NONE",
}

// binding is the pattern for a text that is a binding, in SQL and Go. Evolution trims the text and ignores case. The
// pattern spells out both cases, because the column's collation may be case-sensitive. It is plain ASCII, because ASCII
// can be compared with columns of every character set. Its white space is what PHP trims, and some characters that no
// text begins with.
var binding = func() string {
	words := make([]string, len(bindings))
	for i, word := range bindings {
		for _, letter := range word {
			words[i] += "[" + string(letter) + strings.ToLower(string(letter)) + "]"
		}
	}
	return "^[ [:cntrl:]]*@(" + strings.Join(words, "|") + ")"
}()

// Patterns for a text in which one of Evolution's tags begins, whether or not it ends. A link to a document, [~12~],
// does not count, because it executes nothing. A match takes linear time: no repetition can be matched in two ways.
const (
	tag = `\[[\[!*(+^]|\{\{|\[~([^1-9]|[1-9][0-9]*([^0-9~]|~[^\]])|[1-9][0-9]{18})`
	// oldTag is the same pattern as tag for MySQL before 8, where a backslash in a character class
	// is an ordinary character.
	oldTag = `\[[[!*(+^]|\{\{|\[~([^1-9]|[1-9][0-9]*([^0-9~]|~[^]])|[1-9][0-9]{18})`
)

var bindingPattern, tagPattern = regexp.MustCompile(binding), regexp.MustCompile(tag)

// Binding reports whether a text is an @-binding.
func Binding(text string) bool {
	if text == "" || text[0] > ' ' && text[0] != '@' && text[0] != 127 {
		return false // as in unbound, without the pattern
	}
	return bindingPattern.MatchString(text)
}

// Default returns what a template variable's default is compared as: nil if the view does not show all of it.
func (c Compiler) Default(text *string) *string {
	if text = c.ReadStored(text); text == nil || c.view.kind != visitor || !tagPattern.MatchString(*text) {
		return text
	}
	return nil
}

// ReadStored returns what the view reads of a template variable's value or default, with tags. For visitors a binding
// is nil, because they would see its result, which is not known here.
func (c Compiler) ReadStored(text *string) *string {
	if text != nil && c.view.kind == visitor && Binding(*text) {
		return nil
	}
	return text
}

// Compared returns what a text is searched as: "" if it has tags and the view does not show them.
func (c Compiler) Compared(text string) string {
	if c.view.kind == visitor && tagPattern.MatchString(text) {
		return ""
	}
	return text
}

// stored returns the expression for a column with values, defaults or elements of template variables, as
// ReadStored returns a text.
func (c Compiler) stored(column string) string {
	if c.view.kind != visitor {
		return column
	}
	return "IF(" + c.unbound(column) + ", " + column + ", NULL)"
}

// value returns the expression for such a column as Default returns a text.
func (c Compiler) value(column string) sq.Sqlizer {
	if c.view.kind != visitor {
		return sq.Expr(column)
	}
	return sq.Expr("IF("+c.unbound(column)+" AND ?, "+column+", NULL)", c.untagged(column))
}

// plain is like value, for a column with other texts, where the beginning of a binding has no meaning.
func (c Compiler) plain(column string) sq.Sqlizer {
	if c.view.kind != visitor {
		return sq.Expr(column)
	}
	return sq.Expr("IF(?, "+column+", NULL)", c.untagged(column))
}

// unbound returns the condition that a text is not a binding. A text that begins neither with white space nor with an @
// cannot be one; this check is cheaper than the pattern (100,000 values: 7 ms of processor time instead of 11). If the
// server fails to match, the condition is NULL, which IF treats as false.
func (c Compiler) unbound(column string) string {
	return fmt.Sprintf("(ASCII(%[1]s) NOT BETWEEN 0 AND 32 AND ASCII(%[1]s) NOT IN (64, 127) OR %s NOT REGEXP '%s')",
		column, c.matched(column), binding)
}

// untagged returns the condition that a text has no tags. If the server fails to match, it is NULL, too.
func (c Compiler) untagged(column string) sq.Sqlizer {
	pattern := tag
	if !c.schema.Recursive {
		pattern = oldTag
	}
	return sq.Expr(c.matched(column)+" NOT REGEXP ?", pattern)
}
