package main

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line of the
// tests of this package.
const (
	databaseDownMessage = "the site's database does not answer at the moment; try again later"
	databaseWarning     = "calls fail until the database works; emcp check reports what is wrong"
	fileExistsMessage   = "exists already; use another name, or replace it with --force"
	wrongDSNMessage     = "not of the form user:password@tcp(host:port)/database"
)
