import { readdirSync } from "node:fs";
import path from "node:path";
import { createAnApiKey } from "@terrarium/contract/api-key";
import { fileContentPath } from "@terrarium/contract/proxy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBox, firstTeam, getBox } from "../e2e/support/api.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { emptyDatabaseLog } from "./support/foreign-lock.ts";
import { deviceProcess, isRunning, metric, readiness } from "./support/host.ts";
import { mountSmallDisk, type SmallDisk } from "./support/small-disk.ts";

/** Space for three devices of 16 MB and their files, in addition to the server's own. */
const DISK_MIB = 160;
const FULL_BALLAST_BYTES = 17 * 1024 ** 2;

let disk: SmallDisk;
let server: TestServer;
let token: string;
const boxes: string[] = [];

beforeAll(async () => {
  disk = mountSmallDisk(DISK_MIB);
  // The server's log is on this disk too.
  const through = ["sh", "-c", 'exec "$@" 2>>"$0"', path.join(disk.folder, "server.log")];
  const environment = { TERRARIUM_DEVICE_STORAGE_MB: "16", TERRARIUM_STANDBY_DEVICES: "1" };
  server = await startServer(environment, path.join(disk.folder, "data"), through);
  token = await signIn(server.origin, "ada");
});

afterAll(async () => {
  disk?.free();
  await server?.stop();
  disk?.unmount();
});

/** Fills the disk at once. Otherwise the server would release its ballast during the fill. */
function fillAtOnce(): void {
  process.kill(server.pid(), "SIGSTOP");
  try {
    disk.fill();
  } finally {
    process.kill(server.pid(), "SIGCONT");
  }
}
const untilBallastIsFull = () =>
  expect.poll(() => metric(server.origin, "terrarium_disk_ballast_bytes")).toBe(FULL_BALLAST_BYTES);
const create = (as = token) => post(server.origin, "/api/v1/boxes", { type: "android" }, as);
const terminate = (id: string) => post(server.origin, `/api/v1/boxes/${id}/terminate`, {}, token);
const statusOf = async (id: string) => (await getBox(server.origin, token, id)).status;

/** Ends a sandbox, and expects that lists show it as ended and that its device ends. */
async function expectTerminates(id = ""): Promise<void> {
  const pid = deviceProcess(server.dataDir, id);
  expect((await terminate(id)).status).toBe(200);
  expect(await statusOf(id)).toBe("terminated");
  expect(isRunning(pid)).toBe(false);
}

test("creates only sandboxes whose storage fits and records no rejected ones", async () => {
  await untilBallastIsFull();
  let answer = await create();
  while (answer.ok && boxes.length < DISK_MIB / 16) {
    boxes.push((await answer.json()).id);
    answer = await create();
  }
  expect(answer.status).toBe(507);
  expect(await answer.json()).toMatchObject({ code: "no_space", message: expect.stringContaining("Delete unused") });
  expect(boxes.length).toBeGreaterThanOrEqual(2);
  expect(readdirSync(path.join(server.dataDir, "devices")).filter((name) => name.startsWith("sbx"))).toHaveLength(
    boxes.length,
  );
  expect(await readiness(server.origin)).toEqual({ status: 200, disk: "no room for sandboxes" });
  expect(await metric(server.origin, "terrarium_accepts_sandboxes")).toBe(0);
});

test("a full disk rejects only calls that need space", async () => {
  fillAtOnce();
  const other = await signIn(server.origin, "bob");
  expect(await (await create(other)).json()).toMatchObject({ code: "no_space" });
  expect(await statusOf(boxes[0] ?? "")).toBe("running");
  const upload = await fetch(server.origin + fileContentPath(boxes[0] ?? "", "/sdcard/film.mp4"), {
    method: "PUT",
    headers: { authorization: `Bearer ${token}` },
    body: Buffer.alloc(1024 ** 2),
  });
  expect({ status: upload.status, ...(await upload.json()) }).toMatchObject({ status: 507, code: "disk_full" });
  await expectTerminates(boxes.shift());
  expect(await readiness(server.origin)).toEqual({ status: 200, disk: "no room for sandboxes" });
});

test("the server restarts on a full disk and deletes", async () => {
  fillAtOnce();
  await server.whileDown(async () => disk.fill());
  expect(await statusOf(boxes[0] ?? "")).toBe("running");
  await expectTerminates(boxes.shift());
});

test("works as before after space is freed", async () => {
  disk.free();
  await untilBallastIsFull();
  expect(await readiness(server.origin)).toEqual({ status: 200, disk: "ok" });
  const { id } = await createBox(server.origin, token);
  await expectTerminates(id);
});

/** Refills the disk repeatedly: the server's ballast is used up, and its log must grow. */
async function leaveNoRoom(): Promise<void> {
  disk.fill();
  await makeKey("takes-the-ballast");
  await expect.poll(() => metric(server.origin, "terrarium_disk_ballast_bytes")).toBeLessThan(FULL_BALLAST_BYTES);
  process.kill(server.pid(), "SIGSTOP");
  try {
    emptyDatabaseLog(server.dataDir);
    disk.fill();
  } finally {
    process.kill(server.pid(), "SIGCONT");
  }
}

async function makeKey(name: string): Promise<Response> {
  const { id: organizationId } = await firstTeam(server.origin, token);
  return post(server.origin, createAnApiKey.path, { organizationId, name }, token);
}

test("returns 507 if nothing more can be stored", async () => {
  const { id } = await createBox(server.origin, token);
  await leaveNoRoom();
  const key = await makeKey("too-much");
  expect([key.status, await key.json()]).toEqual([507, expect.objectContaining({ code: "disk_full" })]);
  const screenshot = `/api/v1/boxes/${id}/actions/screenshot`;
  const picture = await post(server.origin, screenshot, { outputFormat: "storageKey" }, token);
  expect([picture.status, await picture.json()]).toEqual([507, expect.objectContaining({ code: "disk_full" })]);
  expect(await statusOf(id)).toBe("running");
  disk.free();
  expect((await makeKey("with-room-again")).status).toBe(200);
  expect((await terminate(id)).status).toBe(200);
});
