import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { mcp } from "@terrarium/contract/mcp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let token: string;
let boxId: string;
let client: Client;

beforeAll(async () => {
  app = await startTestApp({ TERRARIUM_PROVIDERS: "embedded" });
  token = await app.signIn("ada");
  boxId = (await app.call("POST", "/api/v1/boxes", { token, body: { type: "android" } })).body.id;
  client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.path, app.origin), { requestInit }));
  await act({ open: "Notes" }, { tap: "New note" }, { wait: "Title" });
});
afterAll(async () => {
  await client.close();
  await app.remove();
});

async function act(...steps: object[]): Promise<void> {
  const { content, isError } = await client.callTool({ name: "act", arguments: { device: boxId, steps } });
  if (isError) throw new Error(JSON.stringify(content));
}

async function post(path: string, body: object): Promise<void> {
  const { status, body: answer } = await app.call("POST", path, { token, body });
  if (status !== 200) throw new Error(JSON.stringify(answer));
}

const box = (action: string, body: object) => post(`/api/v1/boxes/${boxId}/actions/${action}`, body);
const alpha = (action: string, body: object) => post(`/api/v1/gbox/android/${action}`, { uid: boxId, ...body });

/** Returns kind and detail of the newest actions, the oldest first. */
async function timeline(length: number): Promise<[kind: string, detail: string][]> {
  const { body } = await app.call("GET", `/api/v1/boxes/${boxId}/actions?limit=${length}`, { token });
  return body.data.map(({ kind, detail }: { kind: string; detail: string }) => [kind, detail]).toReversed();
}

const EXPECTED = [
  ["text", "2"],
  ["key", "arrowUp"],
  ["key", "backspace"],
  ["tap", "11 22"],
  ["swipe", "300 700 300 900"],
];

test("the boxes API records text, keys, taps and swipes", async () => {
  await box("type", { text: "Hi" });
  await box("press-key", { keys: ["arrowUp"] });
  await box("press-key", { keys: ["backspace"] });
  await box("tap", { x: 11, y: 22 });
  await box("swipe", { start: { x: 300, y: 700 }, end: { x: 300, y: 900 } });
  expect(await timeline(EXPECTED.length)).toEqual(EXPECTED);
});

test("MCP records the same actions as the boxes API", async () => {
  // The last touches moved the focus.
  await act({ tap: "Title" });
  await act(
    { type: "Hi" },
    { press: "up" },
    { press: "backspace" },
    { tap: { x: 11, y: 22 } },
    { swipe: { from: { x: 300, y: 700 }, to: { x: 300, y: 900 } } },
  );
  expect(await timeline(EXPECTED.length)).toEqual(EXPECTED);
});

test("the alpha calls record the same actions as the boxes API", async () => {
  await alpha("type", { text: "Hi" });
  await alpha("keyPress", { key: "up" });
  await alpha("keyPress", { key: "delete" });
  await alpha("click", { x: 11, y: 22 });
  await alpha("drag", { startX: 300, startY: 700, endX: 300, endY: 900 });
  expect(await timeline(EXPECTED.length)).toEqual(EXPECTED);
});

test("MCP records key names and combinations like the boxes API", async () => {
  await box("press-key", { keys: ["escape"] });
  await box("press-key", { keys: ["control", "a"], combination: true });
  await box("press-button", { buttons: ["home"] });
  const expected = await timeline(3);
  await act({ press: "escape" }, { press: "ctrl+a" }, { press: "home" });
  expect(await timeline(3)).toEqual(expected);
  expect(expected).toEqual([
    ["key", "escape"],
    ["key", "control+a"],
    ["key", "home"],
  ]);
});

test("rejected requests are recorded with their reason", async () => {
  const { status } = await app.call("POST", `/api/v1/boxes/${boxId}/actions/tap`, { token, body: { x: "left" } });
  expect(status).toBe(400);
  const outside = { token, body: { x: 90_000, y: 1 } };
  expect((await app.call("POST", `/api/v1/boxes/${boxId}/actions/tap`, outside)).status).toBe(400);
  const newest = async () => {
    const { body } = await app.call("GET", `/api/v1/boxes/${boxId}/actions?limit=2`, { token });
    return body.data.map(({ kind, detail, outcome }: Record<string, string>) => `${kind} ${detail} ${outcome}`);
  };
  await expect
    .poll(newest)
    .toEqual(["refused POST /actions/tap outside_screen", "refused POST /actions/tap invalid_request"]);
});
