package query

import (
	"slices"
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
	"emcp/internal/slang"
)

// text returns the expression for a column of site_content, whose alias is c, in the language of the compiler. The
// target of a weblink is not translated.
func (c Compiler) text(column string) string { return c.textOf("c", column) }

func (c Compiler) textOf(alias, column string) string {
	own := alias + "." + column
	if c.translation.Lang == "" || !slices.Contains(slang.Fields, column) {
		return own
	}
	translated := "IFNULL((SELECT l." + column + " FROM " + c.table(slang.Contents) + " AS l WHERE l.resource = " + alias +
		".id AND l.lang = '" + c.translation.Lang + "' AND l.pagetitle <> '' LIMIT 1), " + own + ")"
	if column == "content" {
		return "IF(" + alias + ".type = 'reference', " + own + ", " + translated + ")"
	}
	return translated
}

// translates reports whether the values of a template variable are translated.
func (c Compiler) translates(tv int64) bool {
	if c.translation.Lang == "" {
		return false
	}
	_, found := slices.BinarySearch(c.translation.TVs, tv)
	return found
}

// translatedValue returns the expression for the value of a template variable in the language of the compiler. Where
// there is no translation, it is own. document and tv are expressions for ids.
func (c Compiler) translatedValue(document, tv, own string) string {
	return "IFNULL((SELECT l.value FROM " + c.table(slang.Values) + " AS l WHERE l.lang = '" + c.translation.Lang +
		"' AND l.contentid = " + document + " AND l.tmplvarid = " + tv + " ORDER BY l.id DESC LIMIT 1), " + own + ")"
}

// valuesOf selects documents, template variables and values: what the documents store for them in the language of the
// compiler.
func (c Compiler) valuesOf(documents, tvs []int64, value string) sq.Sqlizer {
	own := newSelect("v.contentid", "v.tmplvarid", value).From(c.table("site_tmplvar_contentvalues") + " AS v").
		Where(oneOf("v.tmplvarid", tvs)).Where(oneOf("v.contentid", documents))
	translated := slices.DeleteFunc(slices.Clone(tvs), func(tv int64) bool { return !c.translates(tv) })
	if len(translated) == 0 {
		return own
	}
	own = own.Where(sq.Expr("NOT EXISTS (SELECT 1 FROM "+c.table(slang.Values)+" AS l WHERE l.lang = ?"+
		" AND l.contentid = v.contentid AND l.tmplvarid = v.tmplvarid AND l.value IS NOT NULL AND ?)",
		c.translation.Lang, oneOf("l.tmplvarid", translated)))
	other := newSelect("v.contentid", "v.tmplvarid", value).From(c.table(slang.Values)+" AS v").
		Where("v.lang = ?", c.translation.Lang).Where("v.value IS NOT NULL").
		Where(oneOf("v.tmplvarid", translated)).Where(oneOf("v.contentid", documents))
	return sq.Expr("(?) UNION ALL (?)", own, other)
}

// translationSum returns a comma and an expression for a checksum of columns of all translations of the document c, or
// nothing if the compiler has no language.
func (c Compiler) translationSum(columns string) string {
	if c.translation.Lang == "" {
		return ""
	}
	return ", (SELECT BIT_XOR(CRC32(CONCAT_WS('|', " + columns + "))) FROM " + c.table(slang.Contents) +
		" AS l WHERE l.resource = c.id)"
}

// joinTranslation joins the translation of a template variable to a list. alias is that of the join. Of several
// translations, which the table allows, the last one counts, as in sLang.
func (c Compiler) joinTranslation(documents selectBuilder, alias, document string, tv int64) selectBuilder {
	table := c.table(slang.Values)
	last := "SELECT MAX(l.id) FROM " + table + " AS l WHERE l.lang = ? AND l.contentid = " + document +
		" AND l.tmplvarid = ?"
	return documents.LeftJoin(table+" AS "+alias+" ON "+alias+".id = ("+last+")", c.translation.Lang, tv)
}

// Translated returns resource and lang of the translations that documents have into languages. The documents must have
// been found through this compiler, and neither list may be empty.
func (c Compiler) Translated(documents []int64, langs []string) (evodb.Statement, error) {
	return statement(c.translated(documents, langs).Columns("l.resource", "l.lang"))
}

// TitlesIn returns id, language and title of documents in each of the languages into which they are translated. The
// first language is the default, which every document has. The documents must have been found through this compiler,
// and neither list may be empty.
func (c Compiler) TitlesIn(documents []int64, langs []string) (evodb.Statement, error) {
	own := newSelect("c.id").Column(sq.Expr("?", langs[0])).Column("c.pagetitle").
		From(c.table("site_content") + " AS c").Where(oneOf("c.id", documents)).
		Where(sq.Expr("NOT EXISTS (?)", c.translationOf("c.id", langs[0])))
	return statement(sq.Expr("(?) UNION ALL (?)", own,
		c.translated(documents, langs).Columns("l.resource", "l.lang", "l.pagetitle")))
}

// translationOf selects 1 if a document is translated into a language.
func (c Compiler) translationOf(document, lang string) selectBuilder {
	return newSelect("1").From(c.table(slang.Contents)+" AS l").Where("l.resource = "+document).
		Where("l.lang = ?", lang).Where("l.pagetitle <> ''")
}

// Translations returns lang and the number of visible documents that are translated into each of the languages, in the
// order of their codes.
func (c Compiler) Translations(langs []string) (evodb.Statement, error) {
	return statement(newSelect("l.lang", "COUNT(DISTINCT l.resource)").From(c.table(slang.Contents) + " AS l").
		Join(c.table("site_content") + " AS c ON c.id = l.resource").
		Where(sq.Eq{"l.lang": langs}).Where("l.pagetitle <> ''").Where(c.visible("c")).GroupBy("l.lang").OrderBy("l.lang"))
}

// translated selects the translations of documents into languages.
func (c Compiler) translated(documents []int64, langs []string) selectBuilder {
	return newSelect().From(c.table(slang.Contents) + " AS l").
		Where(oneOf("l.resource", documents)).Where(sq.Eq{"l.lang": langs}).Where("l.pagetitle <> ''")
}

// idsText returns ids in SQL, with commas.
func idsText(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ", ")
}
