import { mkdtemp, open, readdir, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { DeviceFiles } from "./device-files.ts";
import { openDeviceStorage } from "./device-storage.ts";
import { DeviceSyncFiles } from "./sync-files.ts";

let folder: string;
let files: DeviceFiles;
let sync: DeviceSyncFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sync-"));
  files = await openDeviceStorage({ folder, limitBytes: 4 * 1024 ** 2, systemFiles: { "system/build.prop": "a=b\n" } });
  sync = new DeviceSyncFiles(files);
});

afterAll(() => rm(folder, { recursive: true }));

const text = async (path: string): Promise<string> => String(await files.readAll(path, 1e7));

async function push(path: string, content: string, mode = 0o644, isDurable = false): Promise<void> {
  const writer = await sync.openWriter(path, mode, isDurable);
  await writer.write([Buffer.from(content.slice(0, 3)), Buffer.alloc(0), Buffer.from(content.slice(3))]);
  await writer.commit(1_000_000_000);
}

/** Counts syncs of files and folders from now on. */
async function watchSyncs() {
  await using handle = await open(folder);
  const syncs = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, "sync");
  onTestFinished(() => syncs.mockRestore());
  return syncs;
}

describe("a pushed file", () => {
  test("has its content, mode and time, in newly created folders", async () => {
    await push("/sdcard/new/deep/file.txt", "content", 0o755);
    expect(await text("/sdcard/new/deep/file.txt")).toBe("content");
    const status = await sync.status("/sdcard/new/deep/file.txt", true);
    expect(status).toMatchObject({ sizeBytes: 7, modifiedAtS: 1_000_000_000, userId: 2000, groupId: 2000 });
    expect(status.mode & 0o777).toBe(0o755);
  });

  test("is synced with its folder if durable", async () => {
    const syncs = await watchSyncs();
    await push("/sdcard/durable/plain", "content");
    expect(syncs).not.toHaveBeenCalled();
    await push("/sdcard/durable/safe", "content", 0o644, true);
    expect(syncs).toHaveBeenCalledTimes(2);
  });

  test("replaces another file only when it is complete", async () => {
    await push("/sdcard/file", "before");
    const writer = await sync.openWriter("/sdcard/file", 0o600, false);
    await writer.write([Buffer.from("half")]);
    expect(await text("/sdcard/file")).toBe("before");
    await writer.abort();
    await writer.abort();
    expect(await text("/sdcard/file")).toBe("before");
    expect(await readdir(join(folder, "staging"))).toEqual([]);
  });

  test("through a link is written to the link's target", async () => {
    await push("/mnt/sdcard/linked", "content");
    expect(await text("/sdcard/linked")).toBe("content");
  });

  test.each([
    ["/system/x", "EROFS"],
    ["/data/x", "EACCES"],
    ["/sdcard", "EROFS"],
    ["/sdcard/new", "EISDIR"],
    ["/sdcard/file/below", "EEXIST"],
  ])("to %s is rejected with %s, leaving nothing behind", async (path, code) => {
    await push("/sdcard/file", "kept");
    await files.makeFolder("/sdcard/new", true);
    await expect(sync.openWriter(path, 0o644, false)).rejects.toMatchObject({ code });
    expect(await readdir(join(folder, "staging"))).toEqual([]);
    expect(await text("/sdcard/file")).toBe("kept");
  });

  test("without enough space fails, and releases its reservation", async () => {
    const before = files.quota.usedBytes;
    const writer = await sync.openWriter("/sdcard/large", 0o644, false);
    const fill = async (): Promise<void> => {
      for (let part = 0; part < 10; part++) await writer.write([Buffer.alloc(1024 ** 2)]);
    };
    await expect(fill()).rejects.toMatchObject({ code: "ENOSPC" });
    await writer.abort();
    expect(files.quota.usedBytes).toBe(before);
    await expect(sync.status("/sdcard/large", true)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("a pulled file", () => {
  test("is read to its end, into the given buffers", async () => {
    await push("/sdcard/pulled", "0123456789");
    const reader = await sync.openReader("/sdcard/pulled");
    const into = [Buffer.alloc(4), Buffer.alloc(4)];
    const parts: string[] = [];
    for (let count = await reader.read(into); count > 0; count = await reader.read(into))
      parts.push(Buffer.concat(into).subarray(0, count).toString());
    await reader.close();
    expect(parts.join("")).toBe("0123456789");
  });

  test.each([
    ["/sdcard", "EISDIR"],
    ["/sdcard/none", "ENOENT"],
  ])("cannot be read from %s: %s", async (path, code) => {
    await expect(sync.openReader(path)).rejects.toMatchObject({ code });
  });
});

test("lists a folder with the type of each entry", async () => {
  await push("/sdcard/list/file", "abc");
  await files.makeFolder("/sdcard/list/folder", false);
  await sync.symlink("/sdcard/list/file", "/sdcard/list/link");
  const entries = (await sync.list("/sdcard/list")).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(entries.map(({ name, status }) => [name, status.mode >> 12, status.sizeBytes])).toEqual([
    ["file", 0o10, 3],
    ["folder", 0o4, 4096],
    ["link", 0o12, "/sdcard/list/file".length],
  ]);
  expect((await sync.list("/system")).map(({ name }) => name)).toContain("build.prop");
  await expect(sync.list("/sdcard/list/file")).rejects.toMatchObject({ code: "ENOTDIR" });
});

describe("a link", () => {
  test("has its own status and that of its target", async () => {
    await push("/sdcard/target", "12345");
    await sync.symlink("target", "/sdcard/made/link");
    await sync.symlink("../target", "/sdcard/made/link");
    expect((await sync.status("/sdcard/made/link", true)).sizeBytes).toBe(5);
    expect((await sync.status("/sdcard/made/link", false)).sizeBytes).toBe("../target".length);
  });

  test("replaces a file, but not a folder", async () => {
    await push("/sdcard/replaced", "x");
    await sync.symlink("/sdcard/target", "/sdcard/replaced");
    expect(await files.readLink("/sdcard/replaced")).toBe("/sdcard/target");
    await files.makeFolder("/sdcard/full/inner", true);
    await expect(sync.symlink("x", "/sdcard/full")).rejects.toMatchObject({ code: "ENOTEMPTY" });
  });
});

test("describes any error in the protocol's terms", () => {
  expect(sync.describeError(Object.assign(new Error("x"), { code: "ENOENT" }))).toEqual({
    errno: 2,
    message: "No such file or directory",
  });
  expect(sync.describeError("nonsense")).toEqual({ errno: 5, message: "I/O error" });
});
