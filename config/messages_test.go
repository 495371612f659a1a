package config_test

// Messages of the product that several tests expect. Each stands here once, so that a better sentence changes one line
// of the tests of this package.
const (
	wrongViewMessage    = "is neither public nor manager"
	twiceMessage        = "appears twice; keep one of them"
	wrongHeaderMessage  = "is not a valid header name"
	wrongPatternMessage = "is not a valid pattern; it can contain letters, digits, _ . / - and * for any characters"
	noIssuerMessage     = "auth.oauth.issuer: is empty, so that the keys beside it have no effect; name the " +
		"authorization server"
	noVariableMessage    = ": the environment variable "
	wrongOriginMessage   = "is not an origin such as https://example.com"
	openToAllMessage     = "auth.modes: none lets everybody call, so listen must be a loopback address such as 127.0.0.1"
	wrongNetworkMessage  = "is not an address or network such as 10.0.0.0/8"
	wrongFormatMessage   = "is neither json nor text"
	wrongHostMessage     = "is not a host such as example.com or example.com:8787"
	unknownServerMessage = ".servers: there is no server "
	noneAloneMessage     = "auth.modes: none cannot be combined with other modes"
	longTitleMessage     = ".title: must have at most "
	noScopesMessage      = ".scopes: must be set, because scope_map has neither mcp:read nor mcp:call"
	renameMessage        = "; rename one, or give one of the bundles a prefix"
	noServersMessage     = ".servers: is empty, so the token could use no server; remove the key to allow all servers"
	nameTwiceMessage     = "appears twice; each token needs its own name"
	noKeySetMessage      = "auth.jwt: RS256, ES256 and EdDSA need exactly one of jwks_url and jwks_file"
	wrongNameMessage     = "must begin with a letter and have only letters, digits, _ and -, at most 64 characters"
	noDSNMessage         = ".dsn: must not be empty; write it as user:password@tcp(127.0.0.1:3306)/database"
	wrongZoneMessage     = "is not a time zone such as UTC or Europe/Berlin"
	unsafeKeySetMessage  = "auth.jwt.jwks_url: must begin with https://; http:// is allowed only for a loopback host"
	shortSecretMessage   = "auth.jwt.secret: HS256 needs at least 32 random characters (RFC 7518)"
	noAuthorityMessage   = "tls.client_auth: optional needs tls.client_ca_file, with the authorities that sign the " +
		"certificates of clients"
	noHashMessage = ".sha256: must be the SHA-256 hash of the token: 64 hexadecimal digits, as emcp token new " +
		"prints it"
	fingerprintMessage = ": must be the SHA-256 fingerprint of a certificate: 64 hexadecimal digits, as openssl " +
		"x509 -noout -fingerprint -sha256 -in FILE prints them"
	printTwiceMessage = ": the fingerprint appears twice; a certificate can stand for one token only"
	uncheckedMessage  = ".certificates: needs tls.client_ca_file, with the authorities that sign the certificates " +
		"of clients; emcp does not accept certificates that a web server in front has checked"
	hashTwiceMessage       = ".sha256: another token has the same hash; each token needs its own"
	noPermissionMessage    = "auth.pat.permission: must not be empty"
	wrongCollectorMessage  = "tracing.endpoint: is not an address such as http://127.0.0.1:4318"
	wrongLevelMessage      = "is not one of debug, info, warn, error"
	chatGPTElementsMessage = "has no tools for elements; remove elements or profile"
	noServerMessage        = "servers: add at least one server that is enabled"
	wrongNumberMessage     = ": a number must be written as in JSON, such as 12 or 0.5"
	wrongPrefixMessage     = ".table_prefix: can contain only letters, digits and _"
	halvesMessage          = "tls: cert_file and key_file must both be set, or neither"
	wrongInfoMessage       = "can contain only letters, digits, ., _ and -, at most 64 characters"
	noNameMessage          = ".name: must not be empty"
	wrongCallbackMessage   = "is not an https address that ends with /api/v1/cpc/mcp_provider/ and the id of the partner"
	toolsOfProfileMessage  = "says which tools the server has; remove tools or profile"
	wrongMetaMessage       = "cannot be a name in _meta; use a name such as example.com/shelf"
	noDescriptionMessage   = "must have 1 to 1000 bytes; assistants choose by it"
	tabMessage             = ": is indented with a tab; YAML allows only spaces"
	notHandleMessage       = " can contain only lower-case letters, digits, - and _, at most 64 characters"
	notSiteAddressMessage  = " is not an address such as https://www.example.com/"
	signInForNobodyMessage = "auth.oauth: nobody needs to sign in with auth.modes none; leave out one of the two"
)
