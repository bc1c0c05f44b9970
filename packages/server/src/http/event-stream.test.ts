import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventStream } from "./event-stream.ts";

let server: Server;
let stream: EventStream;
let client: IncomingMessage;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
  server = createServer((_request, response) => {
    stream = new EventStream(response, { "x-request-id": "req_1", "x-none": undefined });
    stream.send("start", "run_1");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  [client] = (await once(get({ port: typeof address === "object" ? address?.port : undefined }), "response")) as [
    IncomingMessage,
  ];
  client.setEncoding("utf8");
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const nextChunk = async (): Promise<string> => String(((await once(client, "data")) as unknown[])[0]);

test("detects a client that left before the start", async () => {
  let late: EventStream | undefined;
  const left = Promise.withResolvers<void>();
  server.removeAllListeners("request");
  server.on("request", (_request, response) => {
    response.once("close", () => {
      late = new EventStream(response, {});
      left.resolve();
    });
    leaving.destroy();
  });
  const address = server.address();
  const leaving = get({ port: typeof address === "object" ? address?.port : undefined });
  leaving.on("error", () => {});
  await left.promise;
  await expect(late?.closed).resolves.toBeUndefined();
});

test("sends the given headers with those of the stream", () => {
  expect(client.headers).toMatchObject({
    "x-request-id": "req_1",
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    connection: "close",
  });
});

test("sends a data line for each line of text", async () => {
  expect(await nextChunk()).toBe("event: start\ndata: run_1\n\n");
  stream.send("log", "one\n\r\ntwo\rthree");
  expect(await nextChunk()).toBe("event: log\ndata: one\ndata: \ndata: two\ndata: three\n\n");
  stream.send("log", "");
  expect(await nextChunk()).toBe("event: log\ndata: \n\n");
});

test("sends comments to keep an idle connection alive", async () => {
  await nextChunk();
  vi.advanceTimersByTime(15_000);
  expect(await nextChunk()).toBe(": waiting\n\n");
});

test("cuts off a client that does not read", async () => {
  client.pause();
  stream.send("log", "x".repeat(20_000_000));
  stream.end();
  stream.send("log", "too late");
  vi.advanceTimersByTime(30_000);
  await expect(stream.closed).resolves.toBeUndefined();
});

test("drops events after the client has left", async () => {
  client.destroy();
  await stream.closed;
  stream.send("log", "anybody?");
  stream.end();
  await stream.closed;
  expect(vi.getTimerCount()).toBe(0);
});
