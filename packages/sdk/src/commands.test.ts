import { Readable } from "node:stream";
import type { CommandEvent } from "@terrarium/contract/box-commands";
import { COMMAND_LIMITS } from "@terrarium/contract/limits";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import type { ByteSource } from "./byte-source.ts";
import { commandStreams } from "./commands.ts";
import { HttpClient } from "./http-client.ts";
import { ConnectionError, NotFoundError } from "./terrarium-error.ts";
import { answerJson, startFakeApi } from "./testing/fake-api.ts";

let api: Awaited<ReturnType<typeof startFakeApi>>;
let sockets: WebSocketServer;
let http: HttpClient;
let serve: (socket: WebSocket, message: unknown) => void;
/** Messages after the first one of each socket, in order. */
let received: (string | Buffer)[];
let onReceived: (socket: WebSocket) => void;

beforeEach(async () => {
  // The server's own address may not be reachable from here: the socket uses the address of the calls.
  api = await startFakeApi((_, response) =>
    answerJson(response, { command: "ws://elsewhere/c", runCode: "ws://elsewhere/r" }),
  );
  sockets = new WebSocketServer({ server: api.server, handleProtocols: () => "terrarium.v1" });
  received = [];
  onReceived = () => undefined;
  sockets.on("connection", (socket) =>
    socket.once("message", (data: Buffer) => {
      socket.on("message", (more: Buffer, isBinary: boolean) => {
        received.push(isBinary ? more : more.toString());
        onReceived(socket);
      });
      serve(socket, JSON.parse(data.toString()));
    }),
  );
  http = new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" });
});
afterEach(async () => {
  for (const client of sockets.clients) client.terminate();
  sockets.close();
  await api.close();
});

const events = async (signal?: AbortSignal) => {
  const found: unknown[] = [];
  for await (const event of commandStreams(http, "sbx_1").stream({ command: "ls" }, signal ? { signal } : {}))
    found.push(event);
  return found;
};

test("yields events in order until the command ends", async () => {
  const sent = [
    { event: "stdout", data: "a" },
    { event: "end", exitCode: 0, timedOut: false },
  ];
  serve = (socket, message) => {
    expect(message).toEqual({ command: { command: "ls" } });
    for (const event of sent) socket.send(JSON.stringify(event));
    socket.close(1000);
  };
  expect(await events()).toEqual(sent);
});

test("a close with a reason throws that error, a broken socket throws a connection error", async () => {
  serve = (socket) => socket.close(4404, "No sandbox sbx_1");
  await expect(events()).rejects.toThrow(NotFoundError);
  serve = (socket) => socket.terminate();
  await expect(events()).rejects.toThrow(ConnectionError);
});

test("leaving the loop or aborting closes the socket", async () => {
  let closed = new Promise<void>(() => {});
  serve = (socket) => {
    closed = new Promise((resolve) => socket.once("close", () => resolve()));
    socket.send('{"event":"stdout","data":"x"}');
  };
  for await (const _ of commandStreams(http, "sbx_1").stream({ command: "ls" })) break;
  await closed;
  const caller = new AbortController();
  serve = () => caller.abort(new Error("no longer wanted"));
  await expect(events(caller.signal)).rejects.toThrow("no longer wanted");
});

describe("input streamed to a command", () => {
  const WINDOW = COMMAND_LIMITS.stdinWindowBytes;
  const bytesReceived = () => Buffer.concat(received.filter((message) => typeof message !== "string"));
  const finish = (socket: WebSocket) => {
    socket.send(JSON.stringify({ event: "end", exitCode: 0, timedOut: false }));
    socket.close(1000);
  };
  async function runWith(stdin: ByteSource): Promise<CommandEvent[]> {
    const found: CommandEvent[] = [];
    for await (const event of commandStreams(http, "sbx_1").stream({ command: "cat" }, { stdin })) found.push(event);
    return found;
  }

  test.each([
    [
      "an async generator of text and bytes",
      async function* () {
        yield "héllo ";
        yield Buffer.from([0, 255]);
      },
    ],
    ["a stream of Node", () => Readable.from([Buffer.from("héllo "), Buffer.from([0, 255])])],
    ["a stream of the web", () => new Blob(["héllo ", Buffer.from([0, 255])]).stream()],
    [
      "a stream of a platform whose streams are not iterable",
      () => {
        const stream = new Blob(["héllo ", Buffer.from([0, 255])]).stream();
        return { getReader: () => stream.getReader() } as unknown as ReadableStream<Uint8Array>;
      },
    ],
  ])("comes from %s and ends with it", async (_what, source) => {
    serve = (_socket, message) => expect(message).toEqual({ command: { command: "cat" }, stdin: "stream" });
    onReceived = (socket) => {
      if (received.at(-1) === JSON.stringify({ stdin: "end" })) finish(socket);
    };
    expect(await runWith(source())).toEqual([{ event: "end", exitCode: 0, timedOut: false }]);
    expect(bytesReceived()).toEqual(Buffer.from([...Buffer.from("héllo "), 0, 255]));
  });

  test("waits until the device accepts it", async () => {
    let mostAhead = 0;
    let takenBytes = 0;
    serve = () => undefined;
    onReceived = (socket) => {
      const ahead = bytesReceived().length - takenBytes;
      mostAhead = Math.max(mostAhead, ahead);
      if (received.at(-1) === JSON.stringify({ stdin: "end" })) return finish(socket);
      if (ahead < WINDOW && bytesReceived().length < 3 * WINDOW) return;
      takenBytes += ahead;
      socket.send(JSON.stringify({ event: "stdin", takenBytes: ahead }));
    };
    await runWith(Readable.from([Buffer.alloc(3 * WINDOW, 1)]));
    expect(bytesReceived()).toEqual(Buffer.alloc(3 * WINDOW, 1));
    expect(mostAhead).toBe(WINDOW);
  });

  test("is closed if the command ends first", async () => {
    serve = (socket) => finish(socket);
    const isClosed = vi.fn<() => void>();
    const stdin = (async function* () {
      try {
        for (;;) yield Buffer.alloc(WINDOW);
      } finally {
        isClosed();
      }
    })();
    expect(await runWith(stdin)).toEqual([{ event: "end", exitCode: 0, timedOut: false }]);
    await expect.poll(() => isClosed.mock.calls.length).toBe(1);
  });

  test("ends the command with its own error", async () => {
    serve = () => undefined;
    const stdin = (async function* () {
      yield "a";
      throw new Error("the disk is gone");
    })();
    await expect(runWith(stdin)).rejects.toThrow("the disk is gone");
  });
});
