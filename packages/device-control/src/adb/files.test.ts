import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { encodeDent, encodeStat2, encodeSyncHead } from "@terrarium/adb/sync-codec";
import { FILE_STATUS as STATUS } from "@terrarium/adb/testing/file-status";
import { BOX_FILE_LIMITS } from "@terrarium/contract/limits";
import { DeviceFile } from "@terrarium/contract/proxy-messages";
import { Adb, AdbCommand, LinuxFileType } from "@yume-chan/adb";
import { describe, expect, it, test, vi } from "vitest";
import { silentDevice } from "../testing/silent-device.ts";
import { listFiles, readFile, toDevicePath, writeFile } from "./files.ts";

/** Overwrites the length at the end of an answer. */
function withLength(answer: Buffer, length: number): Buffer {
  answer.writeUInt32LE(length, answer.length - 4);
  return answer;
}

describe("toDevicePath", () => {
  it.each([
    ["data/local/tmp", "/data/local/tmp"],
    ["/data/local/tmp/", "/data/local/tmp"],
    ["", "/"],
    ["/", "/"],
    ["sdcard//a/../b.txt", "/sdcard/b.txt"],
    ["../../etc", "/etc"],
    ["ä b/✓", "/ä b/✓"],
  ])("normalizes %j to %j", (given, path) => {
    expect(toDevicePath(given)).toBe(path);
  });

  it.each(["a\0b", "x".repeat(1100)])("rejects %j", (given) => {
    expect(() => toDevicePath(given)).toThrow(/^Invalid request: path: /);
  });
});

const FILE = { type: LinuxFileType.File, mode: 0o644, size: 1n, mtime: 1_795_000_000n };

/** Returns a device with one folder that lists the entries. */
function deviceWith(entries: Iterable<typeof FILE & { name: string }>): Adb {
  const sync = {
    supportsStat: true,
    stat: async () => ({ ...FILE, type: LinuxFileType.Directory }),
    async *opendir() {
      yield* entries;
    },
    dispose: async () => undefined,
  };
  return { sync: async () => sync } as unknown as Adb;
}

test("rejects a folder above the listing limit without reading on", async () => {
  let read = 0;
  function* endless() {
    for (;;) yield { ...FILE, name: `file${read++}` };
  }
  await expect(listFiles(deviceWith(endless()), "/sdcard/many")).rejects.toMatchObject({
    code: "folder_too_large",
    message: "/sdcard/many has more than 10000 files, the limit of a listing",
  });
  expect(read).toBe(BOX_FILE_LIMITS.listed + 1);
});

test("sorts numbers naturally, without a locale lookup per comparison", async () => {
  const lookedUp = vi.spyOn(String.prototype, "localeCompare");
  const names = Array.from({ length: BOX_FILE_LIMITS.listed }, (_, index) => `file${index}.txt`);
  const backwards = names.toReversed().map((name) => ({ ...FILE, name }));
  const listed = await listFiles(
    deviceWith([{ ...FILE, name: "." }, { ...FILE, name: ".." }, ...backwards]),
    "/sdcard",
  );
  expect(listed.map(({ name }) => name)).toEqual(names);
  expect(lookedUp).not.toHaveBeenCalled();
  lookedUp.mockRestore();
});

test("yields to the event loop while reading a large folder", async () => {
  const counted = new AbortController();
  let turns = 0;
  const counting = (async () => {
    for (; !counted.signal.aborted; turns += 1) await nextTurn();
  })();
  const entries = Array.from({ length: BOX_FILE_LIMITS.listed }, (_, index) => ({ ...FILE, name: `file${index}` }));
  await listFiles(deviceWith(entries), "/sdcard");
  counted.abort();
  await counting;
  expect(turns).toBeGreaterThanOrEqual(100);
});

test("lists files with impossible dates", async () => {
  const mtimes = [1_795_000_000n, 2n ** 64n - 1n, 253_402_300_800n, 8_640_000_000_001n, 2n ** 63n - 1n, 2n ** 63n];
  const listed = await listFiles(
    deviceWith(mtimes.map((mtime, index) => ({ ...FILE, name: `file${index}`, mtime }))),
    "/sdcard",
  );
  expect(listed.map(({ modifiedAt }) => modifiedAt)).toEqual([
    "2026-11-18T11:06:40.000Z",
    "1969-12-31T23:59:59.000Z",
    "9999-12-31T23:59:59.000Z",
    "9999-12-31T23:59:59.000Z",
    "9999-12-31T23:59:59.000Z",
    "0000-01-01T00:00:00.000Z",
  ]);
  for (const each of listed) expect(DeviceFile.safeParse(each).success).toBe(true);
});

const FOLDER_STATUS = { ...STATUS, mode: 0o040755 };

test.each([
  ["a reason", "FAIL", [encodeSyncHead("FAIL", 0x8000_0000)]],
  ["a name", "DENT", [encodeStat2("STA2", 0, FOLDER_STATUS), withLength(encodeDent(Buffer.of(), STATUS), 0x8000_0000)]],
])("%s of 2 GiB fails a listing at once", async (_what, id, answers) => {
  const { transport, controllers, sent } = silentDevice();
  const listing = listFiles(new Adb(transport), "/sdcard");
  for (const answer of answers) {
    await nextTurn();
    controllers[0]?.ack(Infinity);
    await controllers[0]?.enqueue(answer);
  }
  await expect(listing).rejects.toThrow(`sync answer ${id} of 2147483648 bytes`);
  expect(sent.at(-1)).toEqual([AdbCommand.Close, 1, 1, new Uint8Array()]);
});

test("a chunk of 2 GiB fails a download at once", async () => {
  const { transport, controllers } = silentDevice();
  const opened = readFile(new Adb(transport), "/sdcard/a");
  await nextTurn();
  controllers[0]?.ack(Infinity);
  await controllers[0]?.enqueue(encodeStat2("STA2", 0, STATUS));
  const { content } = await opened;
  const taken = content.toArray();
  await controllers[0]?.enqueue(encodeSyncHead("DATA", 0x8000_0000));
  await expect(taken).rejects.toThrow("sync answer DATA of 2147483648 bytes");
});

test("gives up a stalled download and closes its stream", async () => {
  const { transport, controllers, sent } = silentDevice();
  const opened = readFile(new Adb(transport), "/sdcard/a", { stallMs: 20 });
  await nextTurn();
  controllers[0]?.ack(Infinity);
  await controllers[0]?.enqueue(encodeStat2("STA2", 0, STATUS));
  const { content } = await opened;
  await expect(content.toArray()).rejects.toThrow("it sent nothing of the file for 20 ms");
  await expect.poll(() => sent.at(-1)).toEqual([AdbCommand.Close, 1, 1, new Uint8Array()]);
});

test("gives up a stalled upload and closes its content", async () => {
  const content = new PassThrough();
  content.write("some of it");
  const writing = writeFile(new Adb(silentDevice().transport), "/data/local/tmp/a", content, 20);
  await expect(writing).rejects.toThrow("it accepted nothing of the file for 20 ms");
  expect(content.destroyed).toBe(true);
});
