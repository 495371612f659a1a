package tvfilter_test

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	wrongCastMessage     = "cast must be UNSIGNED, SIGNED, DATE, DATETIME, NUMBER or DECIMAL(p,s), such as DECIMAL(10,2)"
	castOperatorsMessage = "cast works only with = != > >= < <=, not with"
)
