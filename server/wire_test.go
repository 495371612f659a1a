package server

// What answers have that package mcp keeps to itself.
const (
	listenMethod        = "subscriptions/listen"
	maxSubscriptions    = 100
	documentTemplate    = "evo://{server}/content/{id}"
	siteTemplate        = "evo://{server}/site"
	siteDescription     = "What the site is, its templates and template variables"
	documentDescription = "A document of the site: what it is in a head, then its text as Markdown"
)
