package check_test

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	noPageMessage = "does not answer with a page:"
)
