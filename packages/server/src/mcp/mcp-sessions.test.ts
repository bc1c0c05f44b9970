import { randomUUID } from "node:crypto";
import { mcp } from "@terrarium/contract/mcp";
import type { BoxCommandService } from "@terrarium/device-control/commands/service";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createHttpApp } from "../http/http-app.ts";
import { registerMcpRoutes } from "./routes.ts";
import { CALLER, setUpMcp } from "./testing/set-up-mcp.ts";

const SCREEN = `<?xml version='1.0' ?><hierarchy rotation="0"><node package="com.app" bounds="[0,0][720,1280]" /></hierarchy>`;
const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

/** Serves MCP with a device and a shell whose commands the test ends. */
async function open() {
  const { fake, services } = setUpMcp();
  const { id: device } = await fake.create(CALLER, { lifetimeMs: 60_000, metadata: {} });
  fake.onCommand = () => ({ stdout: Buffer.from(SCREEN) });
  const begun = new Map<string, AbortSignal>();
  const stream: BoxCommandService["stream"] = (_caller, _id, request, { signal }) => {
    begun.set("command" in request ? String(request.command.command) : "", signal);
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: async (token) => ({ ...CALLER, apiKeyId: token }),
  });
  onTestFinished(() => app.close());
  const audit = { lookUp: async () => ({}), record: async () => undefined };
  registerMcpRoutes(app, { ...services, boxCommands: { stream }, audit, publicUrl: undefined });

  const send = (method: "POST" | "DELETE", session: string | undefined, payload?: object, key = "key_1") =>
    app.inject({
      method,
      url: mcp.path,
      headers: {
        authorization: `Bearer ${key}`,
        accept: "application/json, text/event-stream",
        ...(session && { "mcp-session-id": session }),
      },
      ...(payload && { payload: { jsonrpc: "2.0", ...payload } }),
    });
  const call = async (session: string | undefined, name: string, input: object, { id = 1, key = "key_1" } = {}) => {
    const params = { name, arguments: { device, ...input } };
    return (await send("POST", session, { id, method: "tools/call", params }, key)).body;
  };
  return { app, begun, send, call };
}

test("gives each initialized client a session", async () => {
  const { send } = await open();
  const ids = await Promise.all(
    [1, 2].map(async (id) => (await send("POST", undefined, { id, method: "initialize", params: INITIALIZE })).headers),
  );
  expect(new Set(ids.map((headers) => headers["mcp-session-id"])).size).toBe(2);
});

test("keeps seen screens per session and key", async () => {
  const { call } = await open();
  const [one, two] = [randomUUID(), randomUUID()];
  expect(await call(one, "observe", {})).toContain("com.app, 720x1280");
  expect(await call(one, "observe", {})).toContain("unchanged");
  expect(await call(two, "observe", {})).toContain("com.app, 720x1280");
  expect(await call(one, "observe", {}, { key: "key_2" })).toContain("com.app, 720x1280");
  expect(await call("not an id", "observe", {})).toMatch(/seen: \w{6}/);
});

test("a job is its session's own and ends with it", async () => {
  const { begun, call, send } = await open();
  const [one, two] = [randomUUID(), randomUUID()];
  expect(await call(one, "shell", { command: "make", background: true })).toContain("job 1 is running");
  expect(await call(two, "shell", { job: 1 })).toContain("this session has no job 1");
  expect(await call(one, "shell", { job: 1 }, { key: "key_2" })).toContain("this session has no job 1");
  expect((await send("DELETE", two)).statusCode).toBe(204);
  expect(begun.get("make")?.aborted).toBe(false);
  expect((await send("DELETE", one)).statusCode).toBe(204);
  expect(begun.get("make")?.aborted).toBe(true);
  expect(await call(one, "shell", { job: 1 })).toContain("this session has no job 1");
});

test("jobs end with the server", async () => {
  const { app, begun, call } = await open();
  await call(randomUUID(), "shell", { command: "make", background: true });
  await app.close();
  expect(begun.get("make")?.aborted).toBe(true);
});

test("a notification cancels a call of its own session", async () => {
  const { begun, call, send } = await open();
  const [one, two] = [randomUUID(), randomUUID()];
  const answer = call(one, "shell", { command: "make" }, { id: 7 });
  await expect.poll(() => begun.has("make")).toBe(true);
  const cancel = (session: string) =>
    send("POST", session, { method: "notifications/cancelled", params: { requestId: 7 } });
  await cancel(two);
  expect(begun.get("make")?.aborted).toBe(false);
  await cancel(one);
  expect(begun.get("make")?.aborted).toBe(true);
  await answer;
});
