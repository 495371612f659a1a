// Package smultisite knows how sMultisite, a package for Evolution CMS, keeps the domains of a site with several. It
// reads names of tables and columns, and no rows.
//
// Read from its versions 1.0.0 to 1.1.5. Tables and columns tell what a site has, not versions, which no table names.
//
// A domain has what lies below its root, a document at the root of the site. All the rest is at the main domain, whose
// address is in the settings of Evolution. All domains have the same languages.
package smultisite

import "emcp/evodb"

// Table has a row for each domain.
const Table = "s_multisites"

// Main is the value of the column key for the main domain.
const Main = "default"

// Columns are those that emcp reads of Table. resource is the root of the domain, and site_start its start page.
var Columns = []string{"active", "resource", "key", "domain", "site_start"}

// Has reports whether a site has other domains than the main one, and emcp can read them.
func Has(schema *evodb.Schema) bool { return schema.HasColumns(Table, Columns) }
