package evodb_test

import (
	"testing"

	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

func TestGeneration(t *testing.T) {
	for _, generation := range []string{"3.1", "3.5"} {
		database := testdb.Open(t)
		load(t, database, evosite.Options{Generation: generation})
		db := open(t, evodb.Options{DSN: database.DSN})
		schema, err := db.Schema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := schema.Generation(); got != generation || !schema.SoftDeletes() {
			t.Errorf("%s, want %s; soft deletes: %t", got, generation, schema.SoftDeletes())
		}
		if _, err := database.DB.ExecContext(t.Context(),
			"DROP TABLE membergroup_access; RENAME TABLE users TO manager_users"); err != nil {
			t.Fatal(err)
		}
		old := open(t, evodb.Options{DSN: database.DSN})
		if schema, err = old.Schema(t.Context()); err != nil || schema.Generation() != "2" || schema.SoftDeletes() {
			t.Errorf("%v, %v", schema, err)
		}
	}
}
