import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { encodeHeader, Command } from "@terrarium/adb/packet";
import { getBoxActions } from "@terrarium/contract/actions";
import { createBoxToken, getAdbConnectAddress } from "@terrarium/contract/box-links";
import type { Box } from "@terrarium/contract/boxes";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { connectAdb, openAdbSocket, type RelayedAdb } from "./support/adb.ts";
import { createBox } from "./support/api.ts";
import { provideServer } from "./support/fixtures.ts";
import { post, signIn } from "./support/server.ts";

const server = provideServer();
let token: string;
let box: Box;
let adb: RelayedAdb;

beforeAll(async () => {
  token = await signIn(server().origin, "ada");
  box = await createBox(server().origin, token);
  adb = await connectAdb(server().origin, box.id, token);
});
afterAll(() => adb.stop());

const get = async (path: string) => {
  const answer = await fetch(server().origin + path, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as unknown;
};

test("the real adb reaches a sandbox with an unknown key", async () => {
  expect(await adb.run("shell", "echo", "over", "there")).toBe("over there\n");
  await expect(adb.run("shell", "exit 7")).rejects.toMatchObject({ code: 7 });
  const file = path.join(adb.folder, "large.bin");
  const bytes = randomBytes(8 * 1_048_576);
  writeFileSync(file, bytes);
  await adb.run("push", file, "/data/local/tmp/large.bin");
  await adb.run("pull", "/data/local/tmp/large.bin", `${file}.back`);
  expect(readFileSync(`${file}.back`).equals(bytes)).toBe(true);
  const { data } = getBoxActions.response.parse(await get(`/api/v1/boxes/${box.id}/actions`));
  expect(data.map(({ kind, actorName }) => [kind, actorName])).toContainEqual(["adb", "ada"]);
});

test("the address response explains how to connect", async () => {
  const answer = getAdbConnectAddress.response.parse(await get(`/api/v1/boxes/${box.id}/android/connect-address`));
  expect(answer.adb).toMatch(/^127\.0\.0\.1:2\d{4}$/);
  expect(answer.command).toBe(`terrarium adb ${box.id} --port ${answer.adb.split(":")[1]}`);
  expect(answer.url).toBe(`${server().origin.replace("http", "ws")}/api/v1/boxes/${box.id}/android/adb`);
});

test("rejects watchers and strangers", async () => {
  const view = await post(server().origin, createBoxToken.path.replace("{boxId}", box.id), { rights: "view" }, token);
  const { token: viewToken } = createBoxToken.response.parse(await view.json());
  const other = await signIn(server().origin, "eve");
  for (const [refused, status] of [
    [viewToken, 403],
    [other, 404],
    ["none", 401],
  ] as const) {
    const socket = openAdbSocket(server().origin, box.id, refused);
    const [, response] = (await once(socket, "unexpected-response")) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(status);
    // Terminating a socket that was never open emits an error.
    socket.on("error", () => undefined);
    socket.terminate();
  }
});

test.each([
  ["an invalid packet", Buffer.alloc(64, 1)],
  ["a packet before the greeting", encodeHeader(Command.OPEN, 1, 0, 0, 0)],
  ["a greeting that is too long", encodeHeader(Command.CNXN, 1, 1, 1_000_000, 0)],
  ["two greetings", Buffer.concat([encodeHeader(Command.CNXN, 1, 1, 0, 0), encodeHeader(Command.CNXN, 1, 1, 0, 0)])],
])("%s closes only its own connection", async (_what, bytes) => {
  const socket = openAdbSocket(server().origin, box.id, token);
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  socket.send(bytes);
  const [code] = (await once(socket, "close")) as [number];
  expect(code).toBe(4400);
  expect(await adb.run("shell", "echo", "still")).toBe("still\n");
});
