package servertest

// Messages of the product that tests of several packages expect.
const (
	NoTokenMessage       = "a token is needed: send it in the header Authorization: Bearer TOKEN"
	ExpiredTokenMessage  = "the token has expired; ask the site's owner for a new one"
	NoServerMessage      = "there is no server of this name; check the last part of the URL"
	HTTPMethodMessage    = "this address does not accept this HTTP method; the header Allow lists the accepted ones"
	DeniedToolMessage    = "this tool is switched off on this server; tools/list returns the available tools"
	NoToolMessage        = "there is no tool of this name; tools/list returns the tools"
	NoSessionMessage     = "there is no such session, or it has ended; begin a new one with initialize"
	DatabaseDownMessage  = "the site's database does not answer at the moment; try again later"
	AskForLessMessage    = "ask for less: a smaller limit, or fewer with_tvs"
	NoScopeMessage       = "this token has no scope for "
	ServerDeniedMessage  = "this token is not for the server "
	UnknownMethodMessage = "emcp does not know this method; it answers "
	NothingNamedMessage  = "id, ids or url is required"
	SupportedMessage     = "it speaks 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05"
	UsersMessage         = "the model User needs a caller with the manager view; " +
		"the owner of a personal token also needs the permission edit_user"
	SendLessMessage       = "has more than 1024 bytes; send less at once"
	NotJSONMessage        = "the message is not valid JSON (names must be unique, strings must be UTF-8)"
	NoDocumentMessage     = "there is no such document that you may see; evo.content.search finds documents"
	BatchMessage          = "batches are not supported; send each message separately"
	BadKeyMessage         = "must have 1 to 255 visible ASCII characters"
	KeyConflictMessage    = "this key was used for another call; use a new key"
	NotJSONTypeMessage    = "send JSON in UTF-8 with the header Content-Type: application/json"
	ResultTooLargeMessage = "the result has more than 1200 bytes; "
	TooLargeMessage       = "the request " + SendLessMessage
	EndOfReload           = "1012 the configuration of emcp has changed; connect again" // of a connection over WebSocket
)

// HandshakeMethods are those of the revisions with a handshake, as an error lists them.
const HandshakeMethods = "initialize, ping, tools/list, tools/call, resources/list, resources/templates/list, " +
	"resources/read, resources/subscribe, resources/unsubscribe, prompts/list, prompts/get, completion/complete"
