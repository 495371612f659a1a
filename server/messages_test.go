package server

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line of the
// tests of this package.
const (
	noTokenMessage       = "a token is needed: send it in the header Authorization: Bearer TOKEN"
	unknownTokenMessage  = "the token is unknown here; check it for missing characters, or ask the site's owner for one"
	expiredTokenMessage  = "the token has expired; ask the site's owner for a new one"
	noServerMessage      = "there is no server of this name; check the last part of the URL"
	httpMethodMessage    = "this address does not accept this HTTP method; the header Allow lists the accepted ones"
	deniedToolMessage    = "this tool is switched off on this server; tools/list returns the available tools"
	noToolMessage        = "there is no tool of this name; tools/list returns the tools"
	noTVMessage          = "the site has no template variable of this name"
	noParamMessage       = "the method has no such param; remove it"
	onePageMessage       = "this list has only one page; remove cursor"
	wrongCursorMessage   = "this cursor does not belong to this list; send nextCursor unchanged, or start again without a cursor"
	noPromptMessage      = "there is no prompt of this name; prompts/list returns the prompts"
	noSessionMessage     = "there is no such session, or it has ended; begin a new one with initialize"
	databaseSetUpMessage = "the site's database is not set up for emcp; ask the site's owner to run emcp check"
	askForLessMessage    = "ask for less: a smaller limit, or fewer with_tvs"
)
