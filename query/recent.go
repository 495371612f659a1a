package query

import (
	"emcp/evodb"
)

// RecentContents returns id and content of the newest visible documents whose content is HTML, at most that many, the
// newest first.
func (c Compiler) RecentContents(most uint64) (evodb.Statement, error) {
	return statement(newSelect("c.id", "c.content").From(c.table("site_content") + " AS c").
		Where(c.visible("c")).Where(c.kind() + " = 0").OrderBy("c.id DESC").Limit(most))
}
