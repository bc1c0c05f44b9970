import { execFile } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AttackedDevice } from "./support/device.ts";

const storageMb = 16;
/** Size of the device's own files and log, in addition to its storage. */
const beside = 4;

let device: AttackedDevice;

beforeAll(async () => {
  device = await AttackedDevice.start("--storage-mb", String(storageMb));
});

beforeEach(async () => {
  await device.shell("rm -rf /sdcard/* /data/local/tmp/*");
  // Deleted files count until their last reader has ended, at most one minute after its start.
  await vi.waitUntil(async () => (await usedKb()) < 1024, { timeout: 90_000 });
});

afterAll(async () => {
  await device?.[Symbol.asyncDispose]();
});

/**
 * Returns the megabytes of the host's disk that the device uses. `du` fails if a file is moved during the scan, and
 * continues.
 */
async function hostMb(): Promise<number> {
  const { stdout } = await promisify(execFile)("sh", ["-c", 'du -sm "$0" || true', device.dataDir]);
  return Number.parseInt(stdout, 10);
}

/** Returns the device's own count, in kilobytes. */
async function usedKb(): Promise<number> {
  return Number((await device.shell("df /sdcard | tail -n 1 | tr -s ' ' | cut -d' ' -f3")).stdout);
}

/** Names so long that sixteen of them exceed the host's limit of a path. */
const long = "n=$(printf 'd%.0s' $(seq 250)); eight=$n/$n/$n/$n/$n/$n/$n/$n;";

test("nested moved folders stay within the storage and can be removed", async () => {
  const empty = await usedKb();
  const { stdout } = await device.shell(
    `${long} cd /sdcard; mkdir -p deep/$n/$eight
     for i in 1 2 3 4 5 6; do
       mkdir -p m$i/$eight; dd if=/dev/zero of=m$i/$eight/file bs=1M count=5 2>/dev/null; mv m$i deep/$n/$eight 2>&1
     done | grep -c 'File name too long'`,
  );
  // The last ones found no space from the start.
  expect(Number(stdout)).toBeGreaterThanOrEqual(3);
  expect(await hostMb()).toBeLessThan(storageMb + beside);
  expect((await device.shell("rm -r /sdcard/deep /sdcard/m*; ls /sdcard")).stdout).not.toMatch(/deep|m1/);
  expect(await usedKb()).toBe(empty);
});

test("counts tiny, deleted and moved files correctly", async () => {
  await device.shell("cd /sdcard; seq 5000 | xargs touch 2>/dev/null");
  expect(await usedKb()).toBeGreaterThan((storageMb - 1) * 1024);
  await device.shell("rm -rf /sdcard/*");
  // A waiting process reads each file, which is deleted meanwhile.
  const readers = device.adb.spawn(
    "shell",
    `cd /data/local/tmp; for i in 1 2 3 4 5 6; do
       dd if=/dev/zero of=f bs=1M count=8 2>/dev/null
       sleep 60 < f & sleep 0.2; rm f
     done; echo filled; wait`,
  );
  expect(String((await once(readers.stdout, "data"))[0])).toBe("filled\n");
  expect(await hostMb()).toBeLessThan(storageMb + beside);
  readers.kill();
  await once(readers, "exit");
  const moving = device.adb.spawn(
    "shell",
    "cd /sdcard; mkdir a; dd if=/dev/zero of=a/f bs=1M count=10 2>/dev/null; while true; do mv /sdcard/a /data/local/tmp/a; mv /data/local/tmp/a /sdcard/a; done",
  );
  await expect.poll(async () => (await device.shell("ls /sdcard/a/f /data/local/tmp/a/f")).stdout).toContain("/f\n");
  await device.shell("cd /sdcard; for i in 1 2 3 4 5 6 7 8; do dd if=/dev/zero of=g$i bs=1M count=8; done");
  // `du` may count a moved file twice, so the check is repeated.
  await expect.poll(hostMb).toBeLessThan(storageMb + beside);
  moving.kill();
  await once(moving, "exit");
});

/** Pushes a file until a part of it has arrived. Repeats a push that completes too early. */
async function pushUntilUnderWay(file: string) {
  for (;;) {
    const pushing = device.adb.spawn("push", file, "/sdcard/pushed");
    const exited = once(pushing, "exit").then(() => "exited" as const);
    while ((await Promise.race([exited, hostMb()])) !== "exited") if ((await hostMb()) > 5) return pushing;
  }
}

test("counts the same after kill -9", async () => {
  const pushed = await device.adb.writeFile("pushed", Buffer.alloc(15 * 1024 * 1024));
  await device.shell("mkdir -p /sdcard/a/b/c; cd /sdcard/a/b/c; for i in $(seq 200); do echo $i > $i; done");
  const pushing = await pushUntilUnderWay(pushed);
  await device.killAndRestart();
  pushing.kill();
  const after = await usedKb();
  expect(after).toBeLessThan(3 * 1024);
  await device.shell("rm -r /sdcard/a");
  expect(after - (await usedKb())).toBe(200 * 8 + 3 * 8);
});
