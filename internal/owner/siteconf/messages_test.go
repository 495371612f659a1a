package siteconf

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	nameDatabaseMessage = "name the database with --dsn"
	quotesMessage       = "a value with spaces must be in quotes"
)
