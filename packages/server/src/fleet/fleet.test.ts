import { once } from "node:events";
import { FLEET_SOCKET_PATH } from "@terrarium/contract/fleet";
import { FLEET_LIMITS } from "@terrarium/contract/limits";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { makeWorld, type World } from "../testing/every-call.ts";

let world: World;
beforeAll(async () => void (world = await makeWorld()));
afterAll(() => world.app.remove());

type CallerName = keyof World["tokens"];
const tokenOf = (caller: CallerName) => world.tokens[caller] ?? "";

const call = (method: string, path: string, caller: CallerName, body?: unknown) =>
  world.app.call(method, path, { token: tokenOf(caller), body });

async function connect(token: string): Promise<WebSocket> {
  const socket = new WebSocket(world.app.origin.replace("http", "ws") + FLEET_SOCKET_PATH, {
    headers: { authorization: `Bearer ${token}` },
  });
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  return socket;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes; what they expect is their assertion
async function ask(socket: WebSocket, method: string, params: object = {}): Promise<any> {
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  const [data] = (await once(socket, "message")) as [Buffer];
  return JSON.parse(data.toString());
}

const deviceIds = async (socket: WebSocket): Promise<string[]> =>
  (await ask(socket, "devices.list")).result.devices.map(({ id }: { id: string }) => id);

const android = { attribute: "platform", operator: "EQUALS", value: "android" };

test("allocates, lists and releases a device like mobilecli, audited", async () => {
  const { id: session } = (await call("POST", "/api/v1/sessions", "key")).body;
  const devices = `/api/v1/sessions/${session}/devices`;
  const small = { attribute: "name", operator: "STARTS_WITH", value: "Small" };
  const made = (await call("POST", devices, "key", { filters: [android, small] })).body;
  expect(made).toEqual({ allocationId: expect.stringMatching(/^sbx_/), state: "online" });
  const box = made.allocationId;
  const socket = await connect(tokenOf("key"));
  const listed = (await ask(socket, "devices.list")).result.devices;
  expect(listed.find(({ id }: { id: string }) => id === box)).toEqual({
    id: box,
    name: "Small phone",
    platform: "android",
    type: "emulator",
    version: "15",
    state: "online",
    model: "Small phone",
    provider: { type: "terrarium", allocationId: box },
  });
  const found = (await call("GET", "/api/v1/sessions?limit=500", "key")).body;
  expect(found.nextCursor).toBeNull();
  expect(found.data[0].id).toBe(session);
  expect(found.data[0].devices.map(({ info }: { info: { serial: string } }) => info.serial)).toContain(box);
  expect((await call("POST", `${devices}/${box}/release`, "key")).status).toBe(200);
  expect(await deviceIds(socket)).not.toContain(box);
  const log = await call("POST", "/api/v1/audit/get_audit_log", "owner", {
    organizationId: world.organizationId,
    page: 1,
    pageSize: 10,
  });
  const actions = log.body.data.map(({ action }: { action: string }) => action);
  expect(actions.slice(0, 2)).toEqual(["releaseFleetDevice", "allocateFleetDevice"]);
});

test("returns the sessions in pages", async () => {
  const second = await call("POST", "/api/v1/boxes", "key", { type: "android" });
  const first = (await call("GET", "/api/v1/sessions?limit=1", "key")).body;
  const rest = (await call("GET", `/api/v1/sessions?limit=1&before=${first.nextCursor}`, "key")).body;
  const serials = [first, rest].map((page): string => page.data[0].devices[0].info.serial);
  expect(new Set(serials)).toEqual(new Set([world.sandboxId, second.body.id]));
  await call("POST", `/api/v1/boxes/${second.body.id}/terminate`, "key");
});

test("rejects unmatched filters in words that mobilecli prints", async () => {
  const ios = { ...android, value: "ios" };
  const devices = `/api/v1/sessions/${world.organizationId}/devices`;
  const { status, body } = await call("POST", devices, "key", { filters: [ios] });
  expect(status).toBe(422);
  expect(body.error.message).toBe(body.message);
  expect(body.message).toMatch(/platform EQUALS ios; there is Phone \(android 15, emulator\)/);
  const wrong = await call("POST", devices, "key", { filters: [{ ...android, attribute: "price" }] });
  expect(wrong).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining("attribute") } } });
});

