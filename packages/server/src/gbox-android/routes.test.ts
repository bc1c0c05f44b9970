import { ALPHA_LIFETIME_MS } from "@terrarium/contract/limits";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHttpApp } from "../http/http-app.ts";
import { createBoxServices, FAKE_PNG, FAKE_SERVICES, FakeDevices } from "../testing/fake-devices.ts";
import { registerGboxAndroidRoutes } from "./routes.ts";

let app: FastifyInstance;
let devices: FakeDevices;
let noted: object[];

beforeEach(async () => {
  devices = new FakeDevices();
  noted = [];
  const actions = {
    async noting<T>(_caller: Caller, sandboxId: string, { kind, detail }: DoneAction, work: () => Promise<T>) {
      const result = await work();
      noted.push({ sandboxId, kind, detail });
      return result;
    },
  };
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    checkResponses: true,
    authenticate: async (token) => ({ kind: "api-key", apiKeyId: token, organizationId: token, scope: "manage" }),
  });
  registerGboxAndroidRoutes(app, {
    ...FAKE_SERVICES,
    ...createBoxServices(devices, actions),
    sandboxes: devices,
    devices,
    publicUrl: undefined,
  });
});
afterEach(() => app.close());

async function call(name: string, body: object | undefined, organization = "org_1") {
  const answer = await app.inject({
    method: "POST",
    url: `/api/v1/gbox/android/${name}`,
    headers: { authorization: `Bearer ${organization}` },
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const line = { startX: 500.4, startY: 1000.5, endX: 500, endY: 400 };

test("create makes a sandbox that lives for 5 minutes", async () => {
  expect(await call("create", { architecture: "arm64" })).toEqual({ status: 200, body: { uid: "sbx_1" } });
  const [sandbox] = devices.created;
  expect((sandbox?.expiresAt ?? 0) - (sandbox?.createdAt ?? 0)).toBe(ALPHA_LIFETIME_MS);
  expect(sandbox).toMatchObject({ organizationId: "org_1", metadata: {} });
});

test.each([
  ["click", { x: 10.6, y: 20 }, "input tap 11 20"],
  ["scroll", line, "input swipe 500 1001 500 400 200"],
  ["drag", { ...line, ms: 800 }, "input swipe 500 1001 500 400 800"],
  ["drag", line, "input swipe 500 1001 500 400 300"],
  ["keyPress", { key: "back" }, "input keyevent 4"],
  ["keyPress", { key: "enter" }, "input keyevent 66"],
  ["type", { text: "gbox%scloud" }, "input text 'gbox cloud'"],
  ["type", { text: 'it\'s $HOME; "x" 👍\n' }, "input text 'it'\\''s $HOME; \"x\" 👍\n'"],
])("%s %j runs %s", async (name, body, command) => {
  await call("create", {});
  expect(await call(name, { uid: "sbx_1", ...body })).toEqual({ status: 200, body: {} });
  expect(devices.commands).toEqual([command]);
  expect(devices.lines).toHaveLength(1);
});

test("records device actions, and only the length of text", async () => {
  await call("create", {});
  const uid = "sbx_1";
  await call("click", { uid, x: 10.6, y: 20 });
  await call("drag", { uid, ...line });
  await call("keyPress", { uid, key: "back" });
  await call("type", { uid, text: "secret👍" });
  await call("type", { uid, text: "" });
  await call("screenshot", { uid });
  expect(noted).toEqual([
    { sandboxId: uid, kind: "tap", detail: "11 20" },
    { sandboxId: uid, kind: "swipe", detail: "500 1001 500 400" },
    { sandboxId: uid, kind: "key", detail: "back" },
    { sandboxId: uid, kind: "text", detail: "7" },
  ]);
});

test("records nothing for a device without access", async () => {
  await call("create", {});
  await call("click", { uid: "sbx_1", x: 1, y: 1 }, "org_2");
  expect(noted).toEqual([]);
});

test("create needs no body", async () => {
  expect(await call("create", undefined)).toEqual({ status: 200, body: { uid: "sbx_1" } });
});

test("typing an empty text sends nothing to the device", async () => {
  await call("create", {});
  expect(await call("type", { uid: "sbx_1", text: "" })).toEqual({ status: 200, body: {} });
  expect(devices.commands).toEqual([]);
});

test("the screenshot is a PNG data URL", async () => {
  await call("create", {});
  const { body } = await call("screenshot", { uid: "sbx_1" });
  expect(body.url).toBe(`data:image/png;base64,${FAKE_PNG.toString("base64")}`);
});

test("the screen size follows the current rotation", async () => {
  await call("create", {});
  expect((await call("deviceScreenSize", { uid: "sbx_1" })).body).toEqual([720, 1280]);
  devices.screen = { widthPx: 1280, heightPx: 720 };
  expect((await call("deviceScreenSize", { uid: "sbx_1" })).body).toEqual([1280, 720]);
});

test("rejects points outside of the rotated screen without a record", async () => {
  await call("create", {});
  const uid = "sbx_1";
  const outside = (x: number, y: number, words: string) => ({
    status: 400,
    body: {
      code: "outside_screen",
      message: `(${x}, ${y}) is outside the screen, which is ${words}`,
      suggestion: expect.any(String),
      requestId: expect.stringMatching(/^req_/),
    },
  });
  const upright = "720 pixels wide and 1280 high";
  expect(await call("click", { uid, x: 720, y: 0 })).toEqual(outside(720, 0, upright));
  expect(await call("click", { uid, x: 0, y: 1279.5 })).toEqual(outside(0, 1279.5, upright));
  expect(await call("drag", { uid, ...line, endX: 5_000 })).toEqual(outside(5_000, 400, upright));
  expect(await call("scroll", { uid, ...line, startY: 1_280 })).toEqual(outside(500.4, 1_280, upright));
  expect([devices.commands, noted]).toEqual([[], []]);
  expect((await call("click", { uid, x: 719, y: 1279 })).status).toBe(200);

  devices.screen = { widthPx: 1280, heightPx: 720 };
  expect((await call("click", { uid, x: 1279, y: 0 })).status).toBe(200);
  expect(await call("click", { uid, x: 0, y: 720 })).toEqual(outside(0, 720, "1280 pixels wide and 720 high"));

  devices.screen = { widthPx: 320, heightPx: 480 };
  expect(await call("click", { uid, x: 400, y: 400 })).toEqual(outside(400, 400, "320 pixels wide and 480 high"));
});

test.each([
  ["an unknown sandbox", "click", { uid: "sbx_9", x: 1, y: 1 }, 404, "sandbox_not_found"],
  ["no sandbox", "click", { x: 1, y: 1 }, 400, "invalid_request"],
  ["an invalid point", "click", { uid: "sbx_1", x: null, y: 1 }, 400, "invalid_request"],
  ["a point left of the screen", "click", { uid: "sbx_1", x: -1, y: 1 }, 400, "invalid_request"],
  ["an unknown key", "keyPress", { uid: "sbx_1", key: "power; reboot" }, 400, "invalid_request"],
  ["an endless drag", "drag", { uid: "sbx_1", ...line, ms: 1e9 }, 400, "invalid_request"],
  ["a NUL in the text", "type", { uid: "sbx_1", text: "a\0b" }, 400, "invalid_request"],
  ["an unknown architecture", "create", { architecture: "mips" }, 400, "invalid_request"],
])("rejects %s", async (_name, name, body, status, code) => {
  await call("create", {});
  const answer = await call(name, body);
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  expect(devices.commands).toEqual([]);
});

test("rejects a sandbox without Android", async () => {
  await call("create", {});
  Object.assign(devices.created[0] ?? {}, { kind: "desktop" });
  for (const [name, body] of [
    ["screenshot", {}],
    ["deviceScreenSize", {}],
    ["click", { x: 1, y: 1 }],
  ] as const)
    expect(await call(name, { uid: "sbx_1", ...body })).toMatchObject({
      status: 422,
      body: { code: "not_possible", message: expect.stringContaining("An alpha call") },
    });
  expect([devices.lines, noted]).toEqual([[], []]);
});

test("another team's sandbox is not found, an ended one not running", async () => {
  await call("create", {});
  expect(await call("screenshot", { uid: "sbx_1" }, "org_2")).toMatchObject({
    status: 404,
    body: { code: "sandbox_not_found" },
  });
  Object.assign(devices.created[0] ?? {}, { state: "ended" });
  expect(await call("screenshot", { uid: "sbx_1" })).toMatchObject({
    status: 409,
    body: { code: "sandbox_not_running" },
  });
});

test("reports an invalid answer of a device", async () => {
  await call("create", {});
  devices.onCommand = () => ({ exitCode: 1, stderr: Buffer.from("input: not now\n") });
  expect(await call("click", { uid: "sbx_1", x: 1, y: 1 })).toMatchObject({
    status: 502,
    body: { code: "device_failed", message: "The device of sandbox sbx_1 did not respond: input: not now" },
  });
  devices.onCommand = () => ({ stdout: Buffer.from("nonsense") });
  expect(await call("deviceScreenSize", { uid: "sbx_1" })).toMatchObject({
    status: 502,
    body: { code: "device_failed" },
  });
  devices.onCommand = () => ({ stdout: Buffer.from("outside DISPLAY MANAGER\n") });
  expect(await call("click", { uid: "sbx_1", x: 1, y: 1 })).toMatchObject({
    status: 502,
    body: { code: "device_failed" },
  });
});

test("the sandbox limit has its own error message", async () => {
  devices.createError = new AppError("sandbox_limit", { limit: 20 });
  const { status, body } = await call("create", {});
  expect(status).toBe(429);
  expect(body.message).toContain("Sandbox number limit");
});
