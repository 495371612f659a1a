package main

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	databaseDownMessage  = "the site's database does not answer at the moment; try again later"
	databaseWarning      = "calls fail until the database works; emcp check reports what is wrong"
	fileExistsMessage    = "exists " + useAnotherMessage + ", or replace it with --force"
	wrongDSNMessage      = "not of the form user:password@tcp(host:port)/database"
	wrongViewMessage     = "is neither public nor manager"
	unknownTokenMessage  = "the token is unknown here; check it for missing characters, or ask the site's owner for one"
	refusedTokenMessage  = "It answers 401 and refuses the token: "
	otherTokenMessage    = "Pass another one with --token or EMCP_TOKEN."
	noTokensMessage      = "auth.tokens: the list is empty, so nobody could call; create a token with emcp token new"
	noServerMessage      = "the configuration has no enabled server "
	wroteMessage         = "Wrote emcp.yaml. It contains a password, and only you can read it."
	noVariableMessage    = ": the environment variable "
	wrongRedisMessage    = "not of the form redis://:password@127.0.0.1:6379/0"
	tokenUsage           = "usage: emcp token new --name NAME"
	keptMessage          = "the new configuration has an error; emcp keeps the old one"
	administratorMessage = "administrator of the database. If the user exists already, run DROP USER "
	databaseUserMessage  = "Create the database user of emcp, which can read what emcp needs and nothing else. Run "
	passOnMessage        = "/mcp and the addresses for sign-in. Add these lines"
	insideMessage        = "is in the folder of the site, where the web server could serve it with its password; name a " +
		"file elsewhere"
	pagesMessage = " answers: assistants can read its pages as visitors see them, with lists and prices that " +
		"snippets print"
	useAnotherMessage = "already; use another name"
	onlyNowMessage    = "emcp shows the token only now:"
)
