import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileContentPath } from "@terrarium/contract/proxy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBox, getBox } from "../e2e/support/api.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { failHome, readAfterPowerCut } from "./support/homes.ts";
import { runInside, whyNoLinux } from "./support/linux.ts";
import { mountSmallDisk, type SmallDisk } from "./support/small-disk.ts";

/** Space for one sandbox of 64 MB and its files, in addition to the server's own. */
const DISK_MIB = 190;
const UPLOADS = 14;
const UPLOAD_BYTES = 2 * 1_048_576;

describeWhere(await whyNoLinux(), "Linux sandboxes on a full disk", () => {
  let disk: SmallDisk;
  let server: TestServer;
  let token = "";
  let boxId = "";

  beforeAll(async () => {
    disk = mountSmallDisk(DISK_MIB);
    const environment = { TERRARIUM_DEVICE_STORAGE_MB: "64", TERRARIUM_STANDBY_DEVICES: "0" };
    server = await startServer(environment, path.join(disk.folder, "data"));
    token = await signIn(server.origin, "ada");
    boxId = (await createBox(server.origin, token, { templateId: "tpl_linux" })).id;
  });
  afterAll(async () => {
    disk?.free();
    await server?.stop();
    disk?.unmount();
  });

  const change = async (what: "stop" | "start") =>
    (await post(server.origin, `/api/v1/boxes/${boxId}/${what}`, { wait: true }, token)).status;
  const statusOf = async () => (await getBox(server.origin, token, boxId)).status;
  const inside = async (command: string) => (await runInside(server.origin, token, boxId, command)).stdout.trim();
  const sumsOf = async (names: string) =>
    Object.fromEntries(
      (await inside(`cd ~ && sha256sum ${names}`)).split("\n").map((line) => line.split(/\s+/).toReversed()),
    );

  async function upload(name: string, bytes: Buffer<ArrayBuffer>): Promise<number> {
    const { status } = await fetch(server.origin + fileContentPath(boxId, `/home/user/${name}`), {
      method: "PUT",
      headers: { authorization: `Bearer ${token}` },
      body: bytes,
    });
    return status;
  }

  /**
   * Fills the disk at once. Otherwise the server would release its ballast during the fill, and the fill would use it
   * too.
   */
  function fillAtOnce(): void {
    process.kill(server.pid(), "SIGSTOP");
    disk.fill();
    process.kill(server.pid(), "SIGCONT");
  }

  /** Restarts the sandbox: its first process unmounts the home at its end and mounts it at its start. */
  async function restart(): Promise<void> {
    disk.free();
    expect(await change("stop")).toBe(200);
    expect(await change("start")).toBe(200);
  }

  test("write an upload to disk before acknowledging it", async () => {
    expect(await upload("whole", Buffer.from("acknowledged"))).toBe(204);
    // Simulates a power cut: data that only the kernel holds is not in the image.
    const image = path.join(server.dataDir, "devices", boxId, "data", "home.img");
    expect(readAfterPowerCut(image, "whole")).toBe("acknowledged");
  });

  test("keep every acknowledged upload and synced file", async () => {
    fillAtOnce();
    const sent: Record<string, string> = {};
    for (let n = 0; n < UPLOADS; n += 1) {
      const bytes = randomBytes(UPLOAD_BYTES);
      expect(await upload(`upload${n}`, bytes)).toBe(204);
      sent[`upload${n}`] = createHash("sha256").update(bytes).digest("hex");
    }
    await inside("cd ~ && head -c 16M /dev/urandom > written && sync && echo done");
    const written = await sumsOf("written");
    await restart();
    expect(await sumsOf("upload* written")).toEqual({ ...sent, ...written });
  });

  test("reuse space of deleted files on a full disk", async () => {
    await inside("cd ~ && rm written && sync");
    fillAtOnce();
    await inside("cd ~ && head -c 24M /dev/urandom > written && sync");
    const written = await sumsOf("written");
    await restart();
    expect(await sumsOf("written")).toEqual(written);
  });

  test("stop with their files when a home turns read-only", async () => {
    const files = await sumsOf("*");
    const record = path.join(server.dataDir, "devices", boxId, "device.json");
    failHome(JSON.parse(readFileSync(record, "utf8")).pid);
    await expect.poll(statusOf, { timeout: 30_000 }).toBe("stopped");
    await expect.poll(() => change("start"), { timeout: 30_000 }).toBe(200);
    expect(await sumsOf("*")).toEqual(files);
    expect(await inside("cd ~ && echo well > again && cat again")).toBe("well");
  });
});
