import { inflateSync } from "node:zlib";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import { createBoxActions } from "@terrarium/device-control/actions/service";
import type { DeviceSession, DeviceSessions } from "@terrarium/device-control/device/device-session";
import { createDeviceSessions } from "@terrarium/device-control/session/tango-device-sessions";
import { startTestDevice, type TestDevice } from "@terrarium/device-control/testing/start-test-device";
import { unreachedDevice } from "@terrarium/device-control/testing/unreached-device";
import { createLoneBus } from "@terrarium/platform/base/bus";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHttpApp } from "../http/http-app.ts";
import { registerBoxActionRoutes } from "./action-routes.ts";

/** A virtual device of 360x640 pixels, with the calls of its actions. */
let device: TestDevice;
let sessions: DeviceSessions;
let session: DeviceSession;
let app: FastifyInstance;
const noted: DoneAction[] = [];
const stored = new Map<string, Uint8Array>();

beforeAll(async () => {
  device = await startTestDevice();
  sessions = createDeviceSessions({ log: pino({ level: "silent" }), scrcpyServer: undefined });
  session = await sessions.get(device.target);
  let ids = 0;
  const actions = {
    newId: () => `act_${ids++}`,
    async noting<T>(_caller: Caller, _sandboxId: string, action: DoneAction, work: () => Promise<T>) {
      const result = await work();
      noted.push(action);
      return result;
    },
  };
  const storage = {
    async put(sandboxId: string, _type: string, bytes: Uint8Array) {
      const key = `storage://org_1/${sandboxId}/obj_${stored.size}`;
      stored.set(key, bytes);
      return key;
    },
    presign: async (_maker: unknown, _sandboxId: string, key: string, ms?: number) =>
      `/stored/${key.split("/").at(-1)}?ms=${ms}`,
  };
  const sandboxes = { requireDevice: async () => ({ ...unreachedDevice(device.target.sandboxId), ...device.target }) };
  const boxActions = createBoxActions({ actions, sandboxes, devices: sessions, storage, bus: createLoneBus() });
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    checkResponses: true,
    authenticate: async (token) => ({ kind: "api-key", apiKeyId: token, organizationId: token, scope: "manage" }),
  });
  registerBoxActionRoutes(app, { boxActions, publicUrl: new URL("https://phones.example") });
});
afterAll(async () => {
  await app.close();
  await sessions.closeAll();
  await device.stop();
});

