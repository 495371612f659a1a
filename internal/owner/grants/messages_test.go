package grants_test

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	unknownFormMessage = "of SHOW GRANTS has an unknown form"
	wideMessage        = "the database account may do more than read"
)
