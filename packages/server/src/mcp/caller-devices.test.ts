import { Readable } from "node:stream";
import { MCP_LIMITS, SNAPSHOTS } from "@terrarium/contract/limits";
import { mcp } from "@terrarium/contract/mcp";
import type { Template } from "@terrarium/contract/template";
import { onScreenCommand, SCREEN_SIZE_COMMAND } from "@terrarium/device-control/input/device-input";
import { devicesTool } from "@terrarium/mcp/tools/devices-tool";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { createHttpApp } from "../http/http-app.ts";
import { createCallerDevices } from "./caller-devices.ts";
import { registerMcpRoutes } from "./routes.ts";
import { CALL, CALLER, setUpMcp as setUp, STAYS } from "./testing/set-up-mcp.ts";

const SCREEN = `<?xml version='1.0' ?><hierarchy rotation="0"><node package="com.app" bounds="[0,0][720,1280]" /></hierarchy>`;
const LAUNCHED =
  "2 activities found:\n  Activity #0:\n    priority=0\n    com.app/.Main\n  Activity #1:\n    com.app/.Other\n";

test("saves files under a valid snapshot name, audited like the API", async () => {
  const { kept, services } = setUp();
  const recorded: string[] = [];
  const machines = createCallerDevices(services, {
    ...CALL,
    async recorded(action, id, work) {
      recorded.push(`${action} ${id}`);
      return work();
    },
  });
  await machines.keep("sbx_1", "tools-1");
  await expect(machines.keep("sbx_1", "no name")).rejects.toMatchObject({ code: "invalid_request" });
  expect(kept).toEqual([["sbx_1", "tools-1"]]);
  const told = { name: "tools-1", device: "sbx_1", deviceName: null, template: "tpl_linux" };
  expect(await machines.snapshots()).toEqual([told]);
  expect(recorded).toEqual(["createSnapshot sbx_1"]);
});

test("actions run Android's own commands and are recorded", async () => {
  const { fake, noted, services } = setUp();
  const phones = createCallerDevices(services, CALL);
  const { id } = await phones.start({}, STAYS);
  await phones.tap(id, { x: 1, y: 2 });
  await phones.tap(id, { x: 1, y: 2 }, 800);
  await phones.swipe(id, { x: 1, y: 2 }, { x: 3, y: 4.4 }, 250);
  await phones.scroll(id, { x: 90, y: 80 }, "down", 60);
  await phones.press(id, [113, 29]);
  await phones.type(id, "hé 100%s", { clear: true, enter: true });
  await phones.openLink(id, "https://a.example/?b='c'", { newTab: false });
  const link = `am start -a android.intent.action.VIEW -d 'https://a.example/?b='\\''c'\\''' 2>&1; true`;
  expect(fake.lines.filter((line) => line !== SCREEN_SIZE_COMMAND)).toEqual([
    onScreenCommand([{ x: 1, y: 2 }], "input tap 1 2"),
    onScreenCommand([{ x: 1, y: 2 }], "input swipe 1 2 1 2 800"),
    onScreenCommand([{ x: 3, y: 4 }], "input swipe 1 2 3 4 250"),
    // A stroke that ends at rest, so that the content does not scroll on.
    expect.stringMatching(/input motionevent DOWN 90 110; .*MOVE 90 50; .*sleep 0.15; .*UP 90 50/),
    "input keycombination 113 29",
    "input keycombination 113 29",
    "input text 'hé 100%'",
    "input text 's'",
    "input keyevent 66",
    link,
  ]);
  expect(noted).toEqual([
    { kind: "tap", detail: "1 2" },
    { kind: "tap", detail: "1 2" },
    { kind: "swipe", detail: "1 2 3 4" },
    { kind: "scroll", detail: "90 80" },
    { kind: "key", detail: "control+a" },
    { kind: "text", detail: "8" },
    { kind: "open", detail: "https://a.example/?b='c'" },
  ]);
});

