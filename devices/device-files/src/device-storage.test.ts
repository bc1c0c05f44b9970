import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open as openFile, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeviceFiles } from "./device-files.ts";
import { openDeviceStorage } from "./device-storage.ts";
import { replaceLargeFile } from "./large-replacement.ts";
import { chargedBytes } from "./storage-quota.ts";

const LIMIT_BYTES = 4 * 1024 * 1024;
const SWAPS = 200;
let folder: string;

const open = () => openDeviceStorage({ folder: join(folder, "device"), limitBytes: LIMIT_BYTES, systemFiles: {} });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "device-storage-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts another process that continuously writes files of 40,000 bytes, some of them repeatedly. */
async function startWriter() {
  const module = fileURLToPath(new URL("device-storage.ts", import.meta.url));
  const program = `
    const { openDeviceStorage } = await import(${JSON.stringify(module)});
    const files = await openDeviceStorage(${JSON.stringify({ folder: join(folder, "device"), limitBytes: LIMIT_BYTES, systemFiles: {} })});
    for (let count = 0; ; count++) {
      const staged = await files.stage("/sdcard/" + count % 60);
      await staged.write([Buffer.alloc(20000, "a")]);
      await staged.write([Buffer.alloc(20000, "b")]);
      await staged.commit(0o600);
      if (count === 20) console.log("under way");
    }
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

describe("a device that is killed while files are written", () => {
  it("restores a replaced large file, but not a deleted one", async () => {
    const files = await open();
    const content = Buffer.alloc(5 * 1024, "old");
    await files.write("/sdcard/large", content, "replace");
    await files.write("/sdcard/deleted", content, "replace");
    const { tree, staging } = { tree: join(folder, "device", "tree"), staging: join(folder, "device", "staging") };
    const replaced = (name: string) =>
      expect(() => replaceLargeFile({ tree, staging }, join(staging, "missing"), join(tree, "sdcard", name))).toThrow(
        "ENOENT",
      );
    replaced("large");
    expect(await readFile(join(tree, "sdcard/large"))).toEqual(content);
    // State after a kill between the two steps.
    await rename(join(tree, "sdcard/large"), join(staging, "aside"));
    await writeFile(join(staging, "aside.place"), "sdcard/large");
    await writeFile(join(staging, "gone.place"), "sdcard/deleted");
    await files.remove("/sdcard/deleted", false);
    const reopened = await open();
    expect((await reopened.readAll("/sdcard/large", content.length)).equals(content)).toBe(true);
    await expect(reopened.status("/sdcard/deleted", false)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await readdir(staging)).toEqual([]);
  });

  it("keeps every file whole, and counts the storage in use", async () => {
    const writer = await startWriter();
    writer.kill("SIGKILL");
    await once(writer, "exit");
    const files = await open();
    const written = (await files.list("/sdcard")).filter(({ name }) => /^\d+$/.test(name));
    expect(written.length).toBeGreaterThan(19);
    expect(new Set(written.map(({ status }) => status.sizeBytes))).toEqual(new Set([40_000]));
    expect(await readdir(join(folder, "device", "staging"))).toEqual([]);

    const before = files.quota.usedBytes;
    for (const { name } of written) await files.remove(`/sdcard/${name}`, false);
    expect(before - files.quota.usedBytes).toBe(written.length * chargedBytes(40_000));
  });
});

describe("a device with standard folders changed by its user", () => {
  it("starts with a file, link or nothing instead of a folder", async () => {
    const files = await open();
    for (const name of ["Download", "DCIM", "Movies", "Music", "Android"]) await files.remove(`/sdcard/${name}`, true);
    await files.write("/sdcard/Download", Buffer.from("a file"), "replace");
    await files.write("/sdcard/Android", Buffer.from("a file above"), "replace");
    await files.symlink("/sdcard/Documents", "/sdcard/DCIM");
    await files.symlink("/nowhere", "/sdcard/Movies");
    await files.changeMode("/sdcard/Pictures", 0);

    const reopened = await open();
    expect((await reopened.readAll("/sdcard/Download", 100)).toString()).toBe("a file");
    expect((await reopened.readAll("/sdcard/Android", 100)).toString()).toBe("a file above");
    expect(await reopened.readLink("/sdcard/DCIM")).toBe("/sdcard/Documents");
    expect(await reopened.readLink("/sdcard/Movies")).toBe("/nowhere");
    expect(await reopened.list("/sdcard/Music")).toEqual([]);
    expect((await reopened.list("/sdcard")).map(({ name }) => name).toSorted()).toEqual([
      "Android",
      "DCIM",
      "Documents",
      "Download",
      "Movies",
      "Music",
      "Pictures",
    ]);
  });

  it("starts when a large file's folder is gone", async () => {
    await open();
    const staging = join(folder, "device", "staging");
    for (const [name, place] of [
      ["aside", "sdcard/gone/large"],
      ["other", "sdcard/file/large"],
    ] as const) {
      await writeFile(join(staging, name), "old");
      await writeFile(join(staging, `${name}.place`), place);
    }
    await writeFile(join(folder, "device", "tree", "sdcard", "file"), "");
    await open();
    expect(await readdir(staging)).toEqual([]);
  });
});

describe("the limit", () => {
  it("counts a sparse file by its full length", async () => {
    const empty = (await open()).quota.usedBytes;
    const sparse = await openFile(join(folder, "device", "tree", "sdcard", "sparse"), "w");
    await sparse.truncate(2 * 1024 * 1024);
    await sparse.close();
    expect((await open()).quota.usedBytes - empty).toBe(chargedBytes(2 * 1024 * 1024));
  });
});

/** Waits until the count has reached the target. */
async function until(count: () => number, target: number): Promise<void> {
  while (count() < target) await nextTurn();
}

describe("paths that change while they are followed", () => {
  /** Alternates between a folder and a link out of the device at the same path. */
  async function swap(files: DeviceFiles, reader: { tries: number }): Promise<void> {
    const out = `/${"../".repeat(20)}${folder.slice(1)}`;
    for (let turn = 0; turn < SWAPS; turn++) {
      await files.remove("/sdcard/place", true).catch(() => undefined);
      if (turn % 2 === 0) await files.makeFolder("/sdcard/place", false).catch(() => undefined);
      else await files.symlink(turn % 4 === 1 ? folder : out, "/sdcard/place").catch(() => undefined);
      // Occasionally waits until the reader has seen the current state.
      if (turn % 10 === 0) await until(() => reader.tries, reader.tries + 2);
    }
  }

  it("never lead out of the device", async () => {
    await writeFile(join(folder, "secret"), "host secret");
    const files = await open();
    const swapping = { over: false, tries: 0 };
    const swapped = swap(files, swapping).finally(() => (swapping.over = true));
    const read = new Set<string>();
    while (!swapping.over) {
      // Operations that fail immediately never yield.
      await nextTurn();
      await files.write("/sdcard/place/secret", Buffer.from("device"), "replace").catch(() => undefined);
      await files.readAll("/sdcard/place/secret", 100).then(
        (bytes) => read.add(bytes.toString()),
        () => undefined,
      );
      swapping.tries++;
    }
    await swapped;
    expect(read).toContain("device");
    expect([...read].filter((content) => content !== "device" && content !== "")).toEqual([]);
    expect(await readFile(join(folder, "secret"), "utf8")).toBe("host secret");
    expect((await readdir(folder)).toSorted()).toEqual(["device", "secret"]);
  });
});
