package query

import (
	"fmt"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// LastEdit returns the latest editedon of all documents.
func (c Compiler) LastEdit() (evodb.Statement, error) {
	return statement(newSelect("IFNULL(MAX(c.editedon), 0)").From(c.table("site_content") + " AS c"))
}

// LastOf returns the last id of the next documents from an id on, at most that many; 0 if there are none.
func (c Compiler) LastOf(from int64, most uint64) (evodb.Statement, error) {
	next := newSelect("c.id").From(c.table("site_content") +
		" AS c").Where(sq.GtOrEq{"c.id": from}).OrderBy("c.id").Limit(most)
	return statement(newSelect("IFNULL(MAX(next.id), 0)").FromSelect(next, "next"))
}

// Mentioning returns the first length characters of introtext and content of the documents in a range of ids that were
// edited since a time and have a placeholder in one of these texts. It ignores visibility: the result is never shown to
// a caller.
func (c Compiler) Mentioning(from, to, since int64, length int) (evodb.Statement, error) {
	s := newSelect()
	var named sq.Or
	for _, text := range []string{"c.introtext", "c.content"} {
		s = s.Column(fmt.Sprintf("LEFT(IFNULL(%s, ''), %d)", text, length))
		for _, begin := range []string{"{{", "[(", "[*"} {
			named = append(named, contains(columnOf(text), begin))
		}
	}
	return statement(s.From(c.table("site_content")+" AS c").Where("c.id BETWEEN ? AND ?", from,
		to).Where("c.editedon + 0 >= ?", since).Where(named))
}
