package toolset_test

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	localTimes             = "local time of the site, although answers end it in Z"
	sectionsLine           = "Sections (id, title, documents below):"
	notCallableMessage     = "is not a tool that declared tools can call on this server"
	unknownArgumentMessage = "unknown argument; known here: "
	wrongTimeMessage       = "must be a time such as 2026-01-31 or 2026-01-31T12:00:00Z, or relative such as -30d (h, " +
		"d, w, m, y)"
	notALanguageMessage = "lang must be the code of a language, such as de; evo.site.describe lists those of the site"
	noLanguageMessage   = "the site has no section in this language; its languages: "
)
