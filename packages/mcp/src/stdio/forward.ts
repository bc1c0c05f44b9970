import { randomUUID } from "node:crypto";
import { Readable, type Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  isSpecType,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { messageOf } from "../tool-error.ts";

export interface ForwardOptions {
  /** Address of the server, for example https://terrarium.example. */
  baseUrl: string;
  apiKey: string;
  stdin: Readable;
  stdout: Writable;
}

/** A pending request. `over` resolves when its response is written or it was cancelled. */
interface Asked {
  call: AbortController;
  over: Promise<void>;
  end: () => void;
  /** Nothing more is written for this request. */
  isAnswered: boolean;
}

/** Time for the server to end the session. */
const FAREWELL_MS = 2_000;

/** JSON-RPC's code of an internal error. */
const INTERNAL_ERROR = -32_603;

/**
 * Serves MCP over standard input and output. Forwards each message to `/mcp` of a server, in whichever version of the
 * protocol the client uses. Resolves when the input has ended and its requests are answered, or when responses can no
 * longer be written. A message that cannot be forwarded is answered with an error that gives the reason.
 */
export async function forwardStdio({ baseUrl, apiKey, stdin, stdout }: ForwardOptions): Promise<void> {
  /** Requests without a written response. */
  const pending = new Map<RequestId, Asked>();
  /**
   * Yields the input, and ends only after all its requests are answered: nothing is written after the end of the input.
   */
  async function* untilAnswered() {
    try {
      for await (const chunk of stdin) yield chunk;
    } catch {
      // An interrupted input has ended too.
    }
    await Promise.all([...pending.values()].map(({ over }) => over));
  }
  const client = new StdioServerTransport(Readable.from(untilAnswered()), stdout);
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  // One session for the process, also in the revisions of the protocol that have none.
  const session = { requestInit, sessionId: randomUUID() };
  const server = new StreamableHTTPClientTransport(new URL("/mcp", baseUrl), session);

  /** Writes a message to the client, which may have gone. Only the first response to a request is written. */
  const answer = async (message: JSONRPCMessage) => {
    const isResponse = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    const id = isResponse ? message.id : undefined;
    const asked = id === undefined ? undefined : pending.get(id);
    if (id !== undefined && (!asked || asked.isAnswered)) return;
    if (asked) asked.isAnswered = true;
    await client.send(message).catch(() => undefined);
    if (id !== undefined) end(id);
  };
  const end = (id: RequestId) => {
    pending.get(id)?.end();
    pending.delete(id);
  };
  /** Each request is a separate call. The server cancels it when its connection closes. */
  const cancel = (id: RequestId) => {
    const asked = pending.get(id);
    if (!asked || asked.isAnswered) return;
    end(id);
    asked.call.abort();
  };
  /** Answers a request that could not be sent or received no response with an error. */
  const refuse = async (message: JSONRPCMessage, error: unknown) => {
    const why = messageOf(error);
    if (!isJSONRPCRequest(message)) return void process.stderr.write(`terrarium mcp: ${why}\n`);
    const text = `${new URL(baseUrl).origin} did not answer: ${why}`;
    await answer({ jsonrpc: "2.0", id: message.id, error: { code: INTERNAL_ERROR, message: text } });
  };
  const ask = (message: JSONRPCMessage) => {
    if (isSpecType.CancelledNotification(message)) {
      if (message.params.requestId !== undefined) cancel(message.params.requestId);
      return;
    }
    const call = new AbortController();
    if (isJSONRPCRequest(message)) {
      let endOf = () => {};
      const over = new Promise<void>((resolve) => (endOf = resolve));
      pending.set(message.id, { call, over, end: endOf, isAnswered: false });
    }
    const onRequestStreamEnd = () => void refuse(message, new Error("the connection ended before the answer"));
    server
      .send(message, { onRequestStreamEnd, requestSignal: call.signal })
      .catch((error: unknown) => refuse(message, error));
  };
  // oxlint-disable unicorn/prefer-add-event-listener -- these are no event targets
  const closed = new Promise<void>((resolve) => (client.onclose = resolve));
  client.onmessage = ask;
  server.onmessage = (message) => {
    // Clients of the first protocol version send the version in a header of all later requests.
    const version = isJSONRPCResultResponse(message) ? message.result.protocolVersion : undefined;
    if (typeof version === "string") server.setProtocolVersion(version);
    void answer(message);
  };
  // oxlint-enable unicorn/prefer-add-event-listener
  await server.start();
  await client.start();
  await closed;
  stdin.destroy();
  // Ends the session's jobs. The server may have gone.
  await Promise.race([server.terminateSession().catch(() => undefined), sleep(FAREWELL_MS, undefined, { ref: false })]);
  await server.close();
}
