import { Readable } from "node:stream";
import { MCP_LIMITS, SNAPSHOTS } from "@terrarium/contract/limits";
import { mcp } from "@terrarium/contract/mcp";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import type { BoxCommandService } from "@terrarium/device-control/commands/service";
import { onScreenCommand } from "@terrarium/device-control/input/device-input";
import { devicesTool } from "@terrarium/mcp/tools/devices-tool";
import type { Caller } from "@terrarium/platform/base/caller";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { createHttpApp } from "../http/http-app.ts";
import type { SandboxService } from "../sandboxes/service.ts";
import { FAKE_SERVICES, FakeDevices } from "../testing/fake-devices.ts";
import { createCallerDevices } from "./caller-devices.ts";
import { registerMcpRoutes } from "./routes.ts";

/** Signal of a caller that waits for the response. */
const STAYS = new AbortController().signal;
const CALLER: Caller = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "manage" };
const SCREEN = `<?xml version='1.0' ?><hierarchy rotation="0"><node package="com.app" bounds="[0,0][720,1280]" /></hierarchy>`;
const LAUNCHED =
  "2 activities found:\n  Activity #0:\n    priority=0\n    com.app/.Main\n  Activity #1:\n    com.app/.Other\n";

function setUp() {
  const devices = new FakeDevices();
  const noted: object[] = [];
  const actions = {
    async noting<T>(_caller: Caller, _sandboxId: string, action: DoneAction, work: () => Promise<T>) {
      noted.push(action);
      return work();
    },
  };
  const unused = { list: async () => Promise.reject(new Error("unused")), terminate: async () => undefined };
  const sandboxes = {
    ...unused,
    create: devices.create.bind(devices),
    newId: devices.newId.bind(devices),
    requireDevice: devices.requireDevice.bind(devices),
  } as Pick<SandboxService, "create" | "list" | "newId" | "requireDevice" | "terminate">;
  const boxCommands = { stream: unused.list };
  const kept: [sandboxId: string, name: string][] = [];
  const rowOf = (name: string) => {
    const origin = { sandboxId: "sbx_1", sandboxName: null, templateId: "tpl_linux", templateName: "Linux" };
    const actor = { actorKind: "api_key", actorId: "key_1", actorName: "ci" } as const;
    const row = { id: "snp_1", organizationId: "org_1", name, sizeBytes: 1, createdAt: 0, isWhole: 1 as const };
    return { ...row, ...origin, ...actor };
  };
  const snapshots = {
    async create(_caller: Caller, sandboxId: string, name: string) {
      kept.push([sandboxId, name]);
      return rowOf(name);
    },
    list: async () => ({ rows: kept.map(([, name]) => rowOf(name)), total: kept.length }),
  };
  return {
    fake: devices,
    noted,
    kept,
    services: { ...FAKE_SERVICES, actions, boxCommands, sandboxes, devices, snapshots },
  };
}