test("opens an app like the boxes API", async () => {
  const { fake, noted, services } = setUp();
  fake.onCommand = (line) => {
    if (line.startsWith("pm list")) return { stdout: Buffer.from("package:/system/app.apk=com.app\n") };
    return line.startsWith("cmd package") ? { stdout: Buffer.from("com.app/.Main\n") } : undefined;
  };
  const phones = createCallerDevices(services, CALL);
  const { id } = await phones.start({}, STAYS);
  await phones.openApp(id, "com.app");
  expect(fake.lines.at(-1)).toBe("am start -W -n 'com.app/.Main'");
  expect(noted).toEqual([{ kind: "open", detail: "com.app" }]);
  await expect(phones.openApp(id, "com.gone")).rejects.toMatchObject({ code: "app_not_found" });
});

test("rejects points outside of the screen with its size", async () => {
  const { fake, services } = setUp();
  const phones = createCallerDevices(services, CALL);
  const { id } = await phones.start({}, STAYS);
  fake.onCommand = () => ({ stdout: Buffer.from("outside 720 1280\n") });
  await expect(phones.tap(id, { x: 720, y: 2 })).rejects.toMatchObject({ code: "outside_screen" });
});

test("clicks with a mouse only", async () => {
  const { fake, noted, services } = setUp();
  const machines = createCallerDevices(services, CALL);
  const { id } = await machines.start({}, STAYS);
  const refusal = { code: "not_possible", message: expect.stringContaining("A click with a button") };
  await expect(machines.click(id, { x: 1, y: 2 }, "left", 2)).rejects.toMatchObject(refusal);
  for (const sandbox of fake.created) sandbox.kind = "desktop";
  await machines.click(id, { x: 1, y: 2 }, "left", 2);
  expect(fake.lines).toEqual([onScreenCommand([{ x: 1, y: 2 }], "mouse click 1 2 left 2")]);
  expect(noted).toEqual([{ kind: "tap", detail: "1 2" }]);
});

test("rejects keys missing on a PC, which a phone supports", async () => {
  const { fake, services } = setUp();
  const machines = createCallerDevices(services, CALL);
  const { id } = await machines.start({}, STAYS);
  await machines.press(id, [26]);
  for (const sandbox of fake.created) sandbox.kind = "desktop";
  fake.lines.length = 0;
  const refusal = { code: "not_possible", message: expect.stringMatching(/Pressing recents is .* with home, back, /) };
  await expect(machines.press(id, [66, 187])).rejects.toMatchObject(refusal);
  await expect(machines.press(id, [113, 187])).rejects.toMatchObject(refusal);
  await machines.press(id, [113, 47]);
  expect(fake.lines).toEqual(["input keycombination 113 47"]);
});

test("names the app in front of a phone only", async () => {
  const { fake, services } = setUp();
  const phones = createCallerDevices(services, CALL);
  const { id } = await phones.start({}, STAYS);
  fake.onCommand = () => ({ stdout: Buffer.from("  mFocusedApp=ActivityRecord{4a u0 com.app/.Main t1}\n") });
  expect(await phones.front(id)).toMatchObject({ component: "com.app/.Main" });
  for (const sandbox of fake.created) sandbox.kind = "desktop";
  expect(await phones.front(id)).toBeUndefined();
});

test("presses the home key of a keyboard on a desktop", async () => {
  const { fake, services } = setUp();
  const machines = createCallerDevices(services, CALL);
  const { id } = await machines.start({}, STAYS);
  await machines.press(id, [KEY_CODES.home]);
  for (const sandbox of fake.created) sandbox.kind = "desktop";
  await machines.press(id, [KEY_CODES.home]);
  expect(fake.lines).toEqual(["input keyevent 3", "input keyevent 122"]);
});

