// Package evotags reads Evolution's tags as the site does: it resolves placeholders and chunks, and removes all other
// tags. Any text can contain such tags, and their parameters can be addresses or keys, which a visitor of the site
// never sees.
//
// It knows the syntax of tags and the rules of Evolution's parser. It knows of HTML
// only what a modifier needs that removes tags, and no database and no view: the caller passes in what names may stand
// for. It never executes anything.
//
// # Placeholders
//
// Visitors read pages, not rows. So the public view has placeholders and chunks resolved (Resolve), by the rules of
// Evolution's parser. A test compares 86 pages with what Evolution 3.1.6 served, each with and without enable_filter.
// Where only code of the site knows the text, a mark takes its place: text that disappears without a mark would be read
// as complete.
//
// With the setting enable_at_syntax, a site executes @-syntax in its texts: conditions, comments and literal text. A
// mark stands for each condition, because its branches can show what only some visitors are meant to see. Texts that
// are too long for placeholders, and searches, leave these parts out as well. Titles and template variables that are
// not rich keep it as text.
//
// Bounds: 10 levels, 32,768 tags per text, 1 MiB made of a text in addition to its own length, 16 MiB per call, texts
// of at most 2 MiB. Everything made counts, even if it becomes part of something else, and each placeholder counts as
// 64 bytes. So a chunk that includes itself a thousand times takes no longer than a text of 1 MiB.
//
// These modifiers are computed: comparisons (is, ne, gt, gte, lt, lte, find, in, isempty, isnotempty, wildcard) with
// then, else, show, and, or; ifempty, default, ifnotempty, select, htmlentities, htmlspecialchars, esc, decode_html,
// spam_protect, strip, strip_linefeeds, strip_tags, urlencode, rawurlencode, lcase, ucase, ucfirst, lcfirst,
// capitalize, len, count_words, substr, limit, replace, tpl, cat, number_format, nl2br, nl2lf, trim, ltrim, rtrim,
// date, time, toint, round, floor, ceil, abs, count.
//
// # Tags that are removed
//
// Which brackets the site pairs depends on the whole page: an [! in any field makes every [! a [[ and every !] a ]],
// and with @-syntax a "{{ " makes every " }}" text. The other fields of the page are not known here. So what either
// reading removes is removed: first what [[ and ]], [! and !] enclose, then what is left between any of them. " }}" is
// text only in a text with a "{{ ". The site replaces template variables first, then chunks and snippets, then the
// rest, so tags of different kinds may overlap. All of them are removed. The price is that a text with such mistakes
// may lose words that visitors read.
//
// Compared with what a site served for 24,000 random texts, 8 parameters are shown that the site does not: where two
// pairs of brackets share a character, as in [[+a+], or where the [! of a call that ends with ]] stands within another
// tag, as in [+[!+]a]].
//
// At most 32,768 open tags are followed. Replacing tags can make a text four times as long, plus 64 KiB.
package evotags
