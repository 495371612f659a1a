package idempotency

import "regexp"

var keyPattern = regexp.MustCompile(`^[!-~]{1,255}$`)

// ValidKey reports whether a string can be the key of a client.
func ValidKey(key string) bool { return keyPattern.MatchString(key) }

// WrongKey is what is wrong with a key that is not valid.
const WrongKey = "must have 1 to 255 visible ASCII characters"
