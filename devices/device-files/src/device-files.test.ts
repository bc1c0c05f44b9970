import { mkdir, mkdtemp, open as openFile, readFile, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeviceFiles } from "./device-files.ts";
import { openDeviceStorage } from "./device-storage.ts";
import { chargedBytes } from "./storage-quota.ts";

const LIMIT_BYTES = 1024 * 1024;
let folder: string;
let files: DeviceFiles;

const open = () =>
  openDeviceStorage({
    folder: join(folder, "device"),
    limitBytes: LIMIT_BYTES,
    systemFiles: { "system/build.prop": "ro.x=1\n" },
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "device-files-"));
  await writeFile(join(folder, "secret"), "host secret");
  files = await open();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const text = async (path: string) => (await files.readAll(path, LIMIT_BYTES)).toString();
const put = (path: string, content: string) => files.write(path, Buffer.from(content), "replace");

describe("the device's folders", () => {
  it("are writable only where Android allows a shell to write", async () => {
    for (const path of ["/sdcard/a", "/data/local/tmp/a", "/data/data/a", "/storage/emulated/0/b", "/mnt/sdcard/c"]) {
      await put(path, path);
      expect(await text(path)).toBe(path);
    }
    await expect(put("/system/a", "x")).rejects.toMatchObject({ code: "EROFS" });
    await expect(put("/a", "x")).rejects.toMatchObject({ code: "EROFS" });
    await expect(put("/data/a", "x")).rejects.toMatchObject({ code: "EACCES" });
    await expect(files.remove("/sdcard", true)).rejects.toMatchObject({ code: "EROFS" });
    await expect(files.rename("/sdcard/a", "/system/a")).rejects.toMatchObject({ code: "EROFS" });
    expect(await text("/system/build.prop")).toBe("ro.x=1\n");
  });

  it("are unchanged after a restart, without incomplete uploads", async () => {
    await put("/sdcard/kept", "kept");
    await files.symlink("/sdcard/kept", "/sdcard/link");
    const staged = await files.stage("/sdcard/half");
    await staged.write([Buffer.from("half")]);
    files = await open();
    expect(await text("/sdcard/link")).toBe("kept");
    await expect(files.status("/sdcard/half", false)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await readdir(join(folder, "device/staging"))).toEqual([]);
    await staged.abort();
  });

  it("name Linux errors with the device's path only", async () => {
    await expect(files.list("/sdcard/none")).rejects.toMatchObject({
      errno: 2,
      message: "ENOENT: No such file or directory, '/sdcard/none'",
    });
    await put("/sdcard/f", "x");
    await expect(files.list("/sdcard/f")).rejects.toMatchObject({ code: "ENOTDIR" });
    await expect(text("/sdcard/f/g")).rejects.toMatchObject({ code: "ENOTDIR" });
    await expect(text("/sdcard")).rejects.toMatchObject({ code: "EISDIR" });
    await expect(put("/sdcard/nope/f", "x")).rejects.toMatchObject({ code: "ENOENT" });
    await expect(put(`/sdcard/${"x".repeat(256)}`, "x")).rejects.toMatchObject({ code: "ENAMETOOLONG" });
    await expect(put("/sdcard/a\0b", "x")).rejects.toMatchObject({ code: "EINVAL" });
    await expect(put("sdcard/a", "x")).rejects.toMatchObject({ code: "EINVAL" });
  });
});