test("lists the templates that can be started", async () => {
  const { templates, services } = setUp();
  templates.push(
    { id: "tpl_phone", name: "Phone", description: "Phone with apps." } as Template,
    { id: "tpl_linux", name: "Linux", kind: "linux" } as Template,
    { id: "tpl_own", name: "Own", missing: ["no Docker"] } as Template,
  );
  expect(await createCallerDevices(services, CALL).templates()).toEqual([
    { id: "tpl_phone", name: "Phone", about: "Phone with apps." },
    { id: "tpl_linux", name: "Linux", about: "linux" },
  ]);
});

test("paths of files start where the shell does", async () => {
  const { fake, services, sent } = setUp();
  const machines = createCallerDevices(services, CALL);
  const { id } = await machines.start({}, STAYS);
  const { workingDir } = await fake.requireDevice(CALLER, id);
  const read = async (path: string) => {
    fake.contents.set(`${workingDir}/a.txt`, Readable.from([Buffer.from("a")]));
    return Buffer.from((await machines.readFile(id, path, 0, 10, STAYS)).bytes).toString();
  };
  expect(await read("a.txt")).toBe("a");
  expect(await read(`${workingDir}/b/../a.txt`)).toBe("a");
  expect(await read("~/a.txt")).toBe("a");
  fake.contents.set(`${workingDir}/a.txt`, Readable.from([Buffer.from("a")]));
  await machines.sendFile(id, "a.txt", "https://a.example/x", STAYS);
  expect(sent).toEqual(["https://a.example/x: a"]);
});

test("lists the apps that can be opened", async () => {
  const { fake, services } = setUp();
  const phones = createCallerDevices(services, CALL);
  const { id } = await phones.start({}, STAYS);
  fake.onCommand = () => ({ stdout: Buffer.from(LAUNCHED) });
  expect(await phones.apps(id)).toEqual(["com.app"]);
  // Endless lines, each a possible start of a match.
  fake.onCommand = () => ({ stdout: Buffer.from(`${LAUNCHED}${"\n".repeat(100_000)}`) });
  expect(await phones.apps(id)).toEqual(["com.app"]);
});

test("reports Android's failures that have exit code 0", async () => {
  const { fake, services } = setUp();
  const phones = createCallerDevices(services, CALL);
  const { id } = await phones.start({}, STAYS);
  fake.onCommand = () => ({ stdout: Buffer.from("Error: Activity not started, unable to resolve Intent\n") });
  await expect(phones.openLink(id, "foo:bar", { newTab: false })).rejects.toThrow("unable to resolve Intent");
});

test("returns any page text and reports read failures", async () => {
  const { fake, services } = setUp();
  const machines = createCallerDevices(services, CALL);
  const { id } = await machines.start({}, STAYS);
  for (const sandbox of fake.created) sandbox.kind = "browser";
  const page = "# Shop\n\nError: no such page\n\n** sold out **\n";
  fake.onCommand = () => ({ stdout: Buffer.from(page) });
  expect(await machines.page(id)).toBe(page);
  fake.onCommand = () => ({ stderr: Buffer.from("the browser does not answer yet"), exitCode: 1 });
  await expect(machines.page(id)).rejects.toMatchObject({ code: "device_failed" });
});

test("stops reading a file when the client has left", async () => {
  const { fake, services } = setUp();
  const phones = createCallerDevices(services, CALL);
  const { id } = await phones.start({}, STAYS);
  const left = new AbortController();
  let pieces = 0;
  // Practically endless, like a sparse file of terabytes. The client leaves at the third piece.
  const content = new Readable({
    highWaterMark: 1,
    read() {
      if (++pieces === 3) left.abort();
      this.push(pieces < 1_000 ? Buffer.alloc(1_024) : null);
    },
  });
  fake.contents.set("/sdcard/sparse", content);
  const read = phones.readFile(id, "/sdcard/sparse", Number.MAX_SAFE_INTEGER, 100, left.signal);
  await expect(read).rejects.toMatchObject({ name: "AbortError" });
  expect(content.destroyed).toBe(true);
  expect(pieces).toBe(3);
});

