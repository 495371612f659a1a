// Package identity describes the caller and its rights: the Principal that every call carries, scopes, and patterns of
// names.
package identity
