import type { Readable, Writable } from "node:stream";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { isJSONRPCRequest, isJSONRPCResultResponse, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

export interface ForwardOptions {
  /** Where the server is, for example https://terrarium.example. */
  baseUrl: string;
  apiKey: string;
  stdin: Readable;
  stdout: Writable;
}

/** JSON-RPC's code of an error inside of whoever answers. */
const INTERNAL_ERROR = -32_603;

/**
 * Serves MCP over standard input and output by handing each message on to `/mcp` of a server, of whichever era it is.
 * Resolves when the input ends. What cannot be handed on is answered with an error that says why.
 */
export async function forwardStdio({ baseUrl, apiKey, stdin, stdout }: ForwardOptions): Promise<void> {
  const client = new StdioServerTransport(stdin, stdout);
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  const server = new StreamableHTTPClientTransport(new URL("/mcp", baseUrl), { requestInit });
  const ended = new Promise<void>((resolve) => stdin.once("close", resolve).once("end", resolve));

  /** Answers what could not be asked. */
  const refuse = async (message: JSONRPCMessage, error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    if (!isJSONRPCRequest(message)) return void process.stderr.write(`terrarium mcp: ${why}\n`);
    const text = `${new URL(baseUrl).origin} did not answer: ${why}`;
    await client.send({ jsonrpc: "2.0", id: message.id, error: { code: INTERNAL_ERROR, message: text } });
  };
  // oxlint-disable unicorn/prefer-add-event-listener -- these are no event targets
  client.onmessage = (message) =>
    void server.send(message).catch((error: unknown) => refuse(message, error).catch(() => undefined));
  server.onmessage = (message) => {
    // Clients of the first era name the version in a header of all that follows.
    const version = isJSONRPCResultResponse(message) ? message.result.protocolVersion : undefined;
    if (typeof version === "string") server.setProtocolVersion(version);
    void client.send(message).catch(() => undefined);
  };
  // oxlint-enable unicorn/prefer-add-event-listener
  await server.start();
  await client.start();
  await ended;
  await Promise.all([server.close(), client.close()]);
}
