import { afterEach, beforeEach, expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { commandStreams } from "./commands.ts";
import { HttpClient } from "./http-client.ts";
import { ConnectionError, NotFoundError } from "./terrarium-error.ts";
import { answerJson, startFakeApi } from "./testing/fake-api.ts";

let api: Awaited<ReturnType<typeof startFakeApi>>;
let sockets: WebSocketServer;
let http: HttpClient;
let serve: (socket: WebSocket, message: unknown) => void;

beforeEach(async () => {
  // What a server calls itself is not how it is reached: the socket goes where the calls go.
  api = await startFakeApi((_, response) =>
    answerJson(response, { command: "ws://elsewhere/c", runCode: "ws://elsewhere/r" }),
  );
  sockets = new WebSocketServer({ server: api.server, handleProtocols: () => "terrarium.v1" });
  sockets.on("connection", (socket) =>
    socket.once("message", (data: Buffer) => serve(socket, JSON.parse(data.toString()))),
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

test("events come in turn until the command is over", async () => {
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

test("a socket that the server closes with a reason ends with the error that it stands for, a broken one as lost", async () => {
  serve = (socket) => socket.close(4404, "No sandbox sbx_1");
  await expect(events()).rejects.toThrow(NotFoundError);
  serve = (socket) => socket.terminate();
  await expect(events()).rejects.toThrow(ConnectionError);
});

test("who leaves, or gives up, closes the socket", async () => {
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
