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

// FullText is the FULLTEXT index of the documents, where it is one of InnoDB.
type FullText struct {
	Columns            []string // of site_content, in the order of the index
	minToken, maxToken int      // length of the words in it, in characters
}

// FullText returns the FULLTEXT index of the documents that has their content; nil if there is no usable one.
func (s *Schema) FullText() *FullText { return s.fullText }

// stopWords are those that InnoDB leaves out of an index (information_schema.INNODB_FT_DEFAULT_STOPWORD).
var stopWords = strings.Fields(`a about an are as at be by com de en for from how i in is it la of on or that the this to was
	what when where who will with und the www`)

// spaceless are the scripts that write words without spaces between them, which the index does not take apart.
var spaceless = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// Has reports whether the index has every document in which the word begins a word: it consists of letters and digits of
// a script that separates words, is neither too short nor too long, and begins no stop word.
func (f *FullText) Has(word string) bool {
	n := utf8.RuneCountInString(word)
	return n >= f.minToken && n <= f.maxToken &&
		!slices.ContainsFunc(stopWords, func(stop string) bool { return strings.HasPrefix(stop, strings.ToLower(word)) }) &&
		!strings.ContainsFunc(word, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) || unicode.In(r, spaceless...)
		})
}

// loadFullText looks for the index. One whose stop words are the site's own is not used, because they cannot be read.
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
		return nil // a server without such an index
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
