import { createHash, randomBytes } from "node:crypto";
import {
  chmod,
  lstat,
  mkdir,
  open,
  readFile,
  readdir,
  readlink,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestDevice, type TestDevice } from "../testing/test-device.ts";

let adb: RealAdb;
let device: TestDevice;

beforeAll(async () => {
  adb = await RealAdb.start();
  device = await startTestDevice({ authorizedKeys: adb.publicKeyFile });
  await adb.connect(device.port);
});

afterAll(async () => {
  await adb?.close();
  await device?.close();
});

const MEBIBYTE = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function succeed(...args: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await adb.run(...args);
  expect([...args, stderr, exitCode]).toEqual([...args, expect.anything(), 0]);
  return stdout.toString();
}

/** Creates a folder with subfolders, an empty one, a link, modes and an old time. */
async function makeTree(name: string): Promise<string> {
  const tree = adb.path(name);
  await mkdir(join(tree, "deep/deeper"), { recursive: true });
  await mkdir(join(tree, "empty"));
  await writeFile(join(tree, "deep/deeper/ünïcödé 日本.txt"), "text");
  await writeFile(join(tree, "private"), "mine");
  await chmod(join(tree, "private"), 0o600);
  await writeFile(join(tree, "empty file"), "");
  await symlink("private", join(tree, "link"));
  await utimes(join(tree, "private"), 1_500_000_000, 1_500_000_000);
  return tree;
}

describe("push and pull", () => {
  it("round-trip a folder with modes, times and names", async () => {
    const tree = await makeTree("tree");
    await succeed("push", tree, "/data/local/tmp/");
    const there = "/data/local/tmp/tree";
    expect(await succeed("shell", `cat ${there}/deep/deeper/*`)).toBe("text");
    expect(await succeed("shell", `stat -c '%a %Y' ${there}/private`)).toBe("600 1500000000\n");
    await succeed("pull", "-a", there, adb.path("tree-back"));
    const back = adb.path("tree-back");
    expect((await readdir(join(back, "deep/deeper"))).toString()).toBe("ünïcödé 日本.txt");
    expect(await readFile(join(back, "private"), "utf8")).toBe("mine");
    const status = await stat(join(back, "private"));
    expect([status.mode & 0o777, status.mtimeMs]).toEqual([0o600, 1_500_000_000_000]);
    expect((await stat(join(back, "empty file"))).size).toBe(0);
  });

  it("keep links as links on push, and follow them on pull", async () => {
    await succeed("push", adb.path("tree"), "/data/local/tmp/links");
    expect(await succeed("shell", "readlink /data/local/tmp/links/link")).toBe("private\n");
    await succeed("pull", "/data/local/tmp/links/link", adb.path("followed"));
    expect((await lstat(adb.path("followed"))).isFile()).toBe(true);
    expect((await adb.readFile("followed")).toString()).toBe("mine");
    await expect(readlink(adb.path("followed"))).rejects.toThrow("EINVAL");
  });

  it("transfer sparse and large files unchanged", async () => {
    const sparse = await open(adb.path("sparse"), "w");
    await sparse.truncate(96 * MEBIBYTE);
    await sparse.write(randomBytes(1000), 0, 1000, 50 * MEBIBYTE + 7);
    await sparse.close();
    const content = await adb.readFile("sparse");
    await succeed("push", adb.path("sparse"), "/sdcard/sparse");
    await succeed("pull", "/sdcard/sparse", adb.path("sparse-back"));
    expect(sha256(await adb.readFile("sparse-back"))).toBe(sha256(content));
    await succeed("shell", "rm /sdcard/sparse");
  });

  it("replace files, accept several, and report missing ones", async () => {
    const one = await adb.writeFile("one", "first");
    const two = await adb.writeFile("two", "second");
    await succeed("push", one, two, "/sdcard/");
    await writeFile(one, "again");
    await succeed("push", one, "/sdcard/one");
    expect(await succeed("shell", "cat /sdcard/one /sdcard/two")).toBe("againsecond");
    await mkdir(adb.path("both"));
    await succeed("pull", "/sdcard/one", "/sdcard/two", adb.path("both"));
    expect((await adb.readFile("both/two")).toString()).toBe("second");
    const missing = await adb.run("pull", "/sdcard/missing", adb.path("missing"));
    expect([missing.exitCode, missing.stderr + missing.stdout.toString()]).toEqual([
      1,
      expect.stringContaining("No such file"),
    ]);
  });

  it("sync a product's folders, skipping unchanged files", async () => {
    const out = adb.path("out");
    await mkdir(join(out, "data/local/tmp/synced"), { recursive: true });
    await writeFile(join(out, "data/local/tmp/synced/file"), "from the build");
    adb.setEnvironment("ANDROID_PRODUCT_OUT", out);
    expect(await succeed("sync", "data")).toContain("1 file pushed");
    expect(await succeed("shell", "cat /data/local/tmp/synced/file")).toBe("from the build");
    expect(await succeed("sync", "data")).toContain("0 files pushed");
    expect(await succeed("sync", "-l", "data")).not.toContain("would push");
  });
});

describe("several clients", () => {
  it("share files, each with its own key; unknown keys are rejected", async () => {
    const [second, stranger] = [await RealAdb.start(), await RealAdb.start()];
    const keys = await adb.writeFile(
      "two-keys",
      `${await readFile(adb.publicKeyFile, "utf8")}\n# a comment\n${await readFile(second.publicKeyFile, "utf8")}`,
    );
    const shared = await startTestDevice({ authorizedKeys: keys });
    try {
      for (const client of [adb, second, stranger]) await client.connect(shared.port);
      const serial = `127.0.0.1:${shared.port}`;
      await adb.run("-s", serial, "shell", "echo shared > /sdcard/shared");
      expect((await second.run("shell", "cat /sdcard/shared")).stdout.toString()).toBe("shared\n");
      expect((await second.run("get-state")).stdout.toString()).toBe("device\n");
      expect((await stranger.run("devices")).stdout.toString()).toContain(`${serial}\tunauthorized`);
      expect((await stranger.run("get-state")).stderr).toContain("unauthorized");
    } finally {
      await adb.run("disconnect", `127.0.0.1:${shared.port}`);
      await Promise.all([second.close(), stranger.close()]);
      await shared.close();
    }
  });

  it("query the features and the state of the device", async () => {
    const features = (await succeed("features")).trim().split("\n");
    expect(features).toEqual(expect.arrayContaining(["shell_v2", "cmd", "stat_v2", "ls_v2"]));
    expect(await succeed("get-state")).toBe("device\n");
    expect(await succeed("wait-for-device")).toBe("");
    expect(await succeed("get-serialno")).toBe(`127.0.0.1:${device.port}\n`);
    expect(await succeed("get-devpath")).toBe("unknown\n");
  });
});
