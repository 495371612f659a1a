// Package sseo knows where sSeo, a package for Evolution CMS, keeps the data of documents for search engines, and its
// redirects. It reads names of tables and columns, and no rows.
//
// Read from its versions 1.0.4 to 1.2.7 and from the branch 2.x of May 2026; versions before had no tables. Tables and
// columns tell what a site has, not versions, which no table names.
//
// A document has a row for each language in s_seo. Visitors get the row of their language, or what templates of the
// settings make; there is no fallback to another row. sSeo stores data for social networks as well, which no version
// prints. Redirects count only where the site has no page. Whether they are switched on is in a file of the site, so
// emcp takes them to be, as in the file that sSeo ships.
package sseo

import "emcp/evodb"

// Tables of sSeo.
const (
	// Meta has what pages print for search engines, by resource_id, resource_type and lang.
	Meta = "s_seo"
	// Redirects has addresses and where they lead. sSeo has it since 1.0.5.
	Redirects = "s_redirects"
)

// OfDocument is the resource_type of documents. That of items is their type.
const OfDocument = "document"

// Fields are the columns of Meta that pages print, in the order of answers.
var Fields = []string{"meta_title", "meta_description", "meta_keywords", "canonical_url", "robots"}

// Template variables with these names stand in for fields of Meta. Of several, the last with a value counts. NotSet is
// no value.
var (
	// RobotsTVs count before the field robots.
	RobotsTVs = []string{"seorobots", "seo_robots", "tv_robots"}
	// CanonicalTVs count if the field canonical_url is empty.
	CanonicalTVs = []string{"tv_canonical", "canonical"}
)

// NotSet is what template variables of sSeo hold if nothing is chosen.
const NotSet = "default"

// Columns are those that emcp reads of each table.
var Columns = map[string][]string{
	Meta:      append([]string{"resource_id", "resource_type", "lang"}, Fields...),
	Redirects: {"id", "site_key", "old_url", "new_url"},
}

// DomainKey is a column of Meta that emcp reads if the table has it, which it has since sSeo 1.0.6.
const DomainKey = "domain_key"

// Has reports whether emcp can read one of the tables.
func Has(schema *evodb.Schema, table string) bool { return schema.HasColumns(table, Columns[table]) }