test("saves files under a valid snapshot name, audited like the API", async () => {
  const { kept, services } = setUp();
  const recorded: string[] = [];
  const machines = createCallerDevices(services, CALLER, async (action, id, work) => {
    recorded.push(`${action} ${id}`);
    return work();
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
  const phones = createCallerDevices(services, CALLER, (_action, _id, work) => work());
  const { id } = await phones.start({}, STAYS);
  await phones.tap(id, { x: 1, y: 2 });
  await phones.tap(id, { x: 1, y: 2 }, 800);
  await phones.swipe(id, { x: 1, y: 2 }, { x: 3, y: 4.4 }, 250);
  await phones.press(id, [123, 67, 67]);
  await phones.type(id, "hé 100%s");
  await phones.openApp(id, "com.app");
  await phones.openLink(id, "https://a.example/?b='c'");
  const launched = "-c android.intent.category.LAUNCHER 1";
  const link = `am start -a android.intent.action.VIEW -d 'https://a.example/?b='\\''c'\\'''`;
  expect(fake.lines).toEqual([
    onScreenCommand([{ x: 1, y: 2 }], "input tap 1 2"),
    onScreenCommand([{ x: 1, y: 2 }], "input swipe 1 2 1 2 800"),
    onScreenCommand([{ x: 3, y: 4 }], "input swipe 1 2 3 4 250"),
    "input keyevent 123 67 67",
    "input text 'hé 100%'",
    "input text 's'",
    `monkey -p 'com.app' ${launched}`,
    link,
  ]);
  expect(noted).toEqual([
    { kind: "tap", detail: "1 2" },
    { kind: "tap", detail: "1 2" },
    { kind: "swipe", detail: "1 2 3 4" },
    { kind: "key", detail: "3 keys" },
    { kind: "text", detail: "8" },
    { kind: "open", detail: "com.app" },
    { kind: "open", detail: "https://a.example/?b='c'" },
  ]);
});

test("rejects points outside of the screen with its size", async () => {
  const { fake, services } = setUp();
  const phones = createCallerDevices(services, CALLER, (_action, _id, work) => work());
  const { id } = await phones.start({}, STAYS);
  fake.onCommand = () => ({ stdout: Buffer.from("outside 720 1280\n") });
  await expect(phones.tap(id, { x: 720, y: 2 })).rejects.toMatchObject({ code: "outside_screen" });
});

test("rejects keys missing on a PC, which a phone supports", async () => {
  const { fake, services } = setUp();
  const machines = createCallerDevices(services, CALLER, (_action, _id, work) => work());
  const { id } = await machines.start({}, STAYS);
  await machines.press(id, [26]);
  for (const sandbox of fake.created) sandbox.kind = "desktop";
  fake.lines.length = 0;
  const refusal = { code: "not_possible", message: expect.stringMatching(/Pressing recents is .* with home, back, /) };
  await expect(machines.press(id, [66, 187])).rejects.toMatchObject(refusal);
  await expect(machines.combine(id, [113, 187])).rejects.toMatchObject(refusal);
  await machines.combine(id, [113, 47]);
  expect(fake.lines).toEqual(["input keycombination 113 47"]);
});

test("keeps both ends of long output and its length", async () => {
  const { services } = setUp();
  const stream: BoxCommandService["stream"] = async (_caller, _id, _request, { onOutput }) => {
    for (let i = 0; i < 300; i += 1) await onOutput("stdout", Buffer.from(`${i}\n`.padEnd(10_000, ".")));
    await onOutput("stderr", Buffer.from("FAILED\n"));
    await onOutput("stdout", Buffer.from("\nTHE END\n"));
    return { exitCode: 0, timedOut: false };
  };
  const machines = createCallerDevices({ ...services, boxCommands: { stream } }, CALLER, (_action, _id, work) =>
    work(),
  );
  const { stdout, stderr, ...end } = await machines.shell("sbx_1", "make", 1_000, new AbortController().signal);
  expect(stdout.text()).toMatch(/^0\n\.+\n… \d+ bytes left out; .*\n\.+\nTHE END\n$/);
  expect([stdout.sizeBytes, stderr.text(), end]).toEqual([3_000_009, "FAILED\n", { exitCode: 0, timedOut: false }]);
});

test("lists the apps that can be opened", async () => {
  const { fake, services } = setUp();
  const phones = createCallerDevices(services, CALLER, (_action, _id, work) => work());
  const { id } = await phones.start({}, STAYS);
  fake.onCommand = () => ({ stdout: Buffer.from(LAUNCHED) });
  expect(await phones.apps(id)).toEqual(["com.app"]);
  // Endless lines, each a possible start of a match.
  fake.onCommand = () => ({ stdout: Buffer.from(`${LAUNCHED}${"\n".repeat(100_000)}`) });
  expect(await phones.apps(id)).toEqual(["com.app"]);
});

test("reports Android's failures that have exit code 0", async () => {
  const { fake, services } = setUp();
  const phones = createCallerDevices(services, CALLER, (_action, _id, work) => work());
  const { id } = await phones.start({}, STAYS);
  fake.onCommand = () => ({ stdout: Buffer.from("Error: Activity not started, unable to resolve Intent\n") });
  await expect(phones.openLink(id, "foo:bar")).rejects.toThrow("unable to resolve Intent");
});

test("returns any page text and reports read failures", async () => {
  const { fake, services } = setUp();
  const machines = createCallerDevices(services, CALLER, (_action, _id, work) => work());
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
  const phones = createCallerDevices(services, CALLER, (_action, _id, work) => work());
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
  await createCallerDevices(services, CALLER, (_action, _id, work) => work()).start({}, STAYS);
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
  registerMcpRoutes(app, { ...services, audit });
  const answered = Promise.withResolvers<undefined>();
  const allAsked = Promise.withResolvers<void>();
  let asked = 0;
  fake.onCommand = async () => {
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
