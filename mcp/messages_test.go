package mcp_test

// What answers have that package mcp keeps to itself.
const (
	maxSubscriptions    = 100
	documentTemplate    = "evo://{server}/content/{id}"
	siteTemplate        = "evo://{server}/site"
	templateTemplate    = "evo://{server}/template/{id}"
	modelTemplate       = "evo://{server}/model/{model}"
	rowTemplate         = "evo://{server}/model/{model}/{id}"
	siteDescription     = "The site, its templates and template variables"
	documentDescription = "A document of the site: a head with its fields, then its text as Markdown"
)

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	noTVMessage        = "the site has no template variable of this name"
	noParamMessage     = "the method has no such param; remove it"
	onePageMessage     = "this list has only one page; remove cursor"
	wrongCursorMessage = "this cursor does not belong to this list; send nextCursor unchanged, or start again " +
		"without a cursor"
	noPromptMessage = "there is no prompt of this name; prompts/list returns the prompts"
	busyMessage     = "all connections to the site's database are busy; try again in a moment, with fewer " +
		"calls at once"
	writesMessage = "this tool may change something; that takes the scope mcp:write, which this token does " +
		"not have"
	wrongNameMessage = "with_tv: " + unknownArgumentMessage +
		"id, ids, url, with_tvs, fields, format, max_chars, dates, omit_empty, tv_format, expand, content_offset, section, " +
		"lang; did you " +
		"mean with_tvs?"
	unknownArgumentMessage = "unknown argument; known here: "
	notObjectMessage       = "arguments must be an object"
	revisionMessage        = "emcp does not speak this revision of MCP; "
	categoriesMessage      = "the model Category needs a caller with the manager view, unless domain.models.allow in " +
		"the configuration names it"
	onlyDocumentsMessage = "only documents can be subscribed to, by URIs such as evo://content/content/1"
	notificationsMessage = "notifications must be an object whose resourceSubscriptions is a list of URIs"
	lowestLimitMessage   = "limit must be at least 1; 0 goes with include_total"
	refTypeMessage       = "ref.type must be ref/prompt or ref/resource"
	rateMessage          = "requests a minute" + rateEndMessage
	rateEndMessage       = "; wait as long as Retry-After says"
)
