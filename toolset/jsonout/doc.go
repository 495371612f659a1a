// Package jsonout writes the JSON of answers: strings of the site, which may have bytes that are not UTF-8, and objects
// that keep their order. It knows nothing of what it writes.
package jsonout
