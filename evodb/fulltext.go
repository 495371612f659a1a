package evodb

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FullText is the FULLTEXT index of the documents, if InnoDB made it.
type FullText struct {
	Columns            []string // of site_content, in the order of the index
	minToken, maxToken int      // lengths of the indexed words, in characters
}

// FullText returns the FULLTEXT index of the documents that has their content; nil if there is no usable one.
func (s *Schema) FullText() *FullText { return s.fullText }

// stopWords are those that InnoDB leaves out of an index (information_schema.INNODB_FT_DEFAULT_STOPWORD).
var stopWords = strings.Fields(
	`a about an are as at be by com de en for from how i in is it la of on or that the this to was
	what when where who will with und the www`)

// spaceless are scripts without spaces between words. The index does not split such text into words.
var spaceless = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// Has reports whether the index finds every document in which a word begins with this one. The word must consist of
// letters and digits of a script that separates words, be neither too short nor too long, and not begin a stop word.
func (f *FullText) Has(word string) bool {
	n := utf8.RuneCountInString(word)
	return n >= f.minToken && n <= f.maxToken &&
		!slices.ContainsFunc(stopWords, func(stop string) bool { return strings.HasPrefix(stop, strings.ToLower(word)) }) &&
		!strings.ContainsFunc(word, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) || unicode.In(r, spaceless...)
		})
}

// loadFullText looks for the index. It does not use an index with the site's own stop words, because those cannot be
// read.
func (db *DB) loadFullText(ctx context.Context, s *Schema) error {
	variables := map[string]string{}
	err := db.Query(ctx, Statement{SQL: "SHOW VARIABLES LIKE 'innodb_ft_%'"}, func(scan Scan) error {
		var name, value string
		err := scan(&name, &value)
		variables[name] = value
		return err
	})
	if err != nil {
		return err
	}
	shortest, err1 := strconv.Atoi(variables["innodb_ft_min_token_size"])
	longest, err2 := strconv.Atoi(variables["innodb_ft_max_token_size"])
	if err1 != nil || err2 != nil || variables["innodb_ft_server_stopword_table"] != "" {
		return nil // the server has no such index
	}
	columns := map[string][]string{} // by index
	err = db.Query(ctx, Statement{
		SQL: "SELECT s.index_name, s.column_name FROM information_schema.statistics AS s" +
			" JOIN information_schema.tables AS t ON t.table_schema = s.table_schema AND t.table_name = s.table_name" +
			" WHERE s.table_schema = DATABASE() AND s.table_name = ? AND s.index_type = 'FULLTEXT' AND t.engine = 'InnoDB'" +
			" ORDER BY s.index_name, s.seq_in_index",
		Args: []any{s.Prefix + contentTable},
	}, func(scan Scan) error {
		var index, column string
		err := scan(&index, &column)
		columns[index] = append(columns[index], column)
		return err
	})
	for _, index := range slices.Sorted(maps.Keys(columns)) {
		if s.fullText == nil && slices.Contains(columns[index], "content") {
			s.fullText = &FullText{columns[index], shortest, longest}
		}
	}
	return err
}
