import { statSync } from "node:fs";
import path from "node:path";
import { createSnapshot, listSnapshots } from "@terrarium/contract/snapshots";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBox } from "../e2e/support/api.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { runInside, whyNoLinux } from "./support/linux.ts";
import { mountSmallDisk, type SmallDisk } from "./support/small-disk.ts";

/** Space for a sandbox with its allocated home, a snapshot of it, and the space that the server keeps free. */
const DISK_MIB = 760;
const HOME_MIB = 100;
const MEBIBYTE = 1_048_576;

describeWhere(await whyNoLinux(), "a disk that is full while a snapshot is stored", () => {
  let disk: SmallDisk;
  let server: TestServer;
  let token = "";
  let boxId = "";

  beforeAll(async () => {
    disk = mountSmallDisk(DISK_MIB);
    server = await startServer({ TERRARIUM_DEVICE_STORAGE_MB: "128" }, path.join(disk.folder, "data"));
    token = await signIn(server.origin, "ada");
    boxId = (await createBox(server.origin, token, { templateId: "tpl_linux" })).id;
    await runInside(server.origin, token, boxId, `head -c ${HOME_MIB}M /dev/urandom > ~/much`);
  });
  afterAll(async () => {
    disk?.free();
    await server?.stop();
    disk?.unmount();
  });

  const keep = () => post(server.origin, createSnapshot.path.replace("{boxId}", boxId), { name: "much" }, token);
  const list = async () =>
    listSnapshots.response.parse(
      await (await fetch(server.origin + listSnapshots.path, { headers: { authorization: `Bearer ${token}` } })).json(),
    ).data;
  const storedBytes = () =>
    ["terrarium.db", "terrarium.db-wal"].reduce(
      (bytes, name) => bytes + (statSync(path.join(server.dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );

  test("is rejected without leftovers and stored after space is freed", async () => {
    const before = storedBytes();
    const refused = keep();
    await expect.poll(storedBytes, { interval: 10 }).toBeGreaterThan(before + 8 * MEBIBYTE);
    process.kill(server.pid(), "SIGSTOP");
    disk.fill();
    process.kill(server.pid(), "SIGCONT");
    const answer = await refused;
    expect([answer.status, await answer.json()]).toEqual([507, expect.objectContaining({ code: "disk_full" })]);
    expect(await list()).toEqual([]);
    expect((await runInside(server.origin, token, boxId, "echo well")).stdout).toBe("well\n");
    expect((await keep()).status).toBe(507);

    disk.free();
    await expect.poll(async () => (await keep()).status).toBe(200);
    expect(await list()).toMatchObject([{ name: "much", sizeBytes: expect.any(Number) }]);
  });
});
