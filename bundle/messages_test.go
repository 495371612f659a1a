package bundle_test

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	wrongPathMessage   = "must begin with /, such as /items/0/id"
	wrongOffsetMessage = "must be the only key, with an offset such as 15m, -24h or 0s"
)
