// Package schema describes the arguments and answers of tools in the subset of JSON Schema 2020-12 that every client
// understands, without references. One description serves three purposes, so they cannot differ: tools/list shows it,
// arguments are checked against it, and the brief list is derived from it.
//
// Owners write the arguments of their own tools in the same subset (Read). A keyword that is not checked here is
// refused, because it would not bound what reaches the site.
//
// The package knows no tool, no site and no caller. It never changes the values that it checks.
package schema
