import { once } from "node:events";
import { FleetRequest } from "@terrarium/contract/fleet";
import { FLEET_LIMITS } from "@terrarium/contract/limits";
import type { FleetMethods } from "@terrarium/device-control/fleet/methods";
import { AppError } from "@terrarium/platform/base/app-error";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { openFleetSocket, RPC_ERRORS } from "./fleet-socket.ts";

const Answer = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});
type Answer = z.output<typeof Answer>;

const CALLER = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "drive" } as const;
const FAILED = new AppError("internal", { requestId: "req_1" });

/** Opens a client of a socket that serves some methods. */
async function connect(methods: FleetMethods): Promise<{ client: WebSocket; ask: (text: string) => Promise<Answer> }> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket) =>
    openFleetSocket(
      socket,
      methods,
      { caller: CALLER, origin: "" },
      { explain: ({ message }) => message, onFailure: () => FAILED },
    ),
  );
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(client, "open");
  onTestFinished(async () => {
    client.terminate();
    for (const socket of server.clients) socket.terminate();
    server.close();
    await once(server, "close");
  });
  return {
    client,
    async ask(text) {
      client.send(text);
      const [data] = (await once(client, "message")) as [Buffer];
      return Answer.parse(JSON.parse(data.toString()));
    },
  };
}

const call = (method: string, params?: unknown, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const echo: FleetMethods = {
  echo: { scope: "read", params: z.object({ text: z.string() }), run: async (_call, params) => params },
  rule: { scope: "manage", params: z.unknown(), run: async () => "ruled" },
  refuse: {
    scope: "read",
    params: z.unknown(),
    run: () => Promise.reject(new AppError("sandbox_not_found", { sandboxId: "sbx_1" })),
  },
  break: { scope: "read", params: z.unknown(), run: () => Promise.reject(new Error("a secret of ours")) },
};

test("answers a request by id, a failure with its message", async () => {
  const { ask } = await connect(echo);
  expect(await ask(call("echo", { text: "hi" }, "a"))).toEqual({ jsonrpc: "2.0", id: "a", result: { text: "hi" } });
  expect((await ask(call("refuse"))).error).toEqual({
    code: RPC_ERRORS.failed,
    message: "No sandbox sbx_1 in your teams",
  });
  expect((await ask(call("break"))).error).toEqual({ code: RPC_ERRORS.failed, message: FAILED.message });
  expect((await ask(call("rule"))).error?.message).toMatch(/needs the scope "manage"/);
});

test.each([
  ["{", RPC_ERRORS.parse],
  ["[]", RPC_ERRORS.invalidRequest],
  [`[${call("echo", { text: "hi" })}]`, RPC_ERRORS.invalidRequest],
  ['{"jsonrpc":"1.0","id":1,"method":"echo"}', RPC_ERRORS.invalidRequest],
  ['{"jsonrpc":"2.0","method":"echo"}', RPC_ERRORS.invalidRequest],
  [call("dance"), RPC_ERRORS.methodNotFound],
  [call("constructor"), RPC_ERRORS.methodNotFound],
  [call("__proto__"), RPC_ERRORS.methodNotFound],
  [call("echo", { text: 5 }), RPC_ERRORS.invalidParams],
  [call("echo"), RPC_ERRORS.invalidParams],
])("%s returns error %d", async (text, code) => {
  const { ask } = await connect(echo);
  expect((await ask(text)).error?.code).toBe(code);
});

test.each([
  ["very many items", { keys: Array.from({ length: 400_000 }, () => "") }, /holds more than/],
  ["very many levels", JSON.parse("[".repeat(2_000) + "]".repeat(2_000)) as unknown, /nests deeper than/],
])("a message of %s is rejected before parsing", async (_what, params, words) => {
  const { ask } = await connect(echo);
  const { error } = await ask(call("echo", params));
  expect(error).toEqual({ code: RPC_ERRORS.invalidRequest, message: expect.stringMatching(words) });
});

test("rejects unstorable text before any look-up", async () => {
  const { ask } = await connect(echo);
  const { error } = await ask(call("echo", { text: "sbx_\0" }));
  expect(error).toEqual({ code: RPC_ERRORS.failed, message: expect.stringMatching(/NUL character/) });
});

test("answers every message once", async () => {
  const { ask } = await connect(echo);
  const anything = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.json(),
    fc
      .record({ jsonrpc: fc.constant("2.0"), id: fc.anything(), method: fc.string(), params: fc.anything() })
      .map((value) => JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? null : each))),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      const { error } = await ask(text);
      const isRequest = (() => {
        try {
          return FleetRequest.safeParse(JSON.parse(text)).success;
        } catch {
          return false;
        }
      })();
      expect(error === undefined ? isRequest : error.message.length > 0).toBe(true);
    }),
    { numRuns: 100 },
  );
});

/** Returns a method that finishes on request, and counts its calls. */
function countingMethod(answer: unknown) {
  const counts = { begun: 0, underWay: 0, most: 0 };
  const gate = Promise.withResolvers<void>();
  const methods: FleetMethods = {
    slow: {
      scope: "read",
      params: z.unknown(),
      async run() {
        counts.begun += 1;
        counts.underWay += 1;
        counts.most = Math.max(counts.most, counts.underWay);
        await gate.promise;
        counts.underWay -= 1;
        return answer;
      },
    },
  };
  return { counts, methods, open: () => gate.resolve() };
}

test("limits concurrent requests and answers all of a flood", async () => {
  const { counts, methods, open } = countingMethod("done");
  const { client } = await connect(methods);
  const all = 2_000;
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  let answers = 0;
  client.on("message", () => ++answers === all && resolve());
  for (let n = 0; n < all; n += 1) client.send(call("slow", undefined, n));
  await expect.poll(() => counts.underWay).toBe(FLEET_LIMITS.callsPerSocket);
  open();
  await answered;
  expect(counts.most).toBe(FLEET_LIMITS.callsPerSocket);
});

test("stops working for a client that does not read", async () => {
  const { counts, methods, open } = countingMethod("x".repeat(1_000_000));
  open();
  const { client } = await connect(methods);
  client.pause();
  for (let n = 0; n < 500; n += 1) client.send(call("slow", undefined, n));
  await expect.poll(() => counts.begun).toBeGreaterThan(0);
  // The kernel buffers some megabytes for a peer.
  const stalled = async () => {
    const before = counts.begun;
    await new Promise((resolve) => client.ping(undefined, undefined, resolve));
    return counts.begun === before;
  };
  await expect.poll(stalled).toBe(true);
  expect(counts.begun).toBeLessThan(50);
  const { promise: all, resolve } = Promise.withResolvers<void>();
  let answers = 0;
  client.on("message", () => ++answers === 20 && resolve());
  client.resume();
  await all;
});
