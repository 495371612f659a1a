// Package allowlist defines what calls may ask about: the models with their tables and public fields, the names that
// are never public, and the operators. It parses conditions on models, orders, and the words of a text search.
package allowlist
