// Package bundle reads what a site's owner declares in addition to the tools of emcp: tools, prompts and resources in
// the terms of a business. It turns declarations into typed values, and docs/hosters/bundles.md is for owners.
//
// It knows no tools and no site. Package toolset compares a declared tool with the tools that it calls
// (toolset.Declare), and runs it like any other.
//
// # Templates
//
// A template has places for whole values and no expressions. So a caller's text cannot become a condition, and no
// expression language needs limits. The keys of places begin with $, because every other key can be a name in a result.
//
// # Names
//
// The names of declared tools have no dots. So they collide with the tools of emcp in neither spelling, today or later.
package bundle
