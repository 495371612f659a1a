package server

// What answers have that package mcp keeps to itself.
const (
	listenMethod        = "subscriptions/listen"
	maxSubscriptions    = 100
	documentTemplate    = "evo://{server}/content/{id}"
	siteTemplate        = "evo://{server}/site"
	templateTemplate    = "evo://{server}/template/{id}"
	modelTemplate       = "evo://{server}/model/{model}"
	rowTemplate         = "evo://{server}/model/{model}/{id}"
	siteDescription     = "The site, its templates and template variables"
	documentDescription = "A document of the site: a head with its fields, then its text as Markdown"
)
