package server_test

// Messages of the product that several tests of this package expect.
const (
	originMessage         = "pages of this origin may not call emcp; the site's owner can add it to security.allow_origins"
	unknownTokenMessage   = "the token is unknown here; check it for missing characters, or ask the site's owner for one"
	databaseSetUpMessage  = "the site's database is not set up for emcp; ask the site's owner to run emcp check"
	versionHeaderMessage  = "emcp does not speak this MCP-Protocol-Version; "
	tooLargeSocketMessage = "the message is too large; send less at once"
	binaryMessage         = "send each message as text"
	notUTF8Message        = "the message is not valid UTF-8"
	floodMessage          = "too many messages or pings; connect again in a minute and send fewer"
)
