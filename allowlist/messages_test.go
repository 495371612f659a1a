package allowlist_test

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	noWordMessage    = "query must contain a word"
	noFieldMessage   = "has no public field of this name; it has"
	sensitiveMessage = "is sensitive and can never be shown"
)