describe("confinement", () => {
  it("keeps .. at the device's root", async () => {
    await expect(text("/../../../../secret")).rejects.toMatchObject({ code: "ENOENT" });
    await expect(put("/sdcard/../../../../../escaped", "x")).rejects.toMatchObject({ code: "EROFS" });
    expect(await text("/sdcard/../../system/build.prop")).toBe("ro.x=1\n");
  });

  it("follows the device's links within the device only", async () => {
    const host = join(folder, "secret");
    await files.symlink(host, "/sdcard/absolute");
    await files.symlink("../../../../../secret", "/sdcard/relative");
    await files.symlink("/", "/sdcard/root");
    await expect(text("/sdcard/absolute")).rejects.toMatchObject({ code: "ENOENT" });
    await expect(text("/sdcard/relative")).rejects.toMatchObject({ code: "ENOENT" });
    expect(await text("/sdcard/root/system/build.prop")).toBe("ro.x=1\n");
    await expect(put("/sdcard/root/x", "x")).rejects.toMatchObject({ code: "EROFS" });
    expect(await files.readLink("/sdcard/absolute")).toBe(host);
    await files.symlink("/sdcard/loop", "/sdcard/loop");
    await expect(text("/sdcard/loop")).rejects.toMatchObject({ code: "ELOOP" });
  });

  it("rejects links created on the host", async () => {
    await symlink(join(folder, "secret"), join(folder, "device/tree/sdcard/planted"));
    await symlink(folder, join(folder, "device/tree/sdcard/planted-folder"));
    await expect(text("/sdcard/planted")).rejects.toMatchObject({ code: "EACCES" });
    await expect(text("/sdcard/planted-folder/secret")).rejects.toMatchObject({ code: "EACCES" });
    await expect(put("/sdcard/planted", "x")).rejects.toMatchObject({ code: "EACCES" });
    expect(await readFile(join(folder, "secret"), "utf8")).toBe("host secret");
  });

  it("never lets host links point outside, however followed", async () => {
    await mkdir(join(folder, "device/tree/sdcard/d"));
    const part = fc.constantFrom("..", ".", "/", "sdcard", "d", "secret", "etc", "passwd", "terrarium-link-", "");
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        const target = parts.join("/") || "/";
        const path = `/sdcard/d/link${count++}`;
        await files.symlink(target, path);
        await expect(readFile(join(folder, "device/tree", path))).rejects.toMatchObject({
          code: expect.stringMatching(/ENOENT|ENAMETOOLONG/),
        });
        const resolved = files.resolve(path, false);
        expect(resolved.hostPath.startsWith(join(folder, "device/tree/"))).toBe(true);
        await files.readAll(`${path}/${target}`, LIMIT_BYTES).then(
          (content) => expect(content.toString()).not.toContain("host secret"),
          (error: unknown) => expect(error).toHaveProperty("errno"),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe("the storage limit", () => {
  it("applies to every kind of write, and frees removed files", async () => {
    const half = "x".repeat(LIMIT_BYTES / 2);
    const before = files.quota.usedBytes;
    await put("/sdcard/a", half);
    expect(files.quota.usedBytes).toBe(before + chargedBytes(half.length));
    await expect(put("/sdcard/b", half)).rejects.toMatchObject({ code: "ENOSPC" });
    await expect(files.write("/sdcard/a", Buffer.from(half), "append")).rejects.toMatchObject({ code: "ENOSPC" });
    await expect(files.copyFile("/sdcard/a", "/sdcard/b")).rejects.toMatchObject({ code: "ENOSPC" });
    const staged = await files.stage("/sdcard/c");
    await expect(staged.write([Buffer.from(half)])).rejects.toMatchObject({ code: "ENOSPC" });
    await staged.abort();
    await files.remove("/sdcard/a", false);
    expect(files.quota.usedBytes).toBe(before);
    await put("/sdcard/b", half);
  });

  it("counts empty files and folders", async () => {
    const fill = async () => {
      for (let i = 0; i < LIMIT_BYTES / 4096 + 1; i++) await files.makeFolder(`/sdcard/d${i}`, false);
    };
    await expect(fill()).rejects.toMatchObject({ code: "ENOSPC" });
  });

  it("counts a removed file until its reader closes it", async () => {
    const before = files.quota.usedBytes;
    const most = "x".repeat(LIMIT_BYTES - before - 64 * 1024);
    await put("/sdcard/read", most);
    const handle = await files.openForReading("/sdcard/read");
    await files.remove("/sdcard/read", false);
    await expect(put("/sdcard/more", most)).rejects.toMatchObject({ code: "ENOSPC" });
    await handle.close();
    await put("/sdcard/more", most);
  });

  it("ignores removed open files of other folders", async () => {
    const other = await openFile(join(folder, "other"), "w");
    await other.truncate(LIMIT_BYTES);
    await rm(join(folder, "other"));
    await put("/sdcard/a", "x".repeat(LIMIT_BYTES / 2));
    expect((await open()).quota.usedBytes).toBeLessThan(LIMIT_BYTES);
    await other.close();
  });

  it("counts and removes entries deeper than host paths allow", async () => {
    const before = files.quota.usedBytes;
    const tree = join(folder, "device", "tree", "sdcard");
    const levels = (count: number) => Array.from({ length: count }, () => "d".repeat(250)).join("/");
    // An earlier version allowed such a move.
    for (const part of ["top", "middle", "bottom"]) await mkdir(join(tree, part, levels(12)), { recursive: true });
    await writeFile(join(tree, "bottom", levels(12), "file"), Buffer.alloc(256 * 1024));
    await rename(join(tree, "bottom"), join(tree, "middle", levels(12), "bottom"));
    await rename(join(tree, "middle"), join(tree, "top", levels(12), "middle"));
    const reopened = await open();
    expect(reopened.quota.usedBytes - before).toBeGreaterThanOrEqual(256 * 1024 + 36 * 4096);
    await reopened.remove("/sdcard/top", true);
    expect(reopened.quota.usedBytes).toBe(before);
    await expect(reopened.status("/sdcard/top", false)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("rejects a folder move that makes paths too long", async () => {
    const levels = (count: number) => Array.from({ length: count }, () => "d".repeat(250)).join("/");
    const deep = `/sdcard/deep/${levels(9)}`;
    await files.makeFolder(deep, true);
    await put(`${deep}/file`, "content");
    await files.makeFolder(`/sdcard/place/${levels(8)}`, true);
    const there = `/sdcard/place/${levels(8)}/deep`;
    await expect(files.rename("/sdcard/deep", there)).rejects.toMatchObject({ code: "ENAMETOOLONG", path: there });
    expect(await text(`${deep}/file`)).toBe("content");
    await files.rename(`/sdcard/deep/${levels(4)}`, there);
    expect(await text(`${there}/${levels(5)}/file`)).toBe("content");
  });

  it("replaces a large file and frees its space", async () => {
    const large = await openDeviceStorage({ folder: join(folder, "large"), limitBytes: 2 ** 24, systemFiles: {} });
    const content = (fill: string) => Buffer.alloc(5 * 1024 * 1024, fill);
    for (const fill of ["a", "b", "c"]) {
      const staged = await large.stage("/sdcard/large");
      await staged.write([content(fill)]);
      await staged.commit(0o600);
      expect((await large.readAll("/sdcard/large", 2 ** 24)).equals(content(fill))).toBe(true);
    }
    expect(large.quota.usedBytes).toBeLessThan(6 * 1024 * 1024);
    await expect.poll(() => readdir(join(folder, "large", "staging"))).toEqual([]);
  });

  it("replaces a file completely or not at all", async () => {
    await put("/sdcard/a", "old");
    const staged = await files.stage("/sdcard/a");
    await staged.write([Buffer.from("new "), Buffer.from("content")]);
    expect(await text("/sdcard/a")).toBe("old");
    await staged.commit(0o600, 1_000_000_000);
    expect(await text("/sdcard/a")).toBe("new content");
    expect(await files.status("/sdcard/a", true)).toMatchObject({ sizeBytes: 11, modifiedAtMs: 1e12 });
  });
});
