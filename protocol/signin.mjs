// Signs in with an official client of MCP, and prints what happens, a line of JSON for each step:
// {"authorize": ADDRESS}, where a person has to go, and, once standard input has the address to which the browser was sent back,
// {"client": ID, "tools": COUNT, "refreshed": COUNT}, with the tools that are listed before and after a refresh.
//
//	node signin.mjs PACKAGE URL CALLBACK [DOCUMENT]
//
// PACKAGE is @modelcontextprotocol/sdk or @modelcontextprotocol/client. With DOCUMENT, the address of a client id metadata document,
// the client uses that; otherwise it registers.
import { createInterface } from "node:readline/promises";

const [name, url, callback, document] = process.argv.slice(2);

const packages = {
  "@modelcontextprotocol/sdk": async () => {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const { UnauthorizedError } = await import("@modelcontextprotocol/sdk/client/auth.js");
    // This client takes the code alone.
    const finish = (transport, parameters) => transport.finishAuth(parameters.get("code"));
    return { Client, StreamableHTTPClientTransport, UnauthorizedError, finish };
  },
  "@modelcontextprotocol/client": async () => {
    const { Client, StreamableHTTPClientTransport, UnauthorizedError } = await import("@modelcontextprotocol/client");
    const finish = (transport, parameters) => transport.finishAuth(parameters); // and checks iss
    return { Client, StreamableHTTPClientTransport, UnauthorizedError, finish };
  },
};

const { Client, StreamableHTTPClientTransport, UnauthorizedError, finish } = await packages[name]();
const print = (line) => console.log(JSON.stringify(line));
const lines = createInterface({ input: process.stdin });

const kept = {};
const state = crypto.randomUUID();
const provider = {
  redirectUrl: callback,
  clientMetadataUrl: document,
  clientMetadata: { client_name: "Test", redirect_uris: [callback], grant_types: ["authorization_code", "refresh_token"], token_endpoint_auth_method: "none" },
  state: () => state,
  clientInformation: () => kept.client,
  saveClientInformation: (client) => { kept.client = client; },
  tokens: () => kept.tokens,
  saveTokens: (tokens) => { kept.tokens = tokens; },
  codeVerifier: () => kept.verifier,
  saveCodeVerifier: (verifier) => { kept.verifier = verifier; },
  saveDiscoveryState: (discovered) => { kept.discovered = discovered; },
  discoveryState: () => kept.discovered,
  redirectToAuthorization: (address) => print({ authorize: String(address) }),
};

const connect = async (transport) => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();
  return tools.length;
};

const first = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
try {
  await connect(first);
  throw new Error("the server wants no sign-in");
} catch (error) {
  if (!(error instanceof UnauthorizedError)) throw error;
}
const { value } = await lines[Symbol.asyncIterator]().next();
const parameters = new URL(value).searchParams;
if (parameters.get("state") !== state) throw new Error("the state is another");
await finish(first, parameters);
const tools = await connect(new StreamableHTTPClientTransport(new URL(url), { authProvider: provider }));

// A token that the server refuses makes the client refresh.
const before = kept.tokens.refresh_token;
kept.tokens = { ...kept.tokens, access_token: "refused" };
const refreshed = await connect(new StreamableHTTPClientTransport(new URL(url), { authProvider: provider }));
if (kept.tokens.refresh_token === before) throw new Error("the client has not refreshed");
print({ client: kept.client.client_id, tools, refreshed });
process.exit(0);
