// Sends requests with an official client of MCP and prints what it returns, a line of JSON for each.
//
//	node client.mjs PACKAGE REVISION url URL TOKEN
//	node client.mjs PACKAGE REVISION command PROGRAM ARGUMENTS...
//
// PACKAGE is @modelcontextprotocol/sdk or @modelcontextprotocol/client. Standard input is a JSON array of requests.
import { text } from "node:stream/consumers";

const [name, revision, kind, target, ...rest] = process.argv.slice(2);

const packages = {
  "@modelcontextprotocol/sdk": async () => {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    return { Client, StreamableHTTPClientTransport, StdioClientTransport };
  },
  "@modelcontextprotocol/client": async () => ({
    ...(await import("@modelcontextprotocol/client")),
    ...(await import("@modelcontextprotocol/client/stdio")),
  }),
};

// How the clients send each method.
const send = {
  "tools/list": (client, params) => client.listTools(params),
  "tools/call": (client, params) => client.callTool(params),
  "resources/list": (client, params) => client.listResources(params),
  "resources/templates/list": (client, params) => client.listResourceTemplates(params),
  "resources/read": (client, params) => client.readResource(params),
  "prompts/list": (client, params) => client.listPrompts(params),
  "prompts/get": (client, params) => client.getPrompt(params),
  "completion/complete": (client, params) => client.complete(params),
};

const requests = JSON.parse(await text(process.stdin));
const { Client, StreamableHTTPClientTransport, StdioClientTransport } = await packages[name]();
const transport =
  kind === "url"
    ? new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers: { Authorization: `Bearer ${rest[0]}` } } })
    : new StdioClientTransport({ command: target, args: rest, stderr: "ignore" });
const mode = revision < "2026" ? "legacy" : { pin: revision };
const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
const print = (line) => console.log(JSON.stringify(line));

await client.connect(transport);
print({
  serverInfo: client.getServerVersion(),
  instructions: client.getInstructions(),
  revision: client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? revision,
});
for (const { method, params } of requests) {
  try {
    print({ result: await send[method](client, params) });
  } catch (error) {
    print({ error: { code: error.code, message: error.message, data: error.data } });
  }
}
await client.close();
