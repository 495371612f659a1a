package query_test

import (
	"testing"

	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/query"
)

// A query of Eloquent only sets deletedon. From Evolution 3.0 on, the site then answers 404, while the manager shows
// the document like any other. Earlier releases read only deleted.
func TestSoftDeletes(t *testing.T) {
	site := evosite.Fixture()
	for i := range site.Documents {
		if d := &site.Documents[i]; d.ID == 11 {
			d.DeletedOn = 1
		}
	}
	database, db, schema := loadDatabase(t, site, "3.1")
	items := func(schema *evodb.Schema, view query.View) []int64 {
		return request{
			compile: func(c query.Compiler) (evodb.Statement, error) { return c.Items([]int64{10, 11, 12}) },
		}.run(t, db, query.For(schema, view))
	}
	equalIDs(t, "a visitor of 3.1", []int64{10, 12}, items(schema, query.Public(now)))
	equalIDs(t, "the manager of 3.1", []int64{10, 11, 12}, items(schema, query.Manager()))
	if _, err := database.DB.ExecContext(t.Context(), "RENAME TABLE evo_users TO evo_manager_users"); err != nil {
		t.Fatal(err)
	}
	before, err := open(t, database).Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	equalIDs(t, "a visitor of 2", []int64{10, 11, 12}, items(before, query.Public(now)))
	equalIDs(t, "the manager of 2", []int64{10, 11, 12}, items(before, query.Manager()))
}