async function call(name: string, body?: object, method: "GET" | "POST" | "PUT" | "DELETE" = "POST") {
  const answer = await app.inject({
    method,
    url: `/api/v1/boxes/sbx_test/actions/${name}`,
    headers: { authorization: "Bearer org_1" },
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const done = async (name: string, body: object) => {
  const answer = await call(name, body);
  expect(answer).toMatchObject({ status: 200, body: { actionId: expect.any(String) } });
  return answer.body;
};
const shell = async (line: string) => Buffer.from((await session.run(line)).stdout).toString();
const layout = async (): Promise<string> => (await call("screen-layout", undefined, "GET")).body.content;
const selector = (selector: object) => ({ target: { selector } });

/** Returns width and height of a PNG in a data URL. */
function sizeOf(uri: string): [width: number, height: number] {
  const png = Buffer.from(uri.replace("data:image/png;base64,", ""), "base64");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
/** Returns the bytes of its rows, to compare screenshots. */
const rowsOf = (uri: string): Buffer => {
  const png = Buffer.from(uri.replace("data:image/png;base64,", ""), "base64");
  return inflateSync(png.subarray(41, -16));
};

beforeEach(async () => {
  noted.length = 0;
  await shell("input keyevent 3");
});

test("finds an element by selector, taps its center, reports the action", async () => {
  const { actual, actionId, message, screenshot } = await done("tap", selector({ description: "Settings" }));
  expect(message).toBe(`Tapped (${actual.x}, ${actual.y})`);
  expect(screenshot).toBeUndefined();
  expect(noted).toEqual([{ id: actionId, kind: "tap", detail: `${actual.x} ${actual.y}` }]);
  expect(await layout()).toContain('package="com.terrarium.settings"');
});

test("rejects an unmatched selector with the visible elements", async () => {
  const answer = await call("tap", selector({ text: "Nowhere" }));
  expect(answer).toMatchObject({ status: 409, body: { code: "element_changed" } });
  expect(answer.body.message).toContain("Settings");
  expect(noted).toEqual([]);
});

describe("a detected element", () => {
  const find = async (label: string) => {
    const { body } = await call("elements/detect", {});
    const element = body.elements.find((each: { label: string }) => each.label === label);
    return { element, screenshot: body.screenshot };
  };

  test("is numbered, marked in the screenshot and tapped", async () => {
    const { element, screenshot } = await find("Settings");
    expect(element).toMatchObject({ source: "uiautomator", centerX: expect.any(Number) });
    expect(sizeOf(screenshot.marked.uri)).toEqual([360, 640]);
    expect(rowsOf(screenshot.marked.uri).equals(rowsOf(screenshot.source.uri))).toBe(false);
    expect((await done("click", { target: element })).actual).toEqual({
      x: element.centerX,
      y: element.centerY,
      button: "left",
      double: false,
    });
    expect(await layout()).toContain('package="com.terrarium.settings"');
  });

  test("that is gone is rejected with the current content", async () => {
    const { element } = await find("Settings");
    await done("tap", { target: element });
    const answer = await call("tap", { target: element });
    expect(answer).toMatchObject({ status: 409, body: { code: "element_changed" } });
    expect(answer.body.message).toMatch(
      /^The screen does not show element \d+ "Settings": it has gone; where it was there is now "/,
    );
  });

  test("that has moved is rejected with its new position", async () => {
    const { element } = await find("Settings");
    const moved = { ...element, centerX: element.centerX + 200 > 350 ? 10 : element.centerX + 200 };
    const answer = await call("long-press", { target: moved });
    expect(answer.body.message).toContain("it has moved to [");
    expect(answer.status).toBe(409);
  });
});

test.each([
  ["tap", { target: "the settings icon" }, 422, "no_model"],
  ["swipe", { start: "top", end: { x: 1, y: 1 } }, 422, "no_model"],
  ["scroll", { direction: "up", location: "the list" }, 422, "no_model"],
  ["extract", { instruction: "all e-mail addresses" }, 422, "no_model"],
  ["move", { x: 1, y: 1 }, 422, "not_possible"],
  ["click", { x: 1, y: 1, button: "right" }, 422, "not_possible"],
  ["click", { x: 1, y: 1, modifierKeys: ["shift"] }, 422, "not_possible"],
  ["screenshot", { scrollCapture: { maxHeight: 4000 } }, 422, "not_possible"],
  ["tap", { x: 360, y: 1 }, 400, "outside_screen"],
  ["long-press", { x: 1, y: 640 }, 400, "outside_screen"],
  [
    "drag",
    {
      path: [
        { x: 1, y: 1 },
        { x: 1, y: 900 },
      ],
    },
    400,
    "outside_screen",
  ],
  ["drag", { path: [1, 2, 3, 4].map((x) => ({ x, y: 1 })), duration: "30s" }, 400, "invalid_request"],
  ["touch", { points: [{ start: { x: 500, y: 1 } }] }, 400, "outside_screen"],
  ["scroll", { x: 900, y: 1, scrollX: 0, scrollY: 1 }, 400, "outside_screen"],
  ["swipe", { direction: "up", location: { x: 900, y: 1 } }, 400, "outside_screen"],
  ["tap", { x: -1, y: 1 }, 400, "invalid_request"],
  ["tap", { target: { selector: {} } }, 400, "invalid_request"],
  ["long-press", { x: 1, y: 1, duration: "2m" }, 400, "invalid_request"],
  ["tap", { x: 1, y: 1, options: { screenshot: { delay: "1h" } } }, 400, "invalid_request"],
  ["type", { text: "a\0b" }, 400, "invalid_request"],
  ["press-key", { keys: ["reboot; rm"] }, 400, "invalid_request"],
  ["press-button", { buttons: [] }, 400, "invalid_request"],
  [
    "touch",
    { points: [{ start: { x: 1, y: 1 }, actions: [1, 2, 3].map(() => ({ type: "wait", duration: "30s" })) }] },
    400,
    "invalid_request",
  ],
])("%s %j is rejected", async (name, body, status, code) => {
  const answer = await call(name, body);
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  expect(noted).toEqual([]);
});

test("moves fingers by line, direction, path and several at once", async () => {
  expect((await done("swipe", { direction: "up", distance: "short", duration: "50ms" })).actual).toEqual({
    start: { x: 180, y: 320 },
    end: { x: 180, y: 240 },
    duration: "50ms",
  });
  expect((await done("swipe", { direction: "downRight", duration: "20ms" })).actual.end).toEqual({ x: 359, y: 499 });
  const line = { start: { x: 10, y: 300 }, end: { x: 20, y: 310 }, duration: "20ms" };
  expect((await done("drag", line)).actual).toEqual(line);
  const path = [
    { x: 100, y: 300 },
    { x: 110, y: 300 },
    { x: 110, y: 310 },
  ];
  expect((await done("drag", { path, duration: "20ms" })).actual).toEqual({
    start: path[0],
    end: path[2],
    duration: "40ms",
  });
  const finger = (x: number) => ({
    start: { x, y: 300 },
    actions: [{ type: "move", x: x + 5, y: 300, duration: "40ms" }],
  });
  expect((await done("touch", { points: [finger(100), finger(200)] })).actual.points).toEqual([
    finger(100),
    finger(200),
  ]);
  expect(noted.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
    "swipe 180 320 180 240",
    "swipe 180 320 359 499",
    "swipe 10 300 20 310",
    "swipe 100 300 110 310",
    "swipe 100 300 105 300",
  ]);
});

test("scrolls a list by about the requested distance", async () => {
  await done("tap", selector({ description: "Settings" }));
  const top = async () =>
    Number(/content-desc="Apps"[^>]*bounds="\[\d+,(\d+)\]/.exec(await layout())?.[1] ?? Number.NaN);
  const before = await top();
  await done("scroll", { x: 180, y: 400, scrollX: 0, scrollY: 24 });
  const moved = before - (await top());
  expect(moved).toBeGreaterThan(8);
  expect(moved).toBeLessThan(26);
  await done("scroll", { direction: "down", duration: "50ms" });
  expect(await top()).toBe(before);
});

test("types any text, optionally replacing the field's content", async () => {
  await done("tap", selector({ description: "Notes" }));
  await done("tap", selector({ description: "New note" }));
  await done("tap", selector({ description: "Title" }));
  await done("type", { text: "it's 100 %s 你好 👍" });
  expect(await layout()).toContain("it's 100 %s 你好 👍");
  await done("type", { text: "Ümlaut", mode: "replace" });
  const shown = await layout();
  expect(shown).toContain('text="Ümlaut"');
  expect(shown).not.toContain("你好");
  await done("press-key", { keys: ["a", "b"] });
  await done("press-key", { keys: ["control", "a"], combination: true });
  await done("press-key", { keys: ["backspace"] });
  expect(await layout()).not.toContain("Ümlaut");
  await done("press-button", { buttons: ["home"] });
  expect(noted.slice(-6).map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
    "text 16",
    "text 6",
    "key a b",
    "key control+a",
    "key backspace",
    "key home",
  ]);
});

test("sets and reads the clipboard, and records only its length", async () => {
  const content = "it's\n$HOME 你好  ";
  expect(await call("clipboard", { content })).toEqual({ status: 200, body: {} });
  expect(await call("clipboard", undefined, "GET")).toEqual({ status: 200, body: content });
  expect(noted).toEqual([{ kind: "clipboard", detail: "15" }]);
});

test("rotates the screen", async () => {
  await done("tap", selector({ description: "Settings" }));
  await done("screen-rotation", { orientation: "landscapeLeft" });
  expect(sizeOf((await call("screenshot", {})).body.uri)).toEqual([640, 360]);
  await done("screen-rotation", { orientation: "portrait" });
  expect(sizeOf((await call("screenshot")).body.uri)).toEqual([360, 640]);
});

test("captures and stores a screen region in the device's album", async () => {
  const clip = { x: 10, y: 20, width: 100, height: 50 };
  expect(sizeOf((await call("screenshot", { clip })).body.uri)).toEqual([100, 50]);
  const { body } = await call("screenshot", {
    outputFormat: "storageKey",
    presignedExpiresIn: "5m",
    saveToAlbum: true,
  });
  expect(body).toEqual({
    uri: expect.stringMatching(/^storage:/),
    presignedUrl: expect.stringMatching(/^https:\/\/phones\.example\/stored\/obj_\d+\?ms=300000$/),
  });
  expect(Buffer.from(stored.get(body.uri) ?? []).toString("latin1", 1, 4)).toBe("PNG");
  expect(await shell("ls /sdcard/Pictures/Screenshots")).toMatch(/^Screenshot_\d{8}-\d{6}-.*\.png/);
});

describe("screenshots of an action", () => {
  const settings = selector({ description: "Settings" });
  const phases = async (body: object) =>
    Object.keys((await done("tap", { ...settings, ...body })).screenshot ?? {}).toSorted();

  test("are before, after and with its trace", async () => {
    const { screenshot } = await done("tap", { ...settings, options: { screenshot: { delay: "400ms" } } });
    const pictures = ["before", "after", "trace"].map((phase) => rowsOf(screenshot[phase].uri).toString("base64"));
    expect(new Set(pictures).size).toBe(3);
  });

  test.each([
    [{}, []],
    [{ options: { screenshot: false } }, []],
    [{ options: { screenshot: { phases: [] } } }, []],
    [{ options: { screenshot: { phases: ["trace"] } } }, ["trace"]],
    [{ includeScreenshot: true, screenshotDelay: "1ms" }, ["after", "before", "trace"]],
    [{ includeScreenshot: true, options: { screenshot: false } }, []],
  ])("%j: %j", async (body, expected) => {
    expect(await phases(body)).toEqual(expected);
  });

  test("are empty for older clients that request none", async () => {
    const { screenshot } = await done("tap", { ...settings, includeScreenshot: false });
    expect(screenshot).toEqual({ before: { uri: "" }, after: { uri: "" }, trace: { uri: "" } });
  });
});

test("applies the scale to coordinates, elements and screenshots until reset", async () => {
  expect(await call("settings", undefined, "GET")).toEqual({ status: 200, body: { scale: 1 } });
  expect((await call("settings", { scale: 0.05 }, "PUT")).status).toBe(400);
  expect(await call("settings", { scale: 0.5 }, "PUT")).toEqual({ status: 200, body: { scale: 0.5 } });
  expect(sizeOf((await call("screenshot", {})).body.uri)).toEqual([180, 320]);
  expect((await call("tap", { x: 180, y: 10 })).body.message).toBe(
    "(180, 10) is outside the screen, which is 180 pixels wide and 320 high",
  );
  const { actual } = await done("tap", selector({ description: "Settings" }));
  expect(actual.x).toBeLessThan(180);
  const [x = 0, y = 0] = noted[0]?.detail.split(" ").map(Number) ?? [];
  expect([Math.round(x / 2), Math.round(y / 2)]).toEqual([actual.x, actual.y]);
  expect((await call("settings", { scale: 0.1 }, "PUT")).status).toBe(200);
  const endless = await call("scroll", { x: 1, y: 1, scrollX: 0, scrollY: 20_000 });
  expect([endless.status, endless.body.code]).toEqual([400, "invalid_request"]);
  expect(await call("settings", undefined, "DELETE")).toEqual({ status: 200, body: { scale: 1 } });
});
