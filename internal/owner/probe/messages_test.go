package probe

// Messages that several tests expect. Each is here once, so that a better sentence changes one line of the tests.
const (
	noRevisionMessage    = "It speaks no revision of MCP that this program knows."
	silentMessage        = "not tried: the server no longer answers"
	noAnswerMessage      = "is not a JSON-RPC 2.0 answer"
	referringMessage     = "it refers to another document,"
	noSchemaMessage      = "not called: its schema cannot be used"
	notSupportedMessage  = "not supported; it offers"
	largeMessage         = "The answer has more than "
	unreadMessage        = "MiB; the rest was not read."
	resultMessage        = "It answers with a result."
	notReadOnlyMessage   = "not called: it does not claim to be read-only (--all calls it)"
	noArgumentsMessage   = "no arguments can be made from its schema"
	madeUpMessage        = "refuses the made-up arguments:"
	noTokenMessage       = "not tried: no token is used"
	refusedTokenMessage  = "It answers 401 and refuses the token:"
	internalErrorMessage = "It answers with -32603, internal error:"
	closedMessage        = "the server closed the connection"
)
