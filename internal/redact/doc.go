// Package redact removes keys and passwords from the code of a site before a caller reads it. It recognizes them by the
// formats that services use for their keys (shapes.go), and by the names that values are assigned to, such as password
// or api_key (names.go).
//
// It is a safety net for what the site's authors wrote into their code, not a guarantee: a secret stays if neither its
// format nor its name gives it away. In doubt a value is replaced; only readability is lost. The time is linear in the length
// of the text, for any text. A text has at most 2 MiB and then takes 0.1 s for code. It is redacted before it is cut, so no
// piece ends within a secret.
package redact
