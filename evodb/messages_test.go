package evodb_test

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	wrongDSNMessage    = "not of the form user:password@tcp(host:port)/database"
	otherTablesMessage = "the site's tables are not what emcp expects; ask the site's owner to run emcp check"
)