test.each([
  ["observe", {}, 55],
  ["act", { steps: [{ press: "home" }] }, 55],
  ["shell", { command: "make", seconds: 60 }, 70],
  ["devices", { action: "start" }, 250],
  ["devices", { action: "keep", snapshot: "tools" }, 250],
  ["devices", { action: "stop" }, 250],
] as const)("a call of %s %j ends at its timeout with any device", async (name, input, seconds) => {
  const { fake, services } = setUp();
  const { id } = await fake.create(CALLER, { lifetimeMs: 60_000, metadata: {} });
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
  onTestFinished(() => timeout.mockRestore());
  const never = () => {
    time.abort();
    return new Promise<never>(() => {});
  };
  fake.onCommand = never;
  const app = await createHttpApp({ log: pino({ level: "silent" }), authenticate: async () => CALLER });
  onTestFinished(() => app.close());
  registerMcpRoutes(app, {
    ...services,
    boxCommands: { stream: never },
    sandboxes: { ...services.sandboxes, create: never, terminate: never },
    snapshots: { ...services.snapshots, create: never },
    audit: { lookUp: async () => ({}), record: async () => undefined },
    publicUrl: undefined,
  });
  const params = { name, arguments: { device: id, ...input } };
  const answer = await app.inject({
    method: "POST",
    url: mcp.path,
    headers: { authorization: "Bearer key" },
    payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
  });
  expect(answer.body).toContain(`${name} took longer than ${seconds} s`);
  expect(timeout).toHaveBeenCalledWith(seconds * 1_000);
});

test("removes an unready device at the timeout or disconnect", async () => {
  const { services } = setUp();
  const create = vi.spyOn(services.sandboxes, "create");
  await createCallerDevices(services, CALL).start({}, STAYS);
  const { timeoutMs = Infinity, signal } = create.mock.calls[0]?.[1] ?? {};
  expect(timeoutMs).toBeLessThan(devicesTool.time?.ms ?? 0);
  expect(signal).toBe(STAYS);
});

test("cancels a snapshot before its call times out", () => {
  expect(SNAPSHOTS.timeoutMs).toBeLessThan(devicesTool.time?.ms ?? 0);
});

test("limits concurrent calls of a key and of a user", async () => {
  const { fake, services } = setUp();
  const { id } = await fake.create(CALLER, { lifetimeMs: 60_000, metadata: {} });
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: async (token) => ({ ...CALLER, apiKeyId: token, createdBy: token.split("/")[0] ?? null }),
  });
  onTestFinished(() => app.close());
  const audit = { lookUp: async () => ({}), record: async () => undefined };
  registerMcpRoutes(app, { ...services, audit, publicUrl: undefined });
  const answered = Promise.withResolvers<undefined>();
  const allAsked = Promise.withResolvers<void>();
  let asked = 0;
  fake.onCommand = async (line) => {
    if (!line.startsWith("uiautomator")) return undefined;
    if (++asked === MCP_LIMITS.callsPerUser) allAsked.resolve();
    await answered.promise;
    return { stdout: Buffer.from(SCREEN) } as never;
  };
  const observe = (key: string) =>
    app.inject({
      method: "POST",
      url: mcp.path,
      headers: { authorization: `Bearer ${key}` },
      payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "observe", arguments: { device: id } } },
    });
  const { callsPerCaller, callsPerUser } = MCP_LIMITS;
  const calls = Array.from({ length: callsPerUser }, (_, n) => observe(`greedy/${Math.floor(n / callsPerCaller)}`));
  await allAsked.promise;
  expect((await observe("greedy/0")).statusCode).toBe(429);
  expect((await observe("greedy/new")).statusCode).toBe(429);
  const other = observe("other/0");
  answered.resolve(undefined);
  expect((await Promise.all([...calls, other])).map(({ statusCode }) => statusCode)).toEqual(
    [...calls, other].map(() => 200),
  );
  expect((await observe("greedy/new")).statusCode).toBe(200);
});
