import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { mcp } from "@terrarium/contract/mcp";
import { watchListenerWarnings } from "@terrarium/platform/testing/listener-warnings";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let token: string;
let boxId: string;
let organizationId: string;
beforeAll(async () => {
  app = await startTestApp();
  token = await app.signIn("ada");
  boxId = (await app.call("POST", "/api/v1/boxes", { token, body: { type: "android" } })).body.id;
  [{ id: organizationId }] = (await app.call("GET", "/api/v1/organization/get_my_organization_list", { token })).body;
});
afterAll(() => app.remove());

type Mode = "legacy" | "auto";

async function connect(bearer = token, mode: Mode = "auto"): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.path, app.origin), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

async function callTool(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  return { text: content.map((part) => (part.type === "text" ? part.text : "")).join("\n"), isError };
}

async function newKey(bearer: string, team: string, scope: string): Promise<string> {
  const body = { organizationId: team, name: `key-${scope}`, scope };
  return (await app.call("POST", "/api/v1/api_key/create_an_api_key", { token: bearer, body })).body.key;
}

test.each([
  ["auto", "modern"],
  ["legacy", "legacy"],
] as const)("clients that negotiate %s are served, in the %s era", async (mode, era) => {
  const client = await connect(token, mode);
  expect(client.getProtocolEra()).toBe(era);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    "devices",
    "observe",
    "act",
    "shell",
    "files",
  ]);
  expect((await callTool(client, "devices", { action: "list" })).text).toContain(boxId);
});

test("an API key starts and stops a device, audited", async () => {
  const client = await connect(await newKey(token, organizationId, "manage"));
  const started = await callTool(client, "devices", { action: "start", name: "errand", minutes: 5 });
  const [, id = ""] = /^started (\S+) "errand"/.exec(started.text) ?? [];
  expect((await callTool(client, "devices", { action: "stop", device: id })).text).toBe(`stopped ${id}`);
  const log = await app.call("POST", "/api/v1/audit/get_audit_log", {
    token,
    body: { organizationId, page: 1, pageSize: 10 },
  });
  const entries = log.body.data.filter(({ targets }: { targets: Record<string, string> }) => targets.sandboxId === id);
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(["terminateBox", "createBox"]);
});

test("a read-only key sees devices and is rejected otherwise", async () => {
  const client = await connect(await newKey(token, organizationId, "read"));
  expect((await callTool(client, "devices", { action: "list" })).text).toContain(boxId);
  for (const [name, input] of [
    ["devices", { action: "start" }],
    ["devices", { action: "stop", device: boxId }],
    ["devices", { action: "keep", device: boxId, snapshot: "tools" }],
    ["shell", { device: boxId, command: "id" }],
    ["files", { device: boxId, action: "write", path: "/a", text: "b" }],
  ] as const) {
    const answer = await callTool(client, name, input);
    expect(answer).toMatchObject({ isError: true, text: expect.stringMatching(/scope|may only|key/i) });
  }
});

test("hides another team's device", async () => {
  const client = await connect(await app.signIn("eve"));
  for (const [name, input] of [
    ["observe", {}],
    ["act", { steps: [{ press: "home" }] }],
    ["shell", { command: "id" }],
    ["files", { action: "read", path: "/a" }],
    ["devices", { action: "stop" }],
    ["devices", { action: "keep", snapshot: "tools" }],
  ] as const) {
    const answer = await callTool(client, name, { ...input, device: boxId });
    expect(answer).toEqual({
      isError: true,
      text: `No sandbox ${boxId} in your teams. devices with action list shows yours`,
    });
  }
});

test("speaks of its own arguments", async () => {
  const client = await connect();
  const { text } = await callTool(client, "devices", { action: "extend", device: boxId, minutes: 0.01 });
  expect(text).toMatch(/^Invalid request: minutes: /);
  const started = await callTool(client, "devices", { action: "start", template: "tpl_none" });
  expect(started.text).toBe("No template tpl_none. devices with action list shows the templates");
});

test("reports invalid calls", async () => {
  const client = await connect();
  expect(await callTool(client, "observe", {})).toMatchObject({
    isError: true,
    text: expect.stringContaining("device"),
  });
  expect(await callTool(client, "dance", {})).toMatchObject({
    isError: true,
    text: expect.stringContaining("there is devices, observe"),
  });
});

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

test("rejects requests without a key or from another origin", async () => {
  expect((await app.call("POST", mcp.path, { body: ping })).status).toBe(401);
  const headers = { origin: "https://evil.example" };
  expect((await app.call("POST", mcp.path, { token, body: ping, headers })).status).toBe(403);
  expect((await app.call("POST", mcp.path, { token, body: ping, headers: { origin: app.origin } })).status).toBe(200);
});

test("accepts an absolute request URL, as for a proxy", async () => {
  const asked = request({
    host: "127.0.0.1",
    port: new URL(app.origin).port,
    method: mcp.method,
    path: new URL(mcp.path, app.origin).href,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  asked.end(JSON.stringify(ping));
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  expect([answer.statusCode, await text(answer)]).toEqual([200, expect.stringContaining(`"id":${ping.id}`)]);
});

test("an answered call logs no Node warning", async () => {
  const warnings = watchListenerWarnings();
  expect((await app.call("POST", mcp.path, { token, body: ping })).status).toBe(200);
  expect(warnings).toEqual([]);
});

test.each([
  "application/json, text/plain, */*",
  "Application/JSON, TEXT/Event-Stream",
  "text/event-stream;q=0.5,application/json;q=0.9",
  "*/*",
])("Accept %j is served", async (accept) => {
  const answer = await app.call("POST", mcp.path, { token, body: ping, headers: { accept } });
  expect(answer.status).toBe(200);
});

test.each(["text/html", "application/json", "application/json, text/event-stream;q=0"])(
  "Accept %j is rejected with 406",
  async (accept) => {
    expect((await app.call("POST", mcp.path, { token, body: ping, headers: { accept } })).status).toBe(406);
  },
);

test("ignores a trailing slash", async () => {
  expect((await app.call("POST", `${mcp.path}/`, { token, body: ping })).status).toBe(200);
});

test("rejects an unknown argument with the nearest known one", async () => {
  const client = await connect();
  const listed = await callTool(client, "devices", { action: "list", minuts: 5 });
  expect(listed).toMatchObject({
    isError: true,
    text: expect.stringContaining('Unknown field "minuts". Did you mean "minutes"?'),
  });
  const acted = await callTool(client, "act", { device: boxId, steps: [{ tapp: "Send" }] });
  expect(acted.text).toContain('steps.0: Unknown field "tapp". Did you mean "tap"?');
});

test("offers no streams, and no end without a session", async () => {
  for (const method of ["GET", "DELETE"]) expect((await app.call(method, mcp.path, { token })).status).toBe(405);
  expect((await app.call("POST", mcp.path, { token, body: [ping, ping] })).status).toBe(400);
  const client = await connect();
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow(/limit|not/i);
});
