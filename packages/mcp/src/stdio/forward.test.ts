import { EventEmitter, once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { json, text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { forwardStdio } from "./forward.ts";

const REQUEST = { jsonrpc: "2.0", id: 7, method: "tools/list" };
const RESULT = { jsonrpc: "2.0", id: 7, result: { tools: [] } };
const EVENT_STREAM = { "content-type": "text/event-stream" };

/** Serves MCP over streams, connected to a server with these responses. It records the sessions that end. */
async function forward(respond: RequestListener) {
  const endedSessions: unknown[] = [];
  const server = createServer((request, response) => {
    if (request.method !== "DELETE") return respond(request, response);
    endedSessions.push(request.headers["mcp-session-id"]);
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const ended = forwardStdio({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "trm_1", stdin, stdout });
  return { stdin, stdout, ended, endedSessions };
}
const line = (message: object) => `${JSON.stringify(message)}\n`;

test("answers requests received before the input ended", async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const { stdin, stdout, ended } = await forward((_request, response) => asked.resolve(response));
  const closed = once(stdin, "end");
  stdin.end(line(REQUEST));
  const response = await asked.promise;
  await closed;
  response.writeHead(200, EVENT_STREAM).end(`data: ${JSON.stringify(RESULT)}\n\n`);
  await ended;
  stdout.end();
  expect(await text(stdout)).toBe(line(RESULT));
});

test.each([
  ["before it is answered", false],
  ["while its answer comes", true],
])("a request cancelled %s ends unanswered, and the next one succeeds", async (_when, hasBegun) => {
  const asked = new EventEmitter();
  const { stdin, stdout, ended } = await forward(async (request, response) => {
    const { id, method } = (await json(request)) as { id?: number; method: string };
    if (id === 8) response.writeHead(200, EVENT_STREAM).end(`data: ${JSON.stringify({ ...RESULT, id })}\n\n`);
    else if (id === undefined) response.writeHead(202).end(() => asked.emit("told", method));
    else asked.emit("asked", response);
  });
  const told: unknown[] = [];
  asked.on("told", (method) => told.push(method));
  const held = once(asked, "asked") as Promise<[ServerResponse]>;
  stdin.write(line(REQUEST));
  const [response] = await held;
  if (hasBegun)
    await new Promise<void>((resolve) =>
      response.writeHead(200, EVENT_STREAM).write(": kept alive\n\n", () => resolve()),
    );
  const left = once(response, "close");
  stdin.write(line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }));
  await left;
  stdin.end(line({ ...REQUEST, id: 8 }));
  await ended;
  stdout.end();
  expect(await text(stdout)).toBe(line({ ...RESULT, id: 8 }));
  expect(told).toEqual([]);
});

test("answers a request once although its connection breaks meanwhile", async () => {
  const long = { ...RESULT, result: { tools: [], words: "long ".repeat(100_000) } };
  const next = { ...RESULT, id: 8 };
  const asked = new EventEmitter();
  const { stdin, stdout, ended } = await forward(async (request, response) => {
    const { id } = (await json(request)) as { id: number };
    response.once("close", () => asked.emit(String(id)));
    response.writeHead(200, EVENT_STREAM).end(`data: ${JSON.stringify(id === 8 ? next : long)}\n\n`);
  });
  for (const id of [7, 8]) {
    const answered = once(asked, String(id));
    stdin.write(line({ ...REQUEST, id }));
    await answered;
  }
  stdin.end();
  const written = text(stdout);
  await ended;
  stdout.end();
  // The order is not defined.
  const answers = (await written).trimEnd().split("\n");
  expect(new Set(answers)).toEqual(new Set([long, next].map((each) => JSON.stringify(each))));
  expect(answers).toHaveLength(2);
});

test("answers a truncated response with an error, then ends", async () => {
  const { stdin, stdout, ended } = await forward((_request, response) =>
    response.writeHead(200, EVENT_STREAM).write(": kept alive\n\n", () => response.destroy()),
  );
  stdin.end(line(REQUEST));
  await ended;
  stdout.end();
  expect(JSON.parse(await text(stdout))).toMatchObject({
    id: 7,
    error: { message: expect.stringContaining("the connection ended before the answer") },
  });
});

test("keeps one session for all requests and ends it", async () => {
  const sessions: unknown[] = [];
  const { stdin, ended, endedSessions } = await forward(async (request, response) => {
    const { id } = (await json(request)) as { id: number };
    sessions.push(request.headers["mcp-session-id"]);
    response.writeHead(200, EVENT_STREAM).end(`data: ${JSON.stringify({ ...RESULT, id })}\n\n`);
  });
  stdin.end(line(REQUEST) + line({ ...REQUEST, id: 8 }));
  await ended;
  expect(sessions).toEqual([expect.stringMatching(/^[\w-]{36}$/), sessions[0]]);
  expect(endedSessions).toEqual([sessions[0]]);
});

test("ends at once on empty input", async () => {
  const { stdin, ended } = await forward((_request, response) => response.writeHead(202).end());
  stdin.end();
  await expect(ended).resolves.toBeUndefined();
});

test("ends when the reader of the answers leaves", async () => {
  const { stdin, stdout, ended } = await forward((_request, response) => response.writeHead(202).end());
  stdout.destroy(new Error("EPIPE"));
  await ended;
  expect(stdin.destroyed).toBe(true);
});
