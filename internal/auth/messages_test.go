package auth_test

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	expiredMessage       = "the token has expired; ask the site's owner for a new one"
	wrongAudienceMessage = "the token is for another audience"
	laterMessage         = "tokens cannot be checked at the moment; try again later"
)
