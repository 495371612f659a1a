package query_test

import (
	"testing"

	"emcp/evodb"
	"emcp/query"
)

// TestSections compares the statements by which sections are told apart. The tests of the toolset run them.
func TestSections(t *testing.T) {
	golden(t, "sections.sql", []request{
		{name: "tops", compile: func(c query.Compiler) (evodb.Statement, error) { return c.SectionTops() }},
		{name: "children", compile: func(c query.Compiler) (evodb.Statement, error) {
			return c.SectionChildren([]int64{1, 2}, []string{"de", "en"})
		}},
	})
}