const on = () => ({ deviceId: world.sandboxId });
const point = { x: 1, y: 1 };
/** Each call, and its parameters beside the device. */
const READS: Record<string, object> = {
  "device.info": {},
  "device.screenshot": {},
  "device.dump.ui": {},
  "device.io.orientation.get": {},
  "device.apps.list": {},
  "device.apps.foreground": {},
  "device.clipboard.get": {},
};
const DRIVES: Record<string, object> = {
  "device.io.tap": point,
  "device.io.longpress": point,
  "device.io.swipe": { x1: 1, y1: 1, x2: 2, y2: 2 },
  "device.io.text": { text: "a" },
  "device.io.keys": { keys: ["control+a"] },
  "device.io.button": { button: "HOME" },
  "device.io.orientation.set": { orientation: "portrait" },
  "device.url": { url: "https://a.example" },
  "device.clipboard.set": { text: "a" },
  "device.apps.launch": { bundleId: "com.example.app" },
  "device.apps.terminate": { bundleId: "com.example.app" },
};
const OF_TEAM = ["devices.list", "fleet.listDevices"];
const ELSEWHERE = [
  "fleet.allocate",
  "fleet.release",
  "uploads.create",
  "device.screenrecord",
  "device.crashes.list",
  "device.boot",
  "device.shutdown",
];

test("the tables have every call of the socket", async () => {
  const socket = await connect(tokenOf("key"));
  const { error } = await ask(socket, "none");
  const [, known = ""] = /it has (.*)$/.exec(error.message) ?? [];
  expect(known.split(", ").toSorted()).toEqual(
    [...Object.keys(READS), ...Object.keys(DRIVES), ...OF_TEAM, ...ELSEWHERE].toSorted(),
  );
});

// The fake device does not support ADB, so an accepted call fails there, after authorization.
const ACCEPTED = /^The device of sandbox sbx_\w+ did not respond/;
const FOREIGN = /^No sandbox sbx_\w+ in your teams$/;

test.each([...Object.entries(READS), ...Object.entries(DRIVES)])("access to %s", async (method, params) => {
  const answers: Partial<Record<CallerName, string>> = {};
  for (const caller of ["foreignKey", "foreignMember", "readKey", "driveKey", "key", "member"] as const)
    answers[caller] = (await ask(await connect(tokenOf(caller)), method, { ...on(), ...params })).error?.message;
  expect(answers).toEqual({
    foreignKey: expect.stringMatching(FOREIGN),
    foreignMember: expect.stringMatching(FOREIGN),
    readKey: expect.stringMatching(method in READS ? ACCEPTED : /needs the scope "drive"/),
    driveKey: expect.stringMatching(ACCEPTED),
    key: expect.stringMatching(ACCEPTED),
    member: expect.stringMatching(ACCEPTED),
  });
});

test("reports the alternative of unsupported calls", async () => {
  const socket = await connect(tokenOf("key"));
  for (const method of ELSEWHERE)
    expect((await ask(socket, method, on())).error.message).toMatch(/is not possible here: \S/);
});

test("does not list another team's devices", async () => {
  expect(await deviceIds(await connect(tokenOf("readKey")))).toContain(world.sandboxId);
  expect(await deviceIds(await connect(tokenOf("foreignKey")))).not.toContain(world.sandboxId);
});

test.each([
  ["none", 401],
  ["bad", 401],
  ["signedOut", 401],
  ["viewToken", 403],
  ["shellToken", 403],
] as const)("the socket does not open for %s", async (caller, status) => {
  await expect(connect(tokenOf(caller))).rejects.toThrow(String(status));
});

test("limits a caller's open sockets", async () => {
  const open = await Promise.all(
    Array.from({ length: FLEET_LIMITS.sockets.perCaller }, () => connect(tokenOf("driveKey"))),
  );
  for (const socket of open) await deviceIds(socket);
  const more = await connect(tokenOf("driveKey"));
  expect((await once(more, "close"))[0]).toBe(CLOSE_CODES.tooMany);
  expect(await deviceIds(await connect(tokenOf("readKey")))).toContain(world.sandboxId);
  const [first] = open;
  if (first) {
    first.close();
    await once(first, "close");
  }
  expect(await deviceIds(await connect(tokenOf("driveKey")))).toContain(world.sandboxId);
});

test("limits a user's open sockets over all keys", async () => {
  const { perCaller, perUser } = FLEET_LIMITS.sockets;
  const keys = await Promise.all(
    Array.from({ length: perUser / perCaller + 1 }, async (): Promise<string> => {
      const body = { organizationId: world.organizationId, name: "fleet" };
      return (await call("POST", "/api/v1/api_key/create_an_api_key", "admin", body)).body.key;
    }),
  );
  const [spare = "", ...full] = keys;
  const open = await Promise.all(full.flatMap((key) => Array.from({ length: perCaller }, () => connect(key))));
  for (const socket of open) await deviceIds(socket);
  for (const token of [spare, tokenOf("admin")]) {
    const more = await connect(token);
    expect((await once(more, "close"))[0]).toBe(CLOSE_CODES.tooMany);
  }
  expect(await deviceIds(await connect(tokenOf("key")))).toContain(world.sandboxId);
});

test("a too long message closes only its own socket", async () => {
  const calm = await connect(tokenOf("key"));
  const hostile = await connect(tokenOf("key"));
  hostile.on("error", () => undefined);
  hostile.send("x".repeat(2 * 1_048_576));
  await once(hostile, "close");
  expect(await deviceIds(calm)).toContain(world.sandboxId);
});
